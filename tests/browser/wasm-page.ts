// Whole chains inside a page, by the WebAssembly twin and by the reference.
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import { designOf, hmcChain, nutsChain, twinModels } from '../support/seu-chains.ts';

const CASES = [
  ['m_01', 3],
  ['m_02', 4],
  ['m_1', 3],
  ['m_2', 3],
  ['m_3', 4],
] as const;

/** Per model: whether it has an integrator of its own, and chains by it and by the reference. */
export function allChains() {
  return CASES.map(([name, K]) => {
    const [fast, plain] = twinModels(SEU_PRESETS[name], designOf(K, 4, 9, 14, K));
    return {
      name,
      accelerated: fast.target(new Float64Array(0)).integrate !== undefined,
      fast: [hmcChain(fast), nutsChain(fast)],
      plain: [hmcChain(plain), nutsChain(plain)],
    };
  });
}

(globalThis as unknown as { allChains: typeof allChains }).allChains = allChains;
