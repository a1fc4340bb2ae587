/**
 * Skills that change level and stats, with an image's own code where the printed bytes end: at a
 * result of 255 and more (C1:DE6F), and after the first roll for an ally (C1:DD27).
 */

import type { Machine } from '../memory/machine.js';
import { FILLED_ALLY_CHANGE, FILLED_CAP, fillHole, keepForHole } from '../memory/unpublished-used.js';
import { CHANGE_DONE, changeTarget, changeTargetCapped, changeUser, RESULT_AT_CAP } from './stat-change.js';

const CHANGE_TARGET = 0xc1dd8f;
const CHANGE_USER = 0xc1dcc1;

/** C1:DD8F on the enemy in 0310; without an image a result is held at 255. */
export function changeTargetOrFill(machine: Machine): void {
  if (machine.holes.original === undefined) {
    changeTargetCapped(machine);
    return;
  }
  keepForHole(machine);
  if (changeTarget(machine) === RESULT_AT_CAP) fillHole(machine, FILLED_CAP, CHANGE_TARGET, 0);
}

/**
 * C1:DCC1 on the user of the skill, whose change is for itself. @returns false without an image:
 * then nothing is changed
 */
export function changeUserWithImage(machine: Machine): boolean {
  if (machine.holes.original === undefined) return false;
  keepForHole(machine);
  const exit = changeUser(machine);
  if (exit === CHANGE_DONE) return true;
  return fillHole(machine, exit === RESULT_AT_CAP ? FILLED_CAP : FILLED_ALLY_CHANGE, CHANGE_USER, 0);
}
