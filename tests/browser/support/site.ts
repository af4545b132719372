// The page as it is published: built once for all test files, and served to each from a copy that nobody replaces.
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preview } from 'vite';
import { root, withBuild, type Build } from '../../support/built.ts';

export interface Site {
  readonly address: string;
  close(): Promise<void>;
}

const folder = join(root, 'dist/site');
const BUILD: Build = {
  folder,
  entry: join(folder, 'index.html'),
  config: 'vite.config.ts',
  sources: () => ['src', 'shaders', 'public', 'index.html', 'svelte.config.js'],
};

/** A folder of its own for one test file's page. */
export const siteFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'luce-site-'));

/** Serves a built page; the folder goes when the site closes. */
export async function serveFolder(outDir: string): Promise<Site> {
  const common = { root, configFile: false, base: './', logLevel: 'error' } as const;
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: 'localhost' } });
  const close = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { address: server.resolvedUrls!.local[0], close };
}

export async function serveBuilt(): Promise<Site> {
  const copy = await siteFolder();
  await withBuild(BUILD, () => cp(folder, copy, { recursive: true }));
  return serveFolder(copy);
}
