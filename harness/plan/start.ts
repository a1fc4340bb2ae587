/** The battle that a plan begins with: its `[setup]`, or a frame of a recorded log. */
import { dirname, resolve } from 'node:path';
import type { Battle, System } from '../../core/system/system.js';
import { LockstepError } from '../base/errors.js';
import { findSystem } from '../base/find-system.js';
import { goesBy } from '../base/system-names.js';
import { battleOf, bindCells, loadImage, writeBoundCell } from '../trace/bind.js';
import { openTrace, type TraceReader } from '../trace/reader.js';
import { rulesetHash } from '../trace/ruleset.js';
import { planError } from './plan-error.js';
import { startPlan } from './run.js';
import type { Plan, PlanStart } from './types.js';

/**
 * The system of a plan. Where systems shared an id, the setup decides: the plan's own, or that of
 * the log from which it starts.
 * @throws LockstepError `E_SYSTEM`, and for an unreadable log
 */
export async function findPlanSystem(systems: readonly System[], plan: Plan): Promise<System> {
  const isShared = systems.some(({ formerly }) => formerly?.id === plan.system);
  const setup = plan.start !== undefined && isShared ? await setupOfLog(plan.file, plan.start) : plan.setup;
  return findSystem(systems, plan.system, plan.file, plan.locate('system').line, setup);
}

async function setupOfLog(file: string, { trace }: PlanStart): Promise<unknown> {
  const reader = await openTrace(resolve(dirname(file), trace));
  const { setup } = reader.header;
  reader.close();
  return setup;
}

/**
 * Starts the battle of a plan.
 * @throws LockstepError as `startPlan`, and for a log that is damaged, too short or under other
 * rules
 */
export async function startBattle(system: System, plan: Plan): Promise<Battle> {
  return plan.start === undefined ? startPlan(system, plan) : startFromLog(system, plan, plan.start);
}

async function startFromLog(system: System, plan: Plan, { trace, frame }: PlanStart): Promise<Battle> {
  const file = resolve(dirname(plan.file), trace);
  const reader = await openTrace(file);
  const { header } = reader;
  try {
    if (!goesBy(system, header.system, header.setup)) {
      throw planError('E_PLAN_SYSTEM', plan.file, plan.locate('start.trace'), 'the log is of another system', {
        found: header.system,
        expected: system.id,
        remedy: 'Name a log of the plan’s system',
      });
    }
    const hash = rulesetHash(system, plan.ruleset.switches);
    if (rulesetHash(system, header.ruleset.switches) !== hash) {
      throw new LockstepError('E_RULESET_HASH', 'the log was made under other rules than the plan’s', {
        file: plan.file,
        line: plan.locate('start.trace').line,
        found: header.ruleset.hash,
        expected: hash,
        remedy: 'Give the plan the switches of the log',
      });
    }
    const battle = battleOf(system, header, file);
    const last = await loadFrame(reader, battle, frame);
    if (last >= frame) return battle;
    throw planError('E_PLAN_SETUP', plan.file, plan.locate('start.frame'), 'the log ends before that frame', {
      found: `frame ${last} is the last one`,
      remedy: 'Give an earlier frame',
    });
  } finally {
    reader.close();
  }
}

/**
 * Puts the state after a frame of a log into a battle.
 * @returns the last frame that was read: less than `frame` where the log ends before it
 */
export async function loadFrame(reader: TraceReader, battle: Battle, frame: number): Promise<number> {
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
