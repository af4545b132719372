// Compute pipelines by their whole source: compiled once a device, and a failure shows the log and the source.

export interface Pipelines {
  /** The pipeline of `entryPoint` in `source`; concurrent requests share one compilation. */
  get(source: string, entryPoint: string): Promise<GPUComputePipeline>;
}

const numbered = (source: string): string =>
  source
    .split('\n')
    .map((line, index) => `${index + 1}\t${line}`)
    .join('\n');

async function compile(device: GPUDevice, code: string, entryPoint: string): Promise<GPUComputePipeline> {
  const module = device.createShaderModule({ code });
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter(({ type }) => type === 'error');
  if (errors.length > 0) {
    const log = errors.map(({ lineNum, linePos, message }) => `${lineNum}:${linePos}: ${message}`).join('\n');
    throw new Error(`shader ${entryPoint} does not compile:\n${log}\n${numbered(code)}`);
  }
  return device.createComputePipelineAsync({ layout: 'auto', compute: { module, entryPoint } });
}

export function pipelinesOf(device: GPUDevice): Pipelines {
  const compiled = new Map<string, Promise<GPUComputePipeline>>();
  return {
    get(source, entryPoint) {
      const key = `${entryPoint}\n${source}`;
      const known = compiled.get(key);
      if (known) return known;
      const pipeline = compile(device, source, entryPoint);
      compiled.set(key, pipeline);
      return pipeline;
    },
  };
}
