// From a task's model instance or study to what samplers and replicates need.
import { hierarchicalSampling } from '../models/hierarchical/sampling.ts';
import type { SamplingModel } from '../models/sampling.ts';
import { seuSampling } from '../models/seu/sampling.ts';
import type { Replicate, Replication } from '../models/replication.ts';
import { seuReplication } from '../models/seu/replication.ts';
import type { ModelInstance, Study } from './types.ts';

export function samplingModel(instance: ModelInstance): SamplingModel {
  switch (instance.family) {
    case 'seu':
      return seuSampling(instance.model, instance.data, instance.fault ?? null);
    case 'hierarchical':
      return hierarchicalSampling(instance.model, instance.data);
  }
}

/** Replicates of a study as model instances. */
export function replicationOf(study: Study, seed: number): Replication<ModelInstance> {
  const inner = seuReplication(study, seed);
  return {
    quantities: inner.quantities,
    replicate(index): Replicate<ModelInstance> {
      const { fitted, truth, evaluate } = inner.replicate(index);
      return { fitted: { family: 'seu', ...fitted }, truth, evaluate };
    },
  };
}
