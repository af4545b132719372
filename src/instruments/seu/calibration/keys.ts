// Names of a study's tasks, an arm's pooled warmup and blocks by their first replicate, and of what is kept with them.

const armKey = (arm: number): string => `a${String(arm).padStart(2, '0')}`;

export const ensembleKey = (arm: number): string => `${armKey(arm)}/tune`;

export const blockKey = (arm: number, first: number): string =>
  `${armKey(arm)}/r${String(first).padStart(8, '0')}`;

/** The truths of a posterior SBC, which all arms share. */
export const truthsKey = `${armKey(0)}/truths`;

/** The arm of a task's key, and the first replicate of a block; null for what holds no replicates. */
export function parseCalibrationKey(key: string): { readonly arm: number; readonly first: number | null } {
  const [arm, part] = key.split('/');
  return { arm: Number(arm.slice(1)), first: part.startsWith('r') ? Number(part.slice(1)) : null };
}
