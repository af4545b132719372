// One passing notice at a time, for things done or undoable; errors that need an act stand where the work is.

export interface Notice {
  readonly text: string;
  readonly tone: 'fine' | 'info';
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

class Toasts {
  #current = $state.raw<Notice | null>(null);

  get current(): Notice | null {
    return this.#current;
  }

  show(text: string, options: Partial<Omit<Notice, 'text'>> = {}): void {
    this.#current = { text, tone: 'info', action: null, ...options };
  }

  dismiss(): void {
    this.#current = null;
  }
}

export const toasts = new Toasts();
