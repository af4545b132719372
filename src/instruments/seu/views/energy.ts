// The energy of a chain beside its changes from draw to draw: can momentum refreshment reach the tails?
import { kernelDensity } from '../../../statistics/density.ts';
import { EBFMI_THRESHOLD } from '../../../statistics/ebfmi.ts';
import { mean } from '../../../statistics/moments.ts';
import type { FitReport } from '../report.ts';
import { fixed, integer } from './number-format.ts';
import { samplerColumn } from './variables.ts';

export interface EnergyRow {
  readonly chain: number;
  readonly distribution: 'marginal' | 'transition';
  /** Marginal: energy minus the chain's mean; transition: energy minus the draw before. */
  readonly energy: number;
  readonly density: number;
}

export interface EnergyPanel {
  readonly chain: number;
  readonly ebfmi: number;
  /** E-BFMI below 0.3: the chain may not reach the tails. */
  readonly low: boolean;
}

export interface EnergyView {
  readonly panels: readonly EnergyPanel[];
  readonly rows: readonly EnergyRow[];
}

const GRID = 96;

const centred = (energies: Float64Array): Float64Array => {
  const centre = mean(energies);
  return energies.map((value) => value - centre);
};

function panelRows(chain: number, energies: Float64Array, reach: number): readonly EnergyRow[] {
  const grid = { points: GRID, from: -reach, to: reach };
  const changes = energies.subarray(1).map((value, i) => value - energies[i]);
  const { x, density: marginal } = kernelDensity(centred(energies), grid);
  const { density: transition } = kernelDensity(changes, grid);
  return Array.from(x, (energy, i): EnergyRow[] => [
    { chain, distribution: 'marginal', energy, density: marginal[i] },
    { chain, distribution: 'transition', energy, density: transition[i] },
  ]).flat();
}

/** Densities per chain on one grid; no panels where the sampler reports no energy. */
export function energyView(report: Pick<FitReport, 'statistics' | 'sampler'>): EnergyView {
  const energies = samplerColumn(report.statistics, 'energy');
  const { iterations, chains } = report.statistics;
  if (energies === null || iterations < 3) return { panels: [], rows: [] };
  const byChain = Array.from({ length: chains }, (_, c) =>
    energies.subarray(c * iterations, (c + 1) * iterations),
  );
  const reach = Math.max(...byChain.map(reachOf));
  return {
    panels: report.sampler.ebfmi.map((ebfmi, chain) => ({
      chain: chain + 1,
      ebfmi,
      low: ebfmi < EBFMI_THRESHOLD,
    })),
    rows: byChain.flatMap((values, chain) => panelRows(chain + 1, values, reach)),
  };
}

/** Largest distance from the mean. */
const reachOf = (energies: Float64Array): number =>
  centred(energies).reduce((reach, value) => Math.max(reach, Math.abs(value)), 0);

export function describeEnergy({ panels }: EnergyView): string {
  if (panels.length === 0) return 'The sampler reported no energies.';
  const low = panels.filter((panel) => panel.low).length;
  const values = panels.map(({ chain, ebfmi }) => `chain ${chain} ${fixed(ebfmi, 2)}`);
  const verdict = low === 0 ? 'None is' : low === 1 ? 'One is' : `${integer(low)} are`;
  return `E-BFMI: ${values.join(', ')}. ${verdict} below 0.3.`;
}
