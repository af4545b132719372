// The page over a session with something in every list, so that tests can read and press all of it.
import { mount } from 'svelte';
import App from '../../src/app/App.svelte';
import '../../src/app/base.css';
import '../../src/app/tokens.css';
import type { RunRow } from '../../src/app/rows.ts';
import type { Session } from '../../src/app/session.ts';
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

/** What the page asked of the session, in order. */
const asked: string[] = [];

const session: Session = {
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
  running: { id: 'live', title: 'Temperature study', done: 3120, total: 80_000 },
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
  faults: [
    {
      file: 'claims_pilot.csv',
      row: 733,
      column: 'claim',
      seen: 'C017 twice in menu P0184',
      needed: 'each alternative once per menu',
    },
  ],
  chooseEngine: (choice) => asked.push(`engine ${choice}`),
  measureEngine: () => asked.push('measure'),
  startDemo: (id) => asked.push(`demo ${id}`),
  importFiles: (files) => asked.push(`files ${files.map(({ name }) => name).join(' ')}`),
  importText: (text) => asked.push(`text ${text}`),
  exportDatasets: (hashes) => asked.push(`export data ${hashes.length}`),
  deleteDatasets: (hashes) => asked.push(`delete data ${hashes.length}`),
  pauseRun: (id) => asked.push(`pause ${id}`),
  resumeRun: (id) => asked.push(`resume ${id}`),
  exportRuns: (ids) => asked.push(`export ${ids.join(' ')}`),
  deleteRuns: (ids) => asked.push(`delete ${ids.join(' ')}`),
};

Object.assign(globalThis, { asked });
/** `?gallery` shows the components that no page of the fixture holds. */
const gallery = location.search === '?gallery';
const target = document.getElementById('app') as HTMLElement;
if (gallery) mount(ShellGallery, { target });
else mount(App, { target, props: { session } });
