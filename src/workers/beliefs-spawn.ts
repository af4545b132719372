// Starts the worker that reads files of answers.
import type { AnswerImports } from './beliefs-import.ts';
import { RemoteWorker } from './remote.ts';

/** Each reading has a thread of its own, which ends with it. */
export function spawnAnswerImports(): AnswerImports {
  return {
    async read(files, mapping) {
      const worker = new Worker(new URL('./beliefs-import-worker.ts', import.meta.url), {
        type: 'module',
        name: 'luce answers',
      });
      const remote = new RemoteWorker<AnswerImports>(worker, 'the import worker');
      try {
        return await remote.call(() => remote.proxy.read(files, mapping));
      } finally {
        remote.terminate();
      }
    },
  };
}
