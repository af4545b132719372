// Effects of any factor on α, paired draw by draw: slopes of numeric factors, contrasts of others, and interactions.
import { log } from '../../../math/elementary.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { minimumDetectableSlope } from '../../../statistics/detectable-slope.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import { probabilityNegative, slopeWeights } from '../../../statistics/regression.ts';

export type Level = string | number;

/** One fit, placed by its level of every factor. */
export interface FactorCondition {
  readonly label: string;
  readonly levels: Readonly<Record<string, Level>>;
  readonly alpha: Float64Array;
}

/** α itself, or its logarithm: differences of log α are ratios of α, and compare designs with other scales better. */
export type Scale = 'alpha' | 'log alpha';

export interface EffectRow {
  readonly kind: 'slope' | 'contrast' | 'interaction';
  readonly scale: Scale;
  readonly factor: string;
  /** "0.3 … 1.5" of a slope, "b − a" of a contrast. */
  readonly levels: string;
  /** Levels of the other factors, or the two groups whose effects are compared ("second − first"). */
  readonly within: string;
  readonly conditions: number;
  readonly median: number;
  readonly q5: number;
  readonly q95: number;
  readonly mean: number;
  readonly sd: number;
  readonly p_negative: number;
  /** Smallest |effect| whose sign these data would show with probability .95 (method A). */
  readonly minimum_detectable: number;
}

/** One effect with its draws, before it is summarised. */
interface Effect {
  readonly factor: string;
  readonly levels: string;
  readonly group: Readonly<Record<string, Level>>;
  readonly conditions: number;
  readonly draws: Float64Array;
}

const others = ({ levels }: FactorCondition, factor: string): Readonly<Record<string, Level>> =>
  Object.fromEntries(Object.entries(levels).filter(([name]) => name !== factor));

const told = (group: Readonly<Record<string, Level>>): string =>
  Object.entries(group)
    .map(([name, level]) => `${name} = ${level}`)
    .join(', ');

/** Conditions that share the levels of all other factors. */
function groupsOf(conditions: readonly FactorCondition[], factor: string): readonly FactorCondition[][] {
  const groups = new Map<string, FactorCondition[]>();
  for (const condition of conditions) {
    if (condition.levels[factor] === undefined) continue;
    const key = JSON.stringify(others(condition, factor));
    groups.set(key, [...(groups.get(key) ?? []), condition]);
  }
  return [...groups.values()];
}

/** Σ w_c x_c at every draw, over as many draws as the shortest has. */
function combine(draws: readonly Float64Array[], weights: ArrayLike<number>): Float64Array {
  const length = Math.min(...draws.map((x) => x.length));
  const sum = new Float64Array(length);
  draws.forEach((x, c) => {
    for (let s = 0; s < length; s++) sum[s] += weights[c] * x[s];
  });
  return sum;
}

const scaled = (alpha: Float64Array, scale: Scale): Float64Array =>
  scale === 'alpha' ? alpha : alpha.map(log);

function slopeOf(group: readonly FactorCondition[], factor: string, scale: Scale): readonly Effect[] {
  const sorted = [...group].sort((a, b) => Number(a.levels[factor]) - Number(b.levels[factor]));
  const at = sorted.map(({ levels }) => Number(levels[factor]));
  if (new Set(at).size < 2) return [];
  const draws = combine(
    sorted.map(({ alpha }) => scaled(alpha, scale)),
    slopeWeights(at),
  );
  const levels = `${at[0]} … ${at[at.length - 1]}`;
  return [{ factor, levels, group: others(group[0], factor), conditions: group.length, draws }];
}

function contrastsOf(group: readonly FactorCondition[], factor: string, scale: Scale): readonly Effect[] {
  return group.flatMap((first, i) =>
    group.slice(i + 1).map((second): Effect => ({
      factor,
      levels: `${second.levels[factor]} − ${first.levels[factor]}`,
      group: others(first, factor),
      conditions: 2,
      draws: combine([scaled(second.alpha, scale), scaled(first.alpha, scale)], [1, -1]),
    })),
  );
}

const isNumeric = (conditions: readonly FactorCondition[], factor: string): boolean =>
  conditions.every(({ levels }) => levels[factor] === undefined || typeof levels[factor] === 'number');

const differing = (a: Effect['group'], b: Effect['group']): readonly string[] =>
  Object.keys(a).filter((name) => a[name] !== b[name]);

/** Effects of one factor in two groups that differ in one other factor: the second less the first. */
function interactionsOf(effects: readonly Effect[]): readonly (Effect & { readonly within: string })[] {
  return effects.flatMap((first, i) =>
    effects.slice(i + 1).flatMap((second) => {
      const names = differing(first.group, second.group);
      const alike = first.levels.includes(' − ') ? first.levels === second.levels : true;
      if (names.length !== 1 || !alike) return [];
      const [name] = names;
      const same = told(Object.fromEntries(Object.entries(first.group).filter(([key]) => key !== name)));
      const within = `${name}: ${second.group[name]} − ${first.group[name]}${same === '' ? '' : `; ${same}`}`;
      const levels = first.levels === second.levels ? first.levels : `${second.levels}; ${first.levels}`;
      const draws = combine([second.draws, first.draws], [1, -1]);
      return [{ ...first, levels, conditions: first.conditions + second.conditions, draws, within }];
    }),
  );
}

function rowOf(kind: EffectRow['kind'], scale: Scale, effect: Effect, within: string): EffectRow {
  const { factor, levels, conditions, draws } = effect;
  const { median, q5, q95 } = intervalOf(draws);
  return {
    kind,
    scale,
    factor,
    levels,
    within,
    conditions,
    median,
    q5,
    q95,
    mean: mean(draws),
    sd: sd(draws),
    p_negative: probabilityNegative(draws),
    minimum_detectable: minimumDetectableSlope(draws).gaussian,
  };
}

/**
 * Effects of `factor`: a least-squares slope (a numeric factor) or all pairs of levels (any other) within each group of
 * conditions that agree on the other factors, and differences of these between groups that differ in one factor.
 */
export function factorEffects(
  conditions: readonly FactorCondition[],
  factor: string,
  scale: Scale,
): readonly EffectRow[] {
  const numeric = isNumeric(conditions, factor);
  const effects = groupsOf(conditions, factor).flatMap((group) =>
    numeric ? slopeOf(group, factor, scale) : contrastsOf(group, factor, scale),
  );
  return [
    ...effects.map((effect) => rowOf(numeric ? 'slope' : 'contrast', scale, effect, told(effect.group))),
    ...interactionsOf(effects).map((effect) => rowOf('interaction', scale, effect, effect.within)),
  ];
}

/** Effects of every factor that varies, in the order in which the first condition lists them. */
export function allEffects(conditions: readonly FactorCondition[], scale: Scale): readonly EffectRow[] {
  const factors = Object.keys(conditions[0]?.levels ?? {});
  const varies = (factor: string): boolean =>
    new Set(conditions.map(({ levels }) => levels[factor])).size > 1;
  return factors.filter(varies).flatMap((factor) => factorEffects(conditions, factor, scale));
}
