// luce sbc: simulation-based calibration of a model and its sampler.
import { calibrationReport, contextOf } from '../instruments/seu/calibration/calibrate.ts';
import type { Arguments } from './arguments.ts';
import { openOutput } from './output.ts';
import { addReplicates } from './sbc-add.ts';
import { DESIGN_FILE, sayCalibration, sbcJson, writeCalibration } from './sbc-output.ts';
import { planCells, type PlannedStudy } from './sbc-cells.ts';
import { designFile } from './sbc-design.ts';
import { planSbc } from './sbc-plan.ts';
import { runReplicates } from './sbc-run.ts';

async function planFlat(args: Arguments): Promise<PlannedStudy> {
  const { dataset, ...planned } = await planSbc(args);
  return { ...planned, datasets: new Map([[dataset.hash, dataset]]) };
}

export async function sbcCommand(args: Arguments): Promise<number> {
  if (args.text('add-to') !== undefined) return addReplicates(args);
  const { plan, datasets, warnings } = (await planCells(args)) ?? (await planFlat(args));
  const output = await openOutput(args, plan);
  const { tables, executed, complete } = await runReplicates(plan, datasets, args, output, warnings);
  const [rows] = tables;
  const report = calibrationReport(contextOf(plan, 0), rows);
  const json = sbcJson(report, executed);
  if (output) {
    await output.write(DESIGN_FILE, designFile(datasets));
    await writeCalibration(output, rows, json);
  }
  return sayCalibration(report, json, args, complete);
}
