/**
 * Systems by the ids that plans, traces and users give them: their own, and the one they had
 * before.
 */
import type { System } from '../../core/system/system.js';

function had(system: System, id: string, setup: unknown): boolean {
  return system.formerly?.id === id && system.formerly.owns(setup);
}

/** Whether a plan or trace with this id and set-up is of the system. */
export function goesBy(system: System, id: string, setup: unknown): boolean {
  return system.id === id || had(system, id, setup);
}

/** The system that a plan or trace with this id and set-up is of, or undefined. */
export function systemNamed(systems: readonly System[], id: string, setup: unknown): System | undefined {
  return systems.find((system) => had(system, id, setup)) ?? systems.find((system) => system.id === id);
}
