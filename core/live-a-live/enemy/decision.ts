/**
 * What the chosen enemy does in a frame of the enemies' turn: C1:8E64, 8E85, the states 8EA3-8EF0,
 * the tried slot 8F20. Evidence: executed. States 4-15 and what follows a skill that was chosen are
 * unpublished and are exits.
 *
 * Kept as it is: the slot's random value is drawn before the slot is looked at, also when it is
 * disabled.
 */

import { read16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import { byteOf, exitOf, exitWithWord, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { SPECIES_SKILLS, skillRecordOf } from '../memory/skill-record.js';

import { tableWord } from '../memory/tables.js';
import { loadRow, releaseAbnormality } from '../turn/abnormality.js';
import { nextDecisionStep } from '../turn/enemy-actions.js';
import { mayAct } from '../turn/enemy-choice.js';
import { DROP, selectOf, testStatusesOf, testTypeOf } from './skill-choice.js';

/** First step of the second pass over the skills. */
export const SECOND_PASS = 4;

/** Exits of the decision; the word is the species block + number of the slot. */
export const STEP_OVER = 0;
export const SLOT_TRIED = 1;
export const MOVES = 2;
export const UNPUBLISHED_STATE = 3;

/** Exits of `trySlot`; those of an unpublished target follow. */
export const SLOT_DROPPED = 0;
export const SKILL_TESTED = 1;

/**
 * Address in bank C1 of the states' jump table; of its words only those of the first four states
 * are known.
 */
const STATE_TABLE = 0x8dfe;

/**
 * Whether a random value sends the enemy to move. @param frequency low nibble of the species' byte
 */
export function movesInstead(value: number, frequency: number): boolean {
  return (value & 0x1f) < frequency;
}

/** Whether a random value takes up a slot, three in four. */
export function takesUpSlot(value: number): boolean {
  return (value & 0xc0) !== 0;
}

/** Whether an abnormality row disables a slot 0..3. */
export function disablesSlot(rowByte: number, slot: number): boolean {
  return (rowByte & (0x80 >> slot)) !== 0;
}

/**
 * A slot is considered. @returns word = species block, with the slot's number once it was looked at
 */
function considerSlot(machine: Machine, species: number, slot: number): RoutineResult {
  const ram = machine.ram;
  if (!takesUpSlot(drawBattle(machine, 0xc18eb6))) {
    nextDecisionStep(machine);
    return exitWithWord(STEP_OVER, species);
  }
  if (disablesSlot(ram[AbnormalityRow.DISABLED] as number, slot) || ram[Cell.ACTION_POINTS + 1] === 0) {
    nextDecisionStep(machine);
    return exitWithWord(STEP_OVER, species + slot);
  }
  return exitWithWord(SLOT_TRIED, species + slot);
}

/** C1:8EA3, state 0: the move roll, then slot 1. */
export function decideFirst(machine: Machine, species: number): RoutineResult {
  const ram = machine.ram;
  const frequency = (ram[species + Species.FIELD_ABSORB] as number) & 0x0f;
  ram[Cell.WORK_0310] = frequency;
  if (movesInstead(drawBattle(machine, 0xc18ea3), frequency)) return exitWithWord(MOVES, species);
  return considerSlot(machine, species, 0);
}

/** C1:8EC7, state 1: slot 2. */
export function decideSecond(machine: Machine, species: number): RoutineResult {
  return considerSlot(machine, species, 1);
}

/** C1:8EDB, state 2: slot 3. */
export function decideThird(machine: Machine, species: number): RoutineResult {
  return considerSlot(machine, species, 2);
}

/** C1:8EF0, state 3: slot 4. */
export function decideFourth(machine: Machine, species: number): RoutineResult {
  return considerSlot(machine, species, 3);
}

/** C1:8E85, the state that the enemy's decision has come to. */
export function decideByState(machine: Machine, enemy: number): RoutineResult {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const state = (ram[enemy + Enemy.AI_STEP] as number) & 0x0f;
  write16(ram, Cell.WORK_031C, tableWord(machine.tables.bankC1, STATE_TABLE + 2 * state));
  if (state >= SPECIES_SKILLS) return exitWithWord(UNPUBLISHED_STATE, species);
  return state === 0 ? decideFirst(machine, species) : considerSlot(machine, species, state);
}

/** C1:8E64, the whole step of the chosen enemy: release roll, row, decision. */
export function stepChosenEnemy(machine: Machine, enemy: number): RoutineResult {
  if (!mayAct(machine, enemy)) return 0;
  releaseAbnormality(machine, enemy);
  loadRow(machine, enemy);
  return decideByState(machine, enemy);
}

/**
 * C1:8F20, a slot is tried, with the range already marked. A skill that may not be used ends the
 * step.
 * @returns byte = what the selection answers, or the decision's next step; exits `SLOT_DROPPED`,
 *   `SKILL_TESTED`, then the selection's own
 */
export function trySlot(machine: Machine, enemy: number, slot: number): RoutineResult {
  const skill = machine.ram[slot + Species.SKILLS] as number;
  const record = skillRecordOf(machine, skill, enemy);
  if (isDropped(machine, record)) {
    nextDecisionStep(machine);
    return packResult(SLOT_DROPPED, enemy, machine.ram[enemy + Enemy.AI_STEP] as number);
  }
  const selected = selectOf(machine, enemy, skill, record);
  return packResult(SKILL_TESTED + exitOf(selected), enemy, byteOf(selected));
}

/** C1:8F20, both tests: whether the skill is none that the enemy uses now. */
export function isDropped(machine: Machine, record: number): boolean {
  return testTypeOf(machine, record) === DROP || testStatusesOf(machine, record) === DROP;
}
