// Engine and storage of this tab as the shell's chips show them.
import type { Engines } from '../../state/engines.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { EngineFacts, StorageFacts } from '../facts.ts';

function explain({ choice, gpu, workers }: Engines): string {
  if (choice === 'cpu') return `Chains run in ${workers} workers on the CPU, in double precision.`;
  if (choice === 'gpu') return 'Chains run on the GPU, one workgroup each; pooled warmup runs on the CPU.';
  return gpu?.fallbackAdapter
    ? 'This device has a software GPU only; the CPU is faster, so chains run there.'
    : 'Few chains run on the CPU; from 64 chains on they run on a hardware GPU, where there is one.';
}

export function engineFacts(engines: Engines): EngineFacts {
  const cpu = `CPU · ${engines.workers} ${engines.workers === 1 ? 'worker' : 'workers'}`;
  const onGpu =
    engines.choice === 'gpu' || (engines.choice === 'auto' && engines.gpu && !engines.gpu.fallbackAdapter);
  return {
    label: onGpu ? (engines.gpu?.label ?? 'GPU') : cpu,
    choice: engines.choice,
    missing: engines.gpuMissing ? { gpu: engines.gpuMissing } : {},
    explanation: explain(engines),
    details: [
      { label: 'CPU workers', value: String(engines.workers) },
      ...(engines.gpu
        ? [
            { label: 'GPU adapter', value: engines.gpu.label },
            { label: 'Lanes per chain', value: String(engines.gpu.lanes ?? '') },
            { label: 'Self-test', value: engines.gpu.selfTest ?? 'not run' },
          ]
        : []),
    ],
    speeds: engines.gradientsPerSecond
      ? [
          {
            label: 'One worker, 100 choices, m_0',
            engine: 'cpu',
            gradientsPerSecond: engines.gradientsPerSecond,
          },
        ]
      : [],
    measuring: false,
  };
}

export const storageFacts = ({ usage, persistence, library, runs }: Luce): StorageFacts | null =>
  usage && {
    usedBytes: usage.usage,
    quotaBytes: usage.quota,
    persistent: persistence === 'unknown' ? null : persistence === 'granted',
    datasets: library.datasets.length,
    runs: runs.records.length,
  };
