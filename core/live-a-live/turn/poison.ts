/**
 * Poison and the cells that carry a damage or recovery to the common routines: C1:1DD0, 1DE3, 1DF8,
 * 1E26 (allies), C1:1E4C, 1E5E, 1E71, 1EA3 (enemies). Evidence: executed. Unlike allies, enemies
 * have no exemption for status FFh.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { OUT_OF_FIGHT, POISON } from '../memory/state-bits.js';

/** Value of the absorb flag for a recovery. */
export const RECOVERY = 0x80;
/** "Hits" of a recovery. */
export const RECOVERY_HITS = 0xff;

/** Poison damage of the present HP, 1..4095. */
export function poisonDamage(hp: number): number {
  const sixteenth = hp >> 4;
  return sixteenth === 0 ? 1 : sixteenth;
}

/** The damage routines leave 1 in the first work byte. */
function markOneHit(ram: Uint8Array): void {
  ram[Cell.WORK_0310] = 1;
}

/** C1:1DF8, the word in 0310 as one hit of damage to an ally. */
export function setAllyDamage(machine: Machine, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + Ally.SINGLE_HIT, read16(ram, Cell.WORK_0310));
  ram[ally + Ally.HITS_ASSIGNED] = 1;
  ram[ally + Ally.HITS_LANDED] = 1;
  ram[ally + Ally.BONUS] = 0;
  ram[ally + Ally.ATTRIBUTE_MARK] = 0;
  write16(ram, Cell.SUBJECT, ally);
  markOneHit(ram);
}

/** C1:1E26, the word in 0310 as recovery of an ally. */
export function setAllyAbsorb(machine: Machine, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + Ally.SINGLE_HIT, read16(ram, Cell.WORK_0310));
  ram[ally + Ally.HITS_ASSIGNED] = RECOVERY_HITS;
  ram[ally + Ally.HITS_LANDED] = 0;
  ram[ally + Ally.ATTRIBUTE_MARK] = 0;
  write16(ram, Cell.SUBJECT, ally);
  markOneHit(ram);
}

/** C1:1E71, the word in 0310 as one hit of damage to an enemy. */
export function setEnemyDamage(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  write16(ram, enemy + Enemy.SINGLE_HIT, read16(ram, Cell.WORK_0310));
  ram[enemy + Enemy.HITS_ASSIGNED] = 1;
  ram[enemy + Enemy.HITS_LANDED] = 1;
  ram[enemy + Enemy.BONUS] = 0;
  ram[enemy + Enemy.ATTRIBUTE_MARK] = 0;
  ram[Cell.ABSORB_FLAG] = 0;
  write16(ram, Cell.SUBJECT, enemy);
  markOneHit(ram);
}

/** C1:1EA3, the word in 0310 as recovery of an enemy. */
export function setEnemyAbsorb(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  write16(ram, enemy + Enemy.SINGLE_HIT, read16(ram, Cell.WORK_0310));
  ram[enemy + Enemy.HITS_ASSIGNED] = RECOVERY_HITS;
  ram[enemy + Enemy.HITS_LANDED] = 0;
  ram[enemy + Enemy.ATTRIBUTE_MARK] = 0;
  ram[Cell.ABSORB_FLAG] = RECOVERY;
  write16(ram, Cell.SUBJECT, enemy);
  markOneHit(ram);
}

/**
 * C1:1DE3, sets the poison damage of an ally that is there and in the fight. @returns true when
 * damage is set
 */
export function poisonPresentAlly(machine: Machine, ally: number): boolean {
  const ram = machine.ram;
  if (((ram[ally + Ally.STATUSES] as number) & POISON) === 0) return false;
  write16(ram, Cell.WORK_0310, poisonDamage(read16(ram, read16(ram, ally + Ally.RECORD) + PartyRecord.HP)));
  setAllyDamage(machine, ally);
  return true;
}

/**
 * C1:1DD0, the same after the tests. @param absent 1: no ally there @returns true when damage is
 * set
 */
export function poisonAlly(machine: Machine, ally: number, absent: number): boolean {
  if (absent !== 0 || machine.ram[ally + Ally.STATUSES] === OUT_OF_FIGHT) return false;
  return poisonPresentAlly(machine, ally);
}

/** C1:1E5E, sets the poison damage of an enemy. @returns true when damage is set */
export function poisonPresentEnemy(machine: Machine, enemy: number): boolean {
  const ram = machine.ram;
  if (((ram[enemy + Enemy.STATUSES] as number) & POISON) === 0) return false;
  write16(ram, Cell.WORK_0310, poisonDamage(read16(ram, enemy + Enemy.HP)));
  setEnemyDamage(machine, enemy);
  return true;
}

/** Exits of `poisonEnemy`. */
export const NO_POISON = 0;
export const POISON_SET = 1;
export const POISON_LIST_END = 2;

/**
 * C1:1E4C, the same after the flags of the presence test. @param end N: end of the list @param
 * absent Z: nobody there
 */
export function poisonEnemy(machine: Machine, enemy: number, end: number, absent: number): number {
  if (end !== 0) return POISON_LIST_END;
  if (absent !== 0) return NO_POISON;
  return poisonPresentEnemy(machine, enemy) ? POISON_SET : NO_POISON;
}
