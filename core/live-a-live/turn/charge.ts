/**
 * Charged skills that are due: C1:93A0. Evidence: executed; what follows a charge that is not done
 * (C1:93B5) and an absent ally (C1:9F70) is unpublished.
 */

import * as Ally from '../memory/cells/ally.js';
import { exitOf, exitWithWord, type Machine, type RoutineResult, wordOf } from '../memory/machine.js';
import { nextAlly } from '../memory/presence.js';
import { DISABLING } from '../memory/state-bits.js';
import { ALLY_CHARGING, fireAllySkill } from './ally-actions.js';

/** Exits of `scanCharges`; 0 = a skill was fired. */
export const CHARGE_RUNNING = 1;
export const SCAN_DONE = 2;
export const SCAN_ABSENT = 3;

/** Charging and able, whatever time is left. */
export function isCharging(ram: Uint8Array, ally: number): boolean {
  return ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING && ((ram[ally + Ally.STATUSES] as number) & DISABLING) === 0;
}

/** C1:93A0, from one ally on; the first that is due fires. @param absent 1: that ally is absent */
export function scanCharges(machine: Machine, ally: number, absent: number): RoutineResult {
  const ram = machine.ram;
  let block = ally;
  let skip = absent !== 0;
  for (;;) {
    if (!skip && isCharging(ram, block)) {
      if (ram[block + Ally.CHARGE] !== 0) return exitWithWord(CHARGE_RUNNING, block);
      fireAllySkill(machine, block);
      return exitWithWord(0, block);
    }
    if (block === Ally.LAST) return exitWithWord(SCAN_DONE, block);
    const next = nextAlly(machine, block);
    block = wordOf(next);
    if (exitOf(next) !== 0) return exitWithWord(SCAN_ABSENT, block);
    skip = false;
  }
}
