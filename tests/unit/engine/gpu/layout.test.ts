import { describe, expect, it } from 'vitest';
import { CHAIN_LAYOUT } from '../../../../src/engine/gpu/chain-state.ts';
import { DATASET_LAYOUT } from '../../../../src/engine/gpu/dataset-layout.ts';
import { recordLayout } from '../../../../src/engine/gpu/layout.ts';
import { ANSWER, QUESTION } from '../../../../src/engine/gpu/examine.ts';
import { SAMPLER_STATISTICS } from '../../../../src/engine/types.ts';
import { shaderSource } from '../../../../src/engine/gpu/sources.ts';

/** Fields of a WGSL struct as [name, type], vectors taken apart. */
function structFields(file: string, name: string): [string, string][] {
  const body = new RegExp(`struct ${name} \\{([^}]*)\\}`).exec(shaderSource(file))![1];
  const fields = [...body.matchAll(/^\s*(\w+): (\w+),/gm)].map(([, field, type]) => [field, type] as const);
  return fields.flatMap(([field, type]) => {
    const count = Number(/^vec(\d)u$/.exec(type)?.[1] ?? 0);
    return count === 0 ? [[field, type]] : Array.from({ length: count }, (_, i) => [`${field}${i}`, 'u32']);
  }) as [string, string][];
}

const fieldsOf = ({ names, types }: { names: readonly string[]; types: Readonly<Record<string, string>> }) =>
  names.map((name) => [name, types[name]]);

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('record layouts', () => {
  it('write and read by name', () => {
    const layout = recordLayout([
      ['count', 'u32'],
      ['mean', 'f32'],
    ]);
    const words = new Uint32Array(4);
    layout.write(words, 1, { count: 4294967295, mean: -0.5 });
    expect([...words]).toEqual([0, 0, 4294967295, 0xbf000000]);
    expect(layout.read(words, 1)).toEqual({ count: 4294967295, mean: -0.5 });
  });

  it.each([
    ['samplers/state.wesl', 'Chain', CHAIN_LAYOUT],
    ['models/seu/data.wesl', 'Dataset', DATASET_LAYOUT],
  ] as const)('are those of %s', (file, name, layout) => {
    expect(fieldsOf(layout)).toEqual(structFields(file, name));
  });

  it.each([
    ['Question', QUESTION],
    ['Answer', ANSWER],
  ] as const)('of the self-test are those of struct %s, padded to 16 bytes', (name, layout) => {
    const fields = structFields('kernels/self_test.wesl', name).map(([field, type]) => [camel(field), type]);
    const own = fieldsOf(layout).filter(([field]) => !field.startsWith('padding'));
    expect(own).toEqual(fields);
    expect(layout.words % 4).toBe(0);
    expect(layout.words - own.length).toBeLessThan(4);
  });

  it('count as many statistics a draw as the chunks have', () => {
    expect(shaderSource('samplers/transition.wesl')).toContain(
      `const STATISTICS = ${SAMPLER_STATISTICS.length}u;`,
    );
  });
});
