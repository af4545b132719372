// Small data files and an empty directory for each test of the command.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { readFixture } from '../../support/seu.ts';

/** A directory that is removed after the tests of the file. */
export function scratch(): string {
  const path = mkdtempSync(join(tmpdir(), 'luce-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Writes a value as JSON and returns its path. */
export function jsonFile(directory: string, name: string, value: unknown): string {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

export const malformed = (name: string): string =>
  new URL(`../../fixtures/malformed/${name}`, import.meta.url).pathname;

export interface StanFile {
  readonly K: number;
  readonly D: number;
  readonly R: number;
  readonly w: number[][];
  readonly I: number[][];
  readonly y: number[];
}

export const smallData = (): StanFile => readFixture<{ data: StanFile }>('logdensity_m_0_small_K3.json').data;

/** Two chains of a few draws: enough for every output, not for any finding. */
export const QUICK = ['--chains', '2', '--warmup', '60', '--draws', '50', '--engine', 'cpu'];
