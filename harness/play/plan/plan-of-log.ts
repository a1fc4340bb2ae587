/** A plan from a log: its commands from the start, or a battle that begins after a frame of it. */
import { stringify } from 'smol-toml';
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { systemNamed } from '../../base/system-names.js';
import { battleOf, loadImage } from '../trace/bind.js';
import type { TraceHeader } from '../trace/types.js';
import { type BegunState, begunState } from './begun-state.js';
import { beginFromLog, type TraceRows } from './log-start.js';
import { readPlan } from './read-plan.js';

export interface PlanOfLog {
  readonly text: string;
  /** The state that its `[start]` names; undefined: it begins with a setup. */
  readonly begun: BegunState | undefined;
  /** What has to be known of it, or empty. */
  readonly note: string;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** @throws LockstepError `E_SYSTEM` */
function systemOf(systems: readonly System[], { header, file }: TraceRows): System {
  const found = systemNamed(systems, header.system, header.setup);
  if (found !== undefined) return found;
  throw new LockstepError('E_SYSTEM', 'the log is of a system that is not known', {
    file,
    line: 1,
    found: header.system,
    expected: systems.map(({ id }) => id).join(', '),
  });
}

function headOf(system: System, { ruleset }: TraceHeader, title: string): Record<string, unknown> {
  const { name, switches } = ruleset;
  const rules = Object.keys(switches).length === 0 ? {} : { ruleset: { name, switches } };
  return { plan: 1, system: system.id, title, ...rules };
}

/** Whether a log starts as its setup says, without a byte of its own. */
function startsAsSetUp(header: TraceHeader, battle: Battle): boolean {
  const before = battle.image.slice();
  loadImage(header, battle);
  return battle.image.every((byte, index) => byte === before[index]);
}

/**
 * All commands of a log as a plan.
 * @throws LockstepError `E_OPTION` for a log of frames, and for every damage
 */
async function wholePlan(system: System, rows: TraceRows, title: string): Promise<PlanOfLog> {
  const { header, row, file } = rows;
  if (header.unit === 'frame' || !startsAsSetUp(header, battleOf(system, header, file))) {
    throw new LockstepError('E_OPTION', 'of this log a plan needs the frame to begin after', {
      file,
      found: header.unit === 'frame' ? 'a log of frames' : 'a log that starts with a state of its own',
      expected: '--at FRAME',
      remedy: '`lockstep verify FILE` tells its frames',
    });
  }
  const steps: Record<string, unknown>[] = [];
  do {
    while (rows.next()) steps.push({ ...row.command, ...(row.error === '' ? {} : { error: row.error }) });
  } while (await rows.fill());
  const setup = header.setup === null ? {} : { setup: header.setup };
  return { text: stringify({ ...headOf(system, header, title), ...setup, do: steps }), begun: undefined, note: '' };
}

/** A plan without commands that begins after a frame of a log. */
async function planAfter(system: System, rows: TraceRows, start: LogFrame, title: string): Promise<PlanOfLog> {
  const text = stringify({ ...headOf(system, rows.header, title), start: { ...start } });
  const plan = readPlan(bytesOf(text), rows.file);
  const { battle, origin } = await beginFromLog(system, plan, rows, start.frame);
  const note = origin === undefined ? '' : [origin.from, ...origin.missing].join('; ');
  return { text, begun: begunState(plan, battle), note };
}

/** As `[start]` has it. */
export interface LogFrame {
  /** Path of the log beside the plan. */
  readonly trace: string;
  readonly frame: number;
}

/**
 * A plan from a log. After a frame of a game the battle is taken over by commands, where that frame
 * holds one; else it goes on with the log's own system.
 * @param open reads the log from its beginning
 * @param start the frame after which it begins; undefined: every command of the log
 * @throws LockstepError for a damaged log, a frame that it does not have
 */
export async function planOfLog(
  systems: readonly System[],
  open: () => Promise<TraceRows> | TraceRows,
  title: string,
  start: LogFrame | undefined,
): Promise<PlanOfLog> {
  const rows = await open();
  const system = systemOf(systems, rows);
  if (start === undefined) return wholePlan(system, rows, title);
  const byCommands = systems.find(
    ({ capabilities, formerly }) => capabilities.consoleState !== undefined && formerly?.id === rows.header.system,
  );
  if (byCommands === undefined || byCommands === system) return planAfter(system, rows, start, title);
  try {
    return await planAfter(byCommands, rows, start, title);
  } catch (error) {
    if (!(error instanceof LockstepError) || error.code !== 'E_STATE_BATTLE') throw error;
    const own = await planAfter(system, await open(), start, title);
    return { ...own, note: `planned frame by frame: ${error.message}` };
  }
}
