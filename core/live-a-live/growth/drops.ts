/**
 * Items dropped by an enemy kind: C1:166E. Evidence: executed.
 *
 * Kept as it is: the three slots come with 1/2, 1/4 and 1/8, the rest is nothing, and an empty slot
 * that is chosen is nothing too.
 */
import { read8 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Species from '../memory/cells/species.js';
import { drawBattle } from '../memory/generators.js';
import type { Machine } from '../memory/machine.js';

/** Exits. */
export const NO_DROP = 0;
export const DROPPED = 1;
export const EMPTY_SLOT = 2;

/** Slots of the drop list, each with a chance of its own. */
const DROP_SLOTS = 3;
const PASSES_ON = 0x80;
const ITEM = Cell.AREA_CENTRE_Y;

/** Rate of a formation: a draw below it drops. */
export function dropRate(rateByte: number): number {
  return rateByte & 0xf0;
}

/** C1:166E. */
export function dropItem(machine: Machine, species: number): number {
  const ram = machine.ram;
  const rate = dropRate(read8(ram, Cell.FORMATION_RATE));
  ram[Cell.WORK_0310] = rate;
  if (drawBattle(machine, 0xc1166e) >= rate) return NO_DROP;
  for (let slot = 0; slot < DROP_SLOTS; slot++) {
    ram[Cell.WORK_0308] = DROP_SLOTS - slot;
    if ((drawBattle(machine, 0xc1166e) & PASSES_ON) !== 0) continue;
    const item = read8(ram, species + Species.DROP + slot);
    if (item === 0) return EMPTY_SLOT;
    ram[ITEM] = item;
    return DROPPED;
  }
  ram[Cell.WORK_0308] = 0;
  return NO_DROP;
}
