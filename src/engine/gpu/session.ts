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
