// The shader sources, bundled as text, and the linking of a kernel with the model and sampler that it is to use.
import { link } from 'wesl';

const texts: Record<string, string> = import.meta.glob('/shaders/**/*.wesl', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const SOURCES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(texts).map(([path, text]) => [path.replace(/^.*\/shaders\//, ''), text]),
);

/** The text of one file below shaders/; throws where there is none. */
export function shaderSource(path: string): string {
  const text = SOURCES[path];
  if (text === undefined) throw new Error(`no shader ${path} among ${Object.keys(SOURCES).join(', ')}`);
  return text;
}

/** One file a model family. */
export type ModelShader = 'models/seu.wesl' | 'models/hierarchical.wesl';

export interface Kernel {
  /** A file below shaders/ with entry points. */
  readonly root: string;
  /** What `package::model` and `package::sampler` stand for: a file each, where the kernel imports them. */
  readonly model?: string;
  readonly sampler?: string;
  /** Values of `constants::NAME`; integers are typed u32. */
  readonly constants: Readonly<Record<string, number>>;
}

/** The WGSL of a kernel. */
export async function linkKernel({ root, model, sampler, constants }: Kernel): Promise<string> {
  const weslSrc: Record<string, string> = { ...SOURCES };
  if (model) weslSrc['model.wesl'] = shaderSource(model);
  if (sampler) weslSrc['sampler.wesl'] = shaderSource(sampler);
  const typed = Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, `${value}u`]));
  const linked = await link({
    weslSrc,
    rootModuleName: root,
    constants: typed,
    keepComments: false,
    sourceMap: false,
  });
  return linked.dest;
}
