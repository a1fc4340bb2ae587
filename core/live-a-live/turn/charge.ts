/**
 * Charged skills that are due: C1:93A0. Evidence: executed; what follows a charge that is not done (C1:93B5) and an
 * absent ally (C1:9F70) is unpublished.
 */

import { ALLY_CHARGE, ALLY_SKILL_STATE, ALLY_STATUSES, DISABLING, LAST_ALLY } from '../memory/cells.js';
import { exitOf, type Machine, type Outcome, outcome, wordOf } from '../memory/machine.js';
import { nextAlly } from '../memory/presence.js';
import { ALLY_CHARGING, fireAllySkill } from './ally-actions.js';

/** Exits of `scanCharges`; 0 = a skill was fired. */
export const CHARGE_RUNNING = 1;
export const SCAN_DONE = 2;
export const SCAN_ABSENT = 3;

/** Charging and able, whatever time is left. */
export function isCharging(ram: Uint8Array, ally: number): boolean {
  return ram[ally + ALLY_SKILL_STATE] === ALLY_CHARGING && ((ram[ally + ALLY_STATUSES] as number) & DISABLING) === 0;
}

/** C1:93A0, from one ally on; the first that is due fires. @param absent 1: that ally is absent */
export function scanCharges(machine: Machine, ally: number, absent: number): Outcome {
  const ram = machine.ram;
  let block = ally;
  let skip = absent !== 0;
  for (;;) {
    if (!skip && isCharging(ram, block)) {
      if (ram[block + ALLY_CHARGE] !== 0) return outcome(CHARGE_RUNNING, block);
      fireAllySkill(machine, block);
      return outcome(0, block);
    }
    if (block === LAST_ALLY) return outcome(SCAN_DONE, block);
    const next = nextAlly(machine, block);
    block = wordOf(next);
    if (exitOf(next) !== 0) return outcome(SCAN_ABSENT, block);
    skip = false;
  }
}
