// Fits of belief models under the names that the instrument's other files know.
export * from '../../inference/beliefs/fit.ts';
export type { FitRows } from '../../inference/beliefs/problem.ts';
