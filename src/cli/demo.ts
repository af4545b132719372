// luce demo: fits a seeded agent whose α is known, and serves the page if asked to.
import { datasetOf } from '../formats/hash.ts';
import { fitReport } from '../instruments/seu/fit.ts';
import { generateContent } from '../instruments/seu/design/generate.ts';
import { DEMO_ALPHA, DEMO_DESIGN } from '../instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../models/seu/presets.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { engineChoice, samplerSettings, seedOf, wholeNumber, type Arguments } from './arguments.ts';
import { execute } from './execute.ts';
import { exitStatus } from './outcome.ts';
import { diagnosticLines } from './text.ts';
import { serveSite } from './serve.ts';

const PORT = 4173;

async function fitDemo(args: Arguments): Promise<number> {
  const content = generateContent(DEMO_DESIGN, DEMO_ALPHA);
  const source = { file: 'built-in agent', address: null, licence: null, citation: null };
  const dataset = await datasetOf(content, { name: 'Built-in agent', condition: '', source, history: [] });
  const plan: FitPlan = {
    instrument: 'seu',
    analysis: 'fit',
    title: 'Built-in agent',
    datasets: [dataset.hash],
    settings: {
      conditions: [
        {
          dataset: dataset.hash,
          label: 'Built-in agent',
          model: SEU_PRESETS.m_0,
          cell: null,
          temperature: null,
        },
      ],
      sampler: samplerSettings(args),
      study: null,
    },
    seed: seedOf(args),
    engine: engineChoice(args),
  };
  const datasets = new Map([[dataset.hash, dataset]]);
  const executed = await execute(plan, datasets, args, null);
  const report = fitReport(plan, datasets, executed.chunks, executed.states, 0);
  const alpha = report?.summary.find(({ variable }) => variable === 'alpha');
  if (!report || !alpha) return exitStatus([report]);
  process.stdout.write(
    `A simulated agent, ${report.menus} choices, model ${report.model.name}, ${executed.seconds.toFixed(1)} s:\n` +
      `  true alpha       ${DEMO_ALPHA}\n` +
      `  posterior median ${alpha.median.toFixed(2)}, 90 % interval [${alpha.q5.toFixed(2)}, ${alpha.q95.toFixed(2)}], ` +
      `R-hat ${alpha.rhat?.toFixed(3)}, bulk ESS ${alpha.ess_bulk?.toFixed(0)}\n` +
      diagnosticLines(report.diagnostics),
  );
  return exitStatus([report]);
}

/** With CI set the page is fetched once in place of waiting for visitors. */
async function serve(port: number): Promise<number> {
  const { address, server } = await serveSite(port).catch((error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE' ? serveSite(0) : Promise.reject(error),
  );
  process.stdout.write(`Luce is at ${address}\n`);
  if (!process.env.CI) return new Promise(() => undefined);
  const page = await fetch(address);
  const text = await page.text();
  server.close();
  const whole = page.ok && text.includes('<title>');
  process.stdout.write(whole ? 'The page answers.\n' : `The page answered ${page.status}.\n`);
  return whole ? 0 : 1;
}

export async function demoCommand(args: Arguments): Promise<number> {
  const status = await fitDemo(args);
  return args.has('serve') && status === 0 ? serve(wholeNumber(args, 'port', PORT, 0, 65535)) : status;
}

export const serveCommand = (args: Arguments): Promise<number> =>
  serve(wholeNumber(args, 'port', PORT, 0, 65535));
