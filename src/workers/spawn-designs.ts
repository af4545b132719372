// Starts the worker that examines designs.
import type { Designs } from './designs.ts';
import { RemoteWorker } from './remote.ts';

/** Designs in a thread of their own, started at the first call; calls reject when it breaks down. */
export function spawnDesigns(): Designs {
  let opened: RemoteWorker<Designs> | null = null;
  const remote = (): RemoteWorker<Designs> => {
    opened ??= new RemoteWorker<Designs>(
      new Worker(new URL('./design-worker.ts', import.meta.url), { type: 'module', name: 'luce designs' }),
      'the design worker',
    );
    return opened;
  };
  const call = <Value>(
    ask: (designs: RemoteWorker<Designs>['proxy']) => PromiseLike<Value>,
  ): Promise<Value> => {
    const worker = remote();
    return worker.call(() => ask(worker.proxy));
  };
  return {
    design: (content, model, seed) => call((designs) => designs.design(content, model, seed)),
    power: (variables, looks, maxRank) => call((designs) => designs.power(variables, looks, maxRank)),
  };
}
