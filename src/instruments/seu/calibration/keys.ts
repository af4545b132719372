// Names of a study's tasks: an arm's pooled warmup, and blocks by their first replicate.

const armKey = (arm: number): string => `a${String(arm).padStart(2, '0')}`;

export const ensembleKey = (arm: number): string => `${armKey(arm)}/tune`;

export const blockKey = (arm: number, first: number): string =>
  `${armKey(arm)}/r${String(first).padStart(8, '0')}`;

/** The arm of a task's key, and the first replicate of a block; null for an ensemble. */
export function parseCalibrationKey(key: string): { readonly arm: number; readonly first: number | null } {
  const [arm, part] = key.split('/');
  return { arm: Number(arm.slice(1)), first: part === 'tune' ? null : Number(part.slice(1)) };
}
