/** Systems by the ids of plans, traces and users: their present id and their earlier one. */
import type { System } from '../../core/system/system.js';

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
