/** A plan from a log: its commands from the start, or a battle that begins after a frame of it. */

import { stringify } from 'smol-toml';
import type { Battle, System } from '../../../core/system/system.js';
import { goesBy, LockstepError, systemNamed } from '../../base/index.js';

import { battleError } from '../../files/index.js';
import { battleOf, bindCells, loadImage, writeBoundCell } from '../trace/bind.js';
import type { TraceReader } from '../trace/reader.js';
import { rulesetHash } from '../trace/state.js';
import type { TraceHeader } from '../trace/types.js';
import { readPlan } from './read-plan.js';
import { startPlan } from './run.js';
import { type Plan, planError } from './types.js';

// The state that `[start]` names, for a place where its file cannot be read.

export interface BegunState {
  /** System, switches and `[start]` of the plan that it belongs to. */
  readonly key: string;
  readonly image: Uint8Array;
}

function keyOf({ system, ruleset, start }: Plan): string {
  return JSON.stringify([system, ruleset.switches, start]);
}

/** @returns undefined for a plan without `[start]` */
export function begunState(plan: Plan, { image }: Battle): BegunState | undefined {
  return plan.start === undefined ? undefined : { key: keyOf(plan), image: image.slice() };
}

/**
 * Starts the battle of a plan without reading a file.
 * @throws LockstepError as `startPlan`, `E_PLAN_SETUP` for a `[start]` of another state
 */
export function startBegun(system: System, plan: Plan, begun: BegunState | undefined): Battle {
  if (plan.start === undefined) return startPlan(system, plan);
  if (begun?.key === keyOf(plan)) {
    const battle = system.create(null, plan.ruleset.switches);
    if (battle.image.length === begun.image.length) {
      battle.image.set(begun.image);
      return battle;
    }
  }
  throw planError('E_PLAN_SETUP', plan.file, plan.locate('start'), 'the state that [start] names is not in this page', {
    remedy: 'Write a page of this plan with `lockstep plan PLAN -o PAGE`',
  });
}

// The battle after a frame of a log, without files and Node: a page has it as well.

/** What of a reader gives the rows. */
type TraceRows = Pick<TraceReader, 'file' | 'header' | 'row' | 'next' | 'fill'>;

/** A battle and where it comes from. */
export interface BegunBattle {
  readonly battle: Battle;
  /** Where a battle was found that no `[setup]` describes, and what that place does not hold. */
  readonly origin: Origin | undefined;
}

export interface Origin {
  readonly from: string;
  /** What is taken in place of what was not found, a sentence each. */
  readonly missing: readonly string[];
}

/** The name of a file in a path of either kind. */
export const nameOf = (file: string): string => file.split(/[\\/]/u).at(-1) ?? file;

/**
 * The battle after a frame of a log.
 * @throws LockstepError for a log that is damaged, too short or under other rules than the plan
 */
export async function beginFromLog(system: System, plan: Plan, reader: TraceRows, frame: number): Promise<BegunBattle> {
  const isOwn = goesBy(system, reader.header.system, reader.header.setup);
  const battle = isOwn ? battleOfLog(system, plan, reader) : battleOfFrames(system, plan, reader);
  const last = await loadFrame(reader, battle, frame);
  if (last < frame) {
    throw planError('E_PLAN_SETUP', plan.file, plan.locate('start.frame'), 'the log ends before that frame', {
      found: `frame ${last} is the last one`,
      remedy: 'Give an earlier frame',
    });
  }
  return isOwn ? { battle, origin: undefined } : adoptFrame(system, reader, battle, frame);
}

/** @throws LockstepError `E_RULESET_HASH` */
function battleOfLog(system: System, plan: Plan, { header, file }: TraceRows): Battle {
  const hash = rulesetHash(system, plan.ruleset.switches);
  if (rulesetHash(system, header.ruleset.switches) === hash) return battleOf(system, header, file);
  throw new LockstepError('E_RULESET_HASH', 'the log was made under other rules than the plan’s', {
    file: plan.file,
    line: plan.locate('start.trace').line,
    found: header.ruleset.hash,
    expected: hash,
    remedy: 'Give the plan the switches of the log',
  });
}

/**
 * An empty battle by commands over the same cells as a log of frames.
 * @throws LockstepError `E_PLAN_SYSTEM`
 */
function battleOfFrames(system: System, plan: Plan, { header }: TraceRows): Battle {
  if (system.capabilities.consoleState !== undefined && system.formerly?.id === header.system) {
    return system.create(null, plan.ruleset.switches);
  }
  throw planError('E_PLAN_SYSTEM', plan.file, plan.locate('start.trace'), 'the log is of another system', {
    found: header.system,
    expected: system.id,
    remedy: 'Name a log of the plan’s system',
  });
}

/** @throws LockstepError `E_STATE_BATTLE` for a frame without a battle */
function adoptFrame(system: System, { header, file }: TraceRows, battle: Battle, frame: number): BegunBattle {
  const { consoleState } = system.capabilities;
  const at = `after frame ${frame}`;
  const fault = consoleState?.adopt(battle);
  if (fault !== undefined) throw battleError(file, { ...fault, found: `${at}: ${fault.found}` });
  const declared = new Set(header.cells.map(([name]) => name));
  const lacking = (consoleState?.needs(battle) ?? []).filter((name) => !declared.has(name));
  if (lacking.length > 0) {
    throw new LockstepError('E_STATE_BATTLE', 'the log does not hold what a battle needs', {
      file,
      found: `no cell ${lacking.join(', ')}`,
      remedy: 'Save a state at that frame and name it with state = "FILE"',
    });
  }
  const missing = consoleState?.notes(battle) ?? [];
  const others = 'cells that the log does not declare: as they were when it began';
  return { battle, origin: { from: `${nameOf(file)}: the battle ${at}`, missing: [...missing, others] } };
}

/**
 * Puts the state after a frame of a log into a battle.
 * @returns the last frame that was read: less than `frame` where the log ends before it
 */
export async function loadFrame(reader: TraceRows, battle: Battle, frame: number): Promise<number> {
  const { header, row } = reader;
  const bound = bindCells(header, battle, reader.file);
  loadImage(header, battle);
  let last = -1;
  do {
    while (last < frame && reader.next()) {
      last = Math.min(row.frame + row.count - 1, frame);
      if (row.frame > frame) break;
      for (let index = 0; index < header.cells.length; index++) {
        writeBoundCell(battle.image, bound, index, row.values[index] as number);
      }
    }
  } while (last < frame && (await reader.fill()));
  return last;
}

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
interface LogFrame {
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
    return { ...own, note: `planned frame by frame: ${error.sentence}` };
  }
}
