// The page as it is published: built with its own configuration into a folder of its own, and served from there.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';

export interface Site {
  readonly address: string;
  close(): Promise<void>;
}

export async function serveBuilt(root: string): Promise<Site> {
  const outDir = await mkdtemp(join(tmpdir(), 'luce-site-'));
  const common = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'error' } as const;
  await build({ ...common, build: { outDir, emptyOutDir: true } });
  const server = await preview({ ...common, build: { outDir }, preview: { port: 0, host: 'localhost' } });
  const close = async () => {
    await server.close();
    await rm(outDir, { recursive: true, force: true });
  };
  return { address: server.resolvedUrls!.local[0], close };
}
