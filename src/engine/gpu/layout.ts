// Records of 4-byte fields as WGSL lays them out: written and read by name, without a device.

export type FieldType = 'u32' | 'f32';
export type Values<Name extends string> = Readonly<Record<Name, number>>;

export interface RecordLayout<Name extends string> {
  readonly names: readonly Name[];
  readonly types: Readonly<Record<Name, FieldType>>;
  /** Size in 4-byte words; also the stride in an array. */
  readonly words: number;
  /** Writes every field of record `index` into `words`. */
  write(words: Uint32Array, index: number, values: Values<Name>): void;
  read(words: Uint32Array, index: number): Record<Name, number>;
}

const bits = new Uint32Array(1);
const real = new Float32Array(bits.buffer);

function toWord(type: FieldType, value: number): number {
  if (type === 'u32') return value >>> 0;
  real[0] = value;
  return bits[0];
}

function fromWord(type: FieldType, word: number): number {
  if (type === 'u32') return word;
  bits[0] = word;
  return real[0];
}

/** The layout of a struct with these fields, in this order. */
export function recordLayout<const Name extends string>(
  fields: readonly (readonly [Name, FieldType])[],
): RecordLayout<Name> {
  const names = fields.map(([name]) => name);
  const types = Object.fromEntries(fields) as Record<Name, FieldType>;
  const size = fields.length;
  return {
    names,
    types,
    words: size,
    write(words, index, values) {
      names.forEach((name, i) => (words[index * size + i] = toWord(types[name], values[name])));
    },
    read(words, index) {
      const entries = names.map((name, i) => [name, fromWord(types[name], words[index * size + i])] as const);
      return Object.fromEntries(entries) as Record<Name, number>;
    },
  };
}
