// The acceptance list: prints every figure of the items asked for beside its bound, and counts.
import { gpuBeliefs } from './beliefs-gpu.ts';
import { beliefHonesty } from './beliefs-honesty.ts';
import { beliefCalibration } from './beliefs-sbc.ts';
import { beliefSpeed } from './beliefs-speed.ts';
import { comparisons } from './compare.ts';
import { densities } from './densities.ts';
import { caughtErrors } from './errors.ts';
import { badInput, recovery } from './faults.ts';
import { hierarchical } from './hierarchical.ts';
import { matched } from './matched.ts';
import { testCalibration } from './portability-calibration.ts';
import { excessCoverage } from './portability-coverage.ts';
import { gpuDistances } from './portability-gpu.ts';
import { importSpeed } from './portability-import.ts';
import { portabilitySpeed } from './portability-speed.ts';
import { exactDistances } from './portability.ts';
import { posteriors } from './posteriors.ts';
import { prior } from './prior.ts';
import { ranks } from './ranks.ts';
import { realData } from './real-data.ts';
import { sampler } from './sampler.ts';
import { paperCalibration } from './sbc.ts';
import { shortScale, wholeScale, type Scale } from './scale.ts';
import { speed } from './speed.ts';
import { startTally, type Tally } from './tally.ts';

interface Item {
  readonly title: string;
  readonly run: (tally: Tally, scale: Scale) => Promise<void>;
}

const ITEMS: readonly Item[] = [
  { title: 'Densities: value and gradient against references', run: densities },
  { title: 'Posteriors: means and sds against long reference runs', run: posteriors },
  { title: 'Real data: twenty conditions against the published fits', run: realData },
  { title: 'Sampler: effective draws per gradient, sticking, speed', run: sampler },
  { title: 'Recovery from faults', run: recovery },
  { title: 'Bad input', run: badInput },
  { title: 'Ranks: bands, false alarms, looks', run: ranks },
  { title: 'Calibration: the studies of the paper', run: paperCalibration },
  { title: 'Calibration finds errors made on purpose', run: caughtErrors },
  { title: 'Designs and priors: published grids, ranks, gaps', run: prior },
  { title: 'Comparisons: prior sweep, smallest slope that would be seen', run: comparisons },
  { title: 'Matched comparison of more choices and risky choices', run: matched },
  { title: 'Hierarchical models: reference posterior, real cells', run: hierarchical },
  { title: 'Speed of calibration', run: speed },
  { title: 'Portability: exact distances', run: exactDistances },
  { title: 'Portability: import', run: importSpeed },
  { title: 'Portability: levels and power of the tests', run: testCalibration },
  { title: 'Portability: coverage of the interval of the excess', run: excessCoverage },
  { title: 'Portability: speed of splits and floors', run: portabilitySpeed },
  { title: 'Portability: distances on the GPU', run: gpuDistances },
  { title: 'Beliefs: levels of the tests behind verdicts', run: beliefHonesty },
  { title: 'Beliefs: own fits, speed of fits and resamples', run: beliefSpeed },
  { title: 'Beliefs: calibration of full Bayes', run: beliefCalibration },
  { title: 'Beliefs: likelihoods and fits on the GPU', run: gpuBeliefs },
];

const USAGE = `npm run accept [n …] [-- --short]; n from 1 to ${ITEMS.length}\n`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

function numbersOf(argv: readonly string[]): readonly number[] | null {
  const numbers = argv.filter((argument) => argument !== '--short').map(Number);
  if (numbers.some((n) => !(Number.isInteger(n) && n >= 1 && n <= ITEMS.length))) return null;
  return numbers.length > 0 ? numbers : ITEMS.map((_, i) => i + 1);
}

/** An item that breaks counts as one failure and does not keep the others from running. */
async function runItem(tally: Tally, number: number, scale: Scale): Promise<void> {
  const { title, run } = ITEMS[number - 1];
  print(`\n${number}. ${title}`);
  try {
    await run(tally, scale);
  } catch (error) {
    tally.check(`item ${number}`, error instanceof Error ? error.message : String(error), 'runs', false);
  }
}

async function main(argv: readonly string[]): Promise<number> {
  const numbers = numbersOf(argv);
  if (numbers === null) {
    process.stderr.write(USAGE);
    return 2;
  }
  // Every run of the command's runner listens for an interrupt.
  process.setMaxListeners(0);
  const short = argv.includes('--short');
  const tally = startTally(print);
  if (short) print('Short runs: bounds on Monte Carlo figures are not meant for these sizes.');
  for (const number of numbers) await runItem(tally, number, short ? shortScale : wholeScale);
  const { passed, failed, skipped } = tally.counts();
  if (skipped > 0) print(`\n${skipped} skipped, each said above`);
  print(`\n${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
