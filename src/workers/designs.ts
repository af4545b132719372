// What takes too long for the page's own thread before there is a run: designs, and what a study could see.
import type { SeuContent } from '../formats/dataset.ts';
import { foreseenPower, type ForeseenPower } from '../instruments/seu/calibration/foreseen.ts';
import type { PlannedLooks } from '../instruments/seu/calibration/range.ts';
import { designReport, type DesignReport } from '../instruments/seu/design/report.ts';
import type { SeuModel } from '../models/seu/presets.ts';

export interface Designs {
  design(content: SeuContent, model: SeuModel, seed: number): Promise<DesignReport>;
  /** What a study of `variables` with ranks 0 … maxRank would see at its last planned look. */
  power(variables: readonly string[], looks: PlannedLooks, maxRank: number): Promise<ForeseenPower>;
}

export const designs: Designs = {
  design: async (content, model, seed) => designReport(content, model, seed),
  power: async (variables, looks, maxRank) => foreseenPower(variables, looks, maxRank),
};
