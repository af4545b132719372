// luce merge: one calibration study from parts that ran anywhere.
import { canonicalJson } from '../formats/canonical.ts';
import {
  calibrationReport,
  contextOf,
  type CalibrationContext,
} from '../instruments/seu/calibration/calibrate.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { joinRows, type ReplicateRows } from '../instruments/seu/calibration/rows.ts';
import type { Manifest, Plan } from '../jobs/run.ts';
import { STUDY_LEVEL } from '../statistics/sbc/looks.ts';
import { usage, UsageError, type Arguments } from './arguments.ts';
import { openOutput } from './output.ts';
import { designFile, readDesign } from './sbc-design.ts';
import { DESIGN_FILE, sayCalibration, sbcJson, writeCalibration } from './sbc-output.ts';
import { readStudy, type StoredStudy } from './sbc-read.ts';
import { VERSION } from './version.ts';

interface Planned extends StoredStudy {
  readonly plan: CalibrationPlan;
  readonly manifest: Manifest;
}

const isPlanned = (study: StoredStudy): study is Planned => study.plan !== null;

/** What parts of one study have in common: all but which replicates they ran, and when verdicts were due. */
const commonPart = ({ settings, ...plan }: CalibrationPlan): string =>
  canonicalJson({
    ...plan,
    title: '',
    engine: 'auto',
    settings: {
      ...settings,
      shard: null,
      replicates: null,
      looks: settings.looks.level,
    },
  });

function checkPlans(studies: readonly Planned[]): void {
  const [first] = studies;
  const lines = studies
    .filter(({ plan }) => commonPart(plan) !== commonPart(first.plan))
    .map(({ path }) => `${path}: its manifest holds another plan; needed that of ${first.path}`);
  if (lines.length > 0) throw new UsageError(lines);
}

/** Faults of replicates that two parts hold, and of tables with other quantities or ranks. */
function join(studies: readonly StoredStudy[]): ReplicateRows {
  const owner = new Map<number, string>();
  for (const { path, rows } of studies)
    for (const replicate of rows.replicates) {
      const other = owner.get(replicate);
      if (other !== undefined)
        throw new UsageError([
          `${path}: replicate ${replicate + 1} is in ${other} too; needed disjoint replicates`,
        ]);
      owner.set(replicate, path);
    }
  try {
    return joinRows(studies.map(({ rows }) => rows));
  } catch (error) {
    throw new UsageError([`merge: ${error instanceof Error ? error.message : String(error)}`]);
  }
}

/** The whole that the parts belong to: theirs where they agree on it, else exactly what is here as one planned look. */
function wholePlan(studies: readonly Planned[], rows: ReplicateRows): CalibrationPlan {
  const [{ plan }] = studies;
  const same = studies.every(
    (study) =>
      canonicalJson(study.plan.settings.replicates) === canonicalJson(plan.settings.replicates) &&
      canonicalJson(study.plan.settings.looks) === canonicalJson(plan.settings.looks),
  );
  if (same && rows.replicates.length <= plan.settings.replicates.count)
    return { ...plan, settings: { ...plan.settings, shard: null } };
  const first = rows.replicates[0];
  const count = rows.replicates.length;
  const looks = { level: plan.settings.looks.level, planned: [count], added: [] };
  const replicates = { first, count: rows.replicates[count - 1] + 1 - first };
  return { ...plan, settings: { ...plan.settings, shard: null, looks, replicates } };
}

/** Tables alone: the model is not told, and what is here is the one look. */
const bareContext = ({ replicates }: ReplicateRows): CalibrationContext => ({
  label: 'The model',
  model: '',
  fitted: '',
  planned: replicates.length,
  looks: { level: STUDY_LEVEL, planned: [replicates.length], added: [] },
});

const total = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);

function manifestOf(studies: readonly Planned[], plan: Plan): Manifest {
  const manifests = studies.map(({ manifest }) => manifest);
  return {
    app: 'luce',
    version: VERSION,
    plan,
    engine: manifests[0]?.engine ?? null,
    seconds: manifests.reduce((sum, { seconds }) => sum + seconds, 0),
    cpuSeconds: total(manifests.map(({ cpuSeconds }) => cpuSeconds)),
    warnings: [...new Set(manifests.flatMap(({ warnings }) => warnings))],
    tasks: manifests.flatMap(({ tasks }) => tasks),
  };
}

/** What a merge of tables alone was asked. */
const barePlan = (studies: readonly StoredStudy[]): Plan => ({
  instrument: 'seu',
  analysis: 'merge',
  title: 'tables merged',
  datasets: [],
  settings: { tables: studies.map(({ path }) => path) },
  seed: 0,
  engine: 'auto',
});

const warn = (message: string): void => void process.stderr.write(`luce: ${message}\n`);

export async function mergeCommand(args: Arguments): Promise<number> {
  if (args.positionals.length === 0)
    throw usage('DIR', 'no part', 'directories of luce sbc, or tables with its columns');
  const studies = await Promise.all(args.positionals.map(readStudy));
  const planned = studies.filter(isPlanned);
  if (planned.length > 0) checkPlans(planned);
  const rows = join(studies);
  const whole = planned.length > 0 ? wholePlan(planned, rows) : null;
  const design = whole && (await readDesign(planned[0].path, whole.datasets));
  const output = await openOutput(args, whole ?? barePlan(studies));
  for (const { path, plan } of studies)
    if (plan === null)
      warn(`${path}: a table without a plan; whether it belongs to the study cannot be checked`);
  const report = calibrationReport(whole ? contextOf(whole, 0) : bareContext(rows), rows);
  const manifest = manifestOf(planned, whole ?? barePlan(studies));
  const timed = planned.length === studies.length;
  const json = sbcJson(report, {
    seconds: timed ? manifest.seconds : null,
    cpuSeconds: timed ? manifest.cpuSeconds : null,
  });
  if (output) {
    await output.manifest(manifest);
    if (design) await output.write(DESIGN_FILE, designFile(design));
    await writeCalibration(output, rows, json);
  }
  return sayCalibration(report, json, args, true);
}
