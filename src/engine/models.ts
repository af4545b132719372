// From a task's model instance or study to what samplers and replicates need.
import { beliefReplication } from '../models/beliefs/replication.ts';
import { beliefSampling } from '../models/beliefs/sampling.ts';
import { hierarchicalReplication } from '../models/hierarchical/replication.ts';
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
    case 'beliefs':
      return beliefSampling(instance.model, instance.cell);
  }
}

/** The same replicates with what is fitted as a model instance. */
function instances<Fitted>(
  { quantities, replicate }: Replication<Fitted>,
  instanceOf: (fitted: Fitted) => ModelInstance,
): Replication<ModelInstance> {
  return {
    quantities,
    replicate(index): Replicate<ModelInstance> {
      const { fitted, truth, evaluate } = replicate(index);
      return { fitted: instanceOf(fitted), truth, evaluate };
    },
  };
}

/** Replicates of a study as model instances. */
export function replicationOf(study: Study, seed: number): Replication<ModelInstance> {
  switch (study.family) {
    case 'seu':
      return instances(seuReplication(study, seed), (fitted) => ({ family: 'seu', ...fitted }));
    case 'hierarchical':
      return instances(hierarchicalReplication(study, seed), (fitted) => ({
        family: 'hierarchical',
        ...fitted,
      }));
    case 'beliefs':
      return instances(beliefReplication(study, seed), (fitted) => ({ family: 'beliefs', ...fitted }));
  }
}
