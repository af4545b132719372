// luce prior: how agents drawn from a prior would choose on a design, and the prior that reaches a target.
import { GRID_FORM, parseGrid } from '../instruments/seu/prior/grid.ts';
import { priorReport } from '../instruments/seu/prior/report.ts';
import type { Manifest } from '../jobs/run.ts';
import type { LognormalPrior } from '../models/seu/presets.ts';
import { seedOf, usage, UsageError, wholeNumber, type Arguments } from './arguments.ts';
import { systemClock } from './clock.ts';
import { designInput } from './design-input.ts';
import { inputWarnings, resolveModel, type Input } from './inputs.ts';
import { openOutput, toJson } from './output.ts';
import { priorJson, priorText, writePriorTables, type PriorPlan } from './prior-output.ts';
import { VERSION } from './version.ts';

const DRAWS = 20_000;
const MOST_DRAWS = 1_000_000;
/** Rates kept in memory at once. */
const MOST_CELLS = 20_000_000;

function gridOf(args: Arguments, draws: number): readonly LognormalPrior[] {
  const text = args.text('grid');
  if (text === undefined) return [];
  const grid = parseGrid(text);
  if (!grid.ok) throw new UsageError([`--grid: ${grid.fault}`]);
  const cells = grid.priors.length * draws;
  if (cells > MOST_CELLS)
    throw usage('--grid', `${cells} draws over all points`, `at most ${MOST_CELLS}, such as ${GRID_FORM}`);
  return grid.priors;
}

function targetOf(args: Arguments): number | null {
  const text = args.text('target');
  if (text === undefined) return null;
  const target = Number(text);
  if (!(target > 0 && target < 1)) throw usage('--target', JSON.stringify(text), 'a rate between 0 and 1');
  return target;
}

function planOf(input: Input, args: Arguments): PriorPlan {
  const draws = wholeNumber(args, 'draws', DRAWS, 100, MOST_DRAWS);
  const model = resolveModel(input, args.text('model'), args.texts('prior'));
  const settings = { design: input.label, model, draws, grid: gridOf(args, draws), target: targetOf(args) };
  return {
    instrument: 'seu',
    analysis: 'prior',
    title: input.label,
    datasets: [input.dataset.hash],
    settings,
    seed: seedOf(args),
    engine: 'cpu',
  };
}

const manifestOf = (plan: PriorPlan, seconds: number, warnings: readonly string[]): Manifest => ({
  app: 'luce',
  version: VERSION,
  plan,
  engine: null,
  seconds,
  cpuSeconds: null,
  warnings,
  tasks: [],
});

export async function priorCommand(args: Arguments): Promise<number> {
  const input = await designInput(args);
  const plan = planOf(input, args);
  const warnings = inputWarnings(input, plan.settings.model);
  const output = await openOutput(args, plan);
  for (const warning of warnings) process.stderr.write(`luce: ${warning}\n`);
  const began = systemClock.now();
  await output?.manifest(manifestOf(plan, 0, warnings));
  const report = priorReport(input.dataset.content, plan.settings, plan.seed);
  const seconds = (systemClock.now() - began) / 1000;
  const json = priorJson(plan, report, seconds);
  if (output) await writePriorTables(output, report, json);
  await output?.manifest(manifestOf(plan, seconds, warnings));
  process.stdout.write(args.has('json') ? `${toJson(json)}\n` : priorText(plan, report));
  return 0;
}
