/**
 * The skills that an enemy tries in one decision: their ranges and who stands in them, worked out
 * once for each slot. From try to try nobody moves or turns; the enemy tries each slot twice, most
 * of them in vain. Nothing here is a rule: the same marks and targets as when a range is marked and
 * looked through for every try. The work grid gets the marks of the last one, when the decision is
 * over.
 */

import { read16 } from '../../int/uint.js';
import { facingOf, hasLines, leaveLines, markRange, REACHED, rangeFrom } from '../field/marks.js';
import { pickOfSet, SEEK_ALLIES } from '../field/targets.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { occupantsOf, RANGE_MARKS, setGrid } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { SPECIES_SKILLS, skillRecordOf } from '../memory/skill-record.js';

/**
 * By slot: record, range and the allies' cells in it as sets (`grid-words.ts`), where the last line
 * starts.
 */
const RECORDS = new Int32Array(SPECIES_SKILLS);
const UPPER = new Int32Array(SPECIES_SKILLS);
const LOWER = new Int32Array(SPECIES_SKILLS);
const ALLIES_UPPER = new Int32Array(SPECIES_SKILLS);
const ALLIES_LOWER = new Int32Array(SPECIES_SKILLS);
const LAST = new Int32Array(SPECIES_SKILLS);
/** Cells with allies. */
const ALLIES = new Int32Array(2);
const NONE = -1;

/** Slots that are worked out, a bit each; the slot whose marks the work grid has still to get. */
let known = 0;
let marked = NONE;

/** Another decision begins, or somebody may have moved. */
export function forgetSkillRanges(): void {
  known = 0;
}

/** The work grid gets the marks of the last try. */
export function writeSkillMarks(machine: Machine): void {
  if (marked === NONE) return;
  setGrid(machine.words, UPPER[marked] as number, LOWER[marked] as number, RANGE_MARKS);
  marked = NONE;
}

/** The skill in a slot of the enemy's species. */
export function skillIn(ram: Uint8Array, enemy: number, slot: number): number {
  return ram[read16(ram, enemy + Enemy.SPECIES) + slot + Species.SKILLS] as number;
}

function workOut(machine: Machine, enemy: number, slot: number, record: number): void {
  if (known === 0) occupantsOf(machine.words, SEEK_ALLIES, ALLIES);
  LAST[slot] = rangeFrom(machine, record, enemy, facingOf(machine.ram, enemy));
  RECORDS[slot] = record;
  UPPER[slot] = REACHED[0] as number;
  LOWER[slot] = REACHED[1] as number;
  ALLIES_UPPER[slot] = (REACHED[0] as number) & (ALLIES[0] as number);
  ALLIES_LOWER[slot] = (REACHED[1] as number) & (ALLIES[1] as number);
  known |= 1 << slot;
}

/**
 * Marks the range of the skill in 0368, which the enemy tries.
 * @returns whether `pickAlly` may be asked; else the work grid has the marks
 */
export function markSkillRange(machine: Machine, enemy: number, slot: number): boolean {
  const record = read16(machine.ram, Cell.SKILL_RECORD_POINTER);
  if (((known >> slot) & 1) === 0) {
    // whoever chooses draws in the generator's place looks into the work grid
    if (machine.script !== undefined || !hasLines(machine, record, enemy)) {
      marked = NONE;
      markRange(machine, enemy, facingOf(machine.ram, enemy));
      return false;
    }
    workOut(machine, enemy, slot, record);
  }
  marked = slot;
  leaveLines(machine, record, LAST[slot] as number);
  return true;
}

/** C1:2857 in the range of a slot that was marked. @returns `FOUND` or `NOT_FOUND` */
export function pickAlly(machine: Machine, slot: number): number {
  return pickOfSet(machine, ALLIES_UPPER[slot] as number, ALLIES_LOWER[slot] as number);
}

/** Address of the record of the skill in a slot, for the enemy who tries it. */
export function recordIn(machine: Machine, enemy: number, slot: number, skill: number): number {
  return ((known >> slot) & 1) === 0 ? skillRecordOf(machine, skill, enemy) : (RECORDS[slot] as number);
}
