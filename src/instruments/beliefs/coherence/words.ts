// The verdict as sentences that a reader can quote.
import type { CoherenceReport, TargetType, TypeVerdict } from './verdict.ts';

const NAMES: Readonly<Record<TargetType, string>> = {
  probability: 'stated probabilities',
  ordinal: 'judgments',
  decision: 'decisions',
};

const percent = (share: number): string => `${Math.round(100 * share)} %`;

const nats = (value: number): string => `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(3)}`;

/** What one kind of target says. */
export function typeSentence({ type, share, latent, saturated, verdict }: TypeVerdict): string {
  const of = NAMES[type];
  if (share === null)
    return `The other answers tell ${nats(saturated.estimate)} nats [${saturated.ends.map(nats).join(', ')}] of one of the ${of}, not clear of 0, and one belief ${nats(latent.estimate)}: ${verdict}.`;
  const [low, high] = share.ends;
  return `One belief tells ${percent(share.estimate)} [${percent(low)}, ${percent(high)}] of what a regression on the other answers tells of ${of}: ${verdict}.`;
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

/** The verdict on a cell, its reasons by kind of target, and its tests. */
export const verdictSentences = (report: CoherenceReport): string[] => [
  `${[report.agent, report.domain].filter((name) => name !== '').join(' in ') || 'These answers'}: ${report.verdict}, on ${report.cases} cases tested once each.`,
  ...report.types.map(typeSentence),
  testSentence(report),
];
