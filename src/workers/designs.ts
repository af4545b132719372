// What takes too long for the page's own thread before there is a run: designs, priors, and what a study could see.
import type { SeuContent } from '../formats/dataset.ts';
import { designReport, type DesignReport } from '../instruments/seu/design/report.ts';
import { priorReport, type PriorReport, type PriorSettings } from '../instruments/seu/prior/report.ts';
import type { SeuModel } from '../models/seu/presets.ts';
import { detectable, type Detectable } from '../statistics/sbc/power.ts';
import { rankReference } from '../statistics/sbc/reference.ts';

export interface Designs {
  design(content: SeuContent, model: SeuModel, seed: number): Promise<DesignReport>;
  prior(content: SeuContent, settings: PriorSettings, seed: number): Promise<PriorReport>;
  /** Smallest misfits that a test at `level` of `replicates` ranks 0 … maxRank sees with 80 % power. */
  power(replicates: number, maxRank: number, level: number): Promise<Detectable>;
}

export const designs: Designs = {
  design: async (content, model, seed) => designReport(content, model, seed),
  prior: async (content, settings, seed) => priorReport(content, settings, seed),
  power: async (replicates, maxRank, level) => detectable(rankReference(replicates, maxRank), level),
};
