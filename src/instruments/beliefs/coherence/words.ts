// The verdict as sentences that a reader can quote.
import { fixed, integer, percent } from '../../seu/views/number-format.ts';
import type { CoherenceReport, TargetType, TypeVerdict } from './verdict.ts';

const NAMES: Readonly<Record<TargetType, string>> = {
  probability: 'stated probabilities',
  ordinal: 'judgments',
  decision: 'decisions',
};

/** What brackets of shares and of scores of an optimum hold. */
export const OVER_CASES = '95\u202f%, over drawn cases';

type Share = NonNullable<TypeVerdict['share']>;

/** "97 % [90, 104]" */
const shareText = ({ estimate, ends: [low, high] }: Share): string =>
  `${percent(estimate)} [${integer(100 * low)}, ${integer(100 * high)}]`;

const nats = (value: number): string => fixed(value, 3);

/** What one kind of target says. */
export function typeSentence({ type, share, latent, saturated, verdict }: TypeVerdict): string {
  const of = NAMES[type];
  if (share === null)
    return `The other answers tell ${nats(saturated.estimate)} nats [${saturated.ends.map(nats).join(', ')}] of one of the ${of}, not clear of 0, and one belief ${nats(latent.estimate)} (${OVER_CASES}): ${verdict}.`;
  return `One belief tells ${shareText(share)} of what a regression on the other answers tells of ${of} (${OVER_CASES}): ${verdict}.`;
}

/** What a share above 100 % means; null where none is. */
export function aboveAllWords(types: readonly TypeVerdict[]): string | null {
  return types.some(({ share }) => share !== null && share.estimate > 1)
    ? `Above 100\u202f% the regression finds less than one belief does: nothing more can be had.`
    : null;
}

const p = (value: number): string => `p = ${value < 0.001 ? value.toFixed(4) : value.toFixed(3)}`;

/** Unless told, a test rejects at this level. */
export const TEST_LEVEL = 0.05;

/** What the two tests say, side by side. */
export function testSentence({
  oneLatent,
  noLatent,
}: Pick<CoherenceReport, 'oneLatent' | 'noLatent'>): string {
  const none = noLatent.p <= TEST_LEVEL ? 'Answers go together' : 'Answers are not seen to go together';
  const one =
    oneLatent.p <= TEST_LEVEL
      ? 'and one latent does not account for all of it'
      : 'and nothing is seen beyond one latent';
  return `${none} (no latent: ${p(noLatent.p)}), ${one} (one latent suffices: ${p(oneLatent.p)}).`;
}

const namesOf = ({ agent, domain }: CoherenceReport): string =>
  [agent, domain].filter((name) => name !== '').join(' in ') || 'These answers';

const shareOfType = ({ type, share, verdict }: TypeVerdict): string =>
  `${share === null ? 'an undefined share' : shareText(share)} on ${NAMES[type]} (${verdict})`;

/** The verdict with the shares of the attainable gain that it comes from, in one or two sentences. */
export function verdictFinding(report: CoherenceReport): string {
  const { verdict, cases, types } = report;
  const told = `${namesOf(report)}: ${verdict}, on ${integer(cases)} cases tested once each.`;
  if (types.length === 0) return told;
  return `${told} Of the gain that other answers allow, one belief has ${types.map(shareOfType).join(', ')}; ${OVER_CASES}.`;
}

/** What the verdict rests on: each kind of target, and the tests. */
export function verdictGrounds(report: CoherenceReport): string[] {
  const above = aboveAllWords(report.types);
  return [...report.types.map(typeSentence), ...(above === null ? [] : [above]), testSentence(report)];
}

/** The verdict on a cell, its reasons by kind of target, and its tests. */
export const verdictSentences = (report: CoherenceReport): string[] => [
  `${namesOf(report)}: ${report.verdict}, on ${integer(report.cases)} cases tested once each.`,
  ...verdictGrounds(report),
];
