// Where the bound target lies in memory: a header of 32-bit words, written by src/models/seu/wasm-image.ts.

/** Consequences, alternatives, components, rank, coordinates. */
export let K: i32 = 0;
export let R: i32 = 0;
export let C: i32 = 0;
export let d: i32 = 0;
export let n: i32 = 0;
/** Bytes from one row over alternatives or lotteries to the next, in pairs; of A from row to row, in fours. */
export let rowBytes: i32 = 0;
export let factorBytes: i32 = 0;
export let lotteries: i32 = 0;
export let lotteryBytes: i32 = 0;
/** Byte offsets of the belief and stick coordinates in a position. */
export let zBase: i32 = 0;
export let uBase: i32 = 0;
/** 0 no risky block or ω = α, 1 ω a coordinate, 2 κ = ω / α a coordinate. */
export let ownLink: i32 = 0;

export let constants: usize = 0;
export let columns: usize = 0;
export let rows: usize = 0;
export let contrasts: usize = 0;
export let steps: usize = 0;
export let offsets: usize = 0;
export let chosen: usize = 0;
export let classes: usize = 0;
export let classesEnd: usize = 0;
export let probabilities: usize = 0;
export let riskyChosen: usize = 0;
export let riskyClasses: usize = 0;
export let riskyClassesEnd: usize = 0;

export let position: usize = 0;
export let momentum: usize = 0;
export let gradient: usize = 0;
export let variances: usize = 0;

export let x: usize = 0;
export let psi: usize = 0;
export let eta: usize = 0;
export let y: usize = 0;
export let along: usize = 0;
export let weight: usize = 0;
export let pull: usize = 0;
export let etaRisky: usize = 0;
export let riskyWeight: usize = 0;
export let riskyPull: usize = 0;
/** Short vectors over consequences, components or sticks. */
export let upsilon: usize = 0;
export let upsilonGradient: usize = 0;
export let share: usize = 0;
export let left: usize = 0;
export let axis: usize = 0;
export let towards: usize = 0;
export let towardsGradient: usize = 0;
export let alongSteps: usize = 0;

let at: usize = 0;

function next(): i32 {
  const word = load<i32>(at);
  at += 4;
  return word;
}

function bindSizes(): void {
  K = next();
  R = next();
  C = next();
  d = next();
  n = next();
  rowBytes = next();
  factorBytes = next();
  lotteries = next();
  lotteryBytes = next();
  zBase = next();
  uBase = next();
  ownLink = next();
}

function bindData(): void {
  constants = next();
  columns = next();
  rows = next();
  contrasts = next();
  steps = next();
  offsets = next();
  chosen = next();
  classes = next();
  classesEnd = next();
  probabilities = next();
  riskyChosen = next();
  riskyClasses = next();
  riskyClassesEnd = next();
}

function bindWork(): void {
  position = next();
  momentum = next();
  gradient = next();
  variances = next();
  x = next();
  psi = next();
  eta = next();
  y = next();
  along = next();
  weight = next();
  pull = next();
  etaRisky = next();
  riskyWeight = next();
  riskyPull = next();
  upsilon = next();
  upsilonGradient = next();
  share = next();
  left = next();
  axis = next();
  towards = next();
  towardsGradient = next();
  alongSteps = next();
}

/** Makes the target whose header stands at `header` the one that is evaluated. */
export function bind(header: usize): void {
  at = header;
  bindSizes();
  bindData();
  bindWork();
}
