// Reads the SEU fixtures: Stan-style data with reference densities and posteriors.
import { readdirSync, readFileSync } from 'node:fs';
import { menuBlock, type MenuBlock, type SeuData } from '../../src/models/seu/data.ts';
import { SEU_PRESETS, type SeuModel } from '../../src/models/seu/presets.ts';

const root = new URL('../fixtures/seu/', import.meta.url);

export interface StanData {
  K: number;
  D: number;
  R: number;
  w: number[][];
  I: number[][];
  y: number[];
  S?: number;
  x?: number[][];
  J?: number[][] | number;
  z?: number[];
  delta_concentration?: number;
}

export interface DensityFixture {
  model: string;
  data: StanData;
  unconstrained_names: string[];
  constant_dropped_by_stan: number;
  points: {
    unconstrained: number[];
    direct: { log_posterior_unconstrained: number; log_lik: number };
    direct_complex_step_grad_adjust_true: number[];
    derived: { eta_by_alternative: number[] };
  }[];
}

export const readFixture = <Value>(name: string): Value =>
  JSON.parse(readFileSync(new URL(name, root), 'utf8')) as Value;

export const fixtureNames = (prefix: string): string[] =>
  readdirSync(root).filter((name) => name.startsWith(prefix) && name.endsWith('.json'));

const members = (row: readonly number[]): number[] => row.flatMap((on, item) => (on ? [item] : []));

const block = (rows: readonly number[][], choices: readonly number[]): MenuBlock =>
  menuBlock(
    rows.map(members),
    choices.map((choice) => choice - 1),
  );

/** The fixture's data as model data, without going through the importer. */
export function dataOf(stan: StanData): SeuData {
  const risky = stan.x !== undefined && stan.z !== undefined && Array.isArray(stan.J);
  return {
    consequences: stan.K,
    alternatives: stan.R,
    dimensions: stan.D,
    features: Float64Array.from(stan.w.flat()),
    uncertain: block(stan.I, stan.y),
    risky: risky
      ? {
          lotteries: stan.x!.length,
          probabilities: Float64Array.from(stan.x!.flat()),
          menus: block(stan.J as number[][], stan.z!),
        }
      : null,
  };
}

/** The preset a fixture names, with the concentration its data give. */
export function modelOf(name: string, stan: StanData): SeuModel {
  const preset = SEU_PRESETS[name];
  const deltaConcentration = stan.delta_concentration ?? preset.priors.deltaConcentration;
  return { ...preset, priors: { ...preset.priors, deltaConcentration } };
}
