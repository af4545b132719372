// Flags of the verdict on coherence: from which share of the attainable gain on answers are coherent, and the like.
import { THRESHOLD_FORMS, withThreshold } from '../instruments/beliefs/coherence/threshold-text.ts';
import { DEFAULT_BELIEFS } from '../instruments/beliefs/plan.ts';
import { thresholdsFault, type CoherenceThresholds } from '../statistics/beliefs/verdict.ts';
import { usage, UsageError, type Arguments } from './arguments.ts';

/** The defaults with those replaced that --verdict names; thresholds that no verdict could go by are refused. */
export function thresholdsOf(args: Arguments): CoherenceThresholds {
  const thresholds = args.texts('verdict').reduce((before: CoherenceThresholds, text) => {
    const changed = withThreshold(before, text);
    if (changed === null) throw usage('--verdict', JSON.stringify(text), THRESHOLD_FORMS);
    return changed;
  }, DEFAULT_BELIEFS.coherence);
  const fault = thresholdsFault(thresholds);
  if (fault !== null) throw new UsageError([`--verdict: ${fault}`]);
  return thresholds;
}
