// Small preferences kept per device; where storage is refused they last as long as the page.

const prefix = 'luce.';

/** The kept value of `key`, or `otherwise` when there is none, storage is refused or `accepts` turns it down. */
export function recall<Value>(
  key: string,
  accepts: (value: unknown) => value is Value,
  otherwise: Value,
): Value {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + key) ?? 'null');
    return accepts(kept) ? kept : otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps `value`; a full or refused storage loses the preference at reload and nothing else. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    return;
  }
}
