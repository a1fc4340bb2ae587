/**
 * The machine of a case: memory filled with a varying pattern, the case's bytes on top, and
 * afterwards the list of written bytes against the expected ones.
 */
import { eventWords } from '../../../core/live-a-live/memory/happenings.js';
import { createMachine, EVENT_DRAW, type Machine } from '../../../core/live-a-live/memory/machine.js';
import { settingsOf } from '../../../core/live-a-live/memory/switches.js';
import { createTableBytes } from '../../../core/live-a-live/memory/tables.js';
import { createEventBuffer } from '../../../core/system/battle.js';
import type { EventBuffer } from '../../../core/system/system.js';
import {
  formatAddress,
  IMAGE_BYTES,
  offsetOf,
  placeAt,
  WINDOWS,
  type Window,
  WORK_RAM,
} from '../../../rom-map/index.js';
import { hexWithSuffix } from '../../base/index.js';
import type { ByteMap } from './format.js';

/**
 * Offsets from here on are the I/O page: registers are not memory, and writes to them are not
 * compared.
 */
const MEMORY_BYTES = WINDOWS.filter((window) => window.address >= WORK_RAM).reduce(
  (sum, window) => Math.max(sum, window.offset + window.length),
  0,
);

/** A machine that remembers its memory before a run. */
export interface CaseMachine {
  readonly machine: Machine & { readonly events: EventBuffer };
  readonly before: Uint8Array;
  /** Offset in the image of each 24-bit address, -1 outside the windows. */
  readonly offsets: ReadonlyMap<number, number>;
  /** 24-bit address of each offset, -1 for a byte that no window holds. */
  readonly addresses: Int32Array;
  /** The memory in words of 32 bits. */
  readonly words: Int32Array;
  /** What is compared of both memories. */
  readonly compared: Buffer;
  readonly comparedBefore: Buffer;
}

function comparedOf({ buffer, byteOffset }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, MEMORY_BYTES);
}

/** Offset in a packed image of each address of its windows, and address of each offset. */
export function placed(windows: readonly Window[], imageBytes: number): Pick<CaseMachine, 'offsets' | 'addresses'> {
  const offsets = new Map<number, number>();
  const addresses = new Int32Array(imageBytes).fill(-1);
  for (const window of windows) {
    for (let index = 0; index < window.length; index++) {
      offsets.set(window.address + index, window.offset + index);
      addresses[window.offset + index] = window.address + index;
    }
  }
  return { offsets, addresses };
}

export function createCaseMachine(): CaseMachine {
  const { offsets, addresses } = placed(WINDOWS, IMAGE_BYTES);
  const events = createEventBuffer(0x1_0000);
  const machine = Object.assign(createMachine(IMAGE_BYTES, createTableBytes(), settingsOf()), { events });
  const before = new Uint8Array(IMAGE_BYTES);
  const { ram } = machine;
  return {
    machine,
    before,
    offsets,
    addresses,
    words: new Int32Array(ram.buffer, ram.byteOffset, ram.length >> 2),
    compared: comparedOf(ram),
    comparedBefore: comparedOf(before),
  };
}

/** Fills with a pattern that differs from byte to byte and from seed to seed. */
export function fillPattern(bytes: Uint8Array, seed: number): void {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) | 0;
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    bytes[at] = state >>> 24;
  }
}

/** Patterns of memory kept, one for each line of a file: the files' lines have the same numbers. */
const KEPT_PATTERNS = 1024;
const patterns = new Map<number, Uint8Array>();

/** Fills a machine's memory with the pattern of a line. */
export function fillMemory({ machine }: CaseMachine, line: number): void {
  let pattern = patterns.get(line);
  if (pattern === undefined) {
    pattern = new Uint8Array(IMAGE_BYTES);
    fillPattern(pattern, line);
    if (patterns.size < KEPT_PATTERNS) patterns.set(line, pattern);
  }
  machine.ram.set(pattern);
}

/**
 * Puts bytes in place. Returns a text about the first address outside this machine, or undefined.
 */
export function putMemory(target: CaseMachine, memory: ByteMap): string | undefined {
  for (const [address, value] of memory) {
    const offset = offsetOf(address);
    if (offset < 0) return `${formatAddress(address)} lies outside the declared windows`;
    target.machine.ram[offset] = value;
  }
  return undefined;
}

/** Puts table bytes in place, with the result of `putMemory`. */
export function putTables(target: CaseMachine, tables: ByteMap): string | undefined {
  for (const [address, value] of tables) {
    const bank = tableBank(target.machine, address >>> 16);
    if (bank === undefined) return `table byte ${formatAddress(address)} lies in a bank that is not kept`;
    bank[address & 0xffff] = value;
  }
  return undefined;
}

function tableBank(machine: Machine, bank: number): Uint8Array | undefined {
  if (bank === 0xc0) return machine.tables.bankC0;
  if (bank === 0xc1) return machine.tables.bankC1;
  if (bank === 0xd5) return machine.tables.bankD5;
  if (bank === 0xd6) return machine.tables.bankD6;
  return undefined;
}

/** `7E03AE actionPoints`. */
export function describeAddress(address: number): string {
  const place = placeAt(address);
  return place === undefined ? formatAddress(address) : `${formatAddress(address)} ${place.name}`;
}

/**
 * Compares memory after a run with the expected writes: every expected cell, and no other. What may
 * differ from the memory before is written there as well, so that one comparison shows the rest.
 * @param scratch addresses that are not compared
 * @returns text about the first difference, or undefined
 */
export function compareMemory(
  target: CaseMachine,
  expected: ByteMap,
  scratch: ReadonlySet<number>,
): string | undefined {
  const { machine, before } = target;
  const { ram } = machine;
  for (const [address, value] of expected) {
    if (scratch.has(address)) continue;
    const offset = offsetOf(address);
    if (offset < 0) return `${formatAddress(address)} lies outside the declared windows`;
    const mine = ram[offset] as number;
    if (mine !== value) {
      return `${describeAddress(address)}: mine ${hexWithSuffix(mine)}, theirs ${hexWithSuffix(value)}, before ${hexWithSuffix(before[offset] ?? 0)}`;
    }
    before[offset] = mine;
  }
  for (const address of scratch) {
    const offset = offsetOf(address);
    if (offset >= 0) before[offset] = ram[offset] as number;
  }
  return firstUnlistedWrite(target);
}

function firstUnlistedWrite({ machine, before, compared, comparedBefore, addresses }: CaseMachine): string | undefined {
  if (compared.equals(comparedBefore)) return undefined;
  const { ram } = machine;
  const offset = compared.findIndex((byte, at) => byte !== before[at]);
  return `${describeAddress(addresses[offset] as number)}: written ${hexWithSuffix(ram[offset] ?? 0)} over ${hexWithSuffix(before[offset] ?? 0)}, the original leaves it alone`;
}

/** Values of the draws that were reported, in order. */
export function drawsOf(events: EventBuffer): number[] {
  const values: number[] = [];
  const { words } = events;
  for (let at = 0; at < events.length; at += eventWords(words[at] ?? 0)) {
    if (words[at] === EVENT_DRAW) values.push(words[at + 4] ?? 0);
  }
  return values;
}
