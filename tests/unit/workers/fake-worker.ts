// A worker without a thread: a message channel whose far end is served in place.
import { expose } from 'comlink';
import type { WorkerLike } from '../../../src/workers/remote.ts';

type Listener = (event: Event) => void;

export interface FakeWorker extends WorkerLike {
  readonly terminated: boolean;
  /** Breaks down as a real worker does when its script throws. */
  fail(message: string): void;
}

/** A worker that exposes `served`; its messages are cloned and transferred as between threads. */
export function fakeWorker(served: object): FakeWorker {
  const { port1, port2 } = new MessageChannel();
  const own = new EventTarget();
  let terminated = false;
  expose(served, port2 as unknown as MessagePort);
  port1.start();
  return {
    get terminated() {
      return terminated;
    },
    postMessage: ((message: unknown, moved: Transferable[]) =>
      port1.postMessage(message, moved)) as Worker['postMessage'],
    addEventListener: (type: string, listener: unknown) =>
      (type === 'message' ? port1 : own).addEventListener(type, listener as Listener),
    removeEventListener: (type: string, listener: unknown) =>
      (type === 'message' ? port1 : own).removeEventListener(type, listener as Listener),
    terminate: () => {
      terminated = true;
      port1.close();
      port2.close();
    },
    fail: (message) => own.dispatchEvent(Object.assign(new Event('error'), { message })),
  };
}
