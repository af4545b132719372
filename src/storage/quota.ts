// Recognises a full disk in the several shapes in which browsers report it.
import { QuotaError } from '../jobs/store.ts';

const NAMES: readonly string[] = ['QuotaExceededError', 'NS_ERROR_DOM_QUOTA_REACHED'];
const LEGACY_CODE = 22;

/**
 * Whether `error` means that storage is full: by name (Chromium's is no longer a plain DOMException), by
 * the legacy code, or by what an abort gives as its cause.
 */
export function isQuota(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  return (typeof name === 'string' && NAMES.includes(name)) || code === LEGACY_CODE || isQuota(cause);
}

/** `purpose` completes "storage is full: the browser refused to …". */
export const quotaError = (purpose: string, cause: unknown): QuotaError =>
  new QuotaError(
    `storage is full: the browser refused to ${purpose}. Everything stored before is intact; export or delete runs or datasets to make room`,
    { cause },
  );
