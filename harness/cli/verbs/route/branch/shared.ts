/**
 * What the parts of `lockstep route branch` share: options, opening a branch file, printing an
 * edit.
 */
import { LockstepError } from '../../../../base/index.js';
import { type BranchBook, type Edit, editText, lineReference, RECORDING } from '../../../../play/index.js';

import { type CliContext, printJson } from '../../../base/context.js';
import { givenNames, type NamesOptions } from '../../../base/options.js';

import { openChecked } from '../../../base/plan-check.js';

export interface CommonOptions extends NamesOptions {
  readonly json?: boolean;
  readonly forceRuleset?: boolean;
}

export const BOOK = 'a branch file (.toml)';

export function optionsOf(context: CliContext, options: CommonOptions) {
  const language = givenNames(options);
  return { systems: context.systems, forceRuleset: options.forceRuleset === true, language, signal: context.signal() };
}

export async function openBookOf(context: CliContext, file: string, options: CommonOptions): Promise<BranchBook> {
  const { book } = await openChecked(context, file, optionsOf(context, options));
  if (book.file !== undefined) return book;
  throw new LockstepError('E_BRANCH_FILE', 'this is not a branch file', {
    file,
    remedy: 'Make one with `lockstep route branch fork`',
  });
}

/** The branch of `FILE#NAME`; a file with one branch needs no name. */
export async function openBranch(context: CliContext, given: string, options: CommonOptions) {
  const { file, name } = lineReference(given);
  const book = await openBookOf(context, file, options);
  const names = book.timeline.lines().flatMap((info) => (info.line === RECORDING ? [] : [info.name]));
  const [only] = names;
  if (name === undefined && (only === undefined || names.length > 1)) {
    throw new LockstepError('E_BRANCH', 'the branch is not named', {
      file,
      found: names.length === 0 ? 'no branch' : names.join(', '),
      remedy: `Name it: ${file}#NAME`,
    });
  }
  const branch = name ?? only ?? '';
  return { book, branch, line: book.lineOf(branch) };
}

/** Prints an edit and the branch file that holds it. */
export function printEdit(
  context: CliContext,
  verb: string,
  book: BranchBook,
  edit: Edit,
  json: boolean | undefined,
): void {
  const { timeline } = book;
  if (json === true) {
    printJson(context, { verb: `route branch ${verb}`, exit: 0, file: book.file, edit, lines: timeline.lines() });
  } else context.out(`${book.file}: ${editText(edit, timeline)}\n`);
}
