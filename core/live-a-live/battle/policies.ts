/**
 * Policies that choose for the ally whose turn it is: a legal command at random, or an attack.
 * Evidence: decision. Chance is a function of the seed and the battle's image, so a replay chooses
 * the same.
 */

import { read8, read16, read32 } from '../../int/uint.js';
import { RUNNING } from '../combat/defeat.js';
import { holdsOpponent, REACHED } from '../field/marks.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import { filledEntries, lowestBit } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { allySkillRecord, SKILL_TYPE, skillByte, TYPE_HEAL } from '../memory/skill-record.js';
import { STEP_X, STEP_Y } from '../memory/state-bits.js';
import { isListEnd } from '../turn/time-passes.js';
import { actor, canMove, isFree, reachChoice, SKILL_USABLE, skillAt } from './choices.js';
import { ANY_ALLY, LEFT, MOVE, RIGHT, SKILL, STEP, TURN, WAIT } from './player-commands.js';
import { UNTIL_TURN_OVER } from './run.js';

/** Numbers of the policies. */
export const RANDOM = 0;
export const ATTACK = 1;
export const POLICIES: readonly string[] = ['random', 'attack'];

/** Words of the longest command. */
export const COMMAND_WORDS = 8;

/**
 * A number of 32 bits from seed, frames and generator. All words: v = seed ^ (frames + 1) *
 * 9E3779B1h ^ generator, then v = (v ^ (salt + 1) * 85EBCA6Bh ^ v >> 16) * 7FEB352Dh, v = (v ^ v >>
 * 15) * 846CA68Bh, and v ^ v >> 16.
 */
export function chance(ram: Uint8Array, seed: number, salt: number): number {
  let value = seed ^ Math.imul(read32(ram, Host.BATTLE_FRAMES) + 1, 0x9e3779b1) ^ read32(ram, Cell.BATTLE_GENERATOR);
  value = Math.imul(value ^ Math.imul(salt + 1, 0x85ebca6b) ^ (value >>> 16), 0x7feb352d);
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b);
  return (value ^ (value >>> 16)) >>> 0;
}

function put(out: Int32Array, code: number, a: number, b: number, c: number, d: number, e: number, f: number): void {
  out[0] = code;
  out[1] = a;
  out[2] = b;
  out[3] = c;
  out[4] = d;
  out[5] = e;
  out[6] = f;
}

function putWait(out: Int32Array): void {
  put(out, WAIT, UNTIL_TURN_OVER, 0, 0, 0, 0, 0);
}

/** Numbers of the skills that may be used; the module's own list, valid until the next call. */
const USABLE = new Uint8Array(SKILL_SLOTS);

function usableSkills({ ram, words }: Machine, ally: number): number {
  let count = 0;
  for (let left = filledEntries(words, ally + Ally.LIST_SKILL); left !== 0; left &= left - 1) {
    const slot = lowestBit(left);
    if (skillAt(ram, ally, slot) === SKILL_USABLE) USABLE[count++] = read8(ram, ally + slot + Ally.LIST_SKILL);
  }
  return count;
}

/** Cells of a half of a set, at most 32. */
function count(half: number): number {
  let left = half - ((half >>> 1) & 0x5555_5555);
  left = (left & 0x3333_3333) + ((left >>> 2) & 0x3333_3333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** Number of reached cells. */
function countReached(): number {
  return count(REACHED[0] as number) + count(REACHED[1] as number);
}

/** The reached cell of a number, row by row. */
function reachedCell(number: number): number {
  const inFirst = count(REACHED[0] as number);
  const half = number < inFirst ? 0 : 1;
  let left = REACHED[half] as number;
  for (let skipped = half === 0 ? 0 : inFirst; skipped < number; skipped++) left &= left - 1;
  return 32 * half + lowestBit(left);
}

/** Leaves only the reached cells that hold an opponent. */
function keepOpponents(ram: Uint8Array): void {
  for (let half = 0; half < 2; half++) {
    for (let left = REACHED[half] as number; left !== 0; left &= left - 1) {
      const cell = 32 * half + lowestBit(left);
      if (!holdsOpponent(read8(ram, Cell.FIELD_GRID + cell), false))
        REACHED[half] = (REACHED[half] as number) & ~(1 << cell);
    }
  }
}

/**
 * A random legal command: step up, down, left, right to a free cell, turn left or right, step in
 * place, or one of the usable skills on a random cell of its range. Three salts a try: which of
 * these, the skill's facing, its cell by row; what is not possible takes the next three.
 */
function chooseRandom(machine: Machine, scratch: Machine, ally: number, seed: number, out: Int32Array): void {
  const ram = machine.ram;
  const mobile = canMove(ram, ally);
  const skills = usableSkills(machine, ally);
  for (let salt = 0; ; salt += 3) {
    const kind = chance(ram, seed, salt) % (7 + skills);
    if (kind < 4) {
      const x = read8(ram, ally + Ally.CELL_X) + (STEP_X[kind] as number);
      const y = read8(ram, ally + Ally.CELL_Y) + (STEP_Y[kind] as number);
      if (!mobile || !isFree(ram, x, y)) continue;
      put(out, MOVE, x, y, ANY_ALLY, UNTIL_TURN_OVER, 0, 0);
      return;
    }
    if (kind < 6) {
      if (!mobile) continue;
      put(out, TURN, kind === 4 ? LEFT : RIGHT, ANY_ALLY, UNTIL_TURN_OVER, 0, 0, 0);
      return;
    }
    if (kind === 6) {
      put(out, STEP, ANY_ALLY, UNTIL_TURN_OVER, 0, 0, 0, 0);
      return;
    }
    const skill = USABLE[kind - 7] as number;
    const facing = chance(ram, seed, salt + 1) & 3;
    reachChoice(machine, scratch, ally, skill, facing);
    const cells = countReached();
    if (cells === 0) continue;
    const cell = reachedCell(chance(ram, seed, salt + 2) % cells);
    put(out, SKILL, skill, cell & 7, cell >> 3, facing, 0, ANY_ALLY);
    out[7] = UNTIL_TURN_OVER;
    return;
  }
}

function isAttack(machine: Machine, skill: number): boolean {
  return (skillByte(machine, allySkillRecord(machine, skill), SKILL_TYPE) & TYPE_HEAL) === 0;
}

/**
 * An attack that reaches an enemy: of the usable skills from the one that salt 0 names on, round,
 * the first attack that does, with the present facing or the next that does; which of the enemies'
 * cells by salt 1 and so on, one for each skill.
 * @returns false when none does
 */
function chooseAttack(machine: Machine, scratch: Machine, ally: number, seed: number, out: Int32Array): boolean {
  const ram = machine.ram;
  const skills = usableSkills(machine, ally);
  const first = chance(ram, seed, 0);
  for (let offset = 0; offset < skills; offset++) {
    const skill = USABLE[(first + offset) % skills] as number;
    if (!isAttack(machine, skill)) continue;
    for (let turn = 0; turn < 4; turn++) {
      const facing = (read8(ram, ally + Ally.FACING) + turn) & 3;
      reachChoice(machine, scratch, ally, skill, facing);
      keepOpponents(ram);
      const cells = countReached();
      if (cells === 0) continue;
      const cell = reachedCell(chance(ram, seed, offset + 1) % cells);
      put(out, SKILL, skill, cell & 7, cell >> 3, facing, 0, ANY_ALLY);
      out[7] = UNTIL_TURN_OVER;
      return true;
    }
  }
  return false;
}

/** Distance to the nearest cell of an enemy. */
function distanceToEnemies(ram: Uint8Array, x: number, y: number): number {
  let best = 99;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const species = read16(ram, enemy + Enemy.SPECIES);
    const left = read8(ram, enemy + Enemy.CELL_X);
    const top = read8(ram, enemy + Enemy.CELL_Y);
    const across = Math.max(left - x, x - (left + read8(ram, species + Species.WIDTH) - 1), 0);
    const down = Math.max(top - y, y - (top + read8(ram, species + Species.HEIGHT) - 1), 0);
    best = Math.min(best, across + down);
  }
  return best;
}

/**
 * From the direction that salt 7 names on, round, the first step that comes nearer; else a step in
 * place.
 */
function approach(ram: Uint8Array, ally: number, seed: number, out: Int32Array): void {
  const fromX = read8(ram, ally + Ally.CELL_X);
  const fromY = read8(ram, ally + Ally.CELL_Y);
  const here = distanceToEnemies(ram, fromX, fromY);
  const first = chance(ram, seed, 7) & 3;
  for (let turn = 0; turn < 4 && canMove(ram, ally); turn++) {
    const direction = (first + turn) & 3;
    const x = fromX + (STEP_X[direction] as number);
    const y = fromY + (STEP_Y[direction] as number);
    if (!isFree(ram, x, y) || distanceToEnemies(ram, x, y) >= here) continue;
    put(out, MOVE, x, y, ANY_ALLY, UNTIL_TURN_OVER, 0, 0);
    return;
  }
  put(out, STEP, ANY_ALLY, UNTIL_TURN_OVER, 0, 0, 0, 0);
}

/**
 * Chooses a command and writes its encoded form.
 * @param scratch a machine with an image of its own, used as work space
 * @param policy `RANDOM` or `ATTACK` @param seed 32 bits
 * @returns false when the battle is over
 */
export function choosePolicy(
  machine: Machine,
  scratch: Machine,
  policy: number,
  seed: number,
  out: Int32Array,
): boolean {
  const ram = machine.ram;
  if (ram[Host.BATTLE_RESULT] !== RUNNING) return false;
  const ally = actor(ram);
  if (ally === 0) putWait(out);
  else if (policy === RANDOM) chooseRandom(machine, scratch, ally, seed, out);
  else if (!chooseAttack(machine, scratch, ally, seed, out)) approach(ram, ally, seed, out);
  return true;
}
