// Draws docs/portability-floor.svg from runs of the command: distance and floor of two agents against the size of a fold.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'luce-'));
const luce = (...args) =>
  execFileSync(process.execPath, [join(root, 'dist/cli/luce.mjs'), ...args], {
    cwd: scratch,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

const AGENTS = ['portable', 'frame'];
const INSTANCES = [9, 27, 90, 270, 900];

function cellsAt(instances) {
  const file = `d${instances}.csv`;
  const agents = AGENTS.flatMap((agent) => ['--agent', agent]);
  luce(
    'generate',
    'portability',
    '--game',
    'dictator',
    ...agents,
    '--instances',
    `${instances}`,
    '--out',
    file,
  );
  const flags = ['--splits', '200', '--null', 'permutation:199', '--bootstrap', '0', '--json'];
  return JSON.parse(luce('portability', file, ...flags)).cells;
}

const runs = INSTANCES.map(cellsAt);
rmSync(scratch, { recursive: true });

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [640, 360, 56, 150, 20, 48];
const sizes = runs.map(([cell]) => cell.n_test[0]);
const [least, most] = [Math.log(sizes[0]), Math.log(sizes[sizes.length - 1])];
const x = (n) => LEFT + ((Math.log(n) - least) / (most - least)) * (WIDTH - LEFT - RIGHT);
const y = (tv) => TOP + (1 - tv) * (HEIGHT - TOP - BOTTOM);
const round = (value) => value.toFixed(1);
const series = (agent, field) =>
  runs.map((cells, i) => [x(sizes[i]), y(cells.find(({ model }) => model === agent)[field])]);
const points = (list) => list.map(([a, b]) => `${round(a)},${round(b)}`).join(' ');
const label = (text, [, at], shift = 0) =>
  `<text x="${WIDTH - RIGHT + 10}" y="${round(at + 4 + shift)}">${text}</text>`;

const floorLow = series('portable', 'perm_q5');
const floorHigh = series('portable', 'perm_q95');
const portable = series('portable', 'tv_mean');
const frame = series('frame', 'tv_mean');
const last = sizes.length - 1;
const dots = (list, fill) =>
  list.map(([a, b]) => `<circle cx="${round(a)}" cy="${round(b)}" r="4" fill="${fill}"/>`).join('');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" role="img" aria-label="Total variation of a portable and a frame-dependent agent against the rows of a test fold, with the noise floor of the portable one">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
${[0, 0.25, 0.5, 0.75, 1].map((tv) => `<path d="M${LEFT} ${round(y(tv))}H${WIDTH - RIGHT}" stroke="#dddddd"/><text x="${LEFT - 8}" y="${round(y(tv) + 4)}" text-anchor="end">${tv}</text>`).join('\n')}
${sizes.map((n) => `<text x="${round(x(n))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${n}</text>`).join('\n')}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">rows of a test fold (log scale)</text>
<text transform="translate(14 ${(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">mean total variation, 20 bins</text>
<polygon points="${points([...floorHigh, ...[...floorLow].reverse()])}" fill="#9db7d5" fill-opacity="0.6"/>
<polyline points="${points(portable)}" fill="none" stroke="#1f5a99" stroke-width="2"/>
<polyline points="${points(frame)}" fill="none" stroke="#b3541e" stroke-width="2" stroke-dasharray="6 4"/>
${dots(portable, '#1f5a99')}
${dots(frame, '#b3541e')}
${label('frame-dependent', frame[last])}
${label('portable, in the', portable[last])}
${label('band of its floor', portable[last], 16)}
</svg>
`;

writeFileSync(join(root, 'docs/portability-floor.svg'), svg);
for (const [i, cells] of runs.entries())
  for (const cell of cells) {
    const values = [cell.tv_mean, cell.perm_mean, cell.perm_q5, cell.perm_q95, cell.p_min];
    process.stdout.write(`${sizes[i]} ${cell.model} ${values.map((value) => value.toFixed(3)).join(' ')}\n`);
  }
