/**
 * Order points (ACn4/5): which enemy acts. Routines C1:EBCE, 8F77, 8F5A (leg-locked), 1C77, 1C91,
 * 1CAC, 1C02. Evidence: executed.
 *
 * Kept as it is: C1:1C02 adds to the low byte only, and on a carry the low byte becomes a copy of
 * the new high byte (250 + 15 gives 0101h, not 0109h); it also draws a random number whenever the
 * byte to be stored is 0. C1:1CAC uses only low bytes: a quotient of 255 adds nothing, and a
 * maximum HP whose sixteenth has a low byte of 0 divides by zero.
 */
import { divideQuotient } from '../../int/hardware.js';
import { asInt8, read16, saturatingAdd16, saturatingSub16, write16 } from '../../int/uint.js';
import * as AbnormalityRow from '../memory/cells/abnormality-row.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Register from '../memory/cells/register.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';

/** Largest number of times the damage constant is added for one damage. */
export const DAMAGE_STEPS_CAP = 15;

/** Order points at the start of a battle, 0..255. */
export function startPoints(intellect: number): number {
  return (0 - intellect) & 0xff;
}

/** Order points after a move or turn: each half is truncated on its own. */
export function pointsAfterMove(points: number): number {
  return (points >> 1) + (points >> 2);
}

/** Order points after an onset. No sum can pass 65535. */
export function pointsAfterOnset(points: number, onset: number): number {
  return saturatingAdd16(points >> 1, onset);
}

/** What a damage is divided by, 16 bits, of which the divider takes the low byte. */
export function damageDivisor(maxHp: number): number {
  return Math.max(maxHp >> 4, 1);
}

/** Times the damage constant is added, 0..15. @param damage 0..65535 @param maxHp 0..65535 */
export function damageSteps(damage: number, maxHp: number): number {
  const steps = ((divideQuotient(damage, damageDivisor(maxHp) & 0xff) & 0xff) + 1) & 0xff;
  return Math.min(steps, DAMAGE_STEPS_CAP);
}

/** Bit 16 of `idlePoints`: the low byte is 0 and is replaced by a draw. */
export const DRAW_NEEDED = 0x1_0000;

/**
 * Order points after an ally's non-attack or an idle frame. @param increase row byte 5 as stored,
 * signed
 */
export function idlePoints(points: number, increase: number): number {
  const signed = asInt8(increase);
  const sum = (points & 0xff) + signed;
  let high = points >> 8;
  let low = sum & 0xff;
  if (sum > 0xff) {
    if (high === 0xff) low = 0xff;
    else low = ++high;
  } else if (sum < 0) {
    if (high === 0) low = 0;
    else low = --high;
  }
  return (high << 8) | low | (low === 0 ? DRAW_NEEDED : 0);
}

/** C1:EBCE, start values of one enemy's order points and decision. */
export function startOrderPoints(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const intellect = ram[read16(ram, enemy + Enemy.SPECIES) + Species.INTELLECT] as number;
  write16(ram, enemy + Enemy.ORDER_POINTS, startPoints(intellect));
  ram[enemy + Enemy.AI_STEP] = 0;
  ram[enemy + Enemy.NEAREST_ALLY] = 0;
}

/** C1:8F77, the acting enemy moved or turned. */
export function orderPointsMove(machine: Machine): void {
  const at = read16(machine.ram, Cell.ACTING_ENEMY) + Enemy.ORDER_POINTS;
  write16(machine.ram, at, pointsAfterMove(read16(machine.ram, at)));
}

/**
 * C1:8F5A on a leg-locked enemy: nothing moves, action points and turn flag stay, the order points
 * fall all the same.
 */
export function legLockedMove(machine: Machine): void {
  machine.ram[read16(machine.ram, Cell.ACTING_ENEMY) + Enemy.AI_STEP] = 0;
  orderPointsMove(machine);
}

/** C1:1C77, an enemy attacks; row byte 7 is spent as work space. */
export function orderPointsAttack(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  ram[AbnormalityRow.BYTE_7] = 0;
  const at = enemy + Enemy.ORDER_POINTS;
  write16(ram, at, saturatingSub16(read16(ram, at), ram[AbnormalityRow.ATTACK_DECREASE] as number));
}

/** C1:1C91, an abnormality begins; row byte 4 is spent as work space. */
export function orderPointsOnset(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  ram[AbnormalityRow.DAMAGE_CONSTANT] = 0;
  const at = enemy + Enemy.ORDER_POINTS;
  write16(ram, at, pointsAfterOnset(read16(ram, at), ram[AbnormalityRow.ONSET] as number));
}

/** C1:1CAC, an enemy loses HP; the damage is what the PPU's product register holds. */
export function orderPointsDamage(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  const maxHp = read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP);
  write16(ram, Cell.WORK_0310, damageDivisor(maxHp));
  const steps = damageSteps(read16(ram, Register.PPU_PRODUCT), maxHp);
  const at = enemy + Enemy.ORDER_POINTS;
  write16(ram, at, saturatingAdd16(read16(ram, at), steps * (ram[AbnormalityRow.DAMAGE_CONSTANT] as number)));
}

/** C1:1C02, an ally did something else than attack, or an idle frame passed. */
export function orderPointsIdle(machine: Machine, enemy: number): void {
  raiseOrderPoints(machine, enemy, machine.ram[AbnormalityRow.NON_ATTACK_INCREASE] as number);
}

/** C1:1C02 with the row's byte in hand. @param increase row byte 5 as stored, signed */
export function raiseOrderPoints(machine: Machine, enemy: number, increase: number): void {
  const ram = machine.ram;
  const at = enemy + Enemy.ORDER_POINTS;
  const points = idlePoints(read16(ram, at), increase);
  write16(ram, at, points);
  if ((points & DRAW_NEEDED) !== 0) ram[at] = drawBattle(machine, 0xc11c02) & 15;
}
