#!/usr/bin/env node
// The command line: dispatches to one command and turns its outcome into an exit status.
import { readArguments, usage, UsageError, workersOf, type Arguments } from './arguments.ts';
import { beliefsCommand } from './beliefs.ts';
import { benchCommand } from './bench.ts';
import { compareCommand } from './compare.ts';
import { demoCommand, serveCommand } from './demo.ts';
import { densityCommand } from './density.ts';
import { designCommand } from './design.ts';
import { Interrupted } from './execute.ts';
import { fitCommand } from './fit.ts';
import { generateCommand } from './generate.ts';
import { calledCommand, HELP, helpOf } from './help.ts';
import { mergeCommand } from './merge.ts';
import { portabilityCommand } from './portability.ts';
import { priorCommand } from './prior.ts';
import { recoverCommand } from './recover.ts';
import { sbcCommand } from './sbc.ts';
import { studyCommand } from './study.ts';
import { VERSION } from './version.ts';

const COMMANDS: Readonly<Record<string, (args: Arguments) => Promise<number>>> = {
  fit: fitCommand,
  study: studyCommand,
  compare: compareCommand,
  density: densityCommand,
  generate: generateCommand,
  design: designCommand,
  prior: priorCommand,
  recover: recoverCommand,
  sbc: sbcCommand,
  merge: mergeCommand,
  portability: portabilityCommand,
  beliefs: beliefsCommand,
  bench: benchCommand,
  demo: demoCommand,
  serve: serveCommand,
};

const asksHelp = (word: string): boolean => word === '--help' || word === '-h';

const unknown = (name: string): UsageError =>
  usage('COMMAND', JSON.stringify(name), `one of ${Object.keys(COMMANDS).join(', ')}`);

/** What help was asked for: `luce --help`, `luce help COMMAND` or `luce COMMAND --help`; null where it was not. */
function helpAsked([name, ...rest]: readonly string[]): string | null {
  if (asksHelp(name) || (name === 'help' && rest.length === 0)) return HELP;
  if (name !== 'help' && !rest.some(asksHelp)) return null;
  const words = name === 'help' ? rest : [name, ...rest];
  const command = calledCommand(words);
  if (command === null) throw unknown(words[0]);
  return helpOf(command);
}

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  const help = name === undefined ? HELP : name === '--version' ? `${VERSION}\n` : helpAsked(argv);
  if (help !== null) {
    process.stdout.write(help);
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : null;
  if (!command) throw unknown(name);
  const args = readArguments(rest, calledCommand(argv) ?? name);
  workersOf(args); // checked before a command makes its output directory
  return command(args);
}

/** 128 + SIGINT. */
const INTERRUPTED = 130;

function statusOf(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.lines.join('\n')}\n`);
    return 2;
  }
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`luce: ${message}\n`);
  if (error instanceof Interrupted) return INTERRUPTED;
  if (process.env.LUCE_DEBUG && error instanceof Error) process.stderr.write(`${error.stack}\n`);
  return 1;
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
});

main(process.argv.slice(2))
  .catch(statusOf)
  .then((status) => {
    process.exitCode = status;
  });
