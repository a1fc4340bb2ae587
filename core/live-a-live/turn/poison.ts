/**
 * Poison and the cells that carry a damage or recovery to the common routines: C1:1DD0, 1DE3, 1DF8, 1E26 (allies), C1:1E4C, 1E5E,
 * 1E71, 1EA3 (enemies). Evidence: executed. Unlike allies, enemies have no exemption for status FFh.
 */
import { read16, write16 } from '../../int/uint.js';
import {
  ABSORB_FLAG,
  ALLY_ATTRIBUTE_MARK,
  ALLY_BONUS,
  ALLY_HITS_ASSIGNED,
  ALLY_HITS_LANDED,
  ALLY_RECORD,
  ALLY_SINGLE_HIT,
  ALLY_STATUSES,
  ENEMY_ATTRIBUTE_MARK,
  ENEMY_BONUS,
  ENEMY_HITS_ASSIGNED,
  ENEMY_HITS_LANDED,
  ENEMY_HP,
  ENEMY_SINGLE_HIT,
  ENEMY_STATUSES,
  OUT_OF_FIGHT,
  POISON,
  RECORD_HP,
  SUBJECT,
  WORK_0310,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';

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
  ram[WORK_0310] = 1;
}

/** C1:1DF8, the word in 0310 as one hit of damage to an ally. */
export function setAllyDamage(machine: Machine, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + ALLY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[ally + ALLY_HITS_ASSIGNED] = 1;
  ram[ally + ALLY_HITS_LANDED] = 1;
  ram[ally + ALLY_BONUS] = 0;
  ram[ally + ALLY_ATTRIBUTE_MARK] = 0;
  write16(ram, SUBJECT, ally);
  markOneHit(ram);
}

/** C1:1E26, the word in 0310 as recovery of an ally. */
export function setAllyAbsorb(machine: Machine, ally: number): void {
  const ram = machine.ram;
  write16(ram, ally + ALLY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[ally + ALLY_HITS_ASSIGNED] = RECOVERY_HITS;
  ram[ally + ALLY_HITS_LANDED] = 0;
  ram[ally + ALLY_ATTRIBUTE_MARK] = 0;
  write16(ram, SUBJECT, ally);
  markOneHit(ram);
}

/** C1:1E71, the word in 0310 as one hit of damage to an enemy. */
export function setEnemyDamage(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  write16(ram, enemy + ENEMY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[enemy + ENEMY_HITS_ASSIGNED] = 1;
  ram[enemy + ENEMY_HITS_LANDED] = 1;
  ram[enemy + ENEMY_BONUS] = 0;
  ram[enemy + ENEMY_ATTRIBUTE_MARK] = 0;
  ram[ABSORB_FLAG] = 0;
  write16(ram, SUBJECT, enemy);
  markOneHit(ram);
}

/** C1:1EA3, the word in 0310 as recovery of an enemy. */
export function setEnemyAbsorb(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  write16(ram, enemy + ENEMY_SINGLE_HIT, read16(ram, WORK_0310));
  ram[enemy + ENEMY_HITS_ASSIGNED] = RECOVERY_HITS;
  ram[enemy + ENEMY_HITS_LANDED] = 0;
  ram[enemy + ENEMY_ATTRIBUTE_MARK] = 0;
  ram[ABSORB_FLAG] = RECOVERY;
  write16(ram, SUBJECT, enemy);
  markOneHit(ram);
}

/** C1:1DE3, sets the poison damage of an ally that is there and in the fight. @returns true when damage is set */
export function poisonPresentAlly(machine: Machine, ally: number): boolean {
  const ram = machine.ram;
  if (((ram[ally + ALLY_STATUSES] as number) & POISON) === 0) return false;
  write16(ram, WORK_0310, poisonDamage(read16(ram, read16(ram, ally + ALLY_RECORD) + RECORD_HP)));
  setAllyDamage(machine, ally);
  return true;
}

/** C1:1DD0, the same after the tests. @param absent 1: no ally there @returns true when damage is set */
export function poisonAlly(machine: Machine, ally: number, absent: number): boolean {
  if (absent !== 0 || machine.ram[ally + ALLY_STATUSES] === OUT_OF_FIGHT) return false;
  return poisonPresentAlly(machine, ally);
}

/** C1:1E5E, sets the poison damage of an enemy. @returns true when damage is set */
export function poisonPresentEnemy(machine: Machine, enemy: number): boolean {
  const ram = machine.ram;
  if (((ram[enemy + ENEMY_STATUSES] as number) & POISON) === 0) return false;
  write16(ram, WORK_0310, poisonDamage(read16(ram, enemy + ENEMY_HP)));
  setEnemyDamage(machine, enemy);
  return true;
}

/** Exits of `poisonEnemy`. */
export const NO_POISON = 0;
export const POISON_SET = 1;
export const POISON_LIST_END = 2;

/** C1:1E4C, the same after the flags of the presence test. @param end N: end of the list @param absent Z: nobody there */
export function poisonEnemy(machine: Machine, enemy: number, end: number, absent: number): number {
  if (end !== 0) return POISON_LIST_END;
  if (absent !== 0) return NO_POISON;
  return poisonPresentEnemy(machine, enemy) ? POISON_SET : NO_POISON;
}
