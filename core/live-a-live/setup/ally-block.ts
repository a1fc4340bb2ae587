/** C1:E894, an ally block from its party record at the start of a battle. Evidence: executed. */
import { read16, write16 } from '../../int/uint.js';
import {
  ALLY_BASE_STATS,
  ALLY_LEVEL,
  ALLY_RECORD,
  ALLY_SKILL_STATE,
  ALLY_STATS,
  ALLY_STATUSES,
  ALLY_WALK_1E,
  ALLY_WALK_1F,
  RECORD_LEVEL,
  RECORD_POWER,
  WORK_0308,
  WORK_0310,
  WORK_0314,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';

/** Each stat of a record is three bytes: with equipment, without, of the equipment. */
export const RECORD_STAT_STRIDE = 3;

/** C1:E894. @param ally its block; the record is the one it points to */
export function startAllyBlock(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[WORK_0310 + 1] = 0;
  write16(ram, WORK_0314, ally);
  const record = read16(ram, ally + ALLY_RECORD);
  ram[ally + ALLY_SKILL_STATE] = 0;
  ram[ally + ALLY_WALK_1E] = 0;
  ram[ally + ALLY_WALK_1F] = 4;
  ram[ally + ALLY_LEVEL] = ram[record + RECORD_LEVEL] as number;
  ram[ally + ALLY_STATUSES] = 0;
  for (let stat = 0; stat < 4; stat++) {
    const value = ram[record + RECORD_POWER + RECORD_STAT_STRIDE * stat] as number;
    ram[ally + ALLY_BASE_STATS + stat] = value;
    ram[ally + ALLY_STATS + stat] = value;
  }
  ram[WORK_0308] = 0;
}
