// How long the paper's calibration study of m_0 takes on the CPU engine here, beside the calibration loop.
import { loadavg } from 'node:os';
import { gradientSpeed } from '../../src/engine/benchmark.ts';
import { encodeSeu } from '../../src/instruments/seu/encode.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import { cpuSeconds } from './one-core.ts';
import { pageTasks } from './page.ts';
import { paperDesign, studyOfCase } from './replicates.ts';
import type { Scale } from './scale.ts';
import { atMost, type Tally } from './tally.ts';

const REPLICATES = 999;
const SECONDS = 100;
const MEGABYTES = 1000;
const TIMED = 50_000;

export async function speed(tally: Tally, scale: Scale): Promise<void> {
  const model = SEU_PRESETS.m_0;
  const content = paperDesign();
  const replicates = scale(REPLICATES, 1).draws;
  const {
    report,
    seconds,
    cpuSeconds: cpu,
  } = await studyOfCase({ label: 'm_0', content, model, replicates });
  const { referencePerSecond } = gradientSpeed(
    { family: 'seu', model, data: encodeSeu(content) },
    TIMED,
    cpuSeconds,
  );
  const loops = (cpu * referencePerSecond) / 1e9;
  tally.note(
    `${replicates} replicates, ${((report.gradients ?? 0) / 1e6).toFixed(1)} M gradients, ${cpu.toFixed(1)} CPU seconds: ` +
      `${loops.toFixed(0)} G operations of the calibration loop (${(referencePerSecond / 1e6).toFixed(0)} M a second); ` +
      `load ${loadavg()[0].toFixed(1)}`,
  );
  atMost(tally, `${replicates} replicates of m_0, wall seconds`, seconds, SECONDS);
  const resident = process.resourceUsage().maxRSS / 1024;
  atMost(tally, 'largest resident size so far, MB', resident, MEGABYTES);
  await pageTasks(tally);
}
