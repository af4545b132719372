// Colour and shape of a prompt by what it asks for: reports one colour, each framing of decisions a shape of its own.
import type { PromptRow } from '../instruments/beliefs/report-types/scores.ts';
import { INK, seriesColor, SHAPE_GLYPHS } from './roles.ts';

export interface PromptRole {
  readonly color: string;
  readonly shape: number;
}

const REPORT: PromptRole = { color: seriesColor(0), shape: 0 };
const UNDIRECTED: PromptRole = { color: INK, shape: 3 };
/** Colours and shapes of framings in the order in which prompts name them. */
const FRAMING_COLORS = [seriesColor(2), seriesColor(1), seriesColor(3), seriesColor(4), seriesColor(5)];
const FRAMING_SHAPES = [0, 2, 1, 3];

/** Framings of instructed decisions, in the order of the prompts. */
export const framingsOf = (prompts: readonly PromptRow[]): readonly string[] => [
  ...new Set(
    prompts.flatMap(({ framing, threshold }) => (framing === null || threshold === null ? [] : [framing])),
  ),
];

export function framingRole(framing: string, framings: readonly string[]): PromptRole {
  const place = framings.indexOf(framing);
  if (place < 0) return UNDIRECTED;
  return {
    color: FRAMING_COLORS[place % FRAMING_COLORS.length],
    shape: FRAMING_SHAPES[place % FRAMING_SHAPES.length],
  };
}

export function promptRole(
  { family, framing, threshold }: PromptRow,
  framings: readonly string[],
): PromptRole {
  if (family !== 'decision' || framing === null) return REPORT;
  return threshold === null ? UNDIRECTED : framingRole(framing, framings);
}

/** "● threshold, ▲ bet, ■ cost." */
export const framingLegend = (framings: readonly string[]): string =>
  framings.length === 0
    ? ''
    : `${framings.map((framing) => `${SHAPE_GLYPHS[framingRole(framing, framings).shape]} ${framing}`).join(', ')}.`;

/** A prompt's name as a label. */
export const promptLabel = (prompt: string): string => prompt.replaceAll('_', ' ');
