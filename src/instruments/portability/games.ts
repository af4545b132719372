// The seven games: what enters payoffs, over which ranges, and what is answered (appendix H).

/** One component of x. */
export interface Parameter {
  readonly name: string;
  /** Range of the uniform distribution that instances are drawn from; it also fixes the scale of least squares. */
  readonly low: number;
  readonly high: number;
  /** Decimals in the prompt: x is what the decision maker was shown. */
  readonly decimals: number;
}

/** How an answer is written. `upTo` names the parameter that bounds an amount from above. */
export type ActionSpace =
  | { readonly kind: 'amount'; readonly upTo: string | null }
  | { readonly kind: 'labels'; readonly labels: readonly string[] };

export interface Game {
  readonly name: string;
  readonly title: string;
  /** What the decision maker decides. */
  readonly role: string;
  readonly parameters: readonly Parameter[];
  readonly action: ActionSpace;
}

const parameter = (name: string, low: number, high: number, decimals = 0): Parameter => ({
  name,
  low,
  high,
  decimals,
});

const amount = (upTo: string): ActionSpace => ({ kind: 'amount', upTo });

/** B is 0 and A is 1. */
export const AB: ActionSpace = { kind: 'labels', labels: ['B', 'A'] };

const payoffs = ['uAA', 'vAA', 'uAB', 'vAB', 'uBA', 'vBA', 'uBB', 'vBB'];

export const GAMES: readonly Game[] = [
  {
    name: 'dictator',
    title: 'Dictator',
    role: 'allocator: how much of an endowment to give away',
    parameters: [parameter('E', 250, 2000)],
    action: amount('E'),
  },
  {
    name: 'ultimatum',
    title: 'Ultimatum',
    role: 'proposer: how much of a stake to offer',
    parameters: [parameter('E', 50_000, 200_000)],
    action: amount('E'),
  },
  {
    name: 'trust',
    title: 'Trust',
    role: 'first mover: how much of an endowment to send, multiplied on the way',
    parameters: [parameter('E', 1000, 10_000), parameter('k', 2, 4)],
    action: amount('E'),
  },
  {
    name: 'public_goods',
    title: 'Public goods',
    role: 'one of four: how much to put into a common pool that is multiplied and shared',
    parameters: [parameter('E', 300, 2000), parameter('m', 1.1, 2.5, 1)],
    action: amount('E'),
  },
  {
    name: 'beauty',
    title: 'Beauty contest',
    role: 'one of several: a number that should be closest to p times the average',
    parameters: [parameter('M', 10, 50), parameter('p', 0.3, 1.8, 2), parameter('E', 1000, 2000)],
    action: amount('M'),
  },
  {
    name: 'lottery',
    title: 'Lottery choice',
    role: 'chooser between two lotteries of two payoffs each',
    parameters: [
      parameter('pA', 0.05, 0.95, 2),
      parameter('HA', 2000, 10_000),
      parameter('LA', 0, 1000),
      parameter('pB', 0.05, 0.95, 2),
      parameter('HB', 2000, 10_000),
      parameter('LB', 0, 1000),
    ],
    action: AB,
  },
  {
    name: 'normal_form',
    title: 'Normal form',
    role: 'row player of a 2 × 2 game',
    parameters: payoffs.map((name) => parameter(name, 0, 100)),
    action: AB,
  },
];

export const gameNamed = (name: string): Game | null => GAMES.find((game) => game.name === name) ?? null;
