/**
 * The area a skill hits, marked in the work grid: C1:380E, 38A0. Evidence: executed; of the area codes only the square of
 * 5 x 5 round the target is printed, the others are exits.
 */
import { read16 } from '../int/uint.js';
import {
  ALLY_STATE,
  ALLY_TARGET_X,
  ALLY_TARGET_Y,
  AREA_CENTRE_Y,
  CURRENT_ALLY,
  FIRST_ALLY,
  ORDINARY_ENEMY_PRESENT,
  RANGE_GRID,
  SKILL_RECORD_POINTER,
  WORK_0308,
  WORK_030A,
  WORK_0310,
} from './cells.js';
import type { Machine } from './machine.js';
import { FIELD_SIDE, GRID_WIDTH } from './occupancy.js';
import { SKILL_AREA, SKILL_SPECIAL, SKILL_TYPE, skillByte, TYPE_SURROUNDINGS } from './skill-record.js';

/** Mark of a cell in the area, added to that of the range. */
export const IN_AREA = 0x0f;
/** Battle state of an ally that is fought as an enemy. */
const FOUGHT = 0x40;

/** Arguments of the rectangle. */
const HEIGHT = WORK_0308 + 1;
const WIDTH = WORK_030A;
const LEFT = WORK_0310;
const UP = WORK_0310 + 1;
const CENTRE_X = ORDINARY_ENEMY_PRESENT;

/** Exits of `markArea`. */
export const AREA_MARKED = 0;
export const AREA_OF_FOUGHT_ALLY = 1;
export const AREA_OF_ENEMY = 2;
export const AREA_SPECIAL = 3;
export const AREA_WITHOUT_SURROUNDINGS = 4;
export const AREA_CODE_0 = 5;
export const AREA_CODE_1 = 6;
export const AREA_CODE_3 = 7;

/** A counted loop of the processor: 0 runs 256 times. */
function rounds(count: number): number {
  return count === 0 ? 0x100 : count;
}

/** C1:38A0, a rectangle; cells outside the field are left out, coordinates wrap at 256. */
export function markRectangle(machine: Machine): void {
  const ram = machine.ram;
  const width = rounds(ram[WIDTH] as number);
  const height = rounds(ram[HEIGHT] as number);
  const left = (ram[CENTRE_X] as number) - (ram[LEFT] as number);
  const up = (ram[AREA_CENTRE_Y] as number) - (ram[UP] as number);
  for (let row = 0; row < height; row++) {
    const y = (up + row) & 0xff;
    if (y >= FIELD_SIDE) continue;
    for (let column = 0; column < width; column++) {
      const x = (left + column) & 0xff;
      if (x >= FIELD_SIDE) continue;
      const at = RANGE_GRID + GRID_WIDTH * y + x;
      ram[at] = (ram[at] as number) | IN_AREA;
    }
  }
}

/** C1:380E, the area round the current ally's target. */
export function markArea(machine: Machine): number {
  const ram = machine.ram;
  const user = read16(ram, CURRENT_ALLY);
  if (ram[user + ALLY_STATE] === FOUGHT) return AREA_OF_FOUGHT_ALLY;
  ram[CENTRE_X] = ram[user + ALLY_TARGET_X] as number;
  ram[AREA_CENTRE_Y] = ram[user + ALLY_TARGET_Y] as number;
  if (user < FIRST_ALLY) return AREA_OF_ENEMY;
  ram[WIDTH] = 0;
  ram[HEIGHT] = 0;
  const record = read16(ram, SKILL_RECORD_POINTER);
  if ((skillByte(machine, record, SKILL_TYPE) & TYPE_SURROUNDINGS) === 0) return AREA_WITHOUT_SURROUNDINGS;
  if ((skillByte(machine, record, SKILL_SPECIAL) & 0x0f) !== 0) return AREA_SPECIAL;
  const area = skillByte(machine, record, SKILL_AREA) & 3;
  if (area === 0) return AREA_CODE_0;
  if (area === 1) return AREA_CODE_1;
  if (area === 3) return AREA_CODE_3;
  ram[WIDTH] = 5;
  ram[HEIGHT] = 5;
  ram[LEFT] = 2;
  ram[UP] = 2;
  markRectangle(machine);
  return AREA_MARKED;
}
