/**
 * Slow reference of a skill in a played battle of LIVE A LIVE: the memory it works on. Bank 7E as 65,536 plain bytes, behind it
 * the cells of our own (`own-cells.ts`), bank D5 of
 * the cartridge, a function that is asked for each draw. Written from the rules (live-a-live-routines.md), the header lines of
 * the routine vectors and the named stand-ins for what is not published; it shares nothing with the implementation.
 */
import { CELL } from './addresses.js';
import { UNPUBLISHED_USED } from './own-cells.js';

export interface Skirmish {
  readonly memory: Uint8Array;
  readonly bankD5: Uint8Array;
  /** Which way an onset changes the level: not published. */
  readonly onsetLevel: 'asLabelled' | 'negated' | 'none';
  /** @param site routine address of the caller, low 16 bits of bank C1 */
  readonly draw: (site: number) => number;
  /** What has references of its own: C1:20F2 with the step of 036D, C1:10B3, C1:1F06 with what follows. */
  readonly passTime: () => void;
  readonly layField: () => void;
  readonly fireField: () => void;
}

export function byte(at: Skirmish, address: number): number {
  return at.memory[address] ?? 0;
}

export function setByte(at: Skirmish, address: number, value: number): void {
  at.memory[address] = value & 0xff;
}

export function word(at: Skirmish, address: number): number {
  return byte(at, address) + 256 * byte(at, address + 1);
}

export function setWord(at: Skirmish, address: number, value: number): void {
  setByte(at, address, value);
  setByte(at, address + 1, value >> 8);
}

/** Byte of the record of the skill in use, as C1:7852 copied it. */
export const skillByte = (at: Skirmish, number: number): number => byte(at, CELL.activeSkill + number);

/** High byte of a product of two bytes: a draw's share of a value. */
export const share = (draw: number, value: number): number => Math.floor((draw * value) / 256);

/** Notes an unpublished stretch in the four bytes of `unpublishedUsed`. */
export function stretch(at: Skirmish, bit: number): void {
  setByte(
    at,
    UNPUBLISHED_USED + Math.floor(bit / 8),
    byte(at, UNPUBLISHED_USED + Math.floor(bit / 8)) | (2 ** (bit % 8)),
  );
}

/** C1:0D0D: the skill in 036A once in the list at 9200, behind it a 0. */
export function noteSkill(at: Skirmish): void {
  const skill = byte(at, CELL.counterSkill);
  let end = CELL.seenSkills;
  for (; byte(at, end) !== 0; end += 1) if (byte(at, end) === skill) return;
  setByte(at, end, skill);
  setByte(at, end + 1, 0);
}

/** 9EF0: sum of the changes of HP; once bit 15 is set it is FFFFh. */
export function countHpChange(at: Skirmish, change: number): void {
  const sum = (word(at, CELL.changeTotalHp) + Math.abs(change)) % 65536;
  setWord(at, CELL.changeTotalHp, sum >= 0x8000 ? 0xffff : sum);
}
