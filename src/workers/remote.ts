// The page's end of a worker: a crash rejects the calls that would otherwise stay pending for ever.
import { releaseProxy, wrap } from 'comlink';
import type { Remote } from 'comlink';

/** What is used of a Worker. */
export type WorkerLike = Pick<
  Worker,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>;

interface Call {
  /** Kept while the call is pending: comlink lets go of a proxy that is collected meanwhile. */
  readonly request: () => unknown;
  readonly reject: (reason: Error) => void;
}

/** One worker that exposes a `Shape`. Fields live as long as the worker. */
export class RemoteWorker<Shape> {
  readonly proxy: Remote<Shape>;
  /** Resolves with the reason when the worker breaks down, before its calls reject; never for `terminate`. */
  readonly crashed: Promise<string>;
  readonly #worker: WorkerLike;
  readonly #pending = new Set<Call>();
  #ended: string | null = null;

  constructor(worker: WorkerLike, label: string) {
    this.#worker = worker;
    this.proxy = wrap<Shape>(worker as Worker);
    this.crashed = new Promise((resolve) => {
      const crash = (event: Event) => {
        event.preventDefault();
        if (this.#ended !== null) return;
        const reason = `${label} broke down: ${reasonOf(event)}`;
        this.#end(reason);
        resolve(reason);
        setTimeout(() => this.#rejectPending(reason));
      };
      worker.addEventListener('error', crash);
      worker.addEventListener('messageerror', crash);
    });
  }

  /** Makes a call to the worker; rejects when the worker breaks down before it answers. */
  call<Value>(request: () => PromiseLike<Value>): Promise<Value> {
    if (this.#ended !== null) return Promise.reject(new Error(this.#ended));
    return new Promise<Value>((resolve, reject) => {
      const call: Call = { request, reject };
      this.#pending.add(call);
      const settled = () => this.#pending.delete(call);
      Promise.resolve(request()).finally(settled).then(resolve, reject);
    });
  }

  /** Ends the thread at once; calls then pending never settle, later ones reject. */
  terminate(): void {
    this.#pending.clear();
    this.#end('the worker was terminated');
  }

  #end(reason: string): void {
    if (this.#ended !== null) return;
    this.#ended = reason;
    this.proxy[releaseProxy]();
    this.#worker.terminate();
  }

  #rejectPending(reason: string): void {
    for (const { reject } of this.#pending) reject(new Error(reason));
    this.#pending.clear();
  }
}

function reasonOf(event: Event): string {
  if (event.type === 'messageerror') return 'an answer could not be read';
  const { message } = event as Partial<ErrorEvent>;
  return message || 'its script could not be loaded or run';
}
