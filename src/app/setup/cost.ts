// About how long a plan takes on this device, from one measured speed.
import type { SamplerSettings } from '../../engine/types.ts';
import type { SeuContent } from '../../formats/dataset.ts';

export interface Speed {
  /** Of one CPU worker on the demonstration's data; null before it was measured. */
  readonly gradientsPerSecond: number | null;
  readonly workers: number;
}

/** One softmax over a menu's members costs about as much as this many multiply-adds. */
const MEMBER_COST = 4;
/** Cost of the demonstration's data (R = 15, D = 5, K = 3, 350 members) in the same unit. */
const MEASURED_COST = 15 * 5 * 3 + MEMBER_COST * 350;

/** How much dearer one gradient on `content` is than one on the data that the speed was measured on. */
export function gradientWeight({ features, consequences, uncertain, risky }: SeuContent): number {
  const members = [uncertain, ...(risky ? [risky] : [])]
    .flatMap(({ menus }) => menus)
    .reduce((sum, menu) => sum + menu.length, 0);
  return (features.length * features[0].length * consequences + MEMBER_COST * members) / MEASURED_COST;
}

/** Gradients of one chain, as a line through what the two samplers took on small and on real data. */
export function chainGradients({ features }: SeuContent, sampler: SamplerSettings): number {
  const { name, warmup, draws, thin } = sampler;
  const D = features[0].length;
  return name === 'hmc' ? (150 + draws * thin) * (6 + 0.65 * D) : (warmup + draws * thin) * (9 + 1.2 * D);
}

/** Seconds on the CPU, chains spread over the workers; null before the speed was measured. */
export function cpuSeconds(
  contents: readonly SeuContent[],
  sampler: SamplerSettings,
  { gradientsPerSecond, workers }: Speed,
): number | null {
  if (gradientsPerSecond === null || contents.length === 0) return null;
  const chains = contents.flatMap((content) => {
    const seconds = (chainGradients(content, sampler) * gradientWeight(content)) / gradientsPerSecond;
    return Array.from({ length: sampler.chains }, () => seconds);
  });
  const total = chains.reduce((sum, seconds) => sum + seconds, 0);
  return Math.max(total / workers, ...chains);
}

/** A gradient of cells together runs without WebAssembly: dearer by about this much. */
const WITHOUT_MODULE = 3;

/** Gradients of one chain and of warmup that all chains share, as lines through what small and real cells took. */
function cellsGradients({ features }: SeuContent, { name, warmup, draws, thin }: SamplerSettings) {
  const D = features[0].length;
  return name === 'hmc'
    ? { chain: draws * thin * (17 + 0.5 * D), shared: 49_000 + 2300 * D }
    : { chain: (warmup + draws * thin) * (33 + 1.2 * D), shared: 0 };
}

/** Seconds on the CPU of one fit of all cells together: a gradient is one on every cell. */
export function cellsSeconds(
  contents: readonly SeuContent[],
  sampler: SamplerSettings,
  { gradientsPerSecond, workers }: Speed,
): number | null {
  if (gradientsPerSecond === null || contents.length === 0) return null;
  const weight = WITHOUT_MODULE * contents.reduce((sum, content) => sum + gradientWeight(content), 0);
  const { chain, shared } = cellsGradients(contents[0], sampler);
  return ((shared + chain * Math.ceil(sampler.chains / workers)) * weight) / gradientsPerSecond;
}
