// Which rows show the same x, and whether instances are shared between environments.

/** Rows × features. */
export interface Points {
  readonly x: Float64Array;
  readonly features: number;
  readonly rows: number;
}

const sameX = ({ x, features }: Points, a: number, b: number): boolean => {
  for (let j = 0; j < features; j++) if (x[a * features + j] !== x[b * features + j]) return false;
  return true;
};

const FNV_PRIME = 0x01000193;
const FNV_BASIS = 0x811c9dc5;

/** Code of each row's x, in order of first appearance. −0 is 0 already where numbers were read. */
export function distinctPoints(points: Points): { readonly codes: Uint32Array; readonly count: number } {
  const { x, features, rows } = points;
  const words = new Uint32Array(x.buffer, x.byteOffset, 2 * x.length);
  let size = 1024;
  while (size < 2 * rows) size *= 2;
  const table = new Int32Array(size).fill(-1);
  const codes = new Uint32Array(rows);
  const first: number[] = [];
  for (let row = 0; row < rows; row++) {
    let hash = FNV_BASIS;
    for (let w = 2 * row * features; w < 2 * (row + 1) * features; w++)
      hash = Math.imul(hash ^ (words[w] ^ (words[w] >>> 15)), FNV_PRIME);
    let slot = (hash ^ (hash >>> 13)) & (size - 1);
    while (table[slot] >= 0 && !sameX(points, first[table[slot]], row)) slot = (slot + 1) & (size - 1);
    if (table[slot] < 0) table[slot] = first.push(row) - 1;
    codes[row] = table[slot];
  }
  return { codes, count: first.length };
}

/** Codes of a design: environment within model and regime, and the instance. */
export interface Places {
  /** Number of the (model, regime, environment) of each row. */
  readonly group: Uint32Array;
  readonly environment: Uint32Array;
  readonly instance: Uint32Array;
  readonly instances: number;
}

export interface InstanceFacts {
  /** Rows whose x is not that of an earlier row of the same instance and environment, with that row. */
  readonly conflicts: readonly { readonly row: number; readonly first: number }[];
  /** Running number of each row within its instance and environment. */
  readonly draw: Uint32Array;
  /** A row whose x differs from that of `first`, of the same instance elsewhere; null where there is none. */
  readonly differing: { readonly row: number; readonly first: number } | null;
  /** Instances that occur in more than one environment. */
  readonly repeated: number;
}

/** Number of each distinct (group, instance), by row; rows of one come mostly one after the other. */
function clusterCodes({ group, instance, instances }: Places, rows: number): Uint32Array {
  const known = new Map<number, number>();
  const codes = new Uint32Array(rows);
  let [lastKey, lastCode] = [-1, 0];
  for (let row = 0; row < rows; row++) {
    const key = group[row] * instances + instance[row];
    if (key !== lastKey) {
      lastKey = key;
      lastCode = known.get(key) ?? known.size;
      if (lastCode === known.size) known.set(key, lastCode);
    }
    codes[row] = lastCode;
  }
  return codes;
}

/** Conflicts of x within an environment, once an instance, and running numbers of draws. */
function withinEnvironments(points: Points, places: Places): Pick<InstanceFacts, 'conflicts' | 'draw'> {
  const codes = clusterCodes(places, points.rows);
  const count = new Uint32Array(points.rows);
  const first = new Uint32Array(points.rows);
  const told = new Uint8Array(points.rows);
  const draw = new Uint32Array(points.rows);
  const conflicts: { row: number; first: number }[] = [];
  for (let row = 0; row < points.rows; row++) {
    const code = codes[row];
    if (count[code] === 0) first[code] = row;
    draw[row] = count[code]++;
    if (told[code] || sameX(points, first[code], row)) continue;
    told[code] = 1;
    conflicts.push({ row, first: first[code] });
  }
  return { conflicts, draw };
}

function betweenEnvironments(
  points: Points,
  { environment, instance, instances }: Places,
): Pick<InstanceFacts, 'differing' | 'repeated'> {
  const first = new Int32Array(instances).fill(-1);
  const several = new Uint8Array(instances);
  let differing: InstanceFacts['differing'] = null;
  for (let row = 0; row < points.rows; row++) {
    const known = first[instance[row]];
    if (known < 0) first[instance[row]] = row;
    else {
      if (environment[row] !== environment[known]) several[instance[row]] = 1;
      if (!differing && !sameX(points, known, row)) differing = { row, first: known };
    }
  }
  return { differing, repeated: several.reduce((sum, is) => sum + is, 0) };
}

export const instanceFacts = (points: Points, places: Places): InstanceFacts => ({
  ...withinEnvironments(points, places),
  ...betweenEnvironments(points, places),
});
