// The theme: the system's, light or dark, kept per device. public/theme.js applies the kept one before the first paint.
import { keep, recall } from './device.ts';

const choices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof choices)[number];

const isChoice = (value: unknown): value is ThemeChoice => choices.some((choice) => choice === value);

class Theme {
  #choice = $state<ThemeChoice>(recall('theme', isChoice, 'system'));

  get choice(): ThemeChoice {
    return this.#choice;
  }

  set choice(choice: ThemeChoice) {
    this.#choice = choice;
    keep('theme', choice);
    if (choice === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
  }

  /** System, light, dark, and round again. */
  next(): void {
    this.choice = choices[(choices.indexOf(this.#choice) + 1) % choices.length];
  }
}

export const theme = new Theme();
