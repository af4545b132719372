// One device under way: its pipelines, whether it is lost, and what went wrong on it outside any call.
import { pipelinesOf, type Pipelines } from './pipelines.ts';
import type { Device } from './device.ts';

export interface Session {
  readonly opened: Device;
  readonly pipelines: Pipelines;
  /** The reason once the device is lost. */
  lostReason(): string | null;
  /** Resolves with the reason when the device is lost. */
  readonly lost: Promise<string>;
  /** Throws what the device reported as an uncaptured error, if anything. */
  check(): void;
}

const lossReason = ({ message, reason }: GPUDeviceLostInfo): string => message || reason || 'no reason given';

export function openSession(opened: Device): Session {
  const { device } = opened;
  let reason: string | null = null;
  let fault: string | null = null;
  const lost = device.lost.then((info) => (reason = lossReason(info)));
  device.addEventListener('uncapturederror', (event) => {
    event.preventDefault();
    fault ??= event.error.message;
  });
  return {
    opened,
    pipelines: pipelinesOf(device),
    lostReason: () => reason,
    lost,
    check() {
      if (fault !== null && reason === null) throw new Error(`the graphics device reported: ${fault}`);
    },
  };
}

/** Milliseconds that a failed call waits for the loss behind it. */
const LOSS_TOLD_WITHIN = 1000;

/** A new session where the loss of `session` is behind `error`; anything else is thrown on. */
export async function sessionAfter(
  session: Session,
  error: unknown,
  recover: (lost: Session) => Promise<Session>,
): Promise<Session> {
  const pause = new Promise<null>((resolve) => setTimeout(resolve, LOSS_TOLD_WITHIN, null));
  const reason = session.lostReason() ?? (await Promise.race([session.lost, pause]));
  if (reason === null) throw error;
  return recover(session);
}
