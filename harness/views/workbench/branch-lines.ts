/**
 * Branches of the plan that is open, in the form of `lockstep route branch`: read into plans of
 * their own, and written as the edits that make them of the plan.
 */
import type { Language } from '../../../core/system/system.js';
import { createSha256, LockstepError } from '../../base/index.js';

import {
  applyEdit,
  branchText,
  checkSteps,
  checkWrites,
  createTimeline,
  type Edit,
  type EntryInput,
  parseBranchText,
  playLine,
  RECORDING,
  RECORDING_NAME,
  type RowCommand,
  readPlan,
  startBegun,
  type Timeline,
  tablesFrom,
} from '../../play/index.js';

import { countCommands, cutPlan, insertCommands, joinPlan, withoutLost } from './plan-text.js';
import type { Session } from './session.js';

/** A branch as a plan. */
export interface NamedPlan {
  readonly name: string;
  /** TOML. */
  readonly text: string;
}

/** What of a session tells how it is played. */
type PlayedPlan = Pick<Session, 'system' | 'begun' | 'text' | 'file'>;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The session's plan, played entry by entry. */
export async function timelineOf({ system, begun, ...session }: PlayedPlan, language?: Language): Promise<Timeline> {
  const plan = readPlan(bytesOf(session.text()), session.file());
  return createTimeline(await playLine(system, plan, startBegun(system, plan, begun), {}), language);
}

/** Entries done after each `[[do]]` table of a plan, repeats counted. */
export function rowEnds(repeats: readonly number[], { moveEnds = [] }: Timeline): number[] {
  let moves = 0;
  return repeats.map((repeat) => {
    moves += repeat;
    return moveEnds[moves - 1] ?? Number.POSITIVE_INFINITY;
  });
}

/** The text of a branch: the plan's tables as far as both are the same, then plain commands. */
function textOf(session: Session, timeline: Timeline, line: number): string {
  const { shared = 0 } = timeline.branchSet().branches.get(line) ?? {};
  const parts = cutPlan(session.text());
  const ends = rowEnds(
    session.rows().map(({ repeat }) => repeat),
    timeline,
  );
  let rows = ends.findIndex((end) => end > shared);
  if (rows < 0) rows = ends.length;
  const from = ends[rows - 1] ?? 0;
  checkWrites(timeline, line, from);
  const refusals = checkSteps(timeline, line, from);
  const tables = tablesFrom(timeline, line, from, refusals) as unknown as readonly RowCommand[];
  const place = countCommands(session.rows().slice(0, rows));
  const [left] = withoutLost({ ...parts, commands: parts.commands.slice(0, rows) }, place);
  return joinPlan(insertCommands(left, rows, tables));
}

function checkParent(session: Session, sha256: string, file: string): void {
  const found = createSha256().update(bytesOf(session.text())).hex();
  if (found === sha256) return;
  throw new LockstepError('E_BRANCH_FILE', 'these branches belong to another plan, or to an older version of it', {
    file,
    found: `${session.file()}: ${found}`,
    expected: sha256,
    remedy: 'Open that plan first, unchanged',
  });
}

/**
 * Opens a branch file of a plan.
 * @param session the plan
 * @throws LockstepError `E_BRANCH_FILE`, `E_BRANCH` for a branch that writes memory
 */
export async function openBranches(session: Session, text: string, file: string): Promise<NamedPlan[]> {
  const { sha256, done, edits, lineOf } = parseBranchText(text, file);
  checkParent(session, sha256, file);
  const timeline = await timelineOf(session);
  for (const [index, edit] of edits.slice(0, done).entries()) {
    try {
      applyEdit(timeline, edit);
    } catch (error) {
      if (!(error instanceof LockstepError)) throw error;
      const details = { ...error.details, file, line: lineOf(index) };
      const message = `edit ${index + 1} cannot be done: ${error.sentence}`;
      throw new LockstepError('E_BRANCH_FILE', message, details, { cause: error });
    }
  }
  const branches = timeline.lines().filter(({ line }) => line !== RECORDING);
  return branches.map(({ line, name }) => ({ name, text: textOf(session, timeline, line) }));
}

/**
 * The inputs of a timeline.
 * @throws LockstepError `E_BRANCH` for one that was not played to its end
 */
function inputsOf(timeline: Timeline, name: string): EntryInput[] {
  const { end } = timeline;
  if (!end.whole) {
    throw new LockstepError('E_BRANCH', `${name} cannot be saved among branches: ${end.reason}`, {
      remedy: 'Take that command out of it first',
    });
  }
  return Array.from({ length: timeline.length() }, (_, index) => timeline.input(index + 1));
}

/** Entries that are alike at the beginning of both lists, at most so many. */
function alike(first: readonly EntryInput[], second: readonly EntryInput[], most: number): number {
  let count = 0;
  while (count < most && first[count]?.text === second[count]?.text) count++;
  return count;
}

/** The edits that make a branch of the plan. */
function editsOf(branch: string, plan: readonly EntryInput[], inputs: readonly EntryInput[]): Edit[] {
  const shortest = Math.min(plan.length, inputs.length);
  const first = alike(plan, inputs, shortest);
  const last = alike([...plan].reverse(), [...inputs].reverse(), shortest - first);
  const edits: Edit[] = [{ edit: 'fork', branch, parent: RECORDING_NAME, at: first }];
  const gone = plan.length - first - last;
  if (gone > 0) edits.push({ edit: 'delete', branch, at: first + 1, count: gone });
  let at = first + 1;
  let before = '';
  for (const { pad, command, text } of inputs.slice(first, inputs.length - last)) {
    const edit = edits.at(-1) as Edit;
    if (text === before) edits.splice(-1, 1, { ...edit, count: (edit.count ?? 1) + 1 });
    else edits.push({ edit: 'insert', branch, at, ...(command === undefined ? { pad } : { do: command.plain }) });
    before = text;
    at++;
  }
  return edits;
}

/**
 * Writes branches as a branch file, which stands beside the plan.
 * @throws LockstepError `E_BRANCH` for a branch with a refused command
 */
export async function writeBranches(
  session: Session,
  branches: readonly { readonly name: string; readonly session: Session }[],
): Promise<string> {
  const plan = inputsOf(await timelineOf(session), RECORDING_NAME);
  const edits: Edit[] = [];
  for (const { name, session: branch } of branches) {
    edits.push(...editsOf(name, plan, inputsOf(await timelineOf(branch), name)));
  }
  const sha256 = createSha256().update(bytesOf(session.text())).hex();
  return branchText({ parent: session.file(), sha256, done: edits.length, edits });
}
