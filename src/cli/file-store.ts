// A JobStore in a directory: each append is one file, written beside and renamed, so that none is ever half there.
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { memoryStore } from '../jobs/memory-store.ts';
import type { JobStore, Progress } from '../jobs/store.ts';

const FOLDER = 'progress';
const CLEARED = 'cleared';

/** An entry of the log: progress, or a task whose earlier entries no longer count. */
type Entry = Progress | { readonly [CLEARED]: string };

/** Opens DIR/progress, replaying what an earlier session left. Manifests are written by the caller. */
export async function fileStore(directory: string, runId: string): Promise<JobStore> {
  const folder = join(directory, FOLDER);
  await mkdir(folder, { recursive: true });
  const memory = memoryStore();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.bin')).sort();
  for (const name of names)
    await replay(memory, runId, deserialize(await readFile(join(folder, name))) as Entry);
  let next = names.length === 0 ? 0 : Number(names[names.length - 1].slice(0, -4)) + 1;

  async function log(entry: Entry): Promise<void> {
    const name = `${String(next++).padStart(8, '0')}.bin`;
    await writeFile(join(folder, `${name}.part`), serialize(entry));
    await rename(join(folder, `${name}.part`), join(folder, name));
  }

  return {
    ...memory,
    async append(id, progress) {
      await log(progress);
      await memory.append(id, progress);
    },
    async clearTask(id, taskKey) {
      await log({ [CLEARED]: taskKey });
      await memory.clearTask(id, taskKey);
    },
    async deleteRun(id) {
      await rm(folder, { recursive: true, force: true });
      await memory.deleteRun(id);
    },
  };
}

const replay = (memory: JobStore, runId: string, entry: Entry): Promise<void> =>
  CLEARED in entry ? memory.clearTask(runId, entry[CLEARED]) : memory.append(runId, entry);
