/**
 * What a call of original code reads and writes: each place once, with its first value read and its
 * value before.
 */
import { WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';

/** First register of the console, and one past the last. */
export const FIRST_REGISTER = 0x2000;
export const REGISTERS_END = 0x6000;
const PLACES = WORK_RAM_BYTES + REGISTERS_END - FIRST_REGISTER;
const LAST_STAMP = 0xffff_ffff;

/** Places are numbered: offsets in work RAM, then the registers 2000-5FFF. */
export interface AccessLog {
  /** Number of the call; a place belongs to this call where its stamp is equal. */
  stamp: number;
  readonly readStamp: Uint32Array;
  readonly writeStamp: Uint32Array;
  /** Places in the order of their first access. */
  readonly reads: Int32Array;
  readonly writes: Int32Array;
  readCount: number;
  writeCount: number;
  /** Stack bytes, kept apart so that they can be undone. */
  readonly stackWrites: Int32Array;
  stackCount: number;
  /** By place: the value before the first write; of a register, the first value read. */
  readonly before: Uint8Array;
  /**
   * Accesses to neither work RAM, registers nor the image, by address; ROM is only written here.
   */
  readonly outsideReads: Map<number, number>;
  readonly outsideWrites: Map<number, number>;
}

export function createAccessLog(): AccessLog {
  return {
    stamp: 1,
    readStamp: new Uint32Array(PLACES),
    writeStamp: new Uint32Array(PLACES),
    reads: new Int32Array(PLACES),
    writes: new Int32Array(PLACES),
    readCount: 0,
    writeCount: 0,
    stackWrites: new Int32Array(PLACES),
    stackCount: 0,
    before: new Uint8Array(PLACES),
    outsideReads: new Map(),
    outsideWrites: new Map(),
  };
}

/** Place of an address of the system banks' registers. @param register 2000..5FFF */
export function registerPlace(register: number): number {
  return WORK_RAM_BYTES + register - FIRST_REGISTER;
}

/** 24-bit address of a place: work RAM as 7E and 7F, registers as bank 00. */
export function placeAddress(place: number): number {
  return place < WORK_RAM_BYTES ? WORK_RAM + place : place - WORK_RAM_BYTES + FIRST_REGISTER;
}

/** Forgets a call's accesses; nothing is undone. */
export function clearLog(log: AccessLog): void {
  if (log.stamp === LAST_STAMP) {
    log.readStamp.fill(0);
    log.writeStamp.fill(0);
    log.stamp = 0;
  }
  log.stamp++;
  log.readCount = 0;
  log.writeCount = 0;
  log.stackCount = 0;
  if (log.outsideReads.size > 0) log.outsideReads.clear();
  if (log.outsideWrites.size > 0) log.outsideWrites.clear();
}
