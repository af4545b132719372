// What pairs of answers share beyond the belief: residual correlations as a matrix, blocks of one framing marked.
import { TEST_LEVEL } from '../instruments/beliefs/coherence/words.ts';
import type { DependentPair, OneLatentTest } from '../inference/beliefs/one-latent.ts';
import { promptLabel } from './beliefs-roles.ts';
import { flagColumn, fractionColumn, numberColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer, probability } from './number-format.ts';
import { INK, NULL } from './roles.ts';
import { addMark, addRect, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const TITLE = 'Answers that go together beyond the belief';
const MOST_CELL = 34;
const LEAST_LABEL = 26;
/** Names have the room they need up to this share of the figure. */
const MOST_NAME = 1 / 3;
/** Excess correlations at which the three steps of a colour begin. */
const STEPS = [0.03, 0.1, 0.2];

const promptsOf = ({ pairs }: OneLatentTest): readonly string[] => [
  ...new Set(pairs.flatMap(({ first, second }) => [first, second])),
];

const pairId = ({ first, second }: DependentPair): string => `${first} × ${second}`;
const excessOf = ({ q3, expected }: DependentPair): number => q3 - expected;

function fillOf(excess: number): string {
  const step = STEPS.filter((least) => Math.abs(excess) >= least).length;
  if (step === 0) return 'var(--d-zero)';
  return `var(--d-${excess < 0 ? 'neg' : 'pos'}-${step})`;
}

const SWATCH = { width: 36, height: 10 };
const SCALE_HEIGHT = 34;

/** The seven fills with the excess correlations between them. */
function drawScale(root: Group): void {
  const ends = [...STEPS.map((step) => -step).reverse(), ...STEPS];
  const within = [
    ends[0] - 0.1,
    ...ends.slice(0, -1).map((end, i) => (end + ends[i + 1]) / 2),
    ends[5] + 0.1,
  ];
  within.forEach((excess, i) =>
    addRect(
      root,
      { x: i * SWATCH.width, y: 0, ...SWATCH, width: SWATCH.width - 1 },
      { fill: fillOf(excess) },
    ),
  );
  ends.forEach((end, i) =>
    addText(root, (i + 1) * SWATCH.width, SWATCH.height + 13, fraction(end), { size: 11, anchor: 'middle' }),
  );
}

function drawPair(root: Group, pair: DependentPair, x: number, y: number, size: number): void {
  const excess = excessOf(pair);
  const mark = addMark(root, pairId(pair), x + size / 2, y + size / 2);
  const told = pair.p <= TEST_LEVEL;
  mark
    .append('rect')
    .attr('x', x + 1)
    .attr('y', y + 1)
    .attr('width', Math.max(1, size - 2))
    .attr('height', Math.max(1, size - 2))
    .style('fill', fillOf(excess))
    .style('stroke', told ? INK : pair.framing === null ? 'none' : NULL)
    .style('stroke-width', told ? '2.5px' : '1.5px');
  if (size < LEAST_LABEL) return;
  const strong = Math.abs(excess) >= STEPS[2];
  addText(mark, x + size / 2, y + size / 2 + 4, fraction(excess), {
    anchor: 'middle',
    size: 11,
    color: strong ? 'light-dark(#ffffff, #0f1113)' : INK,
  });
}

function chart(test: OneLatentTest, width: number, description: string): SVGSVGElement {
  const prompts = promptsOf(test);
  const widest = Math.max(...prompts.map((prompt) => textWidth(promptLabel(prompt), 11)));
  const names = Math.min(widest, width * MOST_NAME);
  const left = names + 10;
  const size = Math.min(MOST_CELL, (width - left - 4) / (prompts.length - 1));
  const top = SCALE_HEIGHT + names + 10;
  const { svg, root } = startDrawing(width, top + size * (prompts.length - 1) + 8, TITLE, description);
  drawScale(root);
  prompts.slice(0, -1).forEach((prompt, column) => {
    const head = root
      .append('g')
      .attr('transform', `translate(${left + (column + 0.5) * size + 4},${top - 6}) rotate(-90)`);
    addText(head, 0, 0, shorten(promptLabel(prompt), names, 11), { size: 11, color: INK });
  });
  prompts.slice(1).forEach((prompt, row) =>
    addText(root, left - 8, top + (row + 0.5) * size + 4, shorten(promptLabel(prompt), left - 9, 11), {
      anchor: 'end',
      size: 11,
      color: INK,
    }),
  );
  for (const pair of test.pairs) {
    const [a, b] = [prompts.indexOf(pair.first), prompts.indexOf(pair.second)];
    const [column, row] = [Math.min(a, b), Math.max(a, b) - 1];
    drawPair(root, pair, left + column * size, top + row * size, size);
  }
  return svg;
}

function describeResiduals(cell: string, { p, pairs, simulations }: OneLatentTest): string {
  const told = pairs.filter((pair) => pair.p <= TEST_LEVEL);
  const strongest = [...told].sort((a, b) => Math.abs(excessOf(b)) - Math.abs(excessOf(a))).slice(0, 3);
  return (
    `${cell}: of ${integer(pairs.length)} pairs, ${integer(told.length)} go together more or less than one belief accounts for` +
    (strongest.length > 0
      ? `, most ${strongest.map((pair) => `${promptLabel(pair.first)} and ${promptLabel(pair.second)} (${fraction(excessOf(pair))})`).join(', ')}`
      : '') +
    `; one latent suffices: p ${probability(p)} of ${integer(simulations)} simulated studies.`
  );
}

const markOf = (pair: DependentPair, series: number): Mark => ({
  id: pairId(pair),
  series,
  name: `${promptLabel(pair.first)} × ${promptLabel(pair.second)}`,
  lines: [
    `Q3 ${fraction(pair.q3)}, expected ${fraction(pair.expected)}`,
    `p ${probability(pair.p)} over all pairs`,
    ...(pair.framing === null ? [] : [`both under ${pair.framing}`]),
  ],
});

export function residualsFigure(cell: string, test: OneLatentTest): Figure {
  const description = describeResiduals(cell, test);
  const prompts = promptsOf(test);
  return {
    id: 'beliefs-residuals',
    title: TITLE,
    subtitle:
      'Correlation of what is left of two answers given the belief (Yen’s Q3), less its mean where one belief is all there is. Ringed: p at most .05 over all pairs at once.',
    caption:
      'The scale is of Q3 less its expected value. Warm: answers agree beyond the belief; cool: they part. Grey edge: two decisions of one framing. The null is simulated from the fitted model, belief and parameters estimated anew.',
    description,
    columns: [
      textColumn('first', 'First'),
      textColumn('second', 'Second'),
      textColumn('framing', 'Framing'),
      fractionColumn('q3', 'Q3', 3),
      fractionColumn('expected', 'Expected', 3),
      probabilityColumn('p', 'p'),
      numberColumn('score', 'Score'),
      flagColumn('told', 'beyond the belief'),
    ],
    rows: test.pairs.map(({ first, second, framing, q3, expected, p, score }) => ({
      first,
      second,
      framing,
      q3,
      expected,
      p,
      score,
      told: p <= TEST_LEVEL,
    })),
    marks: test.pairs.map((pair) =>
      markOf(pair, Math.max(prompts.indexOf(pair.first), prompts.indexOf(pair.second)) - 1),
    ),
    draw: (width) => chart(test, width, description),
  };
}
