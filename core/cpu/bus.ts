/** What the processor sees of the machine around it. */
import type { Cpu } from './registers.js';

/** Address bits inside a page of the tables below. */
export const PAGE_BITS = 13;
/** Pages of the 16 MiB address space. */
export const PAGES = 2048;

/**
 * Memory as the CPU sees it: 2,048 pages of 8 KiB, each direct in `memory` or answered by the
 * register functions.
 */
export interface Bus {
  /** One block: work RAM, ROM image, save RAM. */
  readonly memory: Uint8Array;
  /** 2,048: offset in `memory` of the page's first byte, or -1: `readRegister` answers. */
  readonly readOffset: Int32Array;
  /** 2,048: likewise, or -1: `writeRegister` is told. */
  readonly writeOffset: Int32Array;
  /**
   * 2,048: master cycles of an access to a direct page: 6, 8 or 12. A register page has
   * `registerCycles`.
   */
  readonly accessCycles: Uint8Array;
  /** Its cycles are counted before the call. @param address 0..FFFFFF @returns 0..255 */
  readRegister(address: number, cpu: Cpu): number;
  /** Its cycles are counted before the call. @param address 0..FFFFFF @param value 0..255 */
  writeRegister(address: number, value: number, cpu: Cpu): void;
  /** Master cycles of an access: 6, 8 or 12. @param address 0..FFFFFF */
  registerCycles(address: number): number;
}
