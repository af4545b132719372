// A worker that breaks down when it is asked to advance.
import { expose } from 'comlink';

expose({
  prepare: () => undefined,
  advance: () => {
    setTimeout(() => {
      throw new Error('deliberate');
    });
    return new Promise(() => undefined);
  },
  dispose: () => undefined,
});
