// The motifs that reasoning texts are searched for: data that a user may change.

/** One motif and the regular expression, without regard to case, that shows it. */
export interface Motif {
  readonly name: string;
  readonly pattern: string;
}

export type Lexicon = readonly Motif[];

export const LEXICON: Lexicon = [
  {
    name: 'expected_value',
    pattern: String.raw`\bexpected (value|payoff|return|utility)s?\b|\baverage return\b|\bprobability by payoff\b|\bEV\b`,
  },
  {
    name: 'risk_uncertainty',
    pattern: String.raw`\brisk(s|y|ier|-averse|-neutral|-seeking)?\b|\buncertain(ty)?\b|\bvariance\b|\bvolatil\w*\b|\bgambl\w*\b`,
  },
  {
    name: 'strategic_equilibrium',
    pattern: String.raw`\bnash\b|\bequilibri\w+\b|\bbest respon\w+\b|\bdominant\b|\bdominated\b|\bstrategic\w*\b|\banticipat\w+\b`,
  },
  {
    name: 'fairness',
    pattern: String.raw`\bfair(ly|ness)?\b|\bunfair\w*\b|\bunjust\b|\bequit\w+\b|\bequal(ly)?\b|\bjust split\b`,
  },
  {
    name: 'cooperation',
    pattern: String.raw`\bcooperat\w+\b|\bmutual\w*\b|\breciproc\w+\b|\bworking together\b|\btrust\b`,
  },
  {
    name: 'heuristic_anchoring',
    pattern: String.raw`\brule of thumb\b|\banchor\w*\b|\bround number\b|\bmidpoint\b|\bgut feeling\b|\bintuiti\w+\b`,
  },
];
