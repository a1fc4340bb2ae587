/**
 * The copy of the active skill's record at 9010-9028 (C1:7852) and the level it is used with
 * (C1:DF05, DEEF). Evidence: executed.
 */
import { read8, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import type { Machine } from '../memory/machine.js';
import { SKILL_CHARGE, SKILL_RECORD_BYTES, skillByte } from '../memory/skill-record.js';

/** C1:7852. @param record its address in bank D5 */
export function copySkillRecord(machine: Machine, record: number): void {
  const ram = machine.ram;
  for (let number = 0; number < SKILL_RECORD_BYTES; number++) {
    ram[Cell.ACTIVE_SKILL + number] = skillByte(machine, record, number);
  }
  write16(ram, Cell.SKILL_RECORD_POINTER, record);
}

/** Byte of the active skill. */
export function activeByte(ram: Uint8Array, number: number): number {
  return read8(ram, Cell.ACTIVE_SKILL + number);
}

/** C1:DF05, level of the active skill, 0..15. */
export function skillLevel(machine: Machine): number {
  return activeByte(machine.ram, SKILL_CHARGE) & 0x0f;
}

/**
 * Sum of two levels, held at 255. @param carry 0 or 1, added by the original as it stands at entry
 */
export function levelSum(skill: number, own: number, carry: number): number {
  return Math.min(skill + own + carry, 0xff);
}

/** C1:DEEF. */
export function skillAndOwnLevel(machine: Machine, skill: number, carry: number, ally: number): number {
  return levelSum(skill, read8(machine.ram, ally + Ally.LEVEL), carry);
}
