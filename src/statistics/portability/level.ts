// When a p-value counts against portability: the one rule of cells, variants, mechanisms and power.

/** Size of every test. */
export const LEVEL = 0.05;

/** p-values are shares of permutations, and corrections multiply them: products miss a share by an ulp or two. */
const ROUNDING = 1e-12;

/** Whether a test of size LEVEL rejects: p ≤ LEVEL, as p is the least size at which it does. Without a p it does not. */
export const rejects = (p: number | null): boolean => p !== null && p <= LEVEL * (1 + ROUNDING);
