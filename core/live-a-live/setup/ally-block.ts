/** C1:E894, an ally block from its party record at the start of a battle. Evidence: executed. */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as PartyRecord from '../memory/cells/party-record.js';
import type { Machine } from '../memory/machine.js';

/** Each stat of a record is three bytes: with equipment, without, of the equipment. */
export const RECORD_STAT_STRIDE = 3;

/** C1:E894. @param ally its block; the record is the one it points to */
export function startAllyBlock(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[Cell.WORK_0310 + 1] = 0;
  write16(ram, Cell.WORK_0314, ally);
  const record = read16(ram, ally + Ally.RECORD);
  ram[ally + Ally.SKILL_STATE] = 0;
  ram[ally + Ally.WALK_1E] = 0;
  ram[ally + Ally.WALK_1F] = 4;
  ram[ally + Ally.LEVEL] = ram[record + PartyRecord.LEVEL] as number;
  ram[ally + Ally.STATUSES] = 0;
  for (let stat = 0; stat < 4; stat++) {
    const value = ram[record + PartyRecord.POWER + RECORD_STAT_STRIDE * stat] as number;
    ram[ally + Ally.BASE_STATS + stat] = value;
    ram[ally + Ally.STATS + stat] = value;
  }
  ram[Cell.WORK_0308] = 0;
}
