/**
 * Whether a hit lands: C1:D870. Evidence: executed; what a recovery does to an OBJECT is
 * unpublished.
 */
import { multiplyHigh8 } from '../../int/hardware.js';
import { read8 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import { drawBattle } from '../memory/generators.js';
import { type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { SKILL_AREA, SKILL_TYPE, TYPE_HEAL } from '../memory/skill-record.js';
import { DEFENCELESS } from '../memory/state-bits.js';
import { enemyType, isObject } from '../turn/object.js';
import { activeByte } from './skill-copy.js';

/** Byte results. */
export const HIT = 0xff;
export const MISS = 0x00;
/** Exit: a recovery meets an OBJECT; the byte is then its type. */
const RECOVERY_OF_OBJECT = 1;

/** Whether a draw hits; equality does. */
export function drawHits(draw: number, targetLevel: number, attackerLevel: number): boolean {
  return multiplyHigh8(draw, targetLevel) <= attackerLevel;
}

/** Statuses that record byte 12 names as a certain hit: neck, leg and arm lock. */
export function certainHitStatuses(area: number): number {
  return (area >> 4) & 7;
}

/** C1:D870, no draw when the hit is certain. @returns byte = `HIT` or `MISS` */
export function checkHit(machine: Machine, enemy: number): RoutineResult {
  const ram = machine.ram;
  if ((activeByte(ram, SKILL_TYPE) & TYPE_HEAL) !== 0) {
    return isObject(ram, enemy) ? packResult(RECOVERY_OF_OBJECT, 0, enemyType(ram, enemy)) : packResult(0, 0, HIT);
  }
  const statuses = read8(ram, enemy + Enemy.STATUSES);
  const certain = certainHitStatuses(activeByte(ram, SKILL_AREA)) | DEFENCELESS;
  if ((statuses & certain) !== 0) return packResult(0, 0, HIT);
  const draw = drawBattle(machine, 0xc1d870);
  const hits = drawHits(draw, read8(ram, enemy + Enemy.CORRECTED_LEVEL), read8(ram, Cell.LEVEL_SUM));
  return packResult(0, 0, hits ? HIT : MISS);
}
