/**
 * What an ally's attack comes to on each enemy: displacement (C1:CBE3, 1429, CED4, CF0A, D052),
 * onset (C1:CC2D), total and HP (C1:CC72), order points (C1:1CAC), statuses (C1:BD6C). Evidence:
 * the routines are executed; the calls between them are unpublished (`unpublished.ts`).
 */

import { read8, read16, write16 } from '../../int/uint.js';
import { takeWantedColumn, takeWantedRow } from '../enemy/enemy-movement.js';
import { cancelChargeIfDisplaced } from '../enemy/enemy-walk.js';
import { GRID_WIDTH } from '../field/occupancy.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Register from '../memory/cells/register.js';
import * as Species from '../memory/cells/species.js';
import { Effect, reportChange, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { BREAKDOWN, HALF_TURN, KNOCKBACK, QUARTER_TURN } from '../memory/skill-record.js';

import { assume, FILLED_DEFEAT, ONSET_LEVEL, tryHole } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { beginAbnormality, changeLevel, changeLevelNegated, loadRow } from '../turn/abnormality.js';
import { orderPointsDamage } from '../turn/order-points.js';
import { RECOVERY } from '../turn/poison.js';
import { isListEnd } from '../turn/time-passes.js';
import { DISPLACEMENT_ROLLED, rollDisplacement, turnHalf, turnQuarter, wantPresentCell } from './displacement.js';
import { knockBack } from './knockback.js';
import { applyStatuses } from './status-infliction.js';
import { applyToEnemy, DAMAGE_DONE, damageEnemy, totalOfHits } from './totals.js';

/** C1:CC2D with the level change that the switch names. */
function takeOnset(machine: Machine, enemy: number): void {
  const { ram, settings } = machine;
  const before = read8(ram, enemy + Enemy.ABNORMALITY);
  const level = read8(ram, enemy + Enemy.LEVEL);
  if (!beginAbnormality(machine, enemy)) return;
  reportChange(machine, enemy, Effect.ABNORMALITY, before, read8(ram, enemy + Enemy.ABNORMALITY));
  if (settings.onsetLevel === 'none') return;
  assume(machine, ONSET_LEVEL);
  const isBreakdown = (read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.TYPE) & BREAKDOWN) !== 0;
  if ((settings.onsetLevel === 'negated') !== isBreakdown) changeLevelNegated(machine, enemy);
  else changeLevel(machine, enemy);
  reportChange(machine, enemy, Effect.LEVEL, level, read8(ram, enemy + Enemy.LEVEL));
}

/** Number of the cell of an enemy's upper left corner. */
function cellOf(ram: Uint8Array, enemy: number): number {
  return GRID_WIDTH * read8(ram, enemy + Enemy.CELL_Y) + read8(ram, enemy + Enemy.CELL_X);
}

function displace(machine: Machine, enemy: number, displacement: number): void {
  const ram = machine.ram;
  const facing = read8(ram, enemy + Enemy.FACING) >> 6;
  const cell = cellOf(ram, enemy);
  if ((displacement & QUARTER_TURN) !== 0) turnQuarter(machine, enemy);
  if ((displacement & HALF_TURN) !== 0) turnHalf(machine, enemy);
  reportChange(machine, enemy, Effect.TURNED, facing, read8(ram, enemy + Enemy.FACING) >> 6);
  wantPresentCell(machine, enemy);
  if ((displacement & KNOCKBACK) === 0) return;
  knockBack(machine, enemy);
  takeWantedColumn(machine, enemy);
  takeWantedRow(machine, enemy);
  reportChange(machine, enemy, Effect.KNOCKED, cell, cellOf(ram, enemy));
}

/** C1:CCA5 with what follows the last HP (C1:CCD6), where an image has it. */
function damageOrDefeat(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  if (read16(ram, enemy + Enemy.TOTAL) >= read16(ram, enemy + Enemy.HP)) {
    if (tryHole(machine, FILLED_DEFEAT, 0xc1cca5, enemy) !== undefined) return DAMAGE_DONE;
  }
  return damageEnemy(machine, enemy);
}

/** The enemy loses its total: C1:CC72, then the order points by the product. @param hits 0..127 */
export function loseTotal(machine: Machine, enemy: number, hits: number): void {
  const ram = machine.ram;
  ram[Work.HITS] = hits;
  const product = totalOfHits(read16(ram, enemy + Enemy.SINGLE_HIT), hits);
  const recovers = (read8(ram, Cell.ABSORB_FLAG) & RECOVERY) !== 0;
  applyToEnemy(machine, enemy, damageOrDefeat);
  const total = read16(ram, enemy + Enemy.TOTAL);
  reportEffect(machine, enemy, recovers ? Effect.HEAL : Effect.DAMAGE, total, read16(ram, enemy + Enemy.HP));
  if (recovers) return;
  write16(ram, Register.PPU_PRODUCT, product);
  ram[Register.PPU_PRODUCT + 2] = 0;
  loadRow(machine, enemy);
  orderPointsDamage(machine, enemy);
}

function settleEnemy(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  write16(ram, Cell.SUBJECT, enemy);
  if (rollDisplacement(machine) !== DISPLACEMENT_ROLLED) return;
  const hits = read8(ram, Work.HITS);
  const displacement = read8(ram, Work.DISPLACED);
  cancelChargeIfDisplaced(machine, enemy);
  takeOnset(machine, enemy);
  if (displacement !== 0) displace(machine, enemy, displacement);
  loseTotal(machine, enemy, hits);
  applyStatuses(machine, enemy);
}

/** All enemies in the order of their blocks. The acting enemy stays as it was. */
export function settleEnemies(machine: Machine): void {
  const ram = machine.ram;
  const acting = read16(ram, Cell.ACTING_ENEMY);
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) settleEnemy(machine, enemy);
  }
  write16(ram, Cell.ACTING_ENEMY, acting);
}

/** Whether any enemy was hit. */
export function anyEnemyHit(ram: Uint8Array): boolean {
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && read8(ram, enemy + Enemy.HITS_LANDED) !== 0) return true;
  }
  return false;
}
