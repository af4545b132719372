// The prior predictive that is being set up: how many agents to draw, which priors to scan, which rate to aim at.
import { parseGrid } from '../../instruments/seu/prior/grid.ts';
import type { PriorPlan } from '../../instruments/seu/prior/plan.ts';
import type { PriorSettings } from '../../instruments/seu/prior/report.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { CalibrationSubject } from './calibration-draft.svelte.ts';
import { countFault, countOf, type CountRange } from './count-fields.ts';

const DRAWS: CountRange = { label: 'Agents', least: 100, most: 1_000_000, hint: 'Drawn from the prior.' };
/** Rates of the grid that a run may store, at 24 bytes each. */
const MOST_CELLS = 5_000_000;
export const PAPER_GRID = 'mu=2,2.5,3,3.5;sigma=0.5,0.75,1';

export class PriorDraftSettings {
  draws = $state('20000');
  /** Empty: no grid. */
  grid = $state(PAPER_GRID);
  /** A rate in percent; empty: none. */
  target = $state('');

  readonly faults = $derived.by<readonly string[]>(() => {
    const grid = this.#grid();
    return [
      ...[countFault(DRAWS, this.draws) ?? []].flat(),
      ...(grid.ok ? [] : [`Grid: ${grid.fault}.`]),
      ...(grid.ok && grid.priors.length * countOf(this.draws) > MOST_CELLS
        ? [`${grid.priors.length} priors × ${this.draws} agents; needed at most ${MOST_CELLS} in all.`]
        : []),
      ...(this.#targetValid() ? [] : [`Target is “${this.target}”; needed a percentage between 0 and 100.`]),
    ];
  });

  #grid() {
    return this.grid.trim() === '' ? ({ ok: true, priors: [] } as const) : parseGrid(this.grid);
  }

  #targetValid(): boolean {
    const value = Number(this.target);
    return this.target.trim() === '' || (value > 0 && value < 100);
  }

  /** Faults must be empty. */
  plan({ model, design, seed, label }: CalibrationSubject): PriorPlan {
    return {
      instrument: 'seu',
      analysis: 'prior',
      title: `Prior of ${model.name}, ${label}`,
      datasets: [design],
      settings: this.settings(model),
      seed,
      engine: 'cpu',
    };
  }

  /** Faults must be empty. */
  settings(model: SeuModel): PriorSettings {
    const grid = this.#grid();
    return {
      model,
      draws: countOf(this.draws),
      grid: grid.ok ? grid.priors : [],
      target: this.target.trim() === '' ? null : Number(this.target) / 100,
    };
  }
}
