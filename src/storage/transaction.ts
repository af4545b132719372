// One write is one transaction: everything of it is stored, or nothing.
import type { IDBPTransaction } from 'idb';
import { isQuota, quotaError } from './quota.ts';
import type { LuceDatabase, LuceSchema, StoreName } from './schema.ts';

export type WriteTransaction<Names extends StoreName> = IDBPTransaction<LuceSchema, Names[], 'readwrite'>;

/**
 * Runs `work` in a transaction over `stores` and waits until it is committed, not only requested: a full
 * disk shows as an abort after every request succeeded. Any failure rolls back all of `work`.
 * Throws QuotaError when storage is full; `purpose` completes "the browser refused to …".
 */
export async function write<Names extends StoreName>(
  database: LuceDatabase,
  stores: Names[],
  purpose: string,
  work: (transaction: WriteTransaction<Names>) => Promise<unknown>,
): Promise<void> {
  const transaction = await saying(purpose, async () => ({ tx: database.transaction(stores, 'readwrite') }));
  const failure = await outcome(transaction.tx, work);
  if (failure !== null) throw isQuota(failure) ? quotaError(purpose, failure) : failure;
}

/** Why the transaction failed, null when it is committed. A full disk is the reason whatever else is seen. */
async function outcome<Names extends StoreName>(
  tx: WriteTransaction<Names>,
  work: (transaction: WriteTransaction<Names>) => Promise<unknown>,
): Promise<unknown> {
  const ended = tx.done.then(
    () => null,
    (error: unknown) => error,
  );
  const failure = await work(tx).then(
    () => null,
    (error: unknown) => error,
  );
  if (failure !== null) abort(tx);
  const aborted = await ended;
  return [failure, tx.error, aborted].find(isQuota) ?? failure ?? aborted;
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The failed request has ended it already.
  }
}

/** Awaits `request`; a closed connection is said in words that tell what to do. */
export async function saying<Value>(purpose: string, request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    const message = `could not ${purpose}: this page's connection to its storage is closed; reload the page`;
    throw new Error(message, { cause: error });
  }
}
