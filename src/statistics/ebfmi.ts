// E-BFMI: whether momentum resampling explores the energies that the posterior holds.
import { chainsOf, oneChain } from './chains.ts';
import { mean } from './moments.ts';

/** Below this a chain explores its energies too slowly (Betancourt 2016; CmdStan warns at the same value). */
export const EBFMI_THRESHOLD = 0.3;

/** Σ(Eₜ − Eₜ₋₁)² / Σ(Eₜ − Ē)² of one chain (Betancourt 2016, arXiv:1604.00695); 0 if the energy never moves. */
export function ebfmi(energy: Float64Array): number {
  const centre = mean(energy);
  let change = 0;
  let spread = 0;
  for (let t = 0; t < energy.length; t++) {
    if (t > 0) change += (energy[t] - energy[t - 1]) * (energy[t] - energy[t - 1]);
    spread += (energy[t] - centre) * (energy[t] - centre);
  }
  return spread === 0 ? 0 : change / spread;
}

/** E-BFMI of each chain; `energy` holds them one after another. */
export function ebfmiByChain(energy: Float64Array, chains: number): number[] {
  const x = chainsOf(energy, chains);
  return Array.from({ length: chains }, (_, chain) => ebfmi(oneChain(x, chain)));
}
