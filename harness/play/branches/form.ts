/** The text of a branch file: reads, checks and writes it without looking for the log or plan. */

import { stringify } from 'smol-toml';
import { countText } from '../../../core/system/names.js';
import { createLocator, hexText, LockstepError, nearest, pathText, plainText, tomlOf } from '../../base/index.js';

import { RECORDING_NAME } from '../timeline/branch-store.js';
import type { Timeline } from '../timeline/timeline.js';
import { findFault, knownKeys } from '../trace/schemas/check.js';
import { tomlVersionFault } from '../trace/schemas/version-key.js';
import type { RowCommand } from '../trace/types.js';

// The edits of a branch file, in order. Applying them makes the branches.

type EditKind = 'fork' | 'rename' | 'remove' | 'input' | 'insert' | 'delete' | 'write';

/** One `[[edit]]` table; `EDIT_KEYS` lists the keys of each kind. */
export interface Edit {
  readonly edit: EditKind;
  /** Name of the branch that is changed or made. */
  readonly branch: string;
  /** fork: name of the parent; `recording` is the log or plan itself. */
  readonly parent?: string;
  /** rename: the new name. */
  readonly name?: string;
  /**
   * fork, write: entries done (0: the start). input, insert, delete: number of the first entry,
   * from 1.
   */
  readonly at?: number;
  /** Number of entries, or repeats of a command or action; 1 when absent. */
  readonly count?: number;
  /** 16-bit pad word. */
  readonly pad?: number;
  /** A command, or for `insert` an action, as in a plan. */
  readonly do?: RowCommand;
  /** write: address of the first byte, as `formatAddress` writes it. */
  readonly address?: string;
  /** write: the bytes, in hex. */
  readonly bytes?: string;
}

/** Required keys of each kind (`|`: one of them), then optional keys. */
const EDIT_KEYS: Readonly<Record<EditKind, readonly [must: readonly string[], may: readonly string[]]>> = {
  fork: [['parent', 'at'], []],
  rename: [['name'], []],
  remove: [[], []],
  input: [['at', 'pad|do'], ['count']],
  insert: [['at', 'pad|do'], ['count']],
  delete: [['at', 'count'], []],
  write: [['at', 'address', 'bytes'], []],
};

/** What is wrong with the keys of an edit, or empty. */
function keyFault(edit: Edit): string {
  const [must, may] = EDIT_KEYS[edit.edit];
  const has = (key: string): boolean => Object.hasOwn(edit, key);
  for (const keys of must) {
    const given = keys.split('|').filter(has);
    if (given.length !== 1)
      return `${edit.edit} needs ${given.length === 0 ? '' : 'only one of '}${keys.replace('|', ' or ')}`;
  }
  const known = new Set(['edit', 'branch', ...may, ...must.flatMap((keys) => keys.split('|'))]);
  const unknown = Object.keys(edit).find((key) => !known.has(key));
  return unknown === undefined ? '' : `${edit.edit} takes no ${unknown}`;
}

/** What a branch leaves: another one by its name, the recording, or the plan. */
function parentText({ parent = '' }: Edit, { moveEnds }: Timeline): string {
  return parent === RECORDING_NAME && moveEnds !== undefined ? 'plan' : plainText(parent);
}

/** `insert before frame 2347 of early: 0200 x3`: an edit in one line. */
export function editText(edit: Edit, timeline: Timeline): string {
  const { unit } = timeline.system;
  const { at = 0, count = 1 } = edit;
  const branch = plainText(edit.branch);
  const place = at === 0 ? 'the start' : `${unit} ${timeline.frameOf(at)}`;
  const what = edit.do === undefined ? hexText(edit.pad ?? 0, 4) : plainText(JSON.stringify(edit.do));
  const times = count === 1 ? '' : ` x${count}`;
  switch (edit.edit) {
    case 'fork':
      return `fork ${branch} from ${parentText(edit, timeline)} at ${place}`;
    case 'rename':
      return `rename ${branch} to ${plainText(edit.name ?? '')}`;
    case 'remove':
      return `remove ${branch}`;
    case 'delete':
      return `delete ${countText(count, unit)} from ${place} on of ${branch}`;
    case 'write':
      return `write ${edit.bytes} to ${edit.address} at ${place} of ${branch}`;
    case 'insert':
      return `insert before ${place} of ${branch}: ${what}${times}`;
    default:
      return `input of ${place} of ${branch}: ${what}${times}`;
  }
}

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

/** @throws LockstepError `E_BRANCH_FILE` with file and line */
export function parseBranchText(text: string, file: string): BranchFile {
  const data = tomlOf(text, file, 'E_BRANCH_FILE');
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
