// The range of η over the alternatives, which the choice rule needs before it starts.

export let top: f64 = 0;
export let bottom: f64 = 0;

/** From the larger and the smaller of every lane. */
export function setRange(most: v128, least: v128): void {
  top = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
  bottom = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
}
