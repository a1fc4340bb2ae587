/** The text of a branch file: reads, checks and writes it without looking for the log or plan. */
import { parse, stringify, TomlError } from 'smol-toml';
import { LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { checkTomlKeys } from '../../base/toml-limits.js';
import { createLocator } from '../plan/locate.js';
import { findFault, knownKeys, pathText } from '../trace/schemas/check.js';
import { tomlVersionFault } from '../trace/schemas/version-key.js';
import { type Edit, keyFault } from './edit.js';

/** A branch file as it stands. */
export interface BranchFile {
  /** Path of the log or plan, as it is named. */
  readonly parent: string;
  readonly sha256: string;
  readonly done: number;
  readonly edits: readonly Edit[];
  /** Line of an edit, by its index. */
  readonly lineOf: (index: number) => number;
  /** The whole text, to notice changes by another program. */
  readonly text: string;
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
export function parseBranchText(text: string, file: string): BranchFile {
  const data = parsed(text, file);
  const locate = createLocator(text);
  const version = tomlVersionFault('branches', data);
  if (version !== undefined) {
    const { line } = locate('branches');
    throw new LockstepError('E_BRANCH_FILE', version.message, { file, line, ...version.rest });
  }
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
  return { parent, sha256, done, edits, lineOf, text };
}

/** @param parent path of the log or plan, beside the branch file */
export function branchText({ parent, sha256, done, edits }: Omit<BranchFile, 'text' | 'lineOf'>): string {
  return stringify({ branches: 1, file: parent, sha256, done, ...(edits.length === 0 ? {} : { edit: [...edits] }) });
}
