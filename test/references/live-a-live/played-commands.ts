/**
 * Slow reference of the player's commands: whose they are, which there are, and what is wrong with one. Sources: C1:7AED (who can act),
 * 14C7 and 14DD (what is greyed), the commands of traces/live-a-live.
 */

import { ALLY, ALLY_BYTES, CELL, FIRST_ALLY, ITEM_TABLE } from './addresses.js';
import { BATTLE_RESULT, INVENTORY } from './own-cells.js';
import {
  DISABLED,
  entryState,
  facingThatReaches,
  firstStep,
  isFree,
  NOT_THERE,
  reach,
  USABLE,
  WAYS,
} from './played-choices.js';
import type { Memory } from './played-memory.js';

type Tables = Uint8Array;
const SLOTS = Array.from({ length: 16 }, (_, slot) => slot);
const FACINGS = [0, 1, 2, 3];
const LEG_LOCK = 2;

/** The current ally when the player may act (03F0) and it can. @returns its number, or -1 */
export function actor(memory: Memory): number {
  const ally = (memory.word(CELL.currentAlly) - FIRST_ALLY) / ALLY_BYTES;
  const block = memory.allyBlock(ally);
  const able = (memory.get(block + ALLY.statuses) & 0xb0) === 0 && (memory.get(block + ALLY.skillState) & 0x60) === 0;
  return memory.get(CELL.playerState) === 0 && memory.allyPresent(ally) && able ? ally : -1;
}

const itemsForbidden = (memory: Memory, ally: number): boolean =>
  [2, 5].includes(memory.get(CELL.scenario)) || memory.get(memory.allyBlock(ally) + ALLY.state) === 0x40;
const mayLeave = (memory: Memory): boolean =>
  memory.get(CELL.escapeForbidden) === 0 || memory.get(CELL.armageddonFlag) !== 0;
const skillOfItem = (tables: Tables, item: number): number => tables[ITEM_TABLE + 16 * item + 10] ?? 0;

/** Entries as `name` and least..greatest of each parameter. */
export function listed(memory: Memory, tables: Tables): string[] {
  if (memory.get(BATTLE_RESULT) !== 0) return [];
  const out = ['wait 1..255', 'wait -1..-1'];
  const ally = actor(memory);
  if (ally < 0) return out;
  const block = memory.allyBlock(ally);
  const end = '-1..-1 -1..255';
  out.push(`step ${end}`, `pass ${end}`);
  if (mayLeave(memory)) out.push('escape -1..-1');
  if ((memory.get(block + ALLY.statuses) & LEG_LOCK) === 0) {
    out.push(`turn 0..1 ${end}`);
    for (const [dx, dy] of WAYS) {
      const [x, y] = [memory.get(block + ALLY.cellX) + dx, memory.get(block + ALLY.cellY) + dy];
      if (isFree(memory, x, y)) out.push(`move ${x}..${x} ${y}..${y} ${end}`);
    }
  }
  const cells = (name: string, number: number, skill: number, presses: string): void => {
    for (const facing of FACINGS) {
      for (const cell of [...reach(memory, tables, ally, skill, facing)].sort((a, b) => a - b)) {
        const at = `${cell & 7}..${cell & 7} ${cell >> 3}..${cell >> 3} ${facing}..${facing}`;
        out.push(`${name} ${number}..${number} ${at}${presses} ${end}`);
      }
    }
  };
  for (const slot of SLOTS) {
    const skill = memory.get(memory.allyBlock(ally) + ALLY.listSkill + slot);
    if (entryState(memory, ally, slot) === USABLE) cells('skill', skill, skill, ' 0..65535');
  }
  if (itemsForbidden(memory, ally)) return out;
  const atHand = new Set(SLOTS.map((slot) => memory.get(INVENTORY + slot)));
  for (const item of atHand) {
    const skill = skillOfItem(tables, item);
    if (item !== 0 && skill !== 0) cells('item', item, skill, '');
  }
  return out;
}

export const ERROR = {
  over: 3,
  actor: 4,
  nobody: 5,
  unreachable: 6,
  skill: 7,
  disabled: 8,
  target: 9,
  item: 10,
  escape: 11,
  range: 12,
  legLock: 13,
} as const;

/** What is wrong with whom a command names, or 0. */
function actorError(memory: Memory, wanted: number): number {
  const ally = actor(memory);
  if (wanted >= 0) return wanted === ally ? 0 : ERROR.actor;
  return ally < 0 ? ERROR.nobody : 0;
}

/** @returns 0 or the number of the error of a move */
export function moveError(memory: Memory, x: number, y: number, wanted: number): number {
  const wrong = actorError(memory, wanted);
  if (wrong !== 0) return wrong;
  const ally = actor(memory);
  if ((memory.get(memory.allyBlock(ally) + ALLY.statuses) & LEG_LOCK) !== 0) return ERROR.legLock;
  return firstStep(memory, ally, x, y) < 0 ? ERROR.unreachable : 0;
}

export function turnError(memory: Memory, wanted: number): number {
  const wrong = actorError(memory, wanted);
  if (wrong !== 0) return wrong;
  return (memory.get(memory.allyBlock(actor(memory)) + ALLY.statuses) & LEG_LOCK) !== 0 ? ERROR.legLock : 0;
}

export function passError(memory: Memory, wanted: number): number {
  return actorError(memory, wanted);
}

export function escapeError(memory: Memory, wanted: number): number {
  return actorError(memory, wanted) || (mayLeave(memory) ? 0 : ERROR.escape);
}

const targetError = (
  memory: Memory,
  tables: Tables,
  ally: number,
  skill: number,
  cell: number,
  facing: number,
): number => {
  const present = memory.get(memory.allyBlock(ally) + ALLY.facing) & 3;
  return facingThatReaches(memory, tables, ally, skill, cell, present, facing) < 0 ? ERROR.target : 0;
};

export function skillError(
  memory: Memory,
  tables: Tables,
  skill: number,
  cell: number,
  facing: number,
  wanted: number,
): number {
  const wrong = actorError(memory, wanted);
  if (wrong !== 0) return wrong;
  const ally = actor(memory);
  const slot = SLOTS.find((one) => skill !== 0 && memory.get(memory.allyBlock(ally) + ALLY.listSkill + one) === skill);
  const state = slot === undefined ? NOT_THERE : entryState(memory, ally, slot);
  if (state === NOT_THERE) return ERROR.skill;
  return state === DISABLED ? ERROR.disabled : targetError(memory, tables, ally, skill, cell, facing);
}

export function itemError(
  memory: Memory,
  tables: Tables,
  item: number,
  cell: number,
  facing: number,
  wanted: number,
): number {
  const wrong = actorError(memory, wanted);
  if (wrong !== 0) return wrong;
  const ally = actor(memory);
  const atHand = SLOTS.some((slot) => item !== 0 && memory.get(INVENTORY + slot) === item);
  const skill = skillOfItem(tables, item);
  if (!atHand || skill === 0 || itemsForbidden(memory, ally)) return ERROR.item;
  return targetError(memory, tables, ally, skill, cell, facing);
}
