// Draws docs/beliefs-thresholds.svg and docs/beliefs-transfer.svg from runs of the command on seeded agents.
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

const AGENTS = ['coherent', 'framing-biased'];
const DOMAINS = ['ckd', 'werewolf'];
const flag = (name, values) => values.flatMap((value) => [`--${name}`, value]);
luce('generate', 'beliefs', ...flag('agent', AGENTS), ...flag('domain', DOMAINS), '--out', 'agents.csv');
const { cells } = JSON.parse(luce('beliefs', 'agents.csv', '--analyses', 'transfer', '--json'));
rmSync(scratch, { recursive: true });

const COLOURS = { threshold: '#1f5a99', bet: '#b3541e', cost: '#3f7d43' };
const round = (value) => value.toFixed(1);
const logit = (p) => Math.log(p / (1 - p));
const text = (x, y, words, more = '') => `<text x="${round(x)}" y="${round(y)}"${more}>${words}</text>`;
const page = (width, height, label, body) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img" aria-label="${label}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
${body.join('\n')}
</svg>
`;

const TICKS = [0.02, 0.05, 0.1, 0.2, 1 / 3, 0.5, 0.7, 0.9];
const [SIDE, LEFT, TOP, GAP] = [260, 62, 34, 40];
const place = (p) => Math.min(1, Math.max(0, (logit(p) - logit(0.02)) / (logit(0.9) - logit(0.02))));

function thresholdPanel(agent, panel) {
  const own = cells.find(({ model, domain }) => model === agent && domain === 'ckd').thresholds;
  const left = LEFT + panel * (SIDE + GAP);
  const x = (p) => left + place(p) * SIDE;
  const y = (p) => TOP + (1 - place(p)) * SIDE;
  const axes = TICKS.flatMap((p) => [
    `<path d="M${left} ${round(y(p))}h${SIDE}" stroke="#dddddd"/>`,
    text(x(p), TOP + SIDE + 18, p === 1 / 3 ? '⅓' : p, ' text-anchor="middle"'),
    ...(panel === 0 ? [text(left - 8, y(p) + 4, p === 1 / 3 ? '⅓' : p, ' text-anchor="end"')] : []),
  ]);
  const marks = own
    .filter(({ nominal }) => nominal !== null)
    .map(({ framing, nominal, implied, lower, upper }) => {
      const at = x(nominal) + { threshold: -6, bet: 0, cost: 6 }[framing];
      const colour = COLOURS[framing];
      return `<path d="M${round(at)} ${round(y(lower))}V${round(y(upper))}" stroke="${colour}" stroke-width="2"/><circle cx="${round(at)}" cy="${round(y(implied))}" r="4" fill="${colour}"/>`;
    });
  return [
    text(left, TOP - 12, agent, ' font-weight="bold"'),
    ...axes,
    `<path d="M${left} ${TOP + SIDE}L${left + SIDE} ${TOP}" stroke="#888888" stroke-dasharray="4 4"/>`,
    ...marks,
    text(left + SIDE / 2, TOP + SIDE + 38, 'instructed threshold', ' text-anchor="middle"'),
  ];
}

const legend = Object.entries(COLOURS).map(
  ([framing, colour], k) =>
    `<circle cx="${LEFT + 2 * SIDE + GAP + 18}" cy="${TOP + 10 + 20 * k}" r="4" fill="${colour}"/>${text(LEFT + 2 * SIDE + GAP + 28, TOP + 14 + 20 * k, framing)}`,
);
writeFileSync(
  join(root, 'docs/beliefs-thresholds.svg'),
  page(
    LEFT + 2 * SIDE + GAP + 110,
    TOP + SIDE + 50,
    'Implied against instructed thresholds of a coherent and a framing-biased agent, with 95 % intervals, by framing',
    [
      `<text transform="translate(16 ${TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">implied threshold</text>`,
      ...AGENTS.flatMap(thresholdPanel),
      ...legend,
    ],
  ),
);

const STEPS = ['within', 'cross_framing', 'cross_domain', 'combined'];
const WORDS = ['within', 'other framings', 'other domains', 'both'];
const FIELDS = [
  ['auroc', 'AUROC', 0.5, 1],
  ['pooled_r2', 'R²', -0.2, 0.8],
];
const [WIDE, HIGH] = [300, 200];

const meanOf = (agent, evidence, transfer, field) => {
  const rows = cells
    .filter(({ model }) => model === agent)
    .flatMap((cell) => cell.transfer.filter((row) => row.transfer === transfer && row.evidence === evidence));
  return rows.reduce((sum, row) => sum + row[field], 0) / rows.length;
};

function transferPanel([field, name, least, most], panel) {
  const left = LEFT + panel * (WIDE + 70);
  const x = (k) => left + 20 + (k / (STEPS.length - 1)) * (WIDE - 40);
  const y = (value) => TOP + (1 - (value - least) / (most - least)) * HIGH;
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => least + share * (most - least));
  const line = (agent, evidence) => {
    const list = STEPS.map((transfer, k) => [x(k), y(meanOf(agent, evidence, transfer, field))]);
    const colour = agent === 'coherent' ? '#1f5a99' : '#b3541e';
    const dash = evidence === 'reports' ? ' stroke-dasharray="6 4"' : '';
    const points = list.map(([a, b]) => `${round(a)},${round(b)}`).join(' ');
    const dots = list.map(([a, b]) => `<circle cx="${round(a)}" cy="${round(b)}" r="3.5" fill="${colour}"/>`);
    return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>${dots.join('')}`;
  };
  return [
    text(left, TOP - 12, name, ' font-weight="bold"'),
    ...ticks.map(
      (value) =>
        `<path d="M${left} ${round(y(value))}h${WIDE}" stroke="#dddddd"/>${text(left - 8, y(value) + 4, value.toFixed(2), ' text-anchor="end"')}`,
    ),
    ...WORDS.map((word, k) => text(x(k), TOP + HIGH + 18, word, ` text-anchor="middle" font-size="11"`)),
    ...AGENTS.flatMap((agent) => ['decisions', 'reports'].map((evidence) => line(agent, evidence))),
  ];
}

const key = AGENTS.flatMap((agent, a) =>
  ['decisions', 'reports'].map((evidence, e) => {
    const [at, from] = [TOP + HIGH + 46 + 18 * a, LEFT + e * 330];
    const colour = a === 0 ? '#1f5a99' : '#b3541e';
    const dash = evidence === 'reports' ? ' stroke-dasharray="6 4"' : '';
    return `<path d="M${from} ${at}h34" stroke="${colour}" stroke-width="2"${dash}/>${text(from + 42, at + 4, `${agent}, belief from ${evidence}`)}`;
  }),
);
writeFileSync(
  join(root, 'docs/beliefs-transfer.svg'),
  page(
    LEFT + 2 * WIDE + 90,
    TOP + HIGH + 78,
    'AUROC and R² of decisions predicted by fits to other framings, other domains, or both, of two agents',
    [...FIELDS.flatMap(transferPanel), ...key],
  ),
);

for (const agent of AGENTS)
  for (const evidence of ['decisions', 'reports'])
    for (const [field] of FIELDS) {
      const values = STEPS.map((transfer) => meanOf(agent, evidence, transfer, field).toFixed(3));
      process.stdout.write(`${agent} ${evidence} ${field} ${values.join(' ')}\n`);
    }
