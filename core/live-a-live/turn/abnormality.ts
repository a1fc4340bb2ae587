/**
 * Action abnormalities: row load (C1:1CF7), level change (C1:17C2, 17E6, 17F1), release (C1:90A2),
 * onset (C1:CC2D). Evidence: executed; the row load inside the onset is three deduced bytes.
 */
import { asInt8 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Enemy from '../memory/cells/enemy.js';
import { drawBattle } from '../memory/generators.js';
import { Effect, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { POINTER_ABNORMALITY, tableByte, tableWord } from '../memory/tables.js';
import { orderPointsOnset } from './order-points.js';

/** Byte of a row: order points after an ally's non-attack. */
const NON_ATTACK_INCREASE = 5;

/**
 * Level after a signed change: the sign chooses which end it is held at. @param change as stored
 */
export function changedLevel(level: number, change: number): number {
  const sum = level + asInt8(change);
  return sum > 0xff ? 0xff : Math.max(sum, 0);
}

/** Address in bank D5 of the row of the enemy's present abnormality. */
function rowOf({ ram, tables }: Machine, enemy: number): number {
  const id = (ram[enemy + Enemy.ABNORMALITY] as number) & 0x1f;
  return tableWord(tables.bankD5, POINTER_ABNORMALITY) + 8 * id;
}

/** Byte 5 of that row: what an enemy's order points rise by, signed. */
export function nonAttackIncrease(machine: Machine, enemy: number): number {
  return tableByte(machine.tables.bankD5, rowOf(machine, enemy) + NON_ATTACK_INCREASE);
}

/** C1:1CF7, loads the eight bytes of the enemy's present abnormality to 0320-0327. */
export function loadRow(machine: Machine, enemy: number): void {
  const { ram, tables } = machine;
  const address = rowOf(machine, enemy);
  // eight lines and no loop: this runs for every enemy in an idle frame
  ram[AbnormalityRow.DISABLED] = tableByte(tables.bankD5, address);
  ram[AbnormalityRow.DISABLED + 1] = tableByte(tables.bankD5, address + 1);
  ram[AbnormalityRow.DISABLED + 2] = tableByte(tables.bankD5, address + 2);
  ram[AbnormalityRow.DISABLED + 3] = tableByte(tables.bankD5, address + 3);
  ram[AbnormalityRow.DISABLED + 4] = tableByte(tables.bankD5, address + 4);
  ram[AbnormalityRow.DISABLED + 5] = tableByte(tables.bankD5, address + 5);
  ram[AbnormalityRow.DISABLED + 6] = tableByte(tables.bankD5, address + 6);
  ram[AbnormalityRow.DISABLED + 7] = tableByte(tables.bankD5, address + 7);
}

/** C1:17C2, changes the level by the row's value as it is. */
export function changeLevel(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const at = enemy + Enemy.LEVEL;
  ram[at] = changedLevel(ram[at] as number, ram[AbnormalityRow.LEVEL_CHANGE] as number);
}

/** C1:17F1, puts a signed byte into the row and changes the level by it. */
export function changeLevelBy(machine: Machine, enemy: number, change: number): void {
  machine.ram[AbnormalityRow.LEVEL_CHANGE] = change;
  changeLevel(machine, enemy);
}

/**
 * C1:17E6, changes the level by the row's value negated. @returns false when -128 leaves to an
 * unpublished line
 */
export function changeLevelNegated(machine: Machine, enemy: number): boolean {
  const change = (0 - (machine.ram[AbnormalityRow.LEVEL_CHANGE] as number)) & 0xff;
  if (change === 0x80) return false;
  changeLevelBy(machine, enemy, change);
  return true;
}

/**
 * C1:90A2, the chance of release before an enemy acts: one draw when there is something to release.
 */
export function releaseAbnormality(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  if (ram[enemy + Enemy.ABNORMALITY] === 0) return;
  if (ram[enemy + Enemy.SKILL_STATE] !== 0 || ram[enemy + Enemy.AI_STEP] !== 0) return;
  if ((drawBattle(machine, 0xc190a2) & 0x7f) >= (ram[enemy + Enemy.LEVEL] as number)) return;
  reportEffect(machine, enemy, Effect.ABNORMALITY, ram[enemy + Enemy.ABNORMALITY]);
  ram[enemy + Enemy.ABNORMALITY] = 0;
}

/**
 * C1:CC2D up to the test: takes over a pending abnormality that differs from the present one.
 * @returns true on an onset
 */
export function takeOverAbnormality(machine: Machine, enemy: number): boolean {
  const ram = machine.ram;
  const pending = ram[enemy + Enemy.PENDING_ABNORMALITY] as number;
  if ((pending & 0x80) === 0 || (pending & 0x0f) === ram[enemy + Enemy.ABNORMALITY]) return false;
  ram[enemy + Enemy.ABNORMALITY] = pending & 0x0f;
  return true;
}

/**
 * C1:CC2D with C1:1C8E: the new row is loaded before the order points change. @returns true on an
 * onset
 */
export function beginAbnormality(machine: Machine, enemy: number): boolean {
  if (!takeOverAbnormality(machine, enemy)) return false;
  loadRow(machine, enemy);
  orderPointsOnset(machine, enemy);
  return true;
}
