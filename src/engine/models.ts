// From a task's model instance to what samplers need.
import { hierarchicalSampling } from '../models/hierarchical/sampling.ts';
import type { SamplingModel } from '../models/sampling.ts';
import { seuSampling } from '../models/seu/sampling.ts';
import type { ModelInstance } from './types.ts';

export function samplingModel(instance: ModelInstance): SamplingModel {
  switch (instance.family) {
    case 'seu':
      return seuSampling(instance.model, instance.data);
    case 'hierarchical':
      return hierarchicalSampling(instance.model, instance.data);
  }
}
