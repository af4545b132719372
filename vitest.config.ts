import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Tests that put a module in another's place need modules of their own. */
const MOCKED = ['tests/unit/engine/replicates-failures.test.ts'];

export default defineConfig({
  plugins: [svelte()],
  test: {
    testTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude: MOCKED,
          // Modules hold no state beyond caches: loading them once a worker saves a third of the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'apart', include: ['tests/{browser,gpu}/**/*.test.ts', ...MOCKED] },
      },
    ],
  },
});
