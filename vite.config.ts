// Builds the page: static files that work from any sub-path, one chunk for each page.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Caches the built files, so that the page opens without a network; the manifest is public/manifest.webmanifest. */
const offline = VitePWA({
  registerType: 'prompt',
  injectRegister: false,
  manifest: false,
  workbox: {
    globPatterns: ['**/*.{html,js,css,svg,png,webmanifest,json,wgsl}'],
    navigateFallback: 'index.html',
  },
});

/** How long plugins took is no fault of the build: on a busy machine it would be a warning. */
const checks = { bundlerTimings: false };

export default defineConfig({
  base: './',
  plugins: [svelte(), offline],
  build: {
    outDir: 'dist/site',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: { checks },
  },
  worker: { format: 'es', rolldownOptions: { checks } },
});
