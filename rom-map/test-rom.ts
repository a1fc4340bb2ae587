/**
 * Where our test ROM keeps the cells of the host window in its own work RAM. The model has them at
 * addresses that no console has; whoever reads the ROM's memory (recorders, live following, CPU
 * traces, label files) needs the addresses in the ROM. Source: traces/homebrew/cells.inc,
 * traces/homebrew/PROGRAM.md.
 */
import { HOST_WINDOW, isHostAddress } from './windows.js';

/** Neighbouring bytes in the host window and in the test ROM's work RAM. */
export interface TestRomBytes {
  /** Address of the first byte in the host window. */
  readonly host: number;
  /** 24-bit address of the same byte in the test ROM. */
  readonly rom: number;
  readonly length: number;
  readonly holds: string;
}

/** All that the test ROM has of the host window, ascending by its own addresses. */
export const TEST_ROM_BYTES: readonly TestRomBytes[] = [
  {
    host: HOST_WINDOW + 0x180,
    rom: 0x7e0500,
    length: 0x100,
    holds: 'battle skills of the second image of the test ROM',
  },
  { host: HOST_WINDOW + 0x080, rom: 0x7e1d00, length: 0x100, holds: 'drill skills of the test ROM' },
  { host: HOST_WINDOW, rom: 0x7e1e00, length: 0x010, holds: 'cells of the drill program of the test ROM' },
];

/**
 * Byte that tells the test ROM's images apart: 0 the first, 1 the one with attacks, 2 the one with
 * whole battles, 3 the same through a menu.
 */
export const TEST_ROM_IMAGE = HOST_WINDOW + 0x00b;
/** First of four bytes in which the test ROM writes `LKST`. */
export const TEST_ROM_SIGNATURE = HOST_WINDOW + 0x00c;

/**
 * 24-bit address at which the test ROM keeps a byte; -1 for one of the host window that it does not
 * have.
 */
export function testRomAddress(address: number): number {
  if (!isHostAddress(address)) return address;
  const bytes = TEST_ROM_BYTES.find(({ host, length }) => address >= host && address < host + length);
  return bytes === undefined ? -1 : address - bytes.host + bytes.rom;
}
