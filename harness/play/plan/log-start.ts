/** The battle after a frame of a log, without files and Node: a page has it as well. */
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { goesBy } from '../../base/system-names.js';
import { battleError } from '../../files/states/state-error.js';
import { battleOf, bindCells, loadImage, writeBoundCell } from '../trace/bind.js';
import type { TraceReader } from '../trace/reader.js';
import { rulesetHash } from '../trace/ruleset.js';
import { planError } from './plan-error.js';
import type { Plan } from './types.js';

/** What of a reader gives the rows. */
export type TraceRows = Pick<TraceReader, 'file' | 'header' | 'row' | 'next' | 'fill'>;

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
