/** The registry: every system by its id. Nothing else in the harness names one. */

import { fftcg } from '../../core/fftcg/index.js';
import { holyGrailWar } from '../../core/holy-grail-war/index.js';
import { withJapanese } from '../../core/holy-grail-war/japanese.js';
import { kuroganeEngage } from '../../core/kurogane-engage/index.js';
import { LIVE_A_LIVE_GUIDE } from '../../core/live-a-live/guide/index.js';
import { LIVE_A_LIVE, LIVE_A_LIVE_BATTLE } from '../../core/live-a-live/index.js';
import { srpgMovement } from '../../core/srpg-movement/index.js';
import type { System } from '../../core/system/system.js';
import { LockstepError } from './errors.js';
import { nearest } from './told.js';

// Systems by the ids of plans, traces and users: their present id and their earlier one.

function had(system: System, id: string, setup: unknown): boolean {
  return system.formerly?.id === id && system.formerly.owns(setup);
}

/** Whether a plan or trace with this id and setup belongs to the system. */
export function goesBy(system: System, id: string, setup: unknown): boolean {
  return system.id === id || had(system, id, setup);
}

/** The system of a plan or trace with this id and setup, or undefined. */
export function systemNamed(systems: readonly System[], id: string, setup: unknown): System | undefined {
  return systems.find((system) => had(system, id, setup)) ?? systems.find((system) => system.id === id);
}

// Finds a system by its id among the ones that a caller offers.

/**
 * The system of this id.
 * @param file and `line` name the place that asks for it, for the error
 * @param setup tells systems apart that shared an id
 * @throws LockstepError `E_SYSTEM`, with the nearest id
 */
export function findSystem(
  systems: readonly System[],
  id: string,
  file: string,
  line: number,
  setup: unknown = null,
): System {
  const system = systemNamed(systems, id, setup);
  if (system !== undefined) return system;
  const known = systems.map((candidate) => candidate.id);
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, { file, line, remedy: nearest(id, known) });
}

export const SYSTEMS: readonly System[] = [
  LIVE_A_LIVE,
  LIVE_A_LIVE_BATTLE,
  LIVE_A_LIVE_GUIDE,
  fftcg,
  srpgMovement,
  kuroganeEngage,
  withJapanese(holyGrailWar),
];
