/** What a refused command could have named instead. */

import { actor, SKILL_USABLE, skillAt } from '../battle/choices.js';
import { idOfNumber } from '../battle/ids.js';
import * as player from '../battle/player-commands.js';
import { GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import { SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { cellWords, facingsTo, reachedCells, reachOfSkill, walkedCells } from './reach.js';
import { NOTHING_REACHED, NOWHERE_TO_WALK } from './refusals.js';

function usableSkills(ram: Uint8Array, ally: number): string {
  const names: string[] = [];
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    if (skillAt(ram, ally, slot) !== SKILL_USABLE) continue;
    const number = ram[ally + slot + Ally.LIST_SKILL] as number;
    names.push(idOfNumber(ram, 'skill', number) ?? String(number));
  }
  return names.length === 0 ? 'it has no skill that may be used now' : `it may use ${names.join(', ')}`;
}

function reachedInstead(machine: Machine, scratch: Machine, ally: number, words: Int32Array): string {
  const number = words[1] as number;
  const skill = words[0] === player.ITEM ? player.skillOfItem(machine, number) : number;
  const reach = reachOfSkill(machine, scratch, ally, skill);
  const cells = reachedCells(reach);
  if (cells.length === 0) return NOTHING_REACHED;
  // only a command with a facing is refused a cell that some facing reaches
  const others = facingsTo(reach, GRID_WIDTH * (words[3] as number) + (words[2] as number));
  const ways = others.map((way) => idOfNumber(machine.ram, 'facing', way));
  const turned = ways.length === 0 ? '' : `; this cell with the facing ${ways.join(' or ')}`;
  return `it reaches ${cellWords(cells)}${turned}`;
}

/** Cells that are named instead of one that no way leads to. */
const NEAREST_CELLS = 6;

function walkedInstead(machine: Machine, ally: number, words: Int32Array): string {
  const [, wantedX = 0, wantedY = 0] = words;
  const distance = (cell: number): number => Math.abs((cell & 7) - wantedX) + Math.abs((cell >> 3) - wantedY);
  const cells = walkedCells(machine, ally);
  if (cells.length === 0) return NOWHERE_TO_WALK;
  const nearest = cells.sort((a, b) => distance(a) - distance(b)).slice(0, NEAREST_CELLS);
  return `the nearest cells that it can walk to: ${cellWords(nearest)}`;
}

/**
 * Half a sentence, or empty: the cells in reach, the cells to walk to, or the skills that may be
 * used.
 * @param scratch work space @param error number of the rule error
 */
export function insteadOf(machine: Machine, scratch: Machine, words: Int32Array, error: number): string {
  const ally = actor(machine.ram);
  if (ally === 0) return '';
  if (error === player.E_TARGET) return reachedInstead(machine, scratch, ally, words);
  if (error === player.E_UNREACHABLE) return walkedInstead(machine, ally, words);
  if (error === player.E_SKILL || error === player.E_DISABLED) return usableSkills(machine.ram, ally);
  return '';
}
