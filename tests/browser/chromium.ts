// The browser and the server that the browser tests share: system Chromium on the real modules.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createServer } from 'vite';
import type { Plugin } from 'vite';

const EXECUTABLE = process.env.CHROMIUM ?? '/usr/bin/chromium';
const QUIET = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Arguments that give pages the software WebGPU adapter. */
export const SOFTWARE_WEBGPU: readonly string[] = [
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-features=Vulkan',
];

/** Headless system Chromium (or the one that CHROMIUM names). */
export const launchChromium = (extraArgs: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ executablePath: EXECUTABLE, args: [...QUIET, ...extraArgs] });

export interface Server {
  /** `http://localhost:port`, a secure context. */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves the sources under `root` through vite. `/blank?module=/path.ts` is an empty page that runs one
 * module. All dependencies are bundled before the first page, so that none reloads a page later.
 */
export async function serve(root: string): Promise<Server> {
  const modules = join(root, 'node_modules');
  const cacheDir = await mkdtemp(join(modules, '.vite-browser-'));
  const server = await createServer({
    configFile: false,
    root,
    cacheDir,
    logLevel: 'error',
    plugins: [svelte({ configFile: join(root, 'svelte.config.js') }), blankPages()],
    optimizeDeps: { noDiscovery: true, include: await dependencies(root) },
    server: { host: 'localhost', port: 0, hmr: false, watch: null, allowedHosts: true },
  });
  await server.listen();
  const { port } = server.httpServer!.address() as { port: number };
  const close = async () => {
    await server.close();
    await rm(cacheDir, { recursive: true, force: true });
  };
  return { origin: `http://localhost:${port}`, port, close };
}

async function dependencies(root: string): Promise<string[]> {
  const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  return Object.keys(dependencies as Record<string, string>);
}

const blank = (module: string | null): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Luce test</title><link rel="icon" href="data:,"></head>
<body>${module ? `<script type="module" src="${module}"></script>` : ''}</body></html>`;

const blankPages = (): Plugin => ({
  name: 'luce-blank-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use('/blank', (request, response) => {
      const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
      response.setHeader('content-type', 'text/html');
      response.end(blank(searchParams.get('module')));
    });
  },
});

export interface WatchedPage {
  readonly page: Page;
  /** Every console message, uncaught error, crash and failed request so far: a test expects none. */
  readonly messages: readonly string[];
}

/** Opens `address` in a new tab of `context` and notes all that the page says outside its own surface. */
export async function openPage(context: BrowserContext, address: string): Promise<WatchedPage> {
  const page = await context.newPage();
  const messages: string[] = [];
  page.on('console', (message) => messages.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('crash', () => messages.push('the page crashed'));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A reload cancels what a worker was still loading; a request that fails has another reason.
    if (reason !== 'net::ERR_ABORTED') messages.push(`request failed: ${request.url()} ${reason}`);
  });
  await page.goto(address);
  return { page, messages };
}
