/** C1:FC0A, the record of a species from the cartridge's table. Evidence: executed. */

import * as Cell from './cells/cell.js';
import * as Species from './cells/species.js';
import type { Machine } from './machine.js';
import { POINTER_SPECIES } from './table-pointers.js';
import { tableByte, tableWord } from './tables.js';

/** Bytes of a species record. */
export const SPECIES_RECORD_BYTES = 32;

/** Skills of a species, and so the states that are kept for one. */
export const SPECIES_SKILLS = 4;

/** Type bits of a species: an object that breaks down, a thing that is no fighter. */
export const BREAKDOWN = 0x02;
export const OBJECT = 0x04;

/** Address in bank D5 of a species' record. @param base what the bank's pointer names */
export function speciesRecordAddress(base: number, id: number): number {
  return (base + SPECIES_RECORD_BYTES * id) & 0xffff;
}

/** C1:FC0A, copies the record of the block's id into the block. */
export function loadSpeciesRecord(machine: Machine, species: number): void {
  const { ram, tables } = machine;
  const base = tableWord(tables.bankD5, POINTER_SPECIES);
  const address = speciesRecordAddress(base, ram[species + Species.ID] as number);
  for (let index = 0; index < SPECIES_RECORD_BYTES; index++) {
    ram[species + Species.MOVE_PATTERN + index] = tableByte(tables.bankD5, address + index);
  }
  ram[Cell.WORK_0308 + 1] = 0;
}
