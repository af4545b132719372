// Parameters by block name, as files and reports hold them.
import type { BeliefBlock, BeliefLayout } from './layout.ts';

/** Natural values by block name. */
export type BeliefTheta = Readonly<Record<string, readonly number[]>>;

function blockFault({ name, size, transform, floor }: BeliefBlock, theta: BeliefTheta): string | null {
  const values = theta[name];
  if (values === undefined) return `theta has no ${name}; needed ${size} numbers`;
  if (values.length !== size) return `theta has ${values.length} values of ${name}; needed ${size}`;
  const low = transform === 'identity' ? -Infinity : floor;
  const wrong = values.find((value) => !(Number.isFinite(value) && value >= low));
  if (wrong === undefined) return null;
  return `theta has ${wrong} in ${name}; needed ${low === -Infinity ? 'finite numbers' : `numbers of at least ${low}`}`;
}

/** What is wrong with parameters given by block, one message a fault; names that the model lacks are faults too. */
export function thetaFaults(layout: BeliefLayout, theta: BeliefTheta): string[] {
  const known = new Set(layout.blocks.map(({ name }) => name));
  const unknown = Object.keys(theta).filter((name) => !known.has(name));
  const faults = layout.blocks.map((block) => blockFault(block, theta)).filter((fault) => fault !== null);
  return [...faults, ...unknown.map((name) => `theta has ${name}, which the model lacks`)];
}

/** Parameters by block as a vector of natural values; throws at the first fault. */
export function thetaVector(layout: BeliefLayout, theta: BeliefTheta): Float64Array {
  const [fault] = thetaFaults(layout, theta);
  if (fault !== undefined) throw new Error(fault);
  return Float64Array.from(layout.blocks.flatMap(({ name }) => theta[name]));
}

/** A vector of natural values (or their gradient) by block. */
export const thetaBlocks = (layout: BeliefLayout, vector: ArrayLike<number>): BeliefTheta =>
  Object.fromEntries(
    layout.blocks.map(({ name, offset, size }) => [
      name,
      Array.from({ length: size }, (_, i) => vector[offset + i]),
    ]),
  );
