/**
 * Who was hit answers with a skill that counters the attribute and reaches the attacker. Evidence:
 * the search for an ally's counter (C1:A12C) is executed up to its candidate; range, firing and the
 * enemies' side are unpublished (`unpublished.ts`).
 */

import { read8, read16, write16 } from '../../int/uint.js';
import { facingOf, markRange } from '../field/marks.js';
import { ENEMY_SIDE, enemyNumber, FIELD_SIDE } from '../field/occupancy.js';
import { FOUND, findOccupant } from '../field/targets.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { filledEntries, lowestBit } from '../memory/grid-words.js';
import { byteOf, type Machine, wordOf } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { NO_ATTRIBUTE, SKILL_TYPE, SPECIES_SKILLS } from '../memory/skill-record.js';
import { attributeBit } from '../memory/state-bits.js';

import { assume, COUNTER_FIRES, FILLED_COUNTER, tryHole } from '../memory/unpublished-used.js';
import * as Work from '../memory/work-cells.js';
import { isListEnd } from '../turn/time-passes.js';
import { recordOfSkill } from './begin-skill.js';
import { COUNTER_FOUND, searchCounter } from './counter.js';
import { RUNNING } from './defeat.js';
import { activeByte } from './skill-copy.js';
import { beginEffect, endSkill } from './skill-effect.js';

/** Whether a number is one of a cell of the field. */
function isOnField(cell: number): boolean {
  return cell >> 3 < FIELD_SIDE && (cell & 7) < FIELD_SIDE;
}

/** Cell of the attacker that a skill reaches, or -1. */
function reachedCell(machine: Machine, user: number, skill: number, attackerCode: number): number {
  const ram = machine.ram;
  write16(ram, Cell.SKILL_RECORD_POINTER, recordOfSkill(machine, user, skill));
  markRange(machine, user, facingOf(ram, user));
  const found = findOccupant(machine, attackerCode);
  return byteOf(found) === FOUND ? wordOf(found) : -1;
}

function fire(machine: Machine, user: number, skill: number, cell: number): void {
  assume(machine, COUNTER_FIRES);
  beginEffect(machine, user, skill, cell & 7, cell >> 3, false);
  endSkill(machine);
}

/** First skill of an ally's list that answers. */
function answerWithAlly(machine: Machine, ally: number, attacker: number, mask: number): void {
  const ram = machine.ram;
  const code = ENEMY_SIDE | enemyNumber(attacker);
  for (let left = filledEntries(machine.words, ally + Ally.LIST_SKILL); left !== 0; left &= left - 1) {
    const slot = ally + lowestBit(left);
    const skill = read8(ram, slot + Ally.LIST_SKILL);
    const attributes = (read8(ram, slot + Ally.LIST_COUNTER_HIGH) << 8) | read8(ram, slot + Ally.LIST_FLAGS);
    if ((attributes & mask) === 0) continue;
    if ((read8(ram, slot + Ally.LIST_DISABLING) & read8(ram, ally + Ally.STATUSES)) !== 0) continue;
    const cell = reachedCell(machine, ally, skill, code);
    if (cell < 0) continue;
    fire(machine, ally, skill, cell);
    return;
  }
}

/** C1:A12C and, for the ally after one who has answered, A1BD; where a range has the attacker. */
const SEARCH = 0xc1a12c;
const SEARCH_ON = 0xc1a1bd;
const IN_RANGE = 0xc1181c;

/**
 * The image's code finds each ally who answers, his skill and the cell that it reaches.
 * @returns false without an image, or where its search comes to no end
 */
function answerWithImage(machine: Machine, attacker: number): boolean {
  const ram = machine.ram;
  let found = tryHole(machine, FILLED_COUNTER, SEARCH, 0, IN_RANGE);
  if (found === undefined) return false;
  // blocks come in their order: an image that names one again has no more to say
  for (let last = 0; found?.stopped === true; ) {
    const fromFirst = read8(ram, Cell.COUNTER_ALLY);
    const ally = Ally.FIRST + fromFirst;
    const skill = read8(ram, Cell.COUNTER_SKILL);
    const cell = read16(ram, Cell.WORK_0310);
    const mask = read16(ram, Work.COUNTER_MASK);
    if (ally <= last || fromFirst % Ally.STRIDE !== 0 || !isAllyPresent(ram, ally)) break;
    if (skill === 0 || !isOnField(cell)) break;
    last = ally;
    fire(machine, ally, skill, cell);
    if (ram[Host.BATTLE_RESULT] !== RUNNING || !isEnemyPresent(ram, attacker)) break;
    ram[Cell.COUNTER_ALLY] = ally;
    write16(ram, Work.COUNTER_MASK, mask);
    write16(ram, Cell.ATTACKER_OFFSET, attacker);
    found = tryHole(machine, FILLED_COUNTER, SEARCH_ON, 0, IN_RANGE);
  }
  return true;
}

function answerWithAllies(machine: Machine, attacker: number, mask: number): void {
  const ram = machine.ram;
  const current = read16(ram, Cell.CURRENT_ALLY);
  if (answerWithImage(machine, attacker)) {
    write16(ram, Cell.CURRENT_ALLY, current);
    return;
  }
  if (searchCounter(machine) !== COUNTER_FOUND) return;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (ram[Host.BATTLE_RESULT] !== RUNNING || !isEnemyPresent(ram, attacker)) break;
    if (isAllyPresent(ram, ally) && read8(ram, ally + Ally.HITS_COPY) !== 0)
      answerWithAlly(machine, ally, attacker, mask);
  }
  write16(ram, Cell.CURRENT_ALLY, current);
}

/** First slot of an enemy that answers. */
function answerWithEnemy(machine: Machine, enemy: number, attacker: number, mask: number): void {
  const ram = machine.ram;
  const species = read16(ram, enemy + Enemy.SPECIES);
  const code = ((attacker - Ally.FIRST) >> 6) + 1;
  for (let slot = species; slot < species + SPECIES_SKILLS; slot++) {
    const skill = read8(ram, slot + Species.SKILLS);
    const attributes = (read8(ram, slot + Species.COUNTER_HIGH) << 8) | read8(ram, slot + Species.SKILL_FLAGS);
    if (skill === 0 || (attributes & mask) === 0) continue;
    if ((read8(ram, slot + Species.SKILL_DISABLING) & read8(ram, enemy + Enemy.STATUSES)) !== 0) continue;
    const cell = reachedCell(machine, enemy, skill, code);
    if (cell < 0) continue;
    fire(machine, enemy, skill, cell);
    return;
  }
}

function answerWithEnemies(machine: Machine, attacker: number, mask: number): void {
  const ram = machine.ram;
  let hit = 0;
  for (let enemy = Enemy.FIRST, bit = 1; !isListEnd(ram, enemy); enemy += Enemy.STRIDE, bit <<= 1) {
    if (isEnemyPresent(ram, enemy) && read8(ram, enemy + Enemy.HITS_LANDED) !== 0) hit |= bit;
  }
  for (let enemy = Enemy.FIRST, bit = 1; !isListEnd(ram, enemy); enemy += Enemy.STRIDE, bit <<= 1) {
    if (ram[Host.BATTLE_RESULT] !== RUNNING || !isAllyPresent(ram, attacker)) return;
    if ((hit & bit) !== 0 && isEnemyPresent(ram, enemy)) answerWithEnemy(machine, enemy, attacker, mask);
  }
}

/**
 * Everybody who was hit by the active skill answers, by the order of blocks. A skill of no
 * attribute is not answered.
 */
export function answerAttack(machine: Machine, attacker: number): void {
  const attribute = activeByte(machine.ram, SKILL_TYPE) & 0x0f;
  if (attribute === NO_ATTRIBUTE) return;
  const mask = attributeBit(attribute);
  if (attacker >= Ally.FIRST) answerWithEnemies(machine, attacker, mask);
  else answerWithAllies(machine, attacker, mask);
}
