/** The switches of a plan, each with its place. */
import type { System } from '../../../core/system/system.js';
import { resolveSwitches } from '../trace/state.js';
import type { Plan } from './types.js';

/** @throws LockstepError `E_SWITCH` for a switch or value that the system does not have */
export function checkSwitches(system: System, { ruleset, file, locate }: Plan): void {
  resolveSwitches(system, ruleset.switches, (name) => ({ file, line: locate(`ruleset.switches.${name}`).line }));
}
