/**
 * The two generators. Battle: C1:6150, four bytes of state, steps only when called. Map: C0:B900
 * with the 16 x 16 multiplication C0:BA16. Evidence: executed (496 + 350 + 321 cases, three streams
 * of 5,000 draws).
 */

import { divideQuotient } from '../../int/hardware.js';
import { read16, read32, write16, write32 } from '../../int/uint.js';
import { pushFour } from '../../system/battle.js';
import * as Cell from './cells/cell.js';
import { LOWEST_FIRST } from './grid-words.js';
import { EVENT_DRAW, type Machine } from './machine.js';

/** What is put into an all-zero battle generator, as the two words at 0338 and 033A. */
const SEED_LOW = 0x162e;
const SEED_HIGH = 0x1234;

/**
 * Next value of the battle generator from its oldest word: the low quotient byte of a division by
 * 13.
 */
export function battleGeneratorValue(oldestWord: number): number {
  return divideQuotient(oldestWord, 13) & 0xff;
}

/**
 * The four bytes of the state, the oldest one lowest, as a signed number. They are one word of the
 * image.
 */
function generatorState({ ram, words }: Machine): number {
  return LOWEST_FIRST ? (words[Cell.BATTLE_GENERATOR >> 2] as number) : read32(ram, Cell.BATTLE_GENERATOR) | 0;
}

/** The state after a seeding, which a step from 0 begins with. */
function seededState(machine: Machine): number {
  reseed(machine.ram);
  return generatorState(machine);
}

/** C1:6150 from a state. @param state 0 only where a seeding gave it @returns 0..255 */
function stepFrom({ ram, words }: Machine, state: number): number {
  const value = battleGeneratorValue(state & 0xffff);
  const next = (state >>> 8) | (value << 24);
  // in one piece: the next draw reads it so, a few steps later
  if (LOWEST_FIRST) words[Cell.BATTLE_GENERATOR >> 2] = next;
  else write32(ram, Cell.BATTLE_GENERATOR, next);
  return value;
}

/** C1:6150, a step of the battle generator. @returns 0..255 */
export function stepBattleGenerator(machine: Machine): number {
  const before = generatorState(machine);
  return stepFrom(machine, before === 0 ? seededState(machine) : before);
}

/**
 * A draw: a call of C1:6150 by a routine, reported as an event with its call site and the states
 * before and after.
 * @param site routine address of the caller
 * @returns 0..255
 */
export function drawBattle(machine: Machine, site: number): number {
  const script = machine.script;
  if (script !== undefined) return script.choose?.(machine, site) ?? (script.values[script.next++] as number);
  const events = machine.events;
  const before = generatorState(machine);
  const state = before === 0 ? seededState(machine) : before;
  const value = stepFrom(machine, state);
  if (events !== undefined) pushFour(events, EVENT_DRAW, site, before, (state >>> 8) | (value << 24), value);
  return value;
}

function reseed(ram: Uint8Array): void {
  const mix = ram[Cell.DEMO_FLAG] !== 1;
  write16(ram, Cell.BATTLE_GENERATOR, SEED_LOW ^ (mix ? read16(ram, Cell.MAP_GENERATOR) : 0));
  write16(ram, Cell.BATTLE_GENERATOR + 2, SEED_HIGH ^ (mix ? read16(ram, Cell.BATTLE_TIMER) : 0));
}

/** Next state of the map generator. @param state 0..65535 */
export function nextMapState(state: number): number {
  return (0x3d09 * (state + 1)) & 0xffff;
}

/**
 * C0:B900, a step of the map generator.
 * @param range 0..65535
 * @returns 0..range-1, or 0 for range 0
 */
export function drawMap(machine: Machine, range: number): number {
  const state = nextMapState(read16(machine.ram, Cell.MAP_GENERATOR));
  const ram = machine.ram;
  write16(ram, Cell.MAP_GENERATOR, state);
  write16(ram, Cell.MULTIPLY_FACTOR_A, range);
  write16(ram, Cell.MULTIPLY_FACTOR_B, state);
  multiply16x16(machine);
  return read16(ram, Cell.MULTIPLY_PRODUCT + 2);
}

/** C0:BA16, 32-bit product of the words at 0030 and 0032 in 0034-0037. */
export function multiply16x16(machine: Machine): void {
  const ram = machine.ram;
  write32(ram, Cell.MULTIPLY_PRODUCT, read16(ram, Cell.MULTIPLY_FACTOR_A) * read16(ram, Cell.MULTIPLY_FACTOR_B));
}
