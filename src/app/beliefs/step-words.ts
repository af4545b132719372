// How each step of a study of beliefs stands, in few words.
import { TEST_LEVEL } from '../../instruments/beliefs/coherence/words.ts';
import { boundedText } from '../../charts/beliefs-bounded.ts';
import { fraction, integer } from '../../charts/number-format.ts';
import type { BeliefCellReport } from '../../instruments/beliefs/report-types.ts';
import type { Retention } from '../../instruments/beliefs/retention.ts';
import {
  framingShifts,
  type FramingShift,
  type FramingStand,
} from '../../instruments/beliefs/threshold-words.ts';
import { worstSeverity, type Diagnostic } from '../../statistics/diagnostic.ts';
import { STATE_WORDS, stateOfSeverity } from '../components/state.ts';
import { formatCounted } from '../format.ts';
import type { RunRow } from '../rows.ts';
import type { StepWord } from '../workflow/step-links.ts';
import { drawnWord, type CellStep } from './drawn-words.ts';
import { LOW_RETENTION } from './facts.ts';
import type { ShownCell } from './shown-study.ts';
import type { BeliefStep } from './steps.ts';

export interface Standing {
  /** Tables chosen for the next study. */
  readonly chosen: number;
  readonly retention: readonly Retention[];
  /** The study in view, and its cell in view as far as it has landed. */
  readonly run: RunRow | null;
  readonly cell: Pick<ShownCell, 'fitted' | 'drawn'> | null;
}

const NOT_RUN: StepWord = { state: 'idle', word: 'not run' };
const fine = (word: string): StepWord => ({ state: 'fine', word });

function retentionWord(retention: readonly Retention[]): StepWord {
  if (retention.length === 0) return { state: 'idle', word: 'no table' };
  const kept = retention.reduce((sum, { complete }) => sum + complete, 0);
  const all = retention.reduce((sum, { cases }) => sum + cases, 0);
  const low = retention.some(({ share }) => share < LOW_RETENTION);
  return { state: low ? 'look' : 'fine', word: `${integer(kept)} of ${integer(all)}` };
}

function diagnosedWord(diagnostics: readonly Diagnostic[]): StepWord {
  const severity = worstSeverity(diagnostics);
  const flagged = diagnostics.filter((one) => one.severity === 'look').length;
  const word = flagged > 0 ? `${flagged} to look at` : 'converged';
  return { state: stateOfSeverity(severity), word: severity === 'fail' ? 'not converged' : word };
}

function fitWord({ run, cell }: Standing): StepWord {
  if (run === null) return NOT_RUN;
  const diagnostics = cell?.fitted?.fit?.diagnostics ?? cell?.drawn?.estimates?.diagnostics;
  if (isOpen(run) || !diagnostics) return { state: run.state, word: run.word };
  return diagnosedWord(diagnostics);
}

function coherenceWord({ concordance, single, coherence }: BeliefCellReport): StepWord {
  if (coherence)
    return { state: coherence.verdict === 'coherent' ? 'fine' : 'look', word: coherence.verdict };
  const score = (concordance?.reportsToDecisions ?? single)?.macroConcordance;
  return score ? fine(boundedText(score)) : NOT_RUN;
}

const LONG_NAME = 10;

function thresholdWord({ thresholds }: BeliefCellReport): StepWord {
  const shifts = framingShifts(thresholds ?? []);
  if (shifts.length === 0) return { state: 'idle', word: 'none' };
  const standing = (stand: FramingStand): readonly FramingShift[] =>
    shifts.filter((shift) => shift.stand === stand);
  const shifted = standing('shifted');
  const open = standing('cannot tell');
  if (shifted.length > 0) {
    const one = shifted.length === 1 && shifted[0].framing.length <= LONG_NAME;
    const which = one ? shifted[0].framing : `${shifted.length} of ${shifts.length}`;
    return { state: 'look', word: `${which} shifted` };
  }
  if (open.length === 0) return fine('as instructed');
  const all = open.length === shifts.length;
  return { state: 'look', word: all ? 'cannot tell' : `${open.length} of ${shifts.length} open` };
}

const transferWord = ({ transfer }: BeliefCellReport): StepWord =>
  transfer === null || transfer.length === 0
    ? NOT_RUN
    : fine(formatCounted(new Set(transfer.map((row) => row.transfer)).size, 'transfer'));

function sufficiencyWord({ sufficiency, outcome }: BeliefCellReport): StepWord {
  if (outcome?.null && outcome.null.p <= TEST_LEVEL) return { state: 'look', word: 'outcomes beyond it' };
  if (sufficiency?.defined) return fine(boundedText(sufficiency.ratioByCases));
  return sufficiency || outcome ? fine('no excess to keep') : NOT_RUN;
}

/** The correlation of repeated reports, or how well the same and another prefix order answers within a case. */
function instanceWord({ prefixes }: BeliefCellReport): StepWord {
  if (prefixes === null) return { state: 'idle', word: 'no prefixes' };
  const { icc, comparison } = prefixes;
  if (icc) return fine(`ICC ${boundedText(icc.caseIcc)}`);
  const [same, other] = (comparison?.scores ?? []).filter(({ pairs }) => pairs === 'within');
  return same && other
    ? fine(`${fraction(same.mean)} against ${fraction(other.mean)}`)
    : { state: 'idle', word: 'too few rows' };
}

/** Words of the steps that read a cell's report. */
const CELL_WORDS = {
  coherence: coherenceWord,
  thresholds: thresholdWord,
  generalisation: transferWord,
  sufficiency: sufficiencyWord,
  instances: instanceWord,
} as const satisfies Readonly<Record<CellStep, (cell: BeliefCellReport) => StepWord>>;

/** A result is no verdict before the run is done: rows that it rests on may still be out. */
function whileOpen(word: StepWord, { state, word: standing }: RunRow): StepWord {
  if (word.state === 'idle') return word;
  return state === 'live' ? { state, word: 'running' } : { state, word: standing };
}

const isOpen = (run: RunRow | null): run is RunRow =>
  run !== null && (run.state === 'live' || run.control !== null);

function cellWord(step: CellStep, { cell, run }: Standing): StepWord {
  const drawn = cell?.drawn?.estimates;
  const word = cell?.fitted?.fit ? CELL_WORDS[step](cell.fitted) : drawn ? drawnWord(step, drawn) : NOT_RUN;
  return isOpen(run) ? whileOpen(word, run) : word;
}

/** A list of runs gives the reason of a look; the rail has no room for it. */
const shortWord = ({ state, word }: RunRow): string =>
  state === 'look' ? STATE_WORDS.look.toLowerCase() : word;

export function stepWords(standing: Standing): Readonly<Record<BeliefStep, StepWord>> {
  const { chosen, retention, run } = standing;
  const of = (step: CellStep): StepWord => cellWord(step, standing);
  return {
    data: chosen === 0 ? { state: 'idle', word: 'none chosen' } : fine(formatCounted(chosen, 'table')),
    retention: retentionWord(retention),
    fit: fitWord(standing),
    coherence: of('coherence'),
    thresholds: of('thresholds'),
    generalisation: of('generalisation'),
    sufficiency: of('sufficiency'),
    instances: of('instances'),
    report: run === null ? NOT_RUN : { state: run.state, word: shortWord(run) },
  };
}
