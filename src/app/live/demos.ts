// One-click demonstrations: a built-in agent, and public data fetched by address and digest.
import { fetchEntry, readCatalog, sourceOf, type Catalog, type CatalogEntry } from '../../formats/catalog.ts';
import type { Dataset } from '../../formats/dataset.ts';
import { faultLine, type Parsed } from '../../formats/fault.ts';
import { datasetOf } from '../../formats/hash.ts';
import { DEMO_ALPHA, DEMO_DESIGN } from '../../instruments/seu/design/settings.ts';
import { recognise } from '../../instruments/seu/import/recognise.ts';
import {
  DEFAULT_SAMPLER,
  HMC_TARGET_ACCEPTANCE,
  type Condition,
  type FitPlan,
} from '../../instruments/seu/plan.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import { SEU_PRESETS } from '../../models/seu/presets.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { AnyPlan } from '../../workers/plans.ts';
import { CalibrationDraft } from '../workflow/calibration-draft.svelte.ts';
import { StudyDraft } from '../workflow/study-draft.svelte.ts';

const CATALOG = './catalog.json';
const SAMPLER = { ...DEFAULT_SAMPLER, name: 'hmc', targetAcceptance: HMC_TARGET_ACCEPTANCE } as const;
const STUDY_SEED = 42;

/** The catalogue of public data that comes with the page. */
export async function loadCatalog(): Promise<Catalog> {
  const response = await fetch(CATALOG);
  const parsed = readCatalog(await response.text());
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('; '));
  return parsed.value;
}

/** Fetches, checks and reads one entry. */
export async function fetchDataset(catalog: Catalog, entry: CatalogEntry): Promise<Parsed<Dataset>> {
  const fetched = await fetchEntry(entry, (address) => fetch(address));
  if (!fetched.ok) return fetched;
  const recognised = recognise(entry.name, fetched.value);
  if (!recognised.ok) return { ok: false, faults: recognised.faults };
  const [{ content, notes }] = recognised.contents;
  const condition = `${entry.cell.agent} × ${entry.cell.task}, T = ${entry.temperature}`;
  const dataset = await datasetOf(content, {
    name: entry.name,
    condition,
    source: sourceOf(entry, catalog),
    history: notes,
  });
  return { ok: true, value: dataset };
}

/** Fetches and saves one entry; throws with the fault in words. */
async function importEntry(luce: Luce, catalog: Catalog, entry: CatalogEntry): Promise<Dataset> {
  const fetched = await fetchDataset(catalog, entry);
  if (!fetched.ok) throw new Error(fetched.faults.map(faultLine).join('; '));
  await luce.library.add([fetched.value]);
  return fetched.value;
}

export function fitPlan(
  title: string,
  conditions: readonly Condition[],
  seed: number,
  engine: EngineChoice,
): FitPlan {
  return {
    instrument: 'seu',
    analysis: 'fit',
    title,
    datasets: conditions.map(({ dataset }) => dataset),
    settings: { conditions, sampler: SAMPLER, study: null },
    seed,
    engine,
  };
}

const single = (dataset: Dataset, label: string, model: string): Condition => ({
  dataset: dataset.hash,
  label,
  model: SEU_PRESETS[model],
  cell: null,
  temperature: null,
});

const cellId = ({ cell }: CatalogEntry): string => `${cell.agent} × ${cell.task}`;

/** The paper's study: every entry as a condition, cells by agent and task, agents compared within a task. */
function studyPlan(
  entries: readonly CatalogEntry[],
  datasets: readonly Dataset[],
  engine: EngineChoice,
): FitPlan {
  const cells = new Map(entries.map((entry) => [cellId(entry), entry.cell]));
  const tasks = [...new Set([...cells.values()].map(({ task }) => task))];
  const compare = tasks.flatMap((task) => {
    const [first, second] = [...cells].filter(([, cell]) => cell.task === task).map(([id]) => id);
    return second ? [[first, second] as const] : [];
  });
  return {
    instrument: 'seu',
    analysis: 'study',
    title: 'Temperature study',
    datasets: datasets.map(({ hash }) => hash),
    settings: {
      conditions: entries.map((entry, i) => ({
        dataset: datasets[i].hash,
        label: `${cellId(entry)}, T = ${entry.temperature}`,
        model: SEU_PRESETS[entry.model],
        cell: cellId(entry),
        temperature: entry.temperature,
      })),
      sampler: SAMPLER,
      study: {
        cells: [...cells].map(([id, cell]) => ({
          id,
          ...cell,
          merge: id === 'GPT-4o × insurance' ? [[0.3, 0.7]] : [],
        })),
        compare,
      },
    },
    seed: STUDY_SEED,
    engine,
  };
}

const publicFit = async (luce: Luce): Promise<FitPlan> => {
  const catalog = await loadCatalog();
  const entry = catalog.entries.find(
    ({ cell, temperature }) => cell.agent === 'GPT-4o' && cell.task === 'insurance' && temperature === 0,
  );
  if (!entry) throw new Error('the catalogue has no GPT-4o × insurance at temperature 0');
  const dataset = await importEntry(luce, catalog, entry);
  return fitPlan(
    'GPT-4o × insurance, T = 0',
    [single(dataset, entry.name, entry.model)],
    1,
    luce.engines.choice,
  );
};

const publicStudy = async (luce: Luce): Promise<FitPlan> => {
  const catalog = await loadCatalog();
  const datasets: Dataset[] = [];
  for (const entry of catalog.entries) datasets.push(await importEntry(luce, catalog, entry));
  return studyPlan(catalog.entries, datasets, luce.engines.choice);
};

const agentFit = async (luce: Luce): Promise<FitPlan> => {
  const dataset = await luce.library.generate(DEMO_DESIGN, DEMO_ALPHA);
  return fitPlan(
    `Built-in agent, α = ${DEMO_ALPHA}`,
    [single(dataset, 'Built-in agent', 'm_0')],
    1,
    luce.engines.choice,
  );
};

/** Sixty replicates of the paper's first design, ranks 0 … 199. */
const calibration = async (luce: Luce): Promise<AnyPlan> => {
  const study = new StudyDraft();
  const draft = new CalibrationDraft();
  draft.set('replicates', '60');
  draft.set('maxRank', '199');
  const dataset = await study.designDataset();
  await luce.library.add([dataset]);
  const subject = { model: SEU_PRESETS.m_0, design: dataset.hash, seed: 1, label: study.chosen?.label ?? '' };
  return { ...draft.plan(subject), engine: luce.engines.choice };
};

export interface DemoMaker {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** Gradients that it takes, measured: with the device's rate they give its time. */
  readonly gradients: number;
  /** How much dearer one gradient is than the one that the device was measured on. */
  readonly weight: number;
  readonly plan: (luce: Luce) => Promise<AnyPlan>;
}

export const DEMOS: readonly DemoMaker[] = [
  {
    id: 'agent',
    title: 'Recover a known agent',
    text: 'A simulated agent with α = 5 chooses from 100 menus; fit m_0 to it.',
    gradients: 45_000,
    weight: 1,
    plan: agentFit,
  },
  {
    id: 'calibration',
    title: 'Is the sampler honest?',
    text: 'Simulation-based calibration of m_0: 60 known agents, fitted and ranked as you watch.',
    gradients: 670_000,
    weight: 1,
    plan: calibration,
  },
  {
    id: 'insurance',
    title: 'Fit GPT-4o’s insurance choices',
    text: '300 real choices at temperature 0, fetched from their repository; 4 chains.',
    gradients: 120_000,
    weight: 4,
    plan: publicFit,
  },
  {
    id: 'study',
    title: 'Does temperature lower sensitivity?',
    text: 'Twenty conditions in four cells, fetched from their repository.',
    gradients: 2_400_000,
    weight: 5,
    plan: publicStudy,
  },
];
