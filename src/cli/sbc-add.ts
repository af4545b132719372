// luce sbc --add-to DIR: further replicates of a finished study, which are a further look at it.
import { calibrationReport, contextOf } from '../instruments/seu/calibration/calibrate.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { joinRows } from '../instruments/seu/calibration/rows.ts';
import type { Manifest } from '../jobs/run.ts';
import { engineChoice, UsageError, wholeNumber, type Arguments, type Flag } from './arguments.ts';
import { newManifest } from './execute.ts';
import { directoryAt, openOutput, within, type OutputDirectory } from './output.ts';
import { designFile, readDesign } from './sbc-design.ts';
import { DESIGN_FILE, sayCalibration, sbcJson, writeCalibration } from './sbc-output.ts';
import { MOST_SIMULATIONS } from './sbc-plan.ts';
import { readStudy, type StoredStudy } from './sbc-read.ts';
import { runReplicates } from './sbc-run.ts';

/** What the study itself fixes. */
const FIXED: readonly Flag[] = [
  'model',
  'design',
  'draws',
  'thin',
  'chains',
  'warmup',
  'sampler',
  'target-acceptance',
  'seed',
  'fault',
  'menus',
  'posterior',
  'psi',
  'projections',
  'shard',
  'max-depth',
];

function checkFlags(args: Arguments): void {
  const given = FIXED.filter((flag) => args.text(flag) !== undefined);
  const several = (['prior', 'fitted-prior', 'projection'] as const).filter(
    (flag) => args.texts(flag).length > 0,
  );
  const lines = [...given, ...several].map(
    (flag) => `--${flag}: given with --add-to; needed the study's own, which its manifest holds`,
  );
  if (args.positionals.length > 0) lines.push('DATA: given with --add-to; needed none');
  if (lines.length > 0) throw new UsageError(lines);
}

/** The study with `more` replicates, and the part of it that is still to be run. */
function plansOf(
  { path, plan, rows }: StoredStudy,
  more: number,
): { readonly whole: CalibrationPlan; readonly part: CalibrationPlan } {
  if (plan === null) throw new UsageError([`--add-to ${path}: a table; needed a directory of luce sbc`]);
  const { settings } = plan;
  const { first, count } = settings.replicates;
  if (settings.shard !== null || rows.replicates.length !== count)
    throw new UsageError([
      `--add-to ${path}: ${rows.replicates.length} of ${count} replicates; needed a whole study`,
    ]);
  const looks = { ...settings.looks, added: [...settings.looks.added, count + more] };
  const whole = { ...plan, settings: { ...settings, looks, replicates: { first, count: count + more } } };
  const range = { first: first + count, count: more };
  return { whole, part: { ...whole, settings: { ...whole.settings, replicates: range } } };
}

/** The further replicates keep a directory of their own, from which a stopped addition goes on. */
function partOutput(into: OutputDirectory, part: CalibrationPlan): Promise<OutputDirectory> {
  const { first } = part.settings.replicates;
  return within(into, `added-${first + 1}`, part);
}

const summed = (study: StoredStudy, manifest: Manifest): Manifest => ({
  ...manifest,
  seconds: manifest.seconds + (study.manifest?.seconds ?? 0),
  cpuSeconds: (manifest.cpuSeconds ?? 0) + (study.manifest?.cpuSeconds ?? 0),
});

export async function addReplicates(args: Arguments): Promise<number> {
  checkFlags(args);
  const study = await readStudy(args.text('add-to')!);
  const more = wholeNumber(args, 'simulations', study.rows.replicates.length, 2, MOST_SIMULATIONS);
  const { whole, part: asStored } = plansOf(study, more);
  const part = args.text('engine') === undefined ? asStored : { ...asStored, engine: engineChoice(args) };
  const datasets = await readDesign(study.path, whole.datasets);
  const opened = await openOutput(args, whole);
  await opened?.manifest(newManifest(whole, []));
  const output = opened ?? directoryAt(study.path);
  const into = await partOutput(output, part);
  const { tables, executed, complete } = await runReplicates(part, datasets, args, into, []);
  const rows = joinRows([study.rows, tables[0]]);
  const report = calibrationReport(contextOf(whole, 0), rows);
  const manifest = summed(study, { ...executed.manifest, plan: whole });
  const json = sbcJson(report, manifest);
  await output.manifest(manifest);
  await output.write(DESIGN_FILE, designFile(datasets));
  await writeCalibration(output, rows, json);
  return sayCalibration(report, json, args, complete);
}
