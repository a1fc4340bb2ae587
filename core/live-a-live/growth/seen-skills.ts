/**
 * Skills seen in a battle, to be learned after it: C1:0D0D, 0CF2, 0D38. Evidence: executed; the
 * list ends with 0 and holds up to 255 ids.
 */

import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import { BAKUMATSU, PRESENT_DAY } from '../memory/scenarios.js';

/** Exits of `recordByScenario`. */
export const RECORDED = 0;
export const NOT_RECORDED = 1;

/** Character id of the old master of the kung fu chapter. */
const OLD_MASTER = 8;
/** Bit of the level byte: its skills come from the allies' list. */
const ALLIES_LIST = 0x80;
const LIST_LIMIT = 0xff;
/** Skills that may be learned at once, in the work cells. */
const CANDIDATES = Cell.WORK_030B + 1;
const CANDIDATE_COUNT = 4;

/** Whether the list holds an id; 0 is never in it. */
export function wasSeen(ram: Uint8Array, skill: number): boolean {
  for (let index = 0; index <= LIST_LIMIT; index++) {
    const seen = read8(ram, Cell.SEEN_SKILLS + index);
    if (seen === 0) return false;
    if (seen === skill) return true;
  }
  return false;
}

/** Adds the skill in hand to the list unless it is there. */
function recordSkill(ram: Uint8Array): void {
  const skill = read8(ram, Cell.COUNTER_SKILL);
  for (let index = 0; index < LIST_LIMIT; index++) {
    const seen = read8(ram, Cell.SEEN_SKILLS + index);
    if (seen === skill && seen !== 0) return;
    if (seen !== 0) continue;
    ram[Cell.SEEN_SKILLS + index] = skill;
    ram[Cell.SEEN_SKILLS + index + 1] = 0;
    return;
  }
}

/** C1:0D0D, the old master's skill. */
export function recordMastersSkill(machine: Machine): void {
  const ram = machine.ram;
  if (read8(ram, read16(ram, Cell.SKILL_USER) + Enemy.ID) === OLD_MASTER) recordSkill(ram);
}

/**
 * C1:0CF2, any skill in the present day, in the bakumatsu chapter that of an enemy with the allies'
 * skills.
 */
export function recordByScenario(machine: Machine): number {
  const ram = machine.ram;
  const scenario = read8(ram, Cell.SCENARIO);
  if (scenario !== PRESENT_DAY) {
    if (scenario !== BAKUMATSU) return NOT_RECORDED;
    const user = read16(ram, Cell.SKILL_USER);
    if (user >= Ally.FIRST) return NOT_RECORDED;
    const levelByte = read8(ram, read16(ram, user + Enemy.SPECIES) + Species.LEVEL_BYTE);
    if ((levelByte & ALLIES_LIST) === 0) return NOT_RECORDED;
  }
  recordSkill(ram);
  return RECORDED;
}

/** C1:0D38, clears those of the four candidates that were not seen. */
export function filterCandidates(machine: Machine): void {
  const ram = machine.ram;
  for (let index = 0; index < CANDIDATE_COUNT; index++) {
    if (!wasSeen(ram, read8(ram, CANDIDATES + index))) ram[CANDIDATES + index] = 0;
  }
}
