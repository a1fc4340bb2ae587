/**
 * The board of the generated programs: work RAM, the image, nothing else. One bus has direct pages, for the run that is compared;
 * the other sees every access, undoes writes and tells the generator what it must not let happen.
 */
import { type Bus, createCpu, OPEN_BUS, PAGE_BITS, PAGES } from '../../core/cpu/index.js';
import { BANK_BYTES, BANKS, POINTERS_AT, POINTERS_END, PROTECTED_AT, SUM_AT, WORK_RAM_BYTES } from './cpu-image.js';

const SLOW = 8;
const FAST = 6;

/** Offset in work RAM, or -1. */
export function workRamOffset(address: number): number {
  const bank = address >>> 16;
  if (bank === 0x7e || bank === 0x7f) return address - 0x7e_0000;
  return (bank & 0x7f) < 0x40 && (address & 0xffff) < 0x2000 ? address & 0x1fff : -1;
}

/** Offset in the image, or -1. */
export function imageOffset(address: number): number {
  const bank = (address >>> 16) & 0x7f;
  return bank < BANKS && (address & 0x8000) !== 0 ? bank * BANK_BYTES + (address & 0x7fff) : -1;
}

/** Work RAM first in `memory`, then the image. */
export function boardBus(image: Uint8Array): Bus {
  const memory = new Uint8Array(WORK_RAM_BYTES + image.length);
  memory.set(image, WORK_RAM_BYTES);
  const readOffset = new Int32Array(PAGES).fill(-1);
  const writeOffset = new Int32Array(PAGES).fill(-1);
  for (let page = 0; page < PAGES; page++) {
    const ram = workRamOffset(page << PAGE_BITS);
    const rom = imageOffset(page << PAGE_BITS);
    if (ram >= 0) readOffset[page] = writeOffset[page] = ram;
    else if (rom >= 0) readOffset[page] = WORK_RAM_BYTES + rom;
  }
  return {
    memory,
    readOffset,
    writeOffset,
    accessCycles: new Uint8Array(PAGES).fill(SLOW),
    readRegister: (_, cpu) => cpu[OPEN_BUS],
    writeRegister: () => {},
    registerCycles: () => FAST,
  };
}

export interface WatchedBoard extends Bus {
  readonly cpu: ReturnType<typeof createCpu>;
  readonly ram: Uint8Array;
  /** The image's bytes from here on are not yet made: nothing may read them. */
  madeUntil: number;
  /** Address behind the last pointer of indirect jumps; nothing may read those to come. */
  pointersUntil: number;
  /** Something happened that a program must not do. */
  broken: boolean;
  /** Whether accesses are checked and writes can be undone. */
  watching: boolean;
  /** Undoes all writes since the last call of either function. */
  undo(): void;
  keep(): void;
}

/** @param image is written on while the program grows */
export function watchedBoard(image: Uint8Array): WatchedBoard {
  const ram = new Uint8Array(WORK_RAM_BYTES);
  const undoAt: number[] = [];
  const undoValue: number[] = [];
  /** The byte is there for good. */
  const isMade = (offset: number): boolean => {
    if (offset < 0 || offset >= board.madeUntil) return false;
    const address = 0x8000 + offset;
    if (address >= POINTERS_AT && address < POINTERS_END) return address < board.pointersUntil;
    return address < SUM_AT || address >= SUM_AT + 4;
  };
  const board: WatchedBoard = {
    cpu: createCpu(),
    ram,
    madeUntil: 0,
    pointersUntil: POINTERS_AT,
    broken: false,
    watching: false,
    memory: ram,
    readOffset: new Int32Array(PAGES).fill(-1),
    writeOffset: new Int32Array(PAGES).fill(-1),
    accessCycles: new Uint8Array(PAGES),
    readRegister(address, cpu) {
      const offset = workRamOffset(address);
      if (offset >= 0) return ram[offset] ?? 0;
      const inImage = imageOffset(address);
      board.broken ||= board.watching && !isMade(inImage);
      return inImage >= 0 ? (image[inImage] ?? 0) : cpu[OPEN_BUS];
    },
    writeRegister(address, value) {
      const offset = workRamOffset(address);
      if (offset >= 0) {
        if (board.watching) {
          undoAt.push(offset);
          undoValue.push(ram[offset] ?? 0);
          board.broken ||= offset >= PROTECTED_AT;
        }
        ram[offset] = value;
      } else board.broken ||= board.watching && imageOffset(address) < 0;
    },
    registerCycles: () => FAST,
    undo() {
      for (let at = undoAt.length - 1; at >= 0; at--) ram[undoAt[at] ?? 0] = undoValue[at] ?? 0;
      board.keep();
      board.broken = false;
    },
    keep() {
      undoAt.length = 0;
      undoValue.length = 0;
    },
  };
  return board;
}
