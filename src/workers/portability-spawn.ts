// Starts the worker that reads files of choices.
import { proxy as callback } from 'comlink';
import type { ChoiceImports } from './portability-import.ts';
import { RemoteWorker } from './remote.ts';

/** Each reading has a thread of its own, which ends with it: what it held of large files goes at once. */
export function spawnChoiceImports(): ChoiceImports {
  return {
    async read(files, options, onRead) {
      const worker = new Worker(new URL('./portability-import-worker.ts', import.meta.url), {
        type: 'module',
        name: 'luce import',
      });
      const remote = new RemoteWorker<ChoiceImports>(worker, 'the import worker');
      try {
        return await remote.call(() => remote.proxy.read(files, options, callback(onRead)));
      } finally {
        remote.terminate();
      }
    },
  };
}
