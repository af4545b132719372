// The page over a session with something in every list, so that tests can read and press all of it.
import { mount } from 'svelte';
import { densityFigure } from '../../src/charts/density.ts';
import { pairFigure } from '../../src/charts/pair.ts';
import { ppcFigure } from '../../src/charts/ppc.ts';
import { traceFigure } from '../../src/charts/trace.ts';
import { densityView } from '../../src/instruments/seu/views/density.ts';
import { pairView } from '../../src/instruments/seu/views/pair.ts';
import { ppcView } from '../../src/instruments/seu/views/ppc.ts';
import { traceView } from '../../src/instruments/seu/views/trace.ts';
import type { Diagnostic, Severity } from '../../src/statistics/diagnostic.ts';
import type { RunView } from '../../src/app/run-view.ts';
import { syntheticFit } from './gallery-reports.ts';
import App from '../../src/app/App.svelte';
import '../../src/app/base.css';
import '../../src/app/tokens.css';
import { AnalysisDraft } from '../../src/app/setup/draft.svelte.ts';
import type { Dataset } from '../../src/formats/dataset.ts';
import { generateContent } from '../../src/instruments/seu/design/generate.ts';
import { DEMO_DESIGN } from '../../src/instruments/seu/design/settings.ts';
import type { RunRow } from '../../src/app/rows.ts';
import type { ImportDesk } from '../../src/app/import/desk.ts';
import { recognise } from '../../src/instruments/seu/import/recognise.ts';
import type { Candidate } from '../../src/state/library.svelte.ts';
import type { Session } from '../../src/app/session.ts';
import { CalibrationDraft } from '../../src/app/workflow/calibration-draft.svelte.ts';
import type { WorkflowDesk } from '../../src/app/workflow/desk.ts';
import { PriorDraftSettings } from '../../src/app/workflow/prior-study.svelte.ts';
import { RecoveryDraft } from '../../src/app/workflow/recovery-draft.svelte.ts';
import { STEP_NAMES } from '../../src/app/workflow/steps.ts';
import { StudyDraft } from '../../src/app/workflow/study-draft.svelte.ts';
import ShellGallery from './shell-gallery.svelte';

const HOUR = 3_600_000;
/** Mid-day, so that hours ago are today in every time zone of a test machine. */
const now = new Date().setHours(12, 0, 0, 0);

const run = (id: string, change: Partial<RunRow>): RunRow => ({
  id,
  title: `Insurance, T = ${id}`,
  about: 'Fit · m_01 · seed 42',
  state: 'fine',
  word: 'Fine',
  share: null,
  problem: null,
  control: null,
  data: '300 choices',
  engine: 'CPU · 2',
  seconds: 6,
  changed: now - HOUR,
  ...change,
});

const runs: readonly RunRow[] = [
  run('live', {
    title: 'Temperature study',
    about: 'Study · m_01, m_02 · seed 42',
    state: 'live',
    word: '3 120 of 80 000',
    share: 0.04,
    control: 'pause',
    data: '20 conditions',
    seconds: 71,
    changed: now,
  }),
  run('0.0', {}),
  run('0.3', { state: 'look', word: 'R-hat 1.014' }),
  run('1.5', { state: 'fail', word: 'Failed: device lost twice', changed: now - 30 * HOUR }),
  run('2.0', { state: 'idle', word: 'Paused at 61', control: 'resume', changed: now - 80 * HOUR }),
];

const fit = syntheticFit();
const diagnostic = (id: string, severity: Severity, value: number | null, hint = ''): Diagnostic => ({
  id,
  label: id,
  value,
  threshold: id === 'R-hat' ? 1.01 : null,
  severity,
  hint,
});

const runView = (id: string): RunView => ({
  title: id === 'live' ? 'Temperature study' : 'Insurance, T = 0.0',
  facts: ['Model m_01', '300 choices', '4 chains × 1\u202f000 draws', 'Seed 42'],
  finding:
    id === 'live'
      ? '3\u202f120 of 80\u202f000 draws are in; the finding comes with the last.'
      : 'GPT-4o’s choices track its own expected utility with α = 74.1 [47.3, 121.1].',
  caveats: ['Across designs this is a pattern, not a comparison of α.'],
  progress:
    id === 'live'
      ? {
          state: 'running',
          done: 3120,
          total: 80_000,
          doneAtStart: 0,
          elapsed: 71,
          unit: 'draws',
          engine: 'CPU · 2 workers',
          savedTo: 3100,
          elsewhere: false,
          resumedAt: null,
        }
      : null,
  diagnostics: [
    diagnostic('Divergences', 'fine', 0),
    diagnostic('R-hat', 'look', 1.014, 'Chains differ a little in β; run longer.'),
    diagnostic('υ[1]', 'na', null, 'υ[1] is 0 by design, so R-hat is NA.'),
  ],
  figures: [
    densityFigure(densityView(fit)),
    traceFigure(traceView(fit)),
    pairFigure(pairView(fit)),
    ppcFigure(ppcView(fit)),
  ],
  summary: [
    {
      variable: 'alpha',
      mean: 76.2,
      median: 74.1,
      sd: 23.6,
      mad: 22.1,
      q5: 47.3,
      q95: 121.1,
      rhat: 1.001,
      ess_bulk: 3812,
      ess_tail: 2945,
      mcse_mean: 0.38,
      constant: null,
    },
    {
      variable: 'upsilon[1]',
      mean: 0,
      median: 0,
      sd: 0,
      mad: 0,
      q5: 0,
      q95: 0,
      rhat: null,
      ess_bulk: null,
      ess_tail: null,
      mcse_mean: null,
      constant: '0 by design',
    },
  ],
  conditions: [],
  study: false,
  condition: 0,
  problem: null,
  tables: [],
  failures: [],
  settings: [{ label: 'Seed', value: '42' }],
  plan: '8f2c41a9',
});

const stored: readonly Dataset[] = [0, 0.3].map((temperature, place) => ({
  hash: String(place + 1).repeat(64),
  name: `stan_data_T${temperature}.json`,
  condition: `GPT-4o × insurance, T = ${temperature}`,
  source: { file: 'file', address: null, licence: null, citation: null },
  history: [],
  content: generateContent({ ...DEMO_DESIGN, seed: place + 1 }, 5),
}));

/** What the page asked of the session, in order. */
const asked: string[] = [];

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const candidate = (file: string, text: string): Candidate => ({
  file,
  bytes: bytesOf(text),
  options: {},
  label: null,
  result: recognise(file, bytesOf(text)),
});
/** Two menus of two claims: in `claims_pilot.csv` the second has two chosen. */
const table = (second: string): string =>
  `problem,claim,picked,severity\n1,A,1,0.5\n1,B,0,-0.5\n2,A,${second},0.5\n2,B,1,-0.5\n`;
const desk: ImportDesk = {
  candidates: [candidate('claims.csv', table('0')), candidate('claims_pilot.csv', table('1'))],
  problem: null,
  fetching: null,
  fetchFaults: [],
  reread: (index) => asked.push(`reread ${index}`),
  relabel: (index, label) => asked.push(`label ${index} ${label}`),
  save: () => asked.push('save'),
  saveSound: (index) => asked.push(`drop menus of ${index}`),
  dismiss: () => asked.push('dismiss'),
  generate: ({ seed }, alpha) => asked.push(`generate ${seed} ${alpha}`),
  fetchEntries: (entries) => asked.push(`fetch ${entries.length}`),
};

const nothing = { busy: false, report: null, subject: '', fault: null } as const;
const workflow: WorkflowDesk = {
  steps: STEP_NAMES.map((name) => ({ name, state: 'idle', word: 'not run', share: null })),
  study: new StudyDraft(),
  priorDraft: new PriorDraftSettings(),
  recoveryDraft: new RecoveryDraft(),
  calibrationDraft: new CalibrationDraft(),
  design: nothing,
  calibrating: {
    truthSources: [],
    truthSource: null,
    calibrated: null,
    faults: [],
    foreseen: null,
    foresee: () => undefined,
  },
  fits: [],
  checks: nothing,
  comparison: nothing,
  checking: {
    runsOf: () => [],
    predictive: nothing,
    planning: false,
    leaveOut: () => undefined,
    simulate: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
  },
  checkFit: () => undefined,
  compareFits: () => undefined,
  startRefit: (id, kind) => asked.push(`refit ${kind} ${id}`),
  examineDesign: () => asked.push('examine design'),
  startPrior: () => asked.push('draw agents'),
  usePrior: ({ model }) => asked.push(`prior of ${model}`),
  startRecovery: () => asked.push('recover'),
  startCalibration: () => asked.push('calibrate'),
  startBroken: (name) => asked.push(`break ${name}`),
  addReplicates: (id, more) => asked.push(`add ${more} to ${id}`),
  mergeFiles: (_base, files) => asked.push(`merge ${files.length}`),
  saveTables: (id) => asked.push(`tables ${id}`),
  runsOf: (step) => (step === 'fit' ? runs.map(({ id }) => id) : []),
  studyView: () => null,
  chooseArm: () => undefined,
};

const session: Session = {
  workflow,
  version: '0.1.0',
  engine: {
    label: 'CPU · 2 workers',
    choice: 'auto',
    missing: { gpu: 'the only adapter is a software one' },
    explanation: 'Single fits run on the CPU, which is faster for four chains on this device.',
    details: [
      { label: 'Workers', value: '2' },
      { label: 'f32 against f64', value: '2 · 10⁻⁵' },
    ],
    speeds: [
      { label: 'CPU, 2 workers', engine: 'cpu', gradientsPerSecond: 196_000 },
      { label: 'CPU, 1 worker', engine: 'cpu', gradientsPerSecond: 101_000 },
    ],
    measuring: false,
  },
  storage: { usedBytes: 84e6, quotaBytes: 2e9, persistent: true, datasets: 3, runs: runs.length },
  running: { id: 'live', title: 'Temperature study', done: 3120, total: 80_000, share: 0.039 },
  demos: [
    {
      id: 'agent',
      title: 'Fit a known agent',
      text: '60 choices at α = 8; 4 chains.',
      seconds: 3,
      engine: 'CPU · 2 workers',
    },
    {
      id: 'study',
      title: 'Does temperature lower sensitivity?',
      text: 'Twenty conditions, four cells.',
      seconds: 252,
      engine: 'CPU · 2 workers',
    },
  ],
  runs,
  datasets: [0, 0.3, 0.7].map((temperature, place) => ({
    hash: String(place + 1).repeat(64),
    name: `stan_data_T${temperature}.json`,
    condition: `GPT-4o × insurance, T = ${temperature}`,
    kind: 'm_0 family',
    choices: 300 - place,
    alternatives: 30,
    features: 32,
    consequences: 3,
    source: 'file',
  })),
  stored,
  catalog: null,
  speed: { gradientsPerSecond: 350_000, workers: 2 },
  draft: new AnalysisDraft(),
  startPlan: ({ analysis, title }) => asked.push(`${analysis} ${title}`),
  desk,
  runView: (id) => (id === '0.0' || id === 'live' ? runView(id) : null),
  chooseCondition: (id, condition) => asked.push(`condition ${id} ${condition}`),
  saveFit: (id, kind) => asked.push(`save ${id} ${kind}`),
  stopRun: (id) => asked.push(`stop ${id}`),
  chooseEngine: (choice) => asked.push(`engine ${choice}`),
  measureEngine: () => asked.push('measure'),
  startDemo: (id) => asked.push(`demo ${id}`),
  importFiles: (files) => asked.push(`files ${files.map(({ name }) => name).join(' ')}`),
  importText: (text) => asked.push(`text ${text}`),
  exportDatasets: (hashes) => asked.push(`export data ${hashes.length}`),
  deleteDatasets: (hashes) => asked.push(`delete data ${hashes.length}`),
  pauseRun: (id) => asked.push(`pause ${id}`),
  resumeRun: (id) => asked.push(`resume ${id}`),
  exportEverything: () => asked.push('export everything'),
  notices: [],
  dismissNotices: () => asked.push('dismiss notices'),
  exportRuns: (ids) => asked.push(`export ${ids.join(' ')}`),
  deleteRuns: (ids) => asked.push(`delete ${ids.join(' ')}`),
};

Object.assign(globalThis, { asked });
/** `?gallery` shows the components that no page of the fixture holds. */
const gallery = location.search === '?gallery';
const target = document.getElementById('app') as HTMLElement;
if (gallery) mount(ShellGallery, { target });
else mount(App, { target, props: { session } });
