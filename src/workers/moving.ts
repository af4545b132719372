// Draws move from a worker to the page instead of being copied.
import { transfer } from 'comlink';
import type { Advance } from '../engine/types.ts';

/**
 * Marks the buffers of the advances' chunks as moving: afterwards the worker cannot read them. Checkpoints
 * are copied, for they may share arrays with the chain that goes on; so are views into larger buffers.
 */
export function moving(advances: readonly Advance[]): readonly Advance[] {
  const columns = advances.flatMap(({ chunk }) => (chunk ? Object.values(chunk.columns) : []));
  const whole = columns.filter(
    ({ byteLength, buffer }) => byteLength > 0 && byteLength === buffer.byteLength,
  );
  return transfer(advances, [...new Set(whole.map(({ buffer }) => buffer as ArrayBuffer))]);
}
