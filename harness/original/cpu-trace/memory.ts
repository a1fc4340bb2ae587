/**
 * The bytes of work RAM and ROM shown by a trace so far. Bytes that it did not show, or that may
 * have changed unseen, are unknown.
 */
import { isWorkRam, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';

const BANK_BYTES = 0x1_0000;

export type Mapping = 'hirom' | 'lorom';

/**
 * One address for all mirrors of a place: work RAM as 7E/7F, registers as bank 00, ROM as its
 * highest mirror (HiROM: C0-FF, LoROM: 00-7F), everything else as it is.
 */
export function canonical(address: number, mapping: Mapping): number {
  const bank = address >>> 16;
  const low = address & 0xffff;
  if (bank === 0x7e || bank === 0x7f) return address;
  const isSystemArea = (bank & 0x40) === 0;
  if (isSystemArea && low < 0x2000) return WORK_RAM + low;
  if (isSystemArea && low < 0x6000) return low;
  if (isSystemArea && low < 0x8000) return address;
  if (mapping === 'hirom') return (((bank & 0x3f) | 0xc0) << 16) | low;
  return low < 0x8000 ? address : ((bank & 0x7f) << 16) | low;
}

/** Whether an address is a register of the console, whose value changes by itself. */
export function isRegister(address: number): boolean {
  return address >= 0x2000 && address < 0x6000;
}

interface Page {
  readonly bytes: Uint8Array;
  readonly known: Uint8Array;
}

export interface KnownMemory {
  /** Value of a canonical address, or -1. */
  get(address: number): number;
  /** Sets a byte. @param value a byte, or -1: unknown from now on */
  set(address: number, value: number): void;
  /** Makes all of work RAM unknown; ROM stays known. */
  forget(): void;
  /** Makes bytes of work RAM unknown, from an offset in it on. */
  forgetRange(offset: number, length: number): void;
}

/** Bus address of an offset in a headerless ROM image. */
function romAddress(offset: number, mapping: Mapping): number {
  if (mapping === 'hirom') return 0xc00000 + offset;
  return ((offset >>> 15) << 16) | 0x8000 | (offset & 0x7fff);
}

/** Makes every byte of a ROM known. @param rom headerless, at most 4 MiB */
export function knowRom(memory: KnownMemory, rom: Uint8Array, mapping: Mapping): void {
  for (let offset = 0; offset < rom.length; offset++) {
    memory.set(canonical(romAddress(offset, mapping), mapping), rom[offset] as number);
  }
}

export function createKnownMemory(): KnownMemory {
  const ram: Page = { bytes: new Uint8Array(WORK_RAM_BYTES), known: new Uint8Array(WORK_RAM_BYTES) };
  const rom = new Map<number, Page>();

  function get(address: number): number {
    if (isWorkRam(address)) return ram.known[address - WORK_RAM] === 0 ? -1 : (ram.bytes[address - WORK_RAM] as number);
    if (isRegister(address)) return -1;
    const page = rom.get(address >>> 16);
    const low = address & 0xffff;
    return page === undefined || page.known[low] === 0 ? -1 : (page.bytes[low] as number);
  }

  function set(address: number, value: number): void {
    if (isWorkRam(address)) {
      ram.known[address - WORK_RAM] = value < 0 ? 0 : 1;
      ram.bytes[address - WORK_RAM] = value & 0xff;
      return;
    }
    if (isRegister(address)) return;
    let page = rom.get(address >>> 16);
    if (page === undefined) {
      page = { bytes: new Uint8Array(BANK_BYTES), known: new Uint8Array(BANK_BYTES) };
      rom.set(address >>> 16, page);
    }
    page.known[address & 0xffff] = value < 0 ? 0 : 1;
    page.bytes[address & 0xffff] = value & 0xff;
  }

  return {
    get,
    set,
    forget: () => void ram.known.fill(0),
    forgetRange(offset, length) {
      for (let index = 0; index < length; index++) ram.known[(offset + index) % WORK_RAM_BYTES] = 0;
    },
  };
}
