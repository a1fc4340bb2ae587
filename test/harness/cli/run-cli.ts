/**
 * Runs a command line inside of the test, with nothing of the process. After a build it is the bundled command, the file that users run, with its
 * own systems in the place of those that the test names. A test that changes one of the command's systems runs the compiled modules: a battle of
 * theirs is none of the bundle's.
 */
import { pathToFileURL } from 'node:url';
import type { Command } from 'commander';
import type { System } from '../../../core/system/system.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import type { CliContext } from '../../../harness/cli/base/context.js';
import { createProgram, runCli } from '../../../harness/cli/program.js';
import { builtCommand } from '../fixtures/compile-sources.js';
import { COUNTER, TICKER } from '../fixtures/counter-system.js';
import { isBuilt } from '../fixtures/is-built.js';

interface CommandLine {
  readonly SYSTEMS: readonly System[];
  readonly runCli: typeof runCli;
}

let bundle: Promise<CommandLine> | undefined;
let runsOfBundle = 0;

function importBundle(): Promise<CommandLine> | undefined {
  if (bundle === undefined && !isBuilt()) return undefined;
  bundle ??= import(/* @vite-ignore */ `${pathToFileURL(builtCommand()).href}?imported`) as Promise<CommandLine>;
  return bundle;
}

/** The bundle with the systems as it has them, or undefined: one of them is changed, or nothing is built. */
async function commandFor(systems: readonly System[]): Promise<CommandLine | undefined> {
  const isChanged = systems.some((system) => !SYSTEMS.includes(system) && SYSTEMS.some(({ id }) => id === system.id));
  const command = isChanged ? undefined : await importBundle();
  if (command === undefined) return undefined;
  return { ...command, SYSTEMS: systems.map((system) => command.SYSTEMS[SYSTEMS.indexOf(system)] ?? system) };
}

/** Command lines that the bundle has run in this process. */
export const bundleRuns = (): number => runsOfBundle;

export interface CliRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What a user reads of an error at most, the file's name left out. */
const LONGEST_MESSAGE = 300;

function checkLength(err: string): void {
  for (const line of err.split('\n')) {
    // how long the folders of a test are is no matter of the message
    const message = line.replace(/^(E_[A-Z0-9_]+) \S*?: /u, '$1: ').replace(/(?:\/[^\s`'/]+)+\//gu, '');
    if (!/^E_[A-Z0-9_]+/u.test(message) || message.length <= LONGEST_MESSAGE) continue;
    throw new Error(`an error of ${message.length} characters, ${LONGEST_MESSAGE} at most: ${message}`);
  }
}

/** Runs a command line. An error that is longer than one may be fails the test. */
export async function cli(words: readonly string[], changes: Partial<CliContext> = {}): Promise<CliRun> {
  let out = '';
  let err = '';
  const stop = new AbortController();
  const { systems = [COUNTER, TICKER], ...others } = changes;
  const command = await commandFor(systems);
  if (command !== undefined) runsOfBundle++;
  const code = await (command?.runCli ?? runCli)(words, {
    systems: command?.SYSTEMS ?? systems,
    tracesFolder: '/nowhere',
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    showProgress: false,
    color: false,
    signal: () => stop.signal,
    exit: () => undefined,
    ...others,
  });
  checkLength(err);
  return { code, out, err };
}

/** The whole command with every system, for what it declares; it writes nothing. */
export function declaredProgram(): Command {
  const silent = (): void => undefined;
  return createProgram({
    systems: SYSTEMS,
    tracesFolder: '',
    out: silent,
    err: silent,
    showProgress: false,
    color: false,
    signal: () => new AbortController().signal,
    exit: silent,
  });
}
