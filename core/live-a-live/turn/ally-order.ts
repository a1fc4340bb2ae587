/**
 * The order of the allies: C1:FB2B, 9F02, 9EFF, 7AED, F661, F70C. Evidence: executed; the retries
 * after C1:9F52 and 7B02 are unpublished.
 */
import { read16, write16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { exitWith, exitWithWord, type Machine, packResult, type RoutineResult } from '../memory/machine.js';
import { isAllyPresent } from '../memory/presence.js';
import { DISABLING, PRESENT } from '../memory/state-bits.js';

/** Exits of `allyOfRank`. */
export const ONE_MACHINE = 1;
export const NO_SUCH_RANK = 2;
/** Exits of `nextByRank`. */
export const MEMBER_ABSENT = 1;
export const RANK_MISSING = 2;
/** Skill-state bits that keep an ally from acting: 20h stepping, 40h charging (F0h has both). */
const BUSY = 0x60;

/** 16-bit address after the four ranks. */
const RANKS_END = 0x0ab4;

function slotOfRank(ram: Uint8Array, rank: number): number {
  if (ram[Cell.ALLY_RANK] === rank) return 0;
  if (ram[Cell.ALLY_RANK + 1] === rank) return 1;
  if (ram[Cell.ALLY_RANK + 2] === rank) return 2;
  return ram[Cell.ALLY_RANK + 3] === rank ? 3 : -1;
}

/**
 * C1:FB2B, the ally whose rank is in 0360.
 * @param y register Y at entry, which the first exit leaves as it is
 * @returns word = Y, its block; exits `ONE_MACHINE`, `NO_SUCH_RANK` (word = the address after the
 *   ranks)
 */
export function allyOfRank(machine: Machine, y = 0): RoutineResult {
  const ram = machine.ram;
  if (((ram[Cell.MACHINE_FLAG] as number) & 0xf0) !== 0) return exitWithWord(ONE_MACHINE, y);
  const slot = slotOfRank(ram, ram[Cell.SUBJECT] as number);
  ram[Cell.WORK_0308] = slot < 0 ? 4 : slot;
  if (slot < 0) return exitWithWord(NO_SUCH_RANK, RANKS_END);
  return exitWithWord(0, Ally.FIRST + Ally.STRIDE * slot);
}

/**
 * C1:9F02, the next ally in formation order.
 * @returns word = that block; exit `MEMBER_ABSENT` when it is empty or gone, `RANK_MISSING` (word =
 *   the entry block) when no slot has the rank
 */
export function nextByRank(machine: Machine, ally: number): RoutineResult {
  const ram = machine.ram;
  const slot = ((ally - Ally.FIRST) >> 6) & 3;
  const rank = ((ram[Cell.ALLY_RANK + slot] as number) + 1) & 3;
  ram[Cell.WORK_0308 + 1] = 4;
  ram[Cell.WORK_0312] = rank;
  const next = slotOfRank(ram, rank);
  ram[Cell.WORK_0308] = next < 0 ? 4 : next;
  if (next < 0) return exitWithWord(RANK_MISSING, ally);
  const block = Ally.FIRST + Ally.STRIDE * next;
  write16(ram, Cell.WORK_0310, block);
  return exitWithWord(isAllyPresent(ram, block) ? 0 : MEMBER_ABSENT, block);
}

/** C1:9EFF, makes an ally the current one. */
export function setCurrentAlly(machine: Machine, ally: number): void {
  write16(machine.ram, Cell.CURRENT_ALLY, ally);
}

/** Not petrified, asleep or paralysed, and neither stepping nor charging nor executing. */
export function isAllyAble(ram: Uint8Array, ally: number): boolean {
  return (
    ((ram[ally + Ally.STATUSES] as number) & DISABLING) === 0 && ((ram[ally + Ally.SKILL_STATE] as number) & BUSY) === 0
  );
}

/**
 * C1:7AED, whether the current ally can act. @returns word = its block, byte = FFh; exit 1 when it
 * cannot, and byte = the whole byte that keeps it: statuses before the skill state
 */
export function currentAllyAble(machine: Machine): RoutineResult {
  const { ram } = machine;
  const ally = read16(ram, Cell.CURRENT_ALLY);
  if (isAllyAble(ram, ally)) return packResult(0, ally, 0xff);
  const statuses = ram[ally + Ally.STATUSES] as number;
  return packResult(1, ally, (statuses & DISABLING) === 0 ? (ram[ally + Ally.SKILL_STATE] as number) : statuses);
}

/**
 * C1:F661, the next rank of the party set-up. @returns word = cursor + 1; exit 0 = another member,
 * 1 = all four done
 */
export function nextSetUpRank(machine: Machine, cursor: number): RoutineResult {
  const ram = machine.ram;
  const rank = ((ram[Cell.SUBJECT] as number) + 1) & 0xff;
  ram[Cell.SUBJECT] = rank;
  return exitWithWord(rank === 4 ? 1 : 0, (cursor + 1) & 0xffff);
}

/**
 * C1:F70C, rank + 1; a controllable ally becomes the current one. @returns exit 0 = written, 1 =
 * not controllable
 */
export function firstAlly(machine: Machine, ally: number): RoutineResult {
  const ram = machine.ram;
  ram[Cell.SUBJECT] = ((ram[Cell.SUBJECT] as number) + 1) & 0xff;
  if (((ram[ally + Ally.STATE] as number) & PRESENT) === 0) return exitWith(1);
  setCurrentAlly(machine, ally);
  return 0;
}
