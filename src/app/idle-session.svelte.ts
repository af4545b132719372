// A session in which nothing is loaded and no engine is open: it shows what the browser itself says.
import type { Fault } from '../formats/fault.ts';
import type { EngineChoice } from '../jobs/run.ts';
import type { EngineFacts, StorageFacts } from './facts.ts';
import type { Session } from './session.ts';

const noGpu = 'this browser offers no WebGPU here';

export class IdleSession implements Session {
  readonly version: string;
  readonly running = null;
  readonly demos = [];
  readonly runs = [];
  readonly datasets = [];
  readonly measureEngine = null;
  #choice = $state<EngineChoice>('auto');
  #storage = $state.raw<StorageFacts | null>(null);
  #faults = $state.raw<readonly Fault[]>([]);
  readonly #workers = navigator.hardwareConcurrency;

  constructor(version: string) {
    this.version = version;
    void this.#estimate();
  }

  get storage(): StorageFacts | null {
    return this.#storage;
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  get engine(): EngineFacts {
    return {
      label: `CPU · ${this.#workers} ${this.#workers === 1 ? 'worker' : 'workers'}`,
      choice: this.#choice,
      missing: 'gpu' in navigator ? {} : { gpu: noGpu },
      explanation: 'The engine is opened when a run starts.',
      details: [{ label: 'Processor cores', value: String(this.#workers) }],
      speeds: [],
      measuring: false,
    };
  }

  chooseEngine(choice: EngineChoice): void {
    this.#choice = choice;
  }

  importFiles(files: readonly File[]): void {
    this.#faults = files.map(({ name }) => this.#refusal(name));
  }

  importText(): void {
    this.#faults = [this.#refusal('pasted text')];
  }

  runView(): null {
    return null;
  }

  startDemo(): void {}
  exportDatasets(): void {}
  deleteDatasets(): void {}
  stopRun(): void {}
  pauseRun(): void {}
  resumeRun(): void {}
  exportRuns(): void {}
  deleteRuns(): void {}

  #refusal(file: string): Fault {
    const seen = 'this page holds no reader of files';
    return { file, row: null, column: null, seen, needed: 'a page with its instruments' };
  }

  async #estimate(): Promise<void> {
    const { usage = 0, quota = null } = (await navigator.storage?.estimate()) ?? {};
    const persistent = (await navigator.storage?.persisted()) || null;
    this.#storage = { usedBytes: usage, quotaBytes: quota, persistent, datasets: 0, runs: 0 };
  }
}
