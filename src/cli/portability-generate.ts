// luce generate portability: choices of seeded agents whose dependence on framing is known, as a long CSV.
import { choiceCsv } from '../formats/choice-csv.ts';
import { AGENTS, agentTable, type AgentName } from '../instruments/portability/agents.ts';
import { GAMES } from '../instruments/portability/games.ts';
import { oneOf, seedOf, usage, wholeNumber, type Arguments } from './arguments.ts';
import { openOutputFile } from './output.ts';

const MOST_ROWS = 2_000_000;
const NAMES = Object.keys(AGENTS) as readonly AgentName[];

function agentsOf(args: Arguments): readonly AgentName[] {
  const texts = args.texts('agent');
  return (texts.length > 0 ? texts : ['frame']).map((text) => {
    const agent = NAMES.find((name) => name === text);
    if (!agent) throw usage('--agent', JSON.stringify(text), `one of ${NAMES.join(', ')}`);
    return agent;
  });
}

export async function generatePortability(args: Arguments): Promise<number> {
  const game = oneOf(
    args,
    'game',
    GAMES.map(({ name }) => name),
    'dictator',
  );
  const regimes = args.texts('regime');
  const settings = {
    game,
    agents: agentsOf(args),
    regimes: regimes.length > 0 ? regimes : ['noncot'],
    environments: wholeNumber(args, 'environments', 8, 2, 1000),
    instances: wholeNumber(args, 'instances', 27, 1, 100_000),
    draws: wholeNumber(args, 'draws', 3, 1, 1000),
    shared: oneOf(args, 'sharing', ['shared', 'private'], 'private') === 'shared',
    seed: seedOf(args),
  };
  const { agents, environments, instances, draws } = settings;
  const rows = agents.length * settings.regimes.length * environments * instances * draws;
  if (rows > MOST_ROWS) throw usage('generate portability', `${rows} rows`, `at most ${MOST_ROWS} a file`);
  await openOutputFile(args, choiceCsv(agentTable(settings)));
  return 0;
}
