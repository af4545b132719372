// Data of a condition that differ from those of its dataset: choices left out, or simulated ones in their place.
import type { ChoiceBlock, SeuContent } from '../../../formats/dataset.ts';
import { withoutProblems } from './derived.ts';

/** Problems of one block, as `baseProblems` numbers them. */
export interface HeldOut {
  readonly block: 'uncertain' | 'risky';
  readonly problems: readonly number[];
}

/** Whether the model made the choices, or what disturbed it. */
export type SimulatedKind = 'sound' | 'position' | 'lapses';

/** Ranks chosen in each menu, in place of the dataset's own; `risky` is null where the model reads no risky block. */
export interface SimulatedChoices {
  readonly by: SimulatedKind;
  /** From 0; one number is one agent, whatever disturbed it. */
  readonly replicate: number;
  readonly uncertain: readonly number[];
  readonly risky: readonly number[] | null;
}

/** Pure JSON, so that a plan says which data a condition is fitted to without a dataset of its own. */
export type Derivation =
  ({ readonly kind: 'left out' } & HeldOut) | ({ readonly kind: 'simulated' } & SimulatedChoices);

function answered<Block extends ChoiceBlock>(block: Block, chosen: readonly number[]): Block {
  if (chosen.length !== block.menus.length)
    throw new RangeError(`${chosen.length} simulated choices; needed one for each of ${block.menus.length}`);
  return { ...block, chosen, positions: undefined };
}

function withChoices(content: SeuContent, { uncertain, risky }: SimulatedChoices): SeuContent {
  return {
    ...content,
    uncertain: answered(content.uncertain, uncertain),
    risky: content.risky && risky ? answered(content.risky, risky) : content.risky,
    truth: null,
  };
}

/** The content that a condition is fitted to; `content` itself where nothing is changed. */
export function derivedContent(content: SeuContent, derivation: Derivation | undefined): SeuContent {
  if (!derivation) return content;
  return derivation.kind === 'left out'
    ? withoutProblems(content, derivation.block, new Set(derivation.problems))
    : withChoices(content, derivation);
}
