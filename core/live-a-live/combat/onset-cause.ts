/**
 * The abnormality a hit will cause: C1:D9DA. Evidence: executed; which nibble counts for a blow
 * from behind is unpublished (C1:DA03).
 *
 * Kept as it is: the nibble of attribute 15 is also the species' race, and serves as an
 * abnormality.
 */
import { read8, read16 } from '../../int/uint.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Species from '../memory/cells/species.js';
import type { Machine } from '../memory/machine.js';
import { FROM_BACK } from './enemy-correction.js';

/** Exit: struck from behind. */
export const STRUCK_BEHIND = 1;

const TYPE = Cell.WORK_0312;
const HALF_TYPE = Cell.WORK_0312 + 1;
const PENDING = 0x80;

/** Pending abnormality. @param nibble of the species, 0 = none @param skillByte record byte 22 */
export function pendingAbnormality(nibble: number, skillByte: number): number {
  if (nibble !== 0) return PENDING | nibble;
  return (skillByte & PENDING) !== 0 ? PENDING | (skillByte & 0x0f) : skillByte;
}

/** C1:D9DA. */
export function causeAbnormality(machine: Machine, enemy: number): number {
  const ram = machine.ram;
  const type = read8(ram, Cell.SKILL_TYPE_COPY);
  ram[TYPE] = type;
  ram[HALF_TYPE] = type >> 1;
  if ((read8(ram, enemy + Enemy.STRUCK_FROM) & FROM_BACK) !== 0) return STRUCK_BEHIND;
  ram[TYPE] = type >> 1;
  const pair = read8(ram, read16(ram, enemy + Enemy.SPECIES) + Species.COUNTER_ABNORMALITY + ((type >> 1) & 7));
  const nibble = (type & 1) === 0 ? pair >> 4 : pair & 0x0f;
  ram[enemy + Enemy.PENDING_ABNORMALITY] = pendingAbnormality(nibble, read8(ram, Cell.SKILL_FIELD_COPY));
  return 0;
}
