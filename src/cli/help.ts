// What luce --help and luce COMMAND --help say.
import { BELIEFS } from './help-beliefs.ts';
import { CALIBRATION } from './help-calibration.ts';
import { SHARED, type CommandHelp } from './help-flags.ts';
import { PORTABILITY } from './help-portability.ts';
import { FITTING, OTHERS } from './help-seu.ts';

/** Commands in the order of the list; those of two words are called by both. */
const HELPS: Readonly<Record<string, CommandHelp>> = {
  ...FITTING,
  ...CALIBRATION,
  ...PORTABILITY,
  ...BELIEFS,
  ...OTHERS,
};

const EXIT = `Exit status: 0 done; 1 a task failed or a diagnostic of severity fail stands; 2 bad input or usage, nothing written;
130 interrupted (what was done is kept in DIR for --resume).
`;

function listed(): string {
  const names = Object.keys(HELPS);
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => `  luce ${name.padEnd(width)}  ${HELPS[name].about}\n`).join('');
}

export const HELP = `luce: measures how a decision maker decides, from its choices.

Commands
${listed()}
  luce COMMAND --help     usage, flags and an example of one command
  luce --version

Start with: luce demo

${EXIT}`;

const callsOf = (calls: readonly string[]): string => calls.map((call) => `  luce ${call}\n`).join('');

function helpText(name: string, { about, usage, text, shared, examples }: CommandHelp): string {
  return [
    `luce ${name}: ${about}\n\nUsage\n${callsOf(usage)}\n${text}\n`,
    ...shared.map((block) => `${SHARED[block].join('\n')}\n`),
    `\n${examples.length > 1 ? 'Examples' : 'Example'}\n${callsOf(examples)}\n${EXIT}`,
  ].join('');
}

/** The command that arguments call, of two words where there is such a one; null where there is none. */
export function calledCommand(words: readonly string[]): string | null {
  const [name = '', second = ''] = words;
  const both = `${name} ${second}`;
  if (Object.hasOwn(HELPS, both)) return both;
  return Object.hasOwn(HELPS, name) ? name : null;
}

/** Usage, flags and examples of one command. */
export const helpOf = (command: string): string => helpText(command, HELPS[command]);
