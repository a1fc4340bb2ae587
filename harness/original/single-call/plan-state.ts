/** The state that a plan leads to: a battle's memory after one of its steps. */

import type { System } from '../../../core/system/system.js';
import { WINDOWS } from '../../../rom-map/index.js';
import { nearest } from '../../base/nearest.js';
import { countText } from '../../base/number-text.js';
import { loadPlan } from '../../play/plan/load.js';
import { planError } from '../../play/plan/plan-error.js';
import { playPlan } from '../../play/plan/play.js';
import { findPlanSystem, startBattle } from '../../play/plan/start.js';
import { commandsUntil, type Plan } from '../../play/plan/types.js';
import { type CallState, emptyState } from './call-state.js';

/** The systems whose memory is the console's: by frames, and by commands. */
const GAMES: readonly string[] = ['live-a-live', 'live-a-live-battle'];

/** A place of a plan. */
interface PlanPart {
  /** Commands before it, repeats counted. */
  readonly commands: number;
  /** In words. */
  readonly place: string;
}

/** @param at label, or number of commands done @throws LockstepError `E_PLAN_LABEL` */
function partUntil(plan: Plan, at: string): PlanPart {
  const labels = plan.steps.flatMap(({ label }) => label ?? []);
  const all = commandsUntil(plan.steps, undefined);
  const isLabel = labels.includes(at);
  if (!isLabel && !(/^\d+$/.test(at) && Number(at) <= all)) {
    throw planError('E_PLAN_LABEL', plan.file, plan.locate('do'), 'the plan has no such step', {
      found: `--at ${at}`,
      expected: `a label, or a number of commands from 0 to ${all}`,
      remedy: labels.length === 0 ? 'Count every command with its repeats' : nearest(at, labels),
    });
  }
  const commands = commandsUntil(plan.steps, isLabel ? at : Number(at));
  return { commands, place: isLabel ? `step "${at}"` : countText(at, 'command') };
}

/** The declared windows of a battle by address, cells of our own among them. */
export function declaredBytes(image: Uint8Array): Map<number, number> {
  const bytes = new Map<number, number>();
  for (const { address, length, offset } of WINDOWS) {
    for (let byte = 0; byte < length; byte++) bytes.set(address + byte, image[offset + byte] ?? 0);
  }
  return bytes;
}

/**
 * Plays a plan up to a step.
 *
 * @param at label of a step, or number of commands done (repeats count); undefined: the end
 * @throws LockstepError `E_PLAN_LABEL` for a step that does not exist; as `loadPlan`, `startBattle`
 * and `playPlan`
 */
export async function stateOfPlan(
  systems: readonly System[],
  file: string,
  at: string | undefined,
): Promise<CallState> {
  const whole = loadPlan(file);
  const system = await findPlanSystem(systems, whole);
  if (!GAMES.includes(system.id)) {
    throw planError('E_PLAN_SYSTEM', file, whole.locate('system'), 'the plan has no memory of a console', {
      found: system.id,
      expected: GAMES.join(' or '),
      remedy: 'Give a plan of the game',
    });
  }
  const part = at === undefined ? { commands: Number.MAX_SAFE_INTEGER, place: 'its end' } : partUntil(whole, at);
  const battle = await startBattle(system, whole);
  playPlan(system, battle, whole, {}, { until: part.commands });
  return { ...emptyState(), from: `${file}, after ${part.place}`, bytes: declaredBytes(battle.image) };
}
