// What marginal likelihoods look like in a device's memory, and how much of it a problem takes.
import { recordLayout } from './layout.ts';

/** Fields in the order of `Problem` in shaders/beliefs/data.wesl. */
export const PROBLEM = recordLayout([
  ['blocks', 'u32'],
  ['first_blocks', 'u32'],
  ['second', 'u32'],
  ['patterns', 'u32'],
  ['scores', 'u32'],
  ['features', 'u32'],
  ['answers_at', 'u32'],
  ['lines_of_at', 'u32'],
  ['members_at', 'u32'],
  ['z_at', 'u32'],
  ['rows_at', 'u32'],
  ['lines_at', 'u32'],
  ['prior_at', 'u32'],
  ['weights_at', 'u32'],
  ['masses_at', 'u32'],
  ['found_at', 'u32'],
  ['sums_at', 'u32'],
]);

/** Stands for an answer that is missing: `NONE` of the shader. */
export const NONE = 0xffffffff;

/** What comes back of a pattern: `FOUND` numbers, in the order of shaders/beliefs/integrate.wesl. */
export const FOUND = 4;
export const FOUND_AT = { largest: 0, logSum: 1, mean: 2 } as const;

/** Numbers that a device takes together: grids have multiples of it along the second axis, or have no second axis. */
export const TOGETHER = 4;

/** The most workgroups along an axis of a dispatch, on any device. */
export const MOST_GROUPS = 65535;

export interface ProblemSize {
  readonly nodes: number;
  readonly patterns: number;
  readonly features: number;
  readonly rows: number;
  readonly lines: number;
  readonly first: number;
}

/** Of a posterior mass a pattern and node. */
const bytesOfMasses = ({ nodes, patterns }: ProblemSize): number => 4 * nodes * patterns;

/** Bytes of what is sent, kept and brought back. */
export const bytesOfProblem = (size: ProblemSize): number =>
  bytesOfMasses(size) +
  4 *
    ((size.features + size.rows + 1) * size.nodes +
      size.first * (size.lines + 1) +
      (FOUND + 1) * size.patterns);
