// Seeded decision makers for the seven games whose dependence on framing is known.
import type { ChoiceTable, NamedColumn } from '../../formats/choice-table.ts';
import { exp } from '../../math/elementary.ts';
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { GAMES, type Game } from './games.ts';

/** Sd over framings of the shift of intercept and slope: in residual sd for amounts, in logits for choices. */
export const AGENTS = { portable: 0, mild: 0.3, shift: 0.8, frame: 2 } as const;
export type AgentName = keyof typeof AGENTS;

/** Effects of framing under chain of thought, as a share of those without. */
const REASONED = 0.6;

/** Sd over framings of the shift of the intercept and of the slope. */
export interface FrameSpread {
  readonly intercept: number;
  readonly slope: number;
}

export interface AgentSettings {
  readonly game: string;
  readonly agents: readonly AgentName[];
  readonly regimes: readonly string[];
  readonly environments: number;
  readonly instances: number;
  readonly draws: number;
  /** True: every environment, model and regime shows the same x under one instance. */
  readonly shared: boolean;
  readonly seed: number;
  /** Sd of the framings' shifts in place of the agents' own. */
  readonly shift?: FrameSpread;
  /** Seed of the framings' effects; `seed` unless told. Other data under the same framings have another seed alone. */
  readonly framings?: number;
}

/** Noise of an amount as a share of the largest amount. */
const NOISE = 0.1;

/** Mean share of the largest amount, for parameters scaled to −1 … 1. */
const MEAN_SHARE: Readonly<Record<string, (u: Float64Array) => number>> = {
  dictator: ([e]) => 0.3 - 0.06 * e,
  ultimatum: ([e]) => 0.42 - 0.04 * e,
  trust: ([e, k]) => 0.45 - 0.05 * e + 0.12 * k,
  public_goods: ([e, m]) => 0.5 - 0.05 * e + 0.15 * m,
  beauty: ([M, p]) => 0.45 + 0.03 * M + 0.2 * p,
};

/** Log odds of A, for parameters as rendered. */
const LOG_ODDS: Readonly<Record<string, (x: Float64Array) => number>> = {
  lottery: ([pA, HA, LA, pB, HB, LB]) =>
    (pA * HA + (1 - pA) * LA - pB * HB - (1 - pB) * LB) / 1500 + 1.5 * (pA - pB),
  normal_form: ([uAA, vAA, uAB, vAB, uBA, vBA, uBB, vBB]) =>
    (uAA + uAB - uBA - uBB) / 50 + ((vAA - vAB + vBA - vBB) * (uAA - uAB - uBA + uBB)) / 20_000,
};

interface Frame {
  readonly intercept: number;
  readonly slope: number;
}

function gameOf(name: string): Game {
  const game = GAMES.find((entry) => entry.name === name);
  if (!game)
    throw new RangeError(`game ${name}: needed one of ${GAMES.map((entry) => entry.name).join(', ')}`);
  return game;
}

/** Parameters of one instance, rounded as the prompt rounds them. */
function drawParameters({ parameters }: Game, random: RandomStream): Float64Array {
  return Float64Array.from(parameters, ({ low, high, decimals }) => {
    const scale = 10 ** decimals;
    return Math.round((low + random.uniform() * (high - low)) * scale) / scale;
  });
}

const scaled = ({ parameters }: Game, x: Float64Array): Float64Array =>
  x.map((value, j) => (2 * (value - parameters[j].low)) / (parameters[j].high - parameters[j].low) - 1);

function answer(game: Game, x: Float64Array, frame: Frame, random: RandomStream): number {
  const u = scaled(game, x);
  const shift = frame.intercept + frame.slope * u[0];
  if (game.action.kind === 'labels') {
    const odds = LOG_ODDS[game.name](x) + shift;
    return random.uniform() < 1 / (1 + exp(-odds)) ? 1 : 0;
  }
  const bound = game.action.upTo;
  const most = x[game.parameters.findIndex(({ name }) => name === bound)];
  const share = MEAN_SHARE[game.name](u) + NOISE * (shift + random.normal());
  return Math.round(Math.min(1, Math.max(0, share)) * most);
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(String(count).length, '0')}`);

/** Frames of one model: standard normal deviates times its spread. */
function framesOf(
  settings: AgentSettings,
  game: number,
  model: number,
  { intercept, slope }: FrameSpread,
): readonly Frame[] {
  const random = randomStream(settings.framings ?? settings.seed, game, model);
  random.seek(0, SITE.truth);
  return Array.from({ length: settings.environments }, () => ({
    intercept: intercept * random.normal(),
    slope: slope * random.normal(),
  }));
}

interface Columns {
  readonly model: Uint32Array;
  readonly regime: Uint32Array;
  readonly environment: Uint32Array;
  readonly instance: Uint32Array;
  readonly draw: Uint32Array;
  readonly x: Float64Array;
  readonly action: Float64Array;
}

const emptyColumns = (rows: number, features: number): Columns => ({
  model: new Uint32Array(rows),
  regime: new Uint32Array(rows),
  environment: new Uint32Array(rows),
  instance: new Uint32Array(rows),
  draw: new Uint32Array(rows),
  x: new Float64Array(rows * features),
  action: new Float64Array(rows),
});

/** Rows of one (model, regime, environment), from row `at`. */
function fill(
  columns: Columns,
  at: number,
  game: Game,
  settings: AgentSettings,
  place: { readonly model: number; readonly regime: number; readonly environment: number },
  frame: Frame,
): void {
  const { model, regime, environment } = place;
  const own = (model * settings.regimes.length + regime) * settings.environments + environment + 1;
  const number = GAMES.indexOf(game);
  const designs = randomStream(settings.seed, number, settings.shared ? 0 : own);
  const choices = randomStream(settings.seed, number, own);
  designs.seek(0, SITE.designFeatures);
  choices.seek(0, SITE.choice);
  for (let i = 0; i < settings.instances; i++) {
    const x = drawParameters(game, designs);
    for (let d = 0; d < settings.draws; d++) {
      const row = at + i * settings.draws + d;
      columns.model[row] = model;
      columns.regime[row] = regime;
      columns.environment[row] = environment;
      columns.instance[row] = i;
      columns.draw[row] = d;
      columns.x.set(x, row * x.length);
      columns.action[row] = answer(game, x, frame, choices);
    }
  }
}

const column = (names: readonly string[], codes: Uint32Array): NamedColumn => ({ names, codes });

/** Choices of seeded agents in one game. Throws on a game that is not among the seven. */
export function agentTable(settings: AgentSettings): ChoiceTable {
  const game = gameOf(settings.game);
  const { agents, regimes, environments, instances, draws, shared } = settings;
  const block = instances * draws;
  const rows = agents.length * regimes.length * environments * block;
  const columns = emptyColumns(rows, game.parameters.length);
  agents.forEach((agent, model) => {
    const spread = settings.shift ?? { intercept: AGENTS[agent], slope: AGENTS[agent] };
    const frames = framesOf(settings, GAMES.indexOf(game), model, spread);
    regimes.forEach((name, regime) => {
      const factor = name === 'cot' ? REASONED : 1;
      frames.forEach(({ intercept, slope }, environment) => {
        const at = ((model * regimes.length + regime) * environments + environment) * block;
        const frame = { intercept: factor * intercept, slope: factor * slope };
        fill(columns, at, game, settings, { model, regime, environment }, frame);
      });
    });
  });
  return {
    schema: 'portability',
    game: game.name,
    rows,
    model: column(agents, columns.model),
    regime: column(regimes, columns.regime),
    environment: column(numbered('env', environments), columns.environment),
    instance: column(numbered('', instances), columns.instance),
    draw: columns.draw,
    features: game.parameters.map(({ name }) => name),
    x: columns.x,
    action: columns.action,
    labels: game.action.kind === 'labels' ? game.action.labels : null,
    shared,
    texts: { rows: new Uint32Array(0), texts: [] },
  };
}
