// Places the conditions of a plan by the factors that tell them apart.
import type { Level } from './effects.ts';
import type { FitPlan } from '../plan.ts';

export type Levels = Readonly<Record<string, Level>>;

/**
 * Levels of every factor, condition by condition: agent and task where they tell cells apart, else the cell; the
 * temperature where there is one, else the label.
 */
export function factorLevels({ settings: { conditions, study } }: FitPlan): readonly Levels[] {
  const cells = study?.cells ?? [];
  const pairs = new Set(cells.map(({ agent, task }) => JSON.stringify([agent, task])));
  const crossed = cells.length > 1 && pairs.size === cells.length;
  return conditions.map(({ cell, temperature, label }) => {
    const place = crossed ? cells.find(({ id }) => id === cell) : undefined;
    return {
      ...(place ? { agent: place.agent, task: place.task } : { cell: cell ?? '' }),
      ...(temperature === null ? { condition: label } : { temperature }),
    };
  });
}
