/** What the processor sees of the machine around it. */
import type { Cpu } from './registers.js';

/** Address bits inside a page of the tables below. */
export const PAGE_BITS = 13;
/** Pages of the 16 MiB address space. */
export const PAGES = 2048;

/**
 * Memory as the processor sees it: 2,048 pages of 8 KiB. A page is direct memory, or register
 * functions answer for it.
 */
export interface Bus {
  /** One block of bytes: work RAM, ROM image and save RAM. */
  readonly memory: Uint8Array;
  /**
   * For each of the 2,048 pages, the offset of its first byte in `memory`, or -1: `readRegister`
   * answers.
   */
  readonly readOffset: Int32Array;
  /**
   * For each of the 2,048 pages, the offset of its first byte in `memory`, or -1: `writeRegister`
   * takes the byte.
   */
  readonly writeOffset: Int32Array;
  /**
   * For each of the 2,048 pages, the master cycles of an access: 6, 8 or 12. Used for direct pages;
   * `registerCycles` answers for the others.
   */
  readonly accessCycles: Uint8Array;
  /** Reads a register; its cycles were counted before. @param address 0..FFFFFF @returns 0..255 */
  readRegister(address: number, cpu: Cpu): number;
  /**
   * Writes a register; its cycles were counted before. @param address 0..FFFFFF @param value 0..255
   */
  writeRegister(address: number, value: number, cpu: Cpu): void;
  /** Master cycles of a register access: 6, 8 or 12. @param address 0..FFFFFF */
  registerCycles(address: number): number;
}
