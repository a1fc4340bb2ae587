/**
 * The search for an ally's counter to an enemy skill: C1:A12C. Evidence: executed up to the
 * candidate; its range test and the firing (C1:A17B, A21B) are unpublished.
 */
import { read8, read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { filledEntries, lowestBit } from '../memory/grid-words.js';
import type { Machine } from '../memory/machine.js';
import { NO_ATTRIBUTE, SKILL_TYPE, TYPE_HEAL } from '../memory/skill-record.js';
import { attributeBit, PRESENT } from '../memory/state-bits.js';

import * as Work from '../memory/work-cells.js';
import { activeByte } from './skill-copy.js';

/** Exits. */
export const NO_COUNTER = 0;
export const COUNTER_FOUND = 1;

/** Whether a slot counters the attribute in the mask. */
function countersMask(ram: Uint8Array, slot: number): boolean {
  if ((read8(ram, slot + Ally.LIST_COUNTER_HIGH) & read8(ram, Work.COUNTER_MASK)) !== 0) return true;
  return (read8(ram, slot + Ally.LIST_FLAGS) & read8(ram, Work.COUNTER_MASK + 1)) !== 0;
}

/**
 * Whether an ally has a skill that answers; the last one that names the attribute stays in 030B and
 * 036A.
 */
function findCounter({ ram, words }: Machine, ally: number): boolean {
  for (let left = filledEntries(words, ally + Ally.LIST_SKILL); left !== 0; left &= left - 1) {
    const slot = ally + lowestBit(left);
    const skill = read8(ram, slot + Ally.LIST_SKILL);
    if (!countersMask(ram, slot)) continue;
    write16(ram, Cell.WORK_030B, slot);
    ram[Cell.COUNTER_SKILL] = skill;
    if ((read8(ram, slot + Ally.LIST_DISABLING) & read8(ram, ally + Ally.STATUSES)) === 0) return true;
  }
  return false;
}

/** C1:A12C, allies in the order of their blocks, slots in the order of the list. */
export function searchCounter(machine: Machine): number {
  const ram = machine.ram;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    ram[ally + Ally.HITS_COPY] = read8(ram, ally + Ally.HITS_LANDED);
  }
  write16(ram, Cell.ATTACKER_OFFSET, read16(ram, Cell.SKILL_USER));
  const type = activeByte(ram, SKILL_TYPE);
  const attribute = type & 0x0f;
  if ((type & TYPE_HEAL) !== 0 || attribute === NO_ATTRIBUTE) return NO_COUNTER;
  const mask = attributeBit(attribute);
  ram[Work.COUNTER_MASK] = mask >> 8;
  ram[Work.COUNTER_MASK + 1] = mask;
  ram[Work.COUNTER] = 0;
  ram[Work.SECOND_COUNTER] = 0;
  const before = read16(ram, Cell.CURRENT_ALLY);
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    write16(ram, Work.TARGET, ally);
    ram[Cell.COUNTER_ALLY] = ally;
    if ((read8(ram, ally + Ally.STATE) & PRESENT) === 0 || read8(ram, ally + Ally.HITS_COPY) === 0) continue;
    write16(ram, Cell.CURRENT_ALLY, ally);
    if (findCounter(machine, ally)) return COUNTER_FOUND;
  }
  write16(ram, Cell.CURRENT_ALLY, before);
  return NO_COUNTER;
}
