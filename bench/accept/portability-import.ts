// How long it takes to read two million choices, and how much memory.
import { choiceCsv } from '../../src/formats/choice-csv.ts';
import { tableHash } from '../../src/formats/table-hash.ts';
import { agentTable } from '../../src/instruments/portability/agents.ts';
import { GAMES } from '../../src/instruments/portability/games.ts';
import { startImport } from '../../src/instruments/portability/import/import.ts';
import { atMost, type Tally } from './tally.ts';

const MOST_SECONDS = 12;
const MOST_GIGABYTES = 1.5;
const INSTANCES = 212;
const SHARED = ['ultimatum', 'public_goods', 'lottery'];

const fileOf = (game: string): Uint8Array =>
  new TextEncoder().encode(
    choiceCsv(
      agentTable({
        game,
        agents: ['portable', 'mild', 'shift', 'frame'],
        regimes: ['noncot', 'cot'],
        environments: 40,
        instances: INSTANCES,
        draws: 4,
        shared: SHARED.includes(game),
        seed: 7,
      }),
    ),
  );

/** Files are made one at a time; the making is not counted, but its memory is. */
export async function importSpeed(tally: Tally): Promise<void> {
  const importer = startImport();
  let [seconds, bytes, told] = [0, 0, 0];
  for (const { name } of GAMES) {
    const file = fileOf(name);
    const began = performance.now();
    importer.add(`${name}.csv`, file, () => (told += 1));
    seconds += (performance.now() - began) / 1000;
    bytes += file.length;
  }
  const began = performance.now();
  const imported = importer.finish();
  if (!imported.ok) throw new Error('the files of the agents are refused');
  const { games } = imported.value;
  for (const { table } of games) await tableHash(table);
  seconds += (performance.now() - began) / 1000;
  const rows = games.reduce((sum, { table }) => sum + table.rows, 0);
  tally.note(
    `${rows} rows in ${games.length} files, ${(bytes / 1e6).toFixed(1)} MB, progress told ${told} times`,
  );
  atMost(tally, 'seconds to read, check and hash', seconds, MOST_SECONDS);
  atMost(tally, 'gigabytes of memory at most', (process.resourceUsage().maxRSS * 1024) / 1e9, MOST_GIGABYTES);
}
