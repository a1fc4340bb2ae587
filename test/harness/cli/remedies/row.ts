/**
 * The table of remedies: for each error code one bad input, the remedy as its message prints it, and a step that follows
 * that remedy and nothing else. A step takes its words from the message where the message has them.
 */
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { COUNTER, TICKER } from '../../fixtures/counter-system.js';
import { type TestFolder, testFolder } from '../../fixtures/files.js';
import { type CliRun, cli } from '../run-cli.js';

export type Words = readonly string[];

/** What was printed with a refusal. */
export interface Said {
  readonly line: string;
  /** Words of the command in backquotes, without `lockstep`. */
  readonly advised: () => Words;
  /** The name after "Did you mean". */
  readonly nearest: () => string;
}

export interface Remedy {
  readonly code: string;
  /** The remedy, as far as the message prints it; `Said` has the rest. */
  readonly remedy: string;
  /** Makes the bad input; the command line that is refused. */
  readonly bad: () => Words | Promise<Words>;
  /** Follows the remedy; the command line that then works. */
  readonly follow: (said: Said, bad: Words) => Words | Promise<Words>;
  /** Exit code after the remedy; 0 without it. 1: the verb works and says that something differs. */
  readonly exit?: 0 | 1;
  /** Code that remains where the remedy ends the first obstacle alone, such as a server that is not there. */
  readonly next?: string;
}

/** A folder for files of the table. */
export const folder: TestFolder = testFolder();

export function place(name: string): string {
  return join(folder.path, name);
}

/** A file of the repository. */
export function bundled(name: string): string {
  return join(packageRoot(), name);
}

/** A copy of a file of the repository, in the folder of the table. */
export function copied(name: string, as: string): string {
  mkdirSync(dirname(place(as)), { recursive: true });
  copyFileSync(bundled(name), place(as));
  return place(as);
}

/** Changes a file that was written, and only that: what is to be replaced must be there. */
export function edited(file: string, from: string, to: string): string {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} holds no ${from}`);
  return folder.write(file.slice(folder.path.length + 1), text.replace(from, to));
}

/** Runs one command line with every system. */
export function run(words: Words): Promise<CliRun> {
  return cli(words, { systems: [...SYSTEMS, COUNTER, TICKER] });
}

export function saidOf(line: string): Said {
  const part = (pattern: RegExp): string => {
    const found = pattern.exec(line)?.[1];
    if (found === undefined) throw new Error(`the message advises nothing that can be followed: ${line}`);
    return found;
  };
  return {
    line,
    advised: () => part(/`lockstep ([^`]*)`/u).split(' '),
    nearest: () => part(/Did you mean ([^\s,?]+)/u),
  };
}

/** A bad text of a file and what its remedy makes of it. */
export interface Edit {
  readonly name: string;
  readonly bad: string | Uint8Array;
  readonly good: string | Uint8Array;
}

/** A row of a file: bad as it is, good after an edit that the remedy names. */
export function fileRow(
  code: string,
  remedy: string,
  edit: Edit,
  words: (file: string) => Words,
  exit: 0 | 1 = 0,
): Remedy {
  const { name, bad, good } = edit;
  return {
    code,
    remedy,
    bad: () => words(folder.write(name, bad)),
    follow: () => words(folder.write(name, good)),
    exit,
  };
}
