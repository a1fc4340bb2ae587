/**
 * From the value of a hit to HP: C1:CC72, CCA5, CD09 (enemies), C1:CBA6, CB62, CDAC (allies), CDE7
 * (step bonus), CE60 (sum of changes). Evidence: executed; the defence of allies (C1:CD78-CD97) and
 * what follows a defeat are unpublished, the way from an enemy's total to its HP (C1:CC9C-CCA4) is
 * deduced.
 *
 * Kept as it is: the product is the low 16 bits of a signed one; the evaded mark of an enemy is
 * kept only as far as record byte 13 has bits, so that attribute 0 without type bits deletes it; a
 * recovery of an ally adds the uncapped product, only the figure shown is held at 999.
 */
import { multiplySigned16x8 } from '../../int/hardware.js';
import { read8, read16, write16 } from '../../int/uint.js';
import { isZakiFight } from '../growth/special-cases.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import * as Species from '../memory/cells/species.js';
import { Effect, reportEffect } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import * as Work from '../memory/work-cells.js';
import { isObject } from '../turn/object.js';
import { RECOVERY } from '../turn/poison.js';

/** Exits of the enemy routines. */
export const HP_DONE = 0;
export const DAMAGE_DONE = 1;
/** Exit of `damageAlly`: the skill asks for a defence. */
export const DEFENCE_UNPUBLISHED = 1;

export const LARGEST_TOTAL = 999;
/** Kind of defence, in the low nibble of 0377; 8 also adds the steps. */
const DEFENCE_KIND = 0x0f;
const BY_STEPS = 8;
const SIGN = 0x8000;

/**
 * Value times hits: the low 16 bits of the signed product. @param hits a byte; 128 and more count
 * as negative
 */
export function totalOfHits(value: number, hits: number): number {
  return multiplySigned16x8(value & 0x7fff, hits) & 0xffff;
}

/** A total that an evaded attribute halves. */
export function halvedTotal(total: number): number {
  return (total >> 1) + 1;
}

/** Steps as two decimal digits; a digit above 9 counts as it is. */
export function stepBonus(steps: number): number {
  return 10 * (steps >> 4) + (steps & 0x0f);
}

/** Total with the bonus; the sum wraps at 65536 before it is held at 999. */
export function heldTotal(total: number, bonus: number): number {
  return Math.min((total + bonus) & 0xffff, LARGEST_TOTAL);
}

/** Sum of HP changes with one more; from 32768 on it becomes 65535, and wraps from there. */
export function changeSum(sum: number, change: number): number {
  const next = (sum + change) & 0xffff;
  return (next & SIGN) !== 0 ? 0xffff : next;
}

/**
 * C1:CE60 and CE70, adds the absolute value of a change of HP. No case has one of 8000h or more: it
 * counts in full, as the rule says.
 */
function addHpChange(ram: Uint8Array, change: number): void {
  write16(ram, Cell.CHANGE_TOTAL_HP, changeSum(read16(ram, Cell.CHANGE_TOTAL_HP), Math.abs(change)));
}

/** C1:CDE7, bonus of the step-count skill, otherwise 0, to 0322. */
export function takeStepBonus(machine: Machine): void {
  const ram = machine.ram;
  const counts = (read8(ram, Cell.DRIVER) & DEFENCE_KIND) === BY_STEPS;
  write16(ram, Work.STEP_BONUS, counts ? stepBonus(read8(ram, Cell.STEP_COUNT)) : 0);
}

/** Total with mark, bonus and cap; what is left before the bonus stays in 0320. */
function finishTotal(ram: Uint8Array, total: number, halved: boolean): number {
  const left = halved ? halvedTotal(total) : total;
  write16(ram, Work.VALUE, left);
  return heldTotal(left, read16(ram, Work.STEP_BONUS));
}

/** C1:CC72 up to the stored total; the hits are those in 0310. */
export function totalOnEnemy(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  takeStepBonus(machine);
  const mark = read8(ram, enemy + Enemy.ATTRIBUTE_MARK) & read8(ram, Cell.ABSORB_FLAG);
  ram[enemy + Enemy.ATTRIBUTE_MARK] = mark;
  const total = totalOfHits(read16(ram, enemy + Enemy.SINGLE_HIT), read8(ram, Work.HITS));
  write16(ram, enemy + Enemy.TOTAL, finishTotal(ram, total, mark !== 0));
}

/** C1:CCA5, takes the total off the enemy's HP. In the third fight against Zaki they come back. */
export function damageEnemy(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  const hp = read16(ram, enemy + Enemy.HP);
  const left = Math.max(hp - read16(ram, enemy + Enemy.TOTAL), 0);
  write16(ram, Work.VALUE, left);
  addHpChange(ram, left - hp);
  write16(ram, enemy + Enemy.HP, left);
  if (!isZakiFight(machine)) return DAMAGE_DONE;
  write16(ram, enemy + Enemy.HP, read16(ram, read16(ram, enemy + Enemy.SPECIES) + Species.MAX_HP));
  return HP_DONE;
}

const LARGEST_HP = Work.BITS_LEFT;

/**
 * C1:CD09, adds the total to the enemy's HP; the sum wraps in 16 bits before it is held at the
 * largest HP. @param allowed Z of the OBJECT test before it
 */
export function healEnemyHp(machine: Machine, enemy: number, species: number, allowed: number): void {
  if (allowed === 0) return;
  const ram = machine.ram;
  const hp = read16(ram, enemy + Enemy.HP);
  const largest = read16(ram, species + Species.MAX_HP);
  write16(ram, LARGEST_HP, largest);
  const healed = Math.min((hp + read16(ram, enemy + Enemy.TOTAL)) & 0xffff, largest);
  write16(ram, Work.VALUE, healed);
  addHpChange(ram, healed - hp);
  write16(ram, enemy + Enemy.HP, healed);
}

/**
 * C1:CC72, total and its effect on HP; the hits are those in 0310. @param damage takes the total
 * off the HP
 */
export function applyToEnemy(machine: Machine, enemy: number, damage = damageEnemy): number {
  const ram = machine.ram;
  totalOnEnemy(machine, enemy);
  if ((read8(ram, Cell.ABSORB_FLAG) & RECOVERY) === 0) return damage(machine, enemy);
  healEnemyHp(machine, enemy, read16(ram, enemy + Enemy.SPECIES), isObject(ram, enemy) ? 0 : 1);
  return HP_DONE;
}

/** C1:CDAC, from the total after defence on. */
export function totalOnAlly(machine: Machine, total: number, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + Ally.TOTAL, finishTotal(ram, total, read8(ram, ally + Ally.ATTRIBUTE_MARK) !== 0));
}

function setAllyHp(ram: Uint8Array, record: number, before: number, after: number): void {
  write16(ram, Work.VALUE, after);
  addHpChange(ram, after - before);
  write16(ram, record + PartyRecord.HP, after);
}

/** C1:CBA6, damage to an ally without defence. */
export function damageAlly(machine: Machine, ally: number): number {
  const ram = machine.ram;
  if ((read8(ram, Cell.DRIVER) & DEFENCE_KIND) !== 0) return DEFENCE_UNPUBLISHED;
  takeStepBonus(machine);
  totalOnAlly(machine, totalOfHits(read16(ram, ally + Ally.SINGLE_HIT), read8(ram, Work.HITS)), ally);
  const record = read16(ram, ally + Ally.RECORD);
  const hp = read16(ram, record + PartyRecord.HP);
  setAllyHp(ram, record, hp, Math.max(hp - read16(ram, ally + Ally.TOTAL), 0));
  return HP_DONE;
}

/** C1:CB62, recovery of an ally; the sum wraps in 16 bits before it is held at the largest HP. */
export function healAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[ally + Ally.ATTRIBUTE_MARK] = 0;
  takeStepBonus(machine);
  const total = totalOfHits(read16(ram, ally + Ally.SINGLE_HIT), read8(ram, Work.HITS));
  totalOnAlly(machine, total, ally);
  const record = read16(ram, ally + Ally.RECORD);
  const hp = read16(ram, record + PartyRecord.HP);
  setAllyHp(ram, record, hp, Math.min((hp + total) & 0xffff, read16(ram, record + PartyRecord.MAX_HP)));
  reportEffect(machine, ally, Effect.HEAL, total, read16(ram, record + PartyRecord.HP));
}
