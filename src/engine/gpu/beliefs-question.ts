// One question of a search as a problem for a device, and the device's answer as the search takes it.
import { answerInF64, type Objective, type Question } from '../../inference/beliefs/asking.ts';
import type { Evaluated } from '../../inference/lbfgs.ts';
import { chainGradient, toNatural } from '../../models/beliefs/layout.ts';
import { addLogPrior } from '../../models/beliefs/priors.ts';
import { REPORT_CLIP } from '../../models/beliefs/reports.ts';
import { deviceAnswers } from './beliefs-answers.ts';
import { evaluatedAt, type FoundMasses } from './beliefs-gradient.ts';
import type { BeliefProblem } from './beliefs-pack.ts';
import { beliefTables, fillBeliefTables } from './beliefs-tables.ts';

/** A question made ready: `problem` is null where its parameters have no finite likelihood. */
export interface ReadyQuestion {
  readonly problem: BeliefProblem | null;
  /** Throws where the first answer of an objective is not that of f64. */
  answer(found: FoundMasses): Evaluated;
}

/** What a line search takes for a step that is too long. */
export const noAnswer = ({ position }: Question): Evaluated => ({
  value: NaN,
  gradient: new Float64Array(position.length),
});

/** Differences that single precision leaves: of the value relative, of a gradient's entry a case and of the largest. */
const VALUE_ERROR = 1e-6;
const GRADIENT_ERROR = 1e-6;

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

/** Arithmetic that was tested alone could still go wrong in company. */
function checkAnswer(question: Question, { value, gradient }: Evaluated): void {
  const truth = answerInF64(question);
  const cases = question.objective.weights.reduce((sum, weight) => sum + weight, 0);
  const apart = gradient.map((slope, i) => slope - truth.gradient[i]);
  const allowed = GRADIENT_ERROR * (cases + largest(truth.gradient)) + 1e-4;
  if (
    Math.abs(value - truth.value) <= VALUE_ERROR * Math.max(1, Math.abs(truth.value)) &&
    largest(apart) <= allowed
  )
    return;
  throw new Error(
    `the device has a log density of ${value} for ${truth.value} and gradients ${largest(apart)} off those in f64; ` +
      `needed ${VALUE_ERROR} of it, and ${allowed}`,
  );
}

function opened({ cell, clip, likelihood, weights }: Objective) {
  const answers = deviceAnswers(likelihood.model, cell, clip ?? REPORT_CLIP);
  return { answers, tables: beliefTables(answers), weights, checked: false };
}

/** Makes questions ready; those of one objective share tables, and so follow each other. */
export function questionMaker(): (question: Question) => ReadyQuestion {
  const known = new WeakMap<Objective, ReturnType<typeof opened>>();
  return (question) => {
    const { objective, position } = question;
    const own = known.get(objective) ?? opened(objective);
    known.set(objective, own);
    const { layout } = objective.likelihood.model;
    const theta = new Float64Array(position.length);
    toNatural(layout, position, theta);
    return {
      problem: fillBeliefTables(own.answers, theta, own.tables) ? own : null,
      answer(found) {
        const { value, gradient } = evaluatedAt(own.answers, own.tables, theta, own.weights, found);
        const evaluated = { value: value + addLogPrior(layout, objective.priors, theta, gradient), gradient };
        chainGradient(layout, position, gradient);
        if (!own.checked) checkAnswer(question, evaluated);
        own.checked = true;
        return evaluated;
      },
    };
  };
}
