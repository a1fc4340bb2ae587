/** Reads and writes branch files. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse, stringify, TomlError } from 'smol-toml';
import { LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { readTextFile } from '../../base/read-text.js';
import { checkTomlKeys } from '../../base/toml-limits.js';
import { pathBeside } from '../../base/write-file.js';
import { createLocator } from '../../plan/locate.js';
import { findFault, knownKeys, pathText } from '../../trace/schemas/check.js';
import { type Edit, keyFault } from './edit.js';

const MAX_BYTES = 64 * 1024 * 1024;

/** A branch file as it stands. */
export interface BranchFile {
  /** Path of the log or plan. */
  readonly parent: string;
  readonly sha256: string;
  readonly done: number;
  readonly edits: readonly Edit[];
  /** Line of an edit, by its index. */
  readonly lineOf: (index: number) => number;
  /** The whole text, to notice changes by another program. */
  readonly text: string;
}

/**
 * Text of a file, or undefined when it does not exist.
 * @throws LockstepError `E_FILE`, `E_TEXT_SIZE`, `E_TEXT`
 */
export function readText(file: string): string | undefined {
  return existsSync(file) ? readTextFile(file, MAX_BYTES) : undefined;
}

/** Whether a TOML text is a branch file and not a plan. */
export function isBranchText(text: string): boolean {
  return /^[ \t]*branches[ \t]*=/mu.test(text.split(/^[ \t]*\[/mu, 1)[0] ?? '');
}

function parsed(text: string, file: string): unknown {
  checkTomlKeys(text, file, 'E_BRANCH_FILE');
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [first = ''] = error.message.split('\n');
    throw new LockstepError(
      'E_BRANCH_FILE',
      `column ${error.column}: ${first.replace(/^Invalid TOML document: /, '')}`,
      {
        file,
        line: error.line,
        remedy: 'Correct the TOML there',
      },
    );
  }
}

/** @throws LockstepError `E_BRANCH_FILE` with file and line */
export function parseBranchFile(text: string, file: string): BranchFile {
  const data = parsed(text, file);
  const locate = createLocator(text);
  const fault = findFault('branches', data);
  if (fault !== undefined) {
    const where = pathText(fault.path);
    const last = String(fault.path.at(-1) ?? '');
    const what = fault.unknownKey ? 'unknown key' : fault.missingKey ? 'missing key' : 'wrong value of';
    throw new LockstepError('E_BRANCH_FILE', `${what} ${where}`, {
      file,
      line: locate(where).line,
      ...(fault.unknownKey ? {} : { expected: fault.expected }),
      remedy: fault.unknownKey
        ? nearest(last, knownKeys('branches', fault.path.slice(0, -1)))
        : '`lockstep schema branches` prints the form',
    });
  }
  const {
    file: parent,
    sha256,
    done,
    edit: edits = [],
  } = data as {
    file: string;
    sha256: string;
    done: number;
    edit?: Edit[];
  };
  const lineOf = (index: number): number => locate(`edit[${index}]`).line;
  edits.forEach((edit, index) => {
    const wrong = keyFault(edit);
    if (wrong === '') return;
    throw new LockstepError('E_BRANCH_FILE', wrong, { file, line: lineOf(index), remedy: 'Correct the edit there' });
  });
  if (done > edits.length) {
    throw new LockstepError('E_BRANCH_FILE', 'done is larger than the number of edits', {
      file,
      line: locate('done').line,
      found: String(done),
      expected: `0 to ${edits.length}`,
      remedy: 'Correct done',
    });
  }
  return { parent: resolve(dirname(file), parent), sha256, done, edits, lineOf, text };
}

export function branchFileText(file: string, content: Omit<BranchFile, 'text' | 'lineOf'>): string {
  const parent = pathBeside(file, content.parent);
  const { sha256, done, edits } = content;
  return `${stringify({ branches: 1, file: parent, sha256, done, ...(edits.length === 0 ? {} : { edit: [...edits] }) })}`;
}
