/**
 * The chosen enemy's decision in a played battle: C1:8E85 with its states, the tried slot C1:8F20,
 * the move C1:8F5A and the step that follows from it. Evidence: the routines are executed; states 4
 * and on (C1:8E06), the range before a try (C1:8F06) and what follows a step (C1:E3C9) are
 * unpublished (`unpublished.ts`).
 */

import { read8, read16, read32, write16, write32 } from '../../int/uint.js';
import { GRID_WIDTH } from '../field/occupancy.js';
import { FOUND, pickAllyTarget, pickTarget, SEEK_ALLIES, SEEK_ENEMIES } from '../field/targets.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { Action, reportAction } from '../memory/happenings.js';
import { exitOf, exitWithWord, type Machine, type RoutineResult, reportRoutine, wordOf } from '../memory/machine.js';
import { SKILL_TYPE, skillByte, TYPE_HEAL } from '../memory/skill-record.js';
import { ENEMY_STEP_RUNNING } from '../memory/state-bits.js';
import {
  assume,
  ENEMY_STEP,
  ENEMY_TARGETS,
  FILLED_ENEMY_TARGET,
  fillHole,
  keepForHole,
  LATE_DECISION,
  SKILL_CHOSEN,
} from '../memory/unpublished-used.js';
import { subtractEnemyMove } from '../turn/action-points.js';
import { ENEMY_CHARGING, endEnemyStep, nextDecisionStep } from '../turn/enemy-actions.js';
import {
  decideByState,
  decideFirst,
  decideFourth,
  decideSecond,
  decideThird,
  isDropped,
  MOVES,
  SECOND_PASS,
  SLOT_TRIED,
} from './decision.js';
import { ENEMY_STEPPING, moveEnemy, takeWantedColumn, takeWantedRow } from './enemy-movement.js';
import { beginSelection, endSelection, SEEKS_TARGET } from './skill-choice.js';
import {
  forgetSkillRanges,
  markSkillRange,
  pickAlly,
  recordIn,
  skillIn,
  writeSkillMarks,
} from './skill-range-cache.js';

/** The state that only moves. */
const ONLY_MOVES = 8;

/** C1:8E85 by the state: 0-3 are printed, 4-7 repeat them. @returns exits as `decideByState` */
export function decisionOf(machine: Machine, enemy: number): RoutineResult {
  const ram = machine.ram;
  const state = read8(ram, enemy + Enemy.AI_STEP) & 0x0f;
  if (state < SECOND_PASS) return decideByState(machine, enemy);
  assume(machine, LATE_DECISION);
  const species = read16(ram, enemy + Enemy.SPECIES);
  if (state >= ONLY_MOVES || machine.settings.decisionPasses === 1) return exitWithWord(MOVES, species);
  if (state === SECOND_PASS) return decideFirst(machine, species);
  if (state === SECOND_PASS + 1) return decideSecond(machine, species);
  return state === SECOND_PASS + 2 ? decideThird(machine, species) : decideFourth(machine, species);
}

function reportCharge(machine: Machine, enemy: number): void {
  const { ram } = machine;
  reportAction(machine, enemy, Action.CHARGE, ram[enemy + Enemy.CHOSEN_SKILL], ram[enemy + Enemy.CHARGE]);
}

/**
 * The skill is taken up: what E251 leaves open for recoveries and surroundings.
 * @param slot species block + 0..3
 */
function takeUp(machine: Machine, enemy: number, slot: number): boolean {
  const ram = machine.ram;
  if (fillHole(machine, FILLED_ENEMY_TARGET, 0xc1e251, enemy, slot)) {
    if (ram[enemy + Enemy.SKILL_STATE] !== ENEMY_CHARGING) return false;
    reportCharge(machine, enemy);
    return true;
  }
  const recovers = (skillByte(machine, read16(ram, Cell.SKILL_RECORD_POINTER), SKILL_TYPE) & TYPE_HEAL) !== 0;
  assume(machine, ENEMY_TARGETS);
  const side = recovers ? SEEK_ENEMIES : SEEK_ALLIES;
  if (pickTarget(machine, side) !== FOUND) return false;
  ram[enemy + Enemy.TARGET_X] = ram[Cell.PICKED_X] as number;
  ram[enemy + Enemy.TARGET_Y] = ram[Cell.PICKED_Y] as number;
  ram[enemy + Enemy.CHOSEN_KIND] = 0;
  ram[Cell.ENEMY_ACTION_FLAGS] = 0;
  ram[enemy + Enemy.SKILL_STATE] = ENEMY_CHARGING;
  reportCharge(machine, enemy);
  return true;
}

/** Tries the skill in a slot 0..3. @returns whether the decision only went on to its next step */
function tryIt(machine: Machine, enemy: number, slot: number): boolean {
  const ram = machine.ram;
  assume(machine, SKILL_CHOSEN);
  const skill = skillIn(ram, enemy, slot);
  const record = recordIn(machine, enemy, slot, skill);
  write16(ram, Cell.SKILL_RECORD_POINTER, record);
  const picks = markSkillRange(machine, enemy, slot);
  reportRoutine(machine, 0xc18f20, enemy);
  if (!isDropped(machine, record)) {
    if (machine.holes.original !== undefined) {
      writeSkillMarks(machine);
      keepForHole(machine);
    }
    const begun = exitOf(beginSelection(machine, enemy, skill, record));
    if (begun === SEEKS_TARGET) {
      if ((picks ? pickAlly(machine, slot) : pickAllyTarget(machine)) === FOUND) {
        endSelection(machine);
        reportCharge(machine, enemy);
        return false;
      }
    } else if (begun !== 0) {
      writeSkillMarks(machine);
      if (takeUp(machine, enemy, read16(ram, enemy + Enemy.SPECIES) + slot)) return false;
    }
  }
  nextDecisionStep(machine);
  return true;
}

/** Number of a cell, 8 y + x. @param word column in the low byte, row in the high one */
function cellOfWord(word: number): number {
  return GRID_WIDTH * (word >> 8) + (word & 0xff);
}

/**
 * Cost and flag of a step that began; its frames are counted in the charge cells, as an ally's are.
 */
function beginStep(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  assume(machine, ENEMY_STEP);
  const [from, to] = [read16(ram, enemy + Enemy.CELL_X), read16(ram, enemy + Enemy.WANTED_X)];
  reportAction(machine, enemy, Action.WALK, cellOfWord(from), cellOfWord(to));
  reportRoutine(machine, 0xc1283a, enemy);
  subtractEnemyMove(machine);
  endEnemyStep(machine);
  write16(ram, Host.ENEMY_STEP_COUNT, read16(ram, Host.ENEMY_STEP_COUNT) + 1);
  ram[enemy + Enemy.CHARGE] = 0;
  const frames = Math.max(1, read16(ram, Host.ENEMY_STEP_FRAMES) & 0xff);
  ram[enemy + Enemy.CELL_07] = frames;
  write32(ram, Host.ASSUMED_FRAMES, read32(ram, Host.ASSUMED_FRAMES) + frames);
}

/** What a decision step came to. */
export const NOTHING_DONE = 0;
/** The decision goes on to its next step: nothing but this, draws and work cells has changed. */
export const GOES_ON = 1;
export const DONE = 2;

/**
 * A decision step of the acting enemy, after `forgetSkillRanges` when the one before did not go on.
 * @returns `NOTHING_DONE` when a move came to nothing and the enemies' turn goes on, `GOES_ON` or
 *   `DONE`
 */
export function decideStep(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  const decision = decisionOf(machine, enemy);
  const exit = exitOf(decision);
  if (exit === SLOT_TRIED) {
    return tryIt(machine, enemy, wordOf(decision) - read16(ram, enemy + Enemy.SPECIES)) ? GOES_ON : DONE;
  }
  if (exit !== MOVES) return GOES_ON;
  reportRoutine(machine, 0xc18f5a, enemy);
  moveEnemy(machine, enemy);
  if (ram[enemy + Enemy.SKILL_STATE] === ENEMY_STEPPING) beginStep(machine, enemy);
  else if (ram[Cell.TURN_FLAG] === 0) reportRoutine(machine, 0xc1e44a, enemy);
  return ram[Cell.TURN_FLAG] === 0 ? DONE : NOTHING_DONE;
}

/**
 * A decision step by itself. @returns false when the move came to nothing and the enemies' turn
 * goes on
 */
export function decideEnemy(machine: Machine, enemy: number): boolean {
  forgetSkillRanges();
  const done = decideStep(machine, enemy);
  writeSkillMarks(machine);
  return done !== NOTHING_DONE;
}

/**
 * A frame of the acting enemy's step; with its last one its counter, skill state and flag are 0
 * again. @returns true when the wanted cell has become the cell
 */
export function walkEnemy(machine: Machine): boolean {
  const ram = machine.ram;
  const enemy = read16(ram, Cell.ACTING_ENEMY);
  const frames = read8(ram, enemy + Enemy.CHARGE) + 1;
  ram[enemy + Enemy.CHARGE] = frames;
  if (frames < read8(ram, enemy + Enemy.CELL_07)) return false;
  takeWantedColumn(machine, enemy);
  takeWantedRow(machine, enemy);
  ram[enemy + Enemy.CHARGE] = 0;
  ram[enemy + Enemy.SKILL_STATE] = 0;
  ram[Cell.ENEMY_ACTION_FLAGS] = read8(ram, Cell.ENEMY_ACTION_FLAGS) & ~ENEMY_STEP_RUNNING;
  return true;
}
