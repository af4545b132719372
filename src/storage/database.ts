// Opens the database of this browser, upgrades it, and lets go of it when another tab needs to upgrade.
import { openDB } from 'idb';
import { isQuota, quotaError } from './quota.ts';
import { MIGRATIONS } from './schema.ts';
import type { LuceDatabase, Migration, UpgradeTransaction } from './schema.ts';

export interface OpenOptions {
  readonly migrations?: readonly Migration[];
  /** Called with a sentence for the user when opening waits on other tabs or the connection ends. */
  readonly notice?: (sentence: string) => void;
}

const WAITING = 'Luce is being updated, but another tab still holds its data: close the other Luce tabs.';
const UPDATED = 'Another tab updated Luce. Reload this page to go on; nothing is lost.';
const TERMINATED = 'The browser closed the connection to its storage. Reload this page to go on.';

/**
 * Opens (and creates or upgrades) the database `name`. A failed migration leaves the older version as it
 * was. Throws QuotaError when there is no room, and says so when the data were written by a newer version.
 */
export async function openLuceDatabase(name = 'luce', options: OpenOptions = {}): Promise<LuceDatabase> {
  const { migrations = MIGRATIONS, notice = () => undefined } = options;
  const upgrade = upgrader(migrations);
  try {
    const database: LuceDatabase = await openDB(name, migrations.length, {
      upgrade: upgrade.run,
      blocked: () => notice(WAITING),
      blocking: () => {
        database.close();
        notice(UPDATED);
      },
      terminated: () => notice(TERMINATED),
    });
    return database;
  } catch (error) {
    throw upgrade.failure() ?? openingError(error, name, migrations.length);
  }
}

/** The first failed migration aborts the upgrade; the error is kept, for IndexedDB reports only the abort. */
function upgrader(migrations: readonly Migration[]) {
  let failure: unknown = null;
  const run = async (database: LuceDatabase, from: number, _to: number | null, tx: UpgradeTransaction) => {
    tx.done.catch(() => undefined);
    try {
      for (const migrate of migrations.slice(from)) await migrate(database, tx);
    } catch (error) {
      failure = error;
      tx.abort();
    }
  };
  return { run, failure: () => failure };
}

function openingError(error: unknown, name: string, version: number): unknown {
  if (isQuota(error)) return quotaError('open its database', error);
  if (!(error instanceof DOMException) || error.name !== 'VersionError') return error;
  return new Error(
    `database ${name} was written by a newer version of Luce than this page (schema ${version}); reload the page`,
    { cause: error },
  );
}
