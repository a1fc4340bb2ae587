/** Does one edit to the branches of a timeline. */
import { ruleErrorOf } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import { RuleError } from '../../../core/system/system.js';
import { parseAddress } from '../../../rom-map/windows.js';
import { LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { remedyFor } from '../plan/encode.js';
import { createPlayer, encodeMove, moveNames, moveShape } from '../plan/moves.js';
import { MAX_ENTRIES } from '../timeline/branch-edits.js';
import { RECORDING, RECORDING_NAME } from '../timeline/branch-store.js';
import { commandOf } from '../timeline/recorded-line.js';
import type { Timeline } from '../timeline/timeline.js';
import { frameCommand } from '../trace/bind.js';
import type { RowCommand } from '../trace/types.js';
import type { Edit } from './edit.js';

/** @throws LockstepError `E_BRANCH` with the nearest name */
export function lineOfName(timeline: Timeline, name: string): number {
  const lines = timeline.lines();
  const found = lines.find((info) => info.name === name);
  if (found !== undefined) return found.line;
  throw new LockstepError('E_BRANCH', `there is no branch ${name}`, {
    remedy: nearest(
      name,
      lines.map((info) => info.name),
    ),
  });
}

function checkNewName(timeline: Timeline, name: string): void {
  if (!/^[^#\p{Cc}]{1,80}$/u.test(name)) {
    throw new LockstepError('E_BRANCH', 'this is not a branch name', {
      found: JSON.stringify(name).slice(0, 100),
      expected: '1 to 80 characters without # and control characters',
    });
  }
  if (!timeline.lines().some((info) => info.name === name)) return;
  throw new LockstepError('E_BRANCH', `a branch ${name} exists already`, { remedy: 'Give another name' });
}

/** Inputs in a row that are equal. */
interface Run {
  readonly pad: number;
  readonly plain: RowCommand | undefined;
  count: number;
}

/**
 * Plays an action in a state.
 * @returns its pad words and commands.
 * @throws LockstepError `E_BRANCH` for a refusal
 */
function playedRuns(timeline: Timeline, battle: Battle, plain: RowCommand): Run[] {
  const { system } = timeline;
  const frameCode = system.unit === 'frame' ? frameCommand(system).code : 0;
  let move: ReturnType<typeof encodeMove>;
  try {
    move = encodeMove(system, battle, plain);
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    throw new LockstepError('E_BRANCH', `${error.code}: ${error.message}`, {
      remedy: remedyFor(system, { command: plain }, error),
    });
  }
  const runs: Run[] = [];
  const number = createPlayer(system, battle).play(move, undefined, (command, error) => {
    if (error !== 0) return;
    const isPad = frameCode !== 0 && command[0] === frameCode;
    const pad = isPad ? (command[1] as number) : -1;
    const last = runs.at(-1);
    if (last !== undefined && isPad && last.pad === pad) last.count++;
    else runs.push({ pad, plain: isPad ? undefined : plain, count: 1 });
  });
  if (number === 0) return runs;
  const shape = ruleErrorOf(system, number);
  throw new LockstepError('E_BRANCH', `${plain.command} is refused here: ${shape?.code ?? 'E_INTERNAL'}`, {
    found: shape?.meaning ?? 'no reason',
    ...(shape?.remedy === undefined ? {} : { remedy: shape.remedy }),
  });
}

/**
 * Inserts a command or an action into a branch.
 * @returns number of new entries
 */
function insertMoves(timeline: Timeline, line: number, at: number, plain: RowCommand, times: number): number {
  timeline.checkOwnEntry(at, line);
  const battle = timeline.createTrial(timeline.state(at - 1, line));
  let inserted = 0;
  for (let time = 0; time < times; time++) {
    for (const { pad, plain: command, count } of playedRuns(timeline, battle, plain)) {
      const script = command && commandOf(timeline.system, timeline.battle, timeline.script, command);
      timeline.insertInput(line, at + inserted, pad, script, count);
      inserted += count;
    }
    if (inserted > MAX_ENTRIES) break;
  }
  return inserted;
}

/** A command as an input of a branch; it may be refused when it is played. */
function plainCommand(timeline: Timeline, plain: RowCommand): ReturnType<typeof commandOf> {
  const { system, battle } = timeline;
  const isCommand = system.commands.some((shape) => shape.name === plain.command);
  if (isCommand) return commandOf(system, battle, timeline.script, plain);
  const isAction = moveShape(system, plain.command) !== undefined;
  throw new LockstepError('E_BRANCH', `there is no command ${plain.command}`, {
    remedy: isAction ? 'Insert an action instead of replacing a command' : nearest(plain.command, moveNames(system)),
  });
}

function hexBytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function write(timeline: Timeline, line: number, at: number, address: string, bytes: Uint8Array): void {
  // A branch file does not name its layout: an address that moved since the first one is no address
  // of today.
  const first = timeline.system.layout?.addressToday(1, parseAddress(address)) ?? parseAddress(address);
  const offset = timeline.cells.offsetOf(first);
  if (offset < 0 || timeline.cells.offsetOf(first + bytes.length - 1) !== offset + bytes.length - 1) {
    throw new LockstepError('E_BRANCH', 'the bytes do not lie in one memory window', { found: address });
  }
  timeline.poke(line, at, offset, bytes);
}

/**
 * Applies an edit.
 * @returns change of the branch's length.
 * @throws LockstepError, with the branches partly changed
 */
export function applyEdit(timeline: Timeline, edit: Edit): number {
  const { at = 0, count = 1, pad = -1 } = edit;
  if (edit.edit === 'fork') {
    checkNewName(timeline, edit.branch);
    const parent = edit.parent === RECORDING_NAME ? RECORDING : lineOfName(timeline, edit.parent ?? '');
    timeline.branch(at, parent, edit.branch);
    return 0;
  }
  const line = lineOfName(timeline, edit.branch);
  const length = timeline.length(line);
  if (edit.edit === 'rename') {
    checkNewName(timeline, edit.name ?? '');
    timeline.renameBranch(line, edit.name ?? '');
  } else if (edit.edit === 'remove') timeline.removeBranch(line);
  else if (edit.edit === 'delete') timeline.deleteInputs(line, at, count);
  else if (edit.edit === 'write') write(timeline, line, at, edit.address ?? '', hexBytes(edit.bytes ?? ''));
  else if (edit.edit === 'input') {
    const command = edit.do && plainCommand(timeline, edit.do);
    timeline.setInput(line, at, pad, command, count);
  } else if (edit.do !== undefined) insertMoves(timeline, line, at, edit.do, count);
  else timeline.insertInput(line, at, pad, undefined, count);
  return edit.edit === 'remove' ? 0 : timeline.length(line) - length;
}
