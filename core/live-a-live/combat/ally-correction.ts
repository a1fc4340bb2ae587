/**
 * Before an enemy's skill, for an ally: the mark of an evaded attribute and the level corrected for
 * the side it is struck from. C1:D200. Evidence: executed.
 *
 * Kept as it is: an attacker on the same row or column and behind on the other axis strikes the
 * back, so does one on the very cell.
 */

import { read8, read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';
import { bitShiftedOut, FACES_LEFT, FACES_UP } from '../memory/state-bits.js';
import * as Work from '../memory/work-cells.js';
import { correctedLevel, EVADED } from './enemy-correction.js';

/** Where the attacker is along the columns; along the rows the same two bits higher. */
export const BEHIND = 0;
export const IN_FRONT = 1;
export const LEVEL_WITH = 2;
const ROWS_SHIFT = 2;

/** Place along an axis. @param reverse the ally faces left or up */
export function placeAlong(attacker: number, own: number, reverse: boolean): number {
  if (attacker === own) return LEVEL_WITH;
  return attacker > own === reverse ? BEHIND : IN_FRONT;
}

/** Byte of the record that holds the correction, or 0 for none. @param place both axes */
export function correctionOf(place: number): number {
  const columns = place & 3;
  const rows = place >> ROWS_SHIFT;
  if (columns !== IN_FRONT && rows !== IN_FRONT) return PartyRecord.BACK_CORRECTION;
  return columns === BEHIND || rows === BEHIND ? PartyRecord.SIDE_CORRECTION : 0;
}

/** Mark of an attribute that the ally or its equipment evades. */
function markEvaded(ram: Uint8Array, ally: number, record: number): void {
  const attribute = read8(ram, Work.PREVIOUS_ATTRIBUTE);
  if (attribute === 0) {
    ram[ally + Ally.ATTRIBUTE_MARK] = 0;
    return;
  }
  ram[Work.COUNTER] = attribute;
  const high = read8(ram, record + PartyRecord.EVADE) | read8(ram, record + PartyRecord.GEAR_EVADE);
  const low = read8(ram, record + PartyRecord.EVADE + 1) | read8(ram, record + PartyRecord.GEAR_EVADE + 1);
  const bit = bitShiftedOut(high, low, read16(ram, Work.COUNTER));
  ram[Work.COUNTER] = 0;
  ram[Work.SECOND_COUNTER] = 0;
  ram[ally + Ally.ATTRIBUTE_MARK] = bit === 0 ? 0 : EVADED;
}

/** C1:D200. */
export function correctAlly(machine: Machine, ally: number): void {
  const ram = machine.ram;
  const record = read16(ram, ally + Ally.RECORD);
  markEvaded(ram, ally, record);
  const facing = read8(ram, ally + Ally.FACING);
  const columns = placeAlong(read8(ram, Work.BASE_X), read8(ram, ally + Ally.CELL_X), (facing & FACES_LEFT) !== 0);
  const rows = placeAlong(read8(ram, Work.BASE_Y), read8(ram, ally + Ally.CELL_Y), (facing & FACES_UP) !== 0);
  const place = columns | (rows << ROWS_SHIFT);
  const level = read8(ram, ally + Ally.LEVEL);
  ram[Work.TARGET] = place;
  ram[Work.TARGET + 1] = level;
  const correction = correctionOf(place);
  ram[ally + Ally.CORRECTED_LEVEL] = correctedLevel(level, correction === 0 ? 0 : read8(ram, record + correction));
}
