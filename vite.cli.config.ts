// Builds the command: two files with everything inside but the GPU's native module.
import { builtinModules } from 'node:module';
import { defineConfig } from 'vite';

export default defineConfig({
  publicDir: false,
  build: {
    outDir: 'dist/cli',
    emptyOutDir: true,
    target: 'node20',
    ssr: true,
    minify: false,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { luce: 'src/cli/luce.ts', 'lane-thread': 'src/cli/lane-thread.ts' },
      external: ['webgpu', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)],
      output: { entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' },
    },
  },
  ssr: { noExternal: true },
});
