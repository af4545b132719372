// Orders identifiers as people do: runs of digits count as numbers, so C2 comes before C10.

const RUNS = /\d+|\D+/g;

/** Negative, zero or positive as for `sort`; a total order, zero for equal strings alone. */
export function compareNatural(a: string, b: string): number {
  const left = a.match(RUNS) ?? [];
  const right = b.match(RUNS) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = compareRuns(left[i], right[i]);
    if (order !== 0) return order;
  }
  return left.length - right.length || compareText(a, b);
}

function compareRuns(a: string, b: string): number {
  if (!/^\d/.test(a) || !/^\d/.test(b)) return compareText(a, b);
  const left = a.replace(/^0+(?=\d)/, '');
  const right = b.replace(/^0+(?=\d)/, '');
  return left.length - right.length || compareText(left, right);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
