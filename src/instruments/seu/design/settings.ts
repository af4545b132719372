// What a study design is made from: its counts, its rules, its seed; and the faults that keep it from being made.

/** Where lotteries come from: the eight listed ones for K = 3, cycling; all 1/K; or Dirichlet(1, …, 1). */
export type LotteryRule = 'listed' | 'uniform' | 'dirichlet';
export const LOTTERY_RULES: readonly LotteryRule[] = ['listed', 'uniform', 'dirichlet'];

/** The rules of the paper's study designs: features N(0, 1), menu sizes uniform from `smallest` to `largest`. */
export interface DesignSettings {
  readonly consequences: number;
  readonly dimensions: number;
  readonly alternatives: number;
  /** Menus of alternatives; of each cell where there are cells. */
  readonly menus: number;
  readonly smallest: number;
  readonly largest: number;
  readonly seed: number;
  /** Menu sizes spread as evenly as can be and shuffled, in place of uniform ones. */
  readonly sizes?: readonly number[];
  /** Scale of the features; 1 unless given. Embeddings of real texts have about 0.1. */
  readonly featureSd?: number;
  /** Risky menus and the lotteries they draw on; none unless given. */
  readonly riskyMenus?: number;
  readonly lotteries?: number;
  readonly lotteryRule?: LotteryRule;
  /** Levels of the factors whose crossing makes the cells of a hierarchical design; the last varies fastest. */
  readonly factors?: readonly number[];
}

export const DEFAULT_DESIGN: DesignSettings = {
  consequences: 3,
  dimensions: 5,
  alternatives: 15,
  menus: 100,
  smallest: 2,
  largest: 5,
  seed: 42,
};

/** The lottery count of the paper's designs, where a design with risky menus names none. */
const DEFAULT_LOTTERIES = 15;

/** The built-in agent of the first demonstration: 100 choices with α = 5. */
export const DEMO_DESIGN = DEFAULT_DESIGN;
export const DEMO_ALPHA = 5;

/** The listed lotteries where they exist (K = 3), else Dirichlet(1). */
export const lotteryRuleOf = ({ consequences, lotteryRule }: DesignSettings): LotteryRule =>
  lotteryRule ?? (consequences === 3 ? 'listed' : 'dirichlet');

export const lotteryCountOf = ({ lotteries = DEFAULT_LOTTERIES }: DesignSettings): number => lotteries;

/** [smallest, largest] menu that can occur. */
const sizeRange = ({ sizes, smallest, largest }: DesignSettings): readonly [number, number] =>
  sizes ? [Math.min(...sizes), Math.max(...sizes)] : [smallest, largest];

const whole = (name: string, value: number, least: number): readonly string[] =>
  Number.isInteger(value) && value >= least
    ? []
    : [`${name} = ${value}; needed a whole number from ${least}`];

function sizeFaults(design: DesignSettings): readonly string[] {
  const { sizes, smallest, largest, alternatives } = design;
  if (sizes)
    return sizes.length > 0 &&
      sizes.every((size) => Number.isInteger(size) && size >= 2 && size <= alternatives)
      ? []
      : [`menu sizes = ${sizes.join('/')}; needed whole numbers from 2 to ${alternatives}`];
  return [
    ...whole('smallest menu', smallest, 2),
    ...(Number.isInteger(largest) && largest >= smallest && largest <= alternatives
      ? []
      : [`largest menu = ${largest}; needed ${smallest} to ${alternatives}`]),
  ];
}

function riskyFaults(design: DesignSettings): readonly string[] {
  const { riskyMenus, consequences } = design;
  if (riskyMenus === undefined)
    return design.lotteries === undefined && design.lotteryRule === undefined
      ? []
      : ['lotteries without risky menus; needed N'];
  const [, most] = sizeRange(design);
  const count = lotteryCountOf(design);
  return [
    ...whole('risky menus (N)', riskyMenus, 1),
    ...whole('lotteries (S)', count, 2),
    ...(count < most ? [`lotteries (S) = ${count}; needed at least ${most}, the largest menu`] : []),
    ...(lotteryRuleOf(design) === 'listed' && consequences !== 3
      ? [`listed lotteries at K = ${consequences}; needed K = 3, or uniform or dirichlet lotteries`]
      : []),
  ];
}

function factorFaults({ factors, riskyMenus }: DesignSettings): readonly string[] {
  if (factors === undefined) return [];
  return [
    ...(factors.length === 0 ? ['no factors; needed levels such as 6x3'] : []),
    ...factors.flatMap((levels) => whole('levels of a factor', levels, 2)),
    ...(riskyMenus === undefined
      ? []
      : ['cells with risky menus; needed one or the other: hierarchical models have no risky block']),
  ];
}

/** Faults of a design in words; none means it can be generated. */
export function designFaults(design: DesignSettings): readonly string[] {
  const { consequences, dimensions, alternatives, menus, featureSd = 1 } = design;
  return [
    ...whole('consequences (K)', consequences, 2),
    ...whole('features (D)', dimensions, 1),
    ...whole('alternatives (R)', alternatives, 2),
    ...whole('menus (M)', menus, 1),
    ...sizeFaults(design),
    ...(featureSd > 0 && Number.isFinite(featureSd)
      ? []
      : [`featureSd = ${featureSd}; needed a positive number`]),
    ...riskyFaults(design),
    ...factorFaults(design),
  ];
}
