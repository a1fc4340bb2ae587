/**
 * Fields after a skill (C1:10B3, 1F06, 1ECE, 1FB2) and poison when the turn goes back to the allies
 * (C1:1DD0, 1E4C). Evidence: the routines are executed; when they are called is unpublished
 * (C1:1F64, 1DC8; `unpublished.ts`).
 */
import { read8 } from '../../int/uint.js';
import { IN_AREA } from '../field/areas.js';
import { clearMarks } from '../field/marks.js';
import { FIELD_BITS, FIELD_SIDE, GRID_WIDTH, OCCUPANT_NUMBER } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { Action, reportAction } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { assume, FIELD_CALLER, POISON_CALLER } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { POISON_SET, poisonAlly, poisonEnemy } from '../turn/poison.js';
import { isListEnd } from '../turn/time-passes.js';
import { hurtAlly, standUp } from './defeat.js';
import {
  createField,
  decayField,
  FIELD_CREATED,
  FIELD_HEALED,
  FIELD_SKIPPED,
  NEW_FIELD,
  nextField,
  passFields,
  setFieldOnAlly,
  setFieldOnEnemy,
} from './fields.js';
import { healAlly } from './totals.js';
import { loseTotal } from './totals-on-enemies.js';

const LAST_CELL = GRID_WIDTH * (FIELD_SIDE - 1) + FIELD_SIDE - 1;

function fieldOnAlly(machine: Machine, cell: number): number {
  const ram = machine.ram;
  const ally = Ally.FIRST + Ally.STRIDE * ((cell & OCCUPANT_NUMBER) - 1);
  const result = setFieldOnAlly(machine, cell);
  if (result === FIELD_HEALED) {
    ram[Work.HITS] = 1;
    healAlly(machine, ally);
    standUp(machine, ally);
  } else hurtAlly(machine, ally);
  return result;
}

function fieldOnEnemy(machine: Machine, cell: number): number {
  const result = setFieldOnEnemy(machine, cell);
  if (result !== FIELD_SKIPPED) {
    loseTotal(machine, Enemy.FIRST + Enemy.STRIDE * ((cell & OCCUPANT_NUMBER) - 1), 1);
  }
  return result;
}

/** Hits that the skill left would keep the field away. */
function clearHits(ram: Uint8Array): void {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    ram[enemy + Enemy.HITS_ASSIGNED] = 0;
    ram[enemy + Enemy.HITS_LANDED] = 0;
  }
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    ram[ally + Ally.HITS_ASSIGNED] = 0;
    ram[ally + Ally.HITS_LANDED] = 0;
  }
}

/** The skill's own field; the marks are still those of its area. */
export function layField(machine: Machine): void {
  if (createField(machine) !== FIELD_CREATED || machine.events === undefined) return;
  const ram = machine.ram;
  let cells = 0;
  for (let at = 0; at <= LAST_CELL; at++) {
    if ((at & 7) !== FIELD_SIDE && (read8(ram, Cell.RANGE_GRID + at) & IN_AREA) !== 0) cells++;
  }
  reportAction(machine, 0, Action.FIELD_LAID, read8(ram, NEW_FIELD), cells);
}

/**
 * The kind whose turn it is fires. Where it does something, the hits of the skill before are
 * forgotten first, of all allies and listed enemies.
 */
export function fireField(machine: Machine): void {
  const ram = machine.ram;
  nextField(machine);
  clearMarks(machine);
  const before = read8(ram, Cell.FIELD_GRID + LAST_CELL);
  const found = decayField(machine);
  if (found === 0) return;
  assume(machine, FIELD_CALLER);
  const lost = (before & FIELD_BITS) !== 0 && (read8(ram, Cell.FIELD_GRID + LAST_CELL) & FIELD_BITS) === 0;
  if (lost && machine.settings.lastCellSuppresses) return;
  reportAction(machine, 0, Action.FIELD_FIRES, read8(ram, Cell.WORK_0310), found);
  clearHits(ram);
  passFields(machine, fieldOnAlly, fieldOnEnemy);
}

/** Poison of everybody, allies first. */
export function hurtByPoison(machine: Machine): void {
  const ram = machine.ram;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (!isAllyPresent(ram, ally) || !poisonAlly(machine, ally, 0)) continue;
    assume(machine, POISON_CALLER);
    reportAction(machine, ally, Action.POISON);
    hurtAlly(machine, ally);
  }
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy) || poisonEnemy(machine, enemy, 0, 0) !== POISON_SET) continue;
    assume(machine, POISON_CALLER);
    reportAction(machine, enemy, Action.POISON);
    ram[Cell.ABSORB_FLAG] = 0;
    loseTotal(machine, enemy, 1);
  }
}
