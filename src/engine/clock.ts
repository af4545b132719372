// Time for engines and runners, given from outside: nothing computed depends on it.

export interface Clock {
  /** Milliseconds from any fixed origin. */
  now(): number;
  /** Calls `action` after `milliseconds` unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}
