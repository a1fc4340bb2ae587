/**
 * Damage of a single hit: C1:77CE, 77E8, 7835. Evidence: executed; the bytes that clamp the level
 * difference are deduced.
 *
 * Kept as it is: a level difference of exactly 0 stays 0; the random part takes only the low byte
 * of a quarter of the base.
 */
import { multiplyHigh8 } from '../../int/hardware.js';
import { read8, read16, write16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';
import * as Work from '../memory/work-cells.js';

/** What the attacker's level is ahead by before the target's is taken off. */
const HEAD_START = 8;
const LARGEST_DIFFERENCE = 24;

/** Coefficient bits of record byte 10; the two others choose a stat. */
export const COEFFICIENT = 0xfc;
export const STAT_CHOICE = 0x03;

/** Level difference 0..24 that damage grows with. */
export function levelDifference(attacker: number, target: number): number {
  const difference = Math.min(attacker + HEAD_START, 0xff) - target;
  return difference < 0 ? 1 : Math.min(difference, LARGEST_DIFFERENCE);
}

/**
 * Damage before the random part, 16 bits. @param ownStat stat times coefficient, as its 8-bit cell
 * holds it
 */
export function baseDamage(
  difference: number,
  coefficient: number,
  ownStat: number,
  targetStat: number,
  attack: number,
): number {
  const value = ((difference * (coefficient & COEFFICIENT)) >> 3) + ownStat;
  return (((value * ((0xff - targetStat) >> 1)) >> 8) * 2 + attack) & 0xffff;
}

/** C1:7835, adds a draw's share of the multiplicand to the value; one draw. */
export function addRandomPart(machine: Machine): void {
  const ram = machine.ram;
  const part = multiplyHigh8(drawBattle(machine, 0xc17835), read8(ram, Work.RANDOM_PART));
  write16(ram, Work.VALUE, read16(ram, Work.VALUE) + part);
}

/** C1:77E8, from the level difference on. */
export function damageOfDifference(machine: Machine, difference: number): void {
  const ram = machine.ram;
  const base = baseDamage(
    difference,
    read8(ram, Cell.SKILL_COEFFICIENTS),
    read8(ram, Cell.STAT_TIMES_COEFFICIENT),
    read8(ram, Work.TARGET_STAT),
    read8(ram, Cell.ATTACK_POWER),
  );
  write16(ram, Work.VALUE, base);
  write16(ram, Work.RANDOM_PART, base >> 2);
  addRandomPart(machine);
}

/** C1:77CE, damage of a hit on the target whose level and stat are in the work cells. */
export function singleHitDamage(machine: Machine): void {
  const ram = machine.ram;
  damageOfDifference(machine, levelDifference(read8(ram, Cell.LEVEL_SUM), read8(ram, Work.TARGET_LEVEL)));
}
