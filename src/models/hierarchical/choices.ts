// Choices of one cell, in strata of menus with a common sensitivity: all of them, or those of one size.
import { exp } from '../../math/elementary.ts';
import { choiceKernel, type ChoiceKernel } from '../seu/choice.ts';
import { menuBlock, menuCount, menuSize, type MenuBlock, type SeuData } from '../seu/data.ts';
import { countMenus } from '../seu/menus.ts';

export interface CellChoices {
  /** Log likelihood at log α, γ_size and values η; writes d/dη into `etaGradient`. */
  evaluate(logAlpha: number, gammaSize: number, eta: Float64Array, etaGradient: Float64Array): number;
  /** d/d log α and d/dγ_size at the last evaluation. */
  alphaSlope(): number;
  sizeSlope(): number;
}

interface Stratum {
  /** s: size less mean size; 0 without a size effect. */
  readonly deviation: number;
  readonly kernel: ChoiceKernel;
}

/** The menus of `block` with `size` members. */
function menusOfSize(block: MenuBlock, size: number): MenuBlock {
  const menus = Array.from({ length: menuCount(block) }, (_, m) => m).filter(
    (m) => menuSize(block, m) === size,
  );
  return menuBlock(
    menus.map((m) => [...block.items.subarray(block.starts[m], block.starts[m + 1])]),
    menus.map((m) => block.chosen[m]),
  );
}

/** `meanSize` null: no size effect. */
function strataOf({ uncertain, alternatives }: SeuData, meanSize: number | null): readonly Stratum[] {
  const kernelOf = (menus: MenuBlock): ChoiceKernel => choiceKernel(countMenus(menus, alternatives));
  if (meanSize === null) return [{ deviation: 0, kernel: kernelOf(uncertain) }];
  const sizes = new Set(Array.from({ length: menuCount(uncertain) }, (_, m) => menuSize(uncertain, m)));
  return [...sizes]
    .sort((a, b) => a - b)
    .map((size) => ({ deviation: size - meanSize, kernel: kernelOf(menusOfSize(uncertain, size)) }));
}

/** The workspace is the closure's own. `meanSize` is the mean menu size over all cells, or null without a size effect. */
export function cellChoices(cell: SeuData, meanSize: number | null): CellChoices {
  const strata = strataOf(cell, meanSize);
  const R = cell.alternatives;
  const slopes = new Float64Array(R);
  let alphaSlope = 0;
  let sizeSlope = 0;

  function evaluate(
    logAlpha: number,
    gammaSize: number,
    eta: Float64Array,
    etaGradient: Float64Array,
  ): number {
    for (let r = 0; r < R; r++) etaGradient[r] = 0;
    alphaSlope = 0;
    sizeSlope = 0;
    let value = 0;
    for (const { deviation, kernel } of strata) {
      const a = exp(logAlpha + gammaSize * deviation);
      value += kernel(a, eta, slopes);
      let along = 0;
      for (let r = 0; r < R; r++) {
        const slope = a * slopes[r];
        etaGradient[r] += slope;
        along += slope * eta[r];
      }
      alphaSlope += along;
      sizeSlope += deviation * along;
    }
    return value;
  }

  return { evaluate, alphaSlope: () => alphaSlope, sizeSlope: () => sizeSlope };
}
