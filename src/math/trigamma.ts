// The second derivative of log Γ: how sharply a beta likelihood bends.

const ASYMPTOTIC_FROM = 12;

/** ψ′(x) for x > 0: recurrence to 12, then the asymptotic series (DLMF 5.15.8); relative error about 1e-15. */
export function trigamma(x: number): number {
  let shift = 0;
  let y = x;
  while (y < ASYMPTOTIC_FROM) {
    shift += 1 / (y * y);
    y++;
  }
  const z = 1 / (y * y);
  const series = z * (1 / 6 - z * (1 / 30 - z * (1 / 42 - z * (1 / 30 - z * (5 / 66 - z * (691 / 2730))))));
  return (1 + 0.5 / y + series) / y + shift;
}
