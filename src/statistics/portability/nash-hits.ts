// Which choices lie in the support of an equilibrium, row by row: what the error of their share is made of.
import { nashSupport, PAYOFFS } from './nash.ts';

/** 1 where the row player's action (1 is A, 0 is B) is supported; `payoffs` is rows × 8. */
export const nashHits = (payoffs: Float64Array, actions: ArrayLike<number>): Uint8Array =>
  Uint8Array.from({ length: actions.length }, (_, i) => {
    const { row } = nashSupport(payoffs.subarray(i * PAYOFFS, (i + 1) * PAYOFFS));
    return row.includes(actions[i] === 1 ? 'A' : 'B') ? 1 : 0;
  });
