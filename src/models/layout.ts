// Names, shapes, transforms and offsets of a model's parameters on the unconstrained scale.

/** How an unconstrained block maps to the constrained scale (Stan's transforms). */
export type Transform = 'identity' | 'log' | 'simplex';

export interface ParameterBlock {
  readonly name: string;
  /** Shape on the constrained scale; `[]` is a scalar. Matrices are stored column by column. */
  readonly shape: readonly number[];
  readonly transform: Transform;
  /** Position of the block's first entry in the unconstrained vector. */
  readonly offset: number;
  /** Number of unconstrained entries; a simplex of n has n − 1. */
  readonly size: number;
}

export interface ParameterLayout {
  readonly blocks: readonly ParameterBlock[];
  readonly dimension: number;
}

type Entry = Omit<ParameterBlock, 'offset' | 'size'>;

const unconstrainedSize = ({ shape, transform }: Entry): number => {
  const size = shape.reduce((product, extent) => product * extent, 1);
  return transform === 'simplex' ? size - 1 : size;
};

/** Lays blocks end to end in the order given. */
export function layBlocks(entries: readonly Entry[]): ParameterLayout {
  const blocks: ParameterBlock[] = [];
  let offset = 0;
  for (const entry of entries) {
    const size = unconstrainedSize(entry);
    blocks.push({ ...entry, offset, size });
    offset += size;
  }
  return { blocks, dimension: offset };
}

/** The block called `name`; absent blocks (a model without ω, say) are undefined. */
export const findBlock = (layout: ParameterLayout, name: string): ParameterBlock | undefined =>
  layout.blocks.find((block) => block.name === name);
