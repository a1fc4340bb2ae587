/**
 * What the original and our function did from one state, compared: exit, registers, cells, draws.
 */

import type { TableBytes } from '../../../core/live-a-live/memory/tables.js';
import {
  formatAddress,
  IMAGE_BYTES,
  isWorkRam,
  PLACES,
  WINDOWS,
  WORK_RAM,
  WORK_RAM_BYTES,
} from '../../../rom-map/index.js';
import { hexWithSuffix } from '../../base/index.js';
import type { Profile, RoutinePlan } from '../cpu-trace/profile.js';
import type { ResultPlace, ResultRegister } from '../vectors/adapters/adapter.js';
import { type CaseMachine, createCaseMachine, describeAddress, drawsOf, putTables } from '../vectors/case-machine.js';
import type { Registers } from '../vectors/format.js';
import { argumentValue, resultValue } from '../vectors/run-case.js';
import { FIRST_REGISTER, placeAddress, REGISTERS_END } from './access-log.js';
import { type ImageUnderTest, tableBytesOf, tableCellValues, tableOffset } from './choose-image.js';
import type { OriginalResult } from './original-call.js';
import { createOriginalMachine, type OriginalMachine } from './original-machine.js';
import { CONSOLE_WINDOWS, type ProofState } from './state.js';

// Both sides of an image: its own code and our functions, with the memory that they begin from.

/** No window declares a place. */
const UNDECLARED = -1;
/** A place is the ROM's own: neither input nor output. */
const OWN = -2;

/** 24-bit address by offset in the image. */
const addressOfOffset = new Int32Array(IMAGE_BYTES);
for (const window of WINDOWS) {
  for (let index = 0; index < window.length; index++) addressOfOffset[window.offset + index] = window.address + index;
}

/** Made once for an image, used by every routine. */
export interface ProofMachine {
  readonly image: ImageUnderTest;
  readonly original: OriginalMachine;
  readonly ours: CaseMachine;
  /** Image offset by place in work RAM; UNDECLARED or OWN. */
  readonly offsetOfPlace: Int32Array;
  /** Places in work RAM that stand for table bytes. */
  readonly tablePlaces: ReadonlySet<number>;
  /** Table bytes of the image, by the cartridge's address. */
  readonly held: ReadonlyMap<number, number>;
  /** Table bytes of the loaded state that lie over the image's own, by the cartridge's address. */
  readonly laid: Map<number, number>;
  /** Memory before a run, and as the original leaves it. */
  readonly before: Uint8Array;
  readonly expected: Uint8Array;
  /** Offsets of the ROM's own cells. */
  readonly scratchOffsets: readonly number[];
}

export function createProofMachine(image: ImageUnderTest): ProofMachine {
  const { profile } = image;
  const ours = createCaseMachine();
  const held = tableBytesOf(image);
  putTables(ours, held);
  const offsetOfPlace = new Int32Array(WORK_RAM_BYTES).fill(UNDECLARED);
  for (const [address, offset] of ours.offsets) {
    if (isWorkRam(address)) offsetOfPlace[address - WORK_RAM] = offset;
  }
  const scratchOffsets: number[] = [];
  for (const address of profile.scratch) {
    offsetOfPlace[address - WORK_RAM] = OWN;
    const offset = ours.offsets.get(address);
    if (offset !== undefined) scratchOffsets.push(offset);
  }
  return {
    image,
    original: createOriginalMachine(image.image, profile.mapping),
    ours,
    offsetOfPlace,
    tablePlaces: new Set([...(tableCellValues(image, new Map())?.keys() ?? [])].map((address) => address - WORK_RAM)),
    held,
    laid: new Map(),
    before: new Uint8Array(IMAGE_BYTES),
    expected: new Uint8Array(IMAGE_BYTES),
    scratchOffsets,
  };
}

/** What stands in a cell of the ROM's own that may hold anything: never 0, and seldom the same. */
function anyByte(address: number): number {
  return ((address * 73 + 41) & 0xff) | 1;
}

/**
 * Copies the declared windows of a packed image into the console's memory, and fills the ROM's own
 * cells.
 */
export function putWindows(
  original: OriginalMachine,
  memory: Uint8Array,
  { scratch, anyAtEntry }: Pick<Profile, 'scratch' | 'anyAtEntry'>,
): void {
  for (const window of CONSOLE_WINDOWS) {
    const bytes = memory.subarray(window.offset, window.offset + window.length);
    if (window.address >= WORK_RAM) original.ram.set(bytes, window.address - WORK_RAM);
    else original.registers.given.set(bytes, window.address - FIRST_REGISTER);
  }
  for (const address of scratch) original.ram[address - WORK_RAM] = anyAtEntry.has(address) ? anyByte(address) : 0;
}

/** Puts a table byte into the copy of the image that runs. */
function putTableByte({ image, original }: ProofMachine, address: number, value: number): void {
  const offset = tableOffset(image, address);
  if (offset >= 0) original.bus.memory[original.romOffset + offset] = value;
}

/** Lays the table bytes of a state over the image's own, and takes back those of the one before. */
function layTables(machine: ProofMachine, tables: ReadonlyMap<number, number>): void {
  const { held, laid, ours } = machine;
  if (laid.size > 0) {
    for (const address of laid.keys()) {
      const value = held.get(address) ?? 0;
      laid.set(address, value);
      putTableByte(machine, address, value);
    }
    putTables(ours, laid);
    laid.clear();
  }
  for (const [address, value] of tables) {
    laid.set(address, value);
    putTableByte(machine, address, value);
  }
  putTables(ours, tables);
}

/** Gives both sides a state; it is copied. */
export function loadState(machine: ProofMachine, state: ProofState): void {
  const { before, original } = machine;
  before.set(state.memory);
  putWindows(original, before, machine.image.profile);
  const cells = tableCellValues(machine.image, state.tables);
  if (cells === undefined) throw new Error('a state has table bytes without a place');
  for (const [cell, value] of cells) original.ram[cell - WORK_RAM] = value;
  layTables(machine, state.tables);
}

// An input of a state is a cell, by its offset in the image, or a table byte, by the cartridge's
// address: every bank of tables lies far above the offsets.

/** Whether an input is a cell, and no table byte. */
export function isCell(input: number): boolean {
  return input < IMAGE_BYTES;
}

/** Those of some table bytes that the image itself holds. @param addresses the cartridge's */
export function heldTables({ image }: ProofMachine, addresses: Iterable<number>): number[] {
  return [...addresses].filter((address) => tableOffset(image, address) >= 0);
}

function setTableByte(machine: ProofMachine, address: number, value: number): void {
  const { held, laid, ours } = machine;
  if (held.get(address) === value) laid.delete(address);
  else laid.set(address, value);
  putTableByte(machine, address, value);
  putTables(ours, new Map([[address, value]]));
}

/** Value of an input of the loaded state. */
export function inputValue({ before, held, laid }: ProofMachine, input: number): number {
  return isCell(input) ? (before[input] as number) : (laid.get(input) ?? held.get(input) ?? 0);
}

/**
 * Changes an input of the loaded state on both sides.
 *
 * @param offset of a cell in the image, or a table byte's address
 */
export function setCell(machine: ProofMachine, offset: number, value: number): void {
  const { before, original } = machine;
  if (!isCell(offset)) {
    setTableByte(machine, offset, value);
    return;
  }
  before[offset] = value;
  const address = addressOfOffset[offset] as number;
  if (address < WORK_RAM) original.registers.given[address - FIRST_REGISTER] = value;
  else if (isWorkRam(address)) original.ram[address - WORK_RAM] = value;
}

// Which cells the original accesses: those of the published cases are known; a varied state that
// leads to others is not comparable, since a pointer that never occurs sends both sides to other
// places.

export interface KnownCells {
  /** By place: accessed in a published case. */
  readonly places: Uint8Array;
}

export function createKnownCells(): KnownCells {
  return { places: new Uint8Array(WORK_RAM_BYTES + REGISTERS_END - FIRST_REGISTER) };
}

type Row = (typeof PLACES)[number]['row'];

/** Of each row of the table of cells its places in work RAM: one cell of each block, or a list. */
const PLACES_OF_ROW = new Map<Row, number[]>();
const ROW_OF_PLACE = new Map<number, Row>();
for (const { address, row, width } of PLACES) {
  if (address < WORK_RAM || address >= WORK_RAM + WORK_RAM_BYTES) continue;
  const list = PLACES_OF_ROW.get(row) ?? [];
  PLACES_OF_ROW.set(row, list);
  for (let byte = 0; byte < width; byte++) {
    list.push(address - WORK_RAM + byte);
    ROW_OF_PLACE.set(address - WORK_RAM + byte, row);
  }
}

/** A routine that reads a cell of one block, or of a list, reads it of the others as well. */
function learnPlace(places: Uint8Array, place: number): void {
  if (places[place] === 1) return;
  places[place] = 1;
  const row = ROW_OF_PLACE.get(place);
  for (const other of row === undefined ? [] : (PLACES_OF_ROW.get(row) ?? [])) places[other] = 1;
}

/** Adds the cells that the last call accessed, and the same cells of other blocks. */
export function learnCells({ places }: KnownCells, { original: { log } }: ProofMachine): void {
  for (let index = 0; index < log.readCount; index++) learnPlace(places, log.reads[index] as number);
  for (let index = 0; index < log.writeCount; index++) learnPlace(places, log.writes[index] as number);
}

function isUndeclaredPlace({ offsetOfPlace, tablePlaces }: ProofMachine, place: number): boolean {
  return place < WORK_RAM_BYTES && offsetOfPlace[place] === UNDECLARED && !tablePlaces.has(place);
}

/** The first address that the last call read and that no window declares, or -1. */
export function undeclaredRead(machine: ProofMachine): number {
  const { log } = machine.original;
  for (let index = 0; index < log.readCount; index++) {
    const place = log.reads[index] as number;
    if (isUndeclaredPlace(machine, place)) return placeAddress(place);
  }
  for (const address of log.outsideReads.keys()) return address;
  return -1;
}

/** Whether the last call read a cell that no published or recorded case reads. */
export function hasUnknownRead({ places }: KnownCells, { original: { log } }: ProofMachine): boolean {
  for (let index = 0; index < log.readCount; index++) {
    if (places[log.reads[index] as number] === 0) return true;
  }
  return false;
}

/** Whether a place of the model's memory is known; cells of our own always are. */
export function isKnownOffset({ places }: KnownCells, { ours }: ProofMachine, offset: number): boolean {
  const address = ours.addresses[offset] ?? -1;
  return !isWorkRam(address) || places[address - WORK_RAM] === 1;
}

/** Whether the last call wrote where no published case writes. */
export function wroteUnknownCell({ places }: KnownCells, { original: { log } }: ProofMachine): boolean {
  for (let index = 0; index < log.writeCount; index++) {
    if (places[log.writes[index] as number] === 0) return true;
  }
  return false;
}

/** Image offsets that the last call read before it wrote them. */
export function inputOffsets({ original: { log }, offsetOfPlace, ours }: ProofMachine): number[] {
  const list: number[] = [];
  for (let index = 0; index < log.readCount; index++) {
    const place = log.reads[index] as number;
    const offset = place < WORK_RAM_BYTES ? offsetOfPlace[place] : ours.offsets.get(placeAddress(place));
    if (offset !== undefined && offset >= 0) list.push(offset);
  }
  return list;
}

// Which table bytes and cells our function reads in a case.

/** A bank that notes the addresses of the bytes that are read. */
function watchedBank(bytes: Uint8Array, bank: number, seen: Map<number, number>): Uint8Array {
  return new Proxy(bytes, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value === 'number' && /^\d+$/.test(String(key))) seen.set(bank * 0x1_0000 + Number(key), value);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });
}

/** The same machine with memory that tells each read. It shares tables and events. */
export function withWatchedMemory(target: CaseMachine, read: (offset: number) => void): CaseMachine {
  const ram = new Proxy(target.machine.ram, {
    get(bytes, key) {
      const value: unknown = Reflect.get(bytes, key, bytes);
      if (typeof value === 'number' && /^\d+$/.test(String(key))) read(Number(key));
      return typeof value === 'function' ? (value as () => unknown).bind(bytes) : value;
    },
  });
  return { ...target, machine: { ...target.machine, ram } };
}

/** The same machine with tables that note each read in `seen`. It shares memory and events. */
export function withWatchedTables(target: CaseMachine, seen: Map<number, number>): CaseMachine {
  const { bankC0, bankC1, bankD5, bankD6 } = target.machine.tables;
  const tables: TableBytes = {
    bankC0: watchedBank(bankC0, 0xc0, seen),
    bankC1: watchedBank(bankC1, 0xc1, seen),
    bankD5: watchedBank(bankD5, 0xd5, seen),
    bankD6: watchedBank(bankD6, 0xd6, seen),
  };
  return { ...target, machine: { ...target.machine, tables } };
}

const MEMORY_WINDOWS = WINDOWS.filter((window) => window.address >= WORK_RAM);
const MEMORY_BYTES = MEMORY_WINDOWS.reduce((max, window) => Math.max(max, window.offset + window.length), 0);

type DifferenceKind =
  | 'exit'
  | 'register'
  | 'cell'
  | 'undeclared read'
  | 'undeclared write'
  | 'draws'
  | 'failure'
  /** The image's code came to no exit where an outcome is known. */
  | 'no exit'
  /** Both sides agree, and the published outcome is another one. */
  | 'published outcome';

export interface Difference {
  readonly kind: DifferenceKind;
  readonly text: string;
}

/** What of a routine is compared; made once. */
export interface Compared {
  readonly machine: ProofMachine;
  readonly plan: RoutinePlan;
  /** Registers that the adapter knows, and where our value stands. */
  readonly results: readonly (readonly [ResultRegister, ResultPlace])[];
  /** Offsets that may hold anything afterwards. */
  readonly openOffsets: Int32Array;
  /** The same by offset. */
  readonly isOpen: Uint8Array;
  /** What is compared of both sides' memory after a run. */
  readonly mine: Uint8Array;
  readonly theirs: Uint8Array;
}

/** @param scratch cells that the routine's vectors leave open */
export function createCompared(machine: ProofMachine, plan: RoutinePlan, scratch: ReadonlySet<number>): Compared {
  const open = [...scratch].flatMap((address) => machine.ours.offsets.get(address) ?? []);
  const openOffsets = new Int32Array([...machine.scratchOffsets, ...open]);
  const isOpen = new Uint8Array(IMAGE_BYTES);
  for (const offset of openOffsets) isOpen[offset] = 1;
  const results = Object.entries(plan.adapter.results) as Compared['results'];
  const mine = machine.ours.machine.ram.subarray(0, MEMORY_BYTES);
  const theirs = machine.expected.subarray(0, MEMORY_BYTES);
  return { machine, plan, results, openOffsets, isOpen, mine, theirs };
}

/** Register of the processor that holds a result. */
export function registerOf(name: ResultRegister): 'A' | 'X' | 'Y' | 'P' {
  return name === 'A8' ? 'A' : name === 'Z' ? 'P' : name;
}

/** The original's value of a result, or undefined where the image promises none at its exit. */
export function theirRegister(plan: RoutinePlan, result: OriginalResult, name: ResultRegister): number | undefined {
  if (plan.registers !== undefined) {
    const rule = plan.registers[registerOf(name)];
    if (rule === undefined) return undefined;
    if (rule === 'low on return' && result.exit !== 'return') return undefined;
    if (rule === 'low at an exit' && result.exit === 'return') return undefined;
  }
  if (name === 'A8') return result.A & 0xff;
  return name === 'Z' ? (result.P >>> 1) & 1 : result[name];
}

/** Memory as the original leaves it. @returns address of a write outside all windows, or -1 */
export function expectMemory({ machine }: Compared): number {
  const { before, expected, offsetOfPlace, original, tablePlaces } = machine;
  const { log, ram } = original;
  expected.set(before);
  let undeclared = -1;
  for (let index = 0; index < log.writeCount; index++) {
    const place = log.writes[index] as number;
    if (place >= WORK_RAM_BYTES) continue;
    const offset = offsetOfPlace[place] as number;
    if (offset >= 0) expected[offset] = ram[place] as number;
    else if (offset === UNDECLARED && undeclared < 0 && !tablePlaces.has(place)) undeclared = placeAddress(place);
  }
  return undeclared;
}

/** What may hold anything holds what our function left there. */
function expectOpenCells({ machine, openOffsets }: Compared): void {
  const mine = machine.ours.machine.ram;
  for (let index = 0; index < openOffsets.length; index++) {
    const offset = openOffsets[index] as number;
    machine.expected[offset] = mine[offset] as number;
  }
}

function registerDifference(
  { machine, plan, results }: Compared,
  result: OriginalResult,
  registers: Registers,
  returned: number,
): Difference | undefined {
  for (let index = 0; index < results.length; index++) {
    const [name, place] = results[index] as Compared['results'][number];
    const theirs = theirRegister(plan, result, name);
    if (theirs === undefined) continue;
    const mine = resultValue(machine.ours, place, returned, argumentValue(registers, name));
    if (mine !== theirs) return { kind: 'register', text: `register ${name}: mine ${mine}, theirs ${theirs}` };
  }
  return undefined;
}

function cellDifference({ machine: { before }, mine, theirs: expected }: Compared): Difference | undefined {
  if (Buffer.compare(mine, expected) === 0) return undefined;
  for (const window of MEMORY_WINDOWS) {
    for (let index = 0; index < window.length; index++) {
      const offset = window.offset + index;
      if (mine[offset] === expected[offset]) continue;
      const [ofMine, ofTheirs, earlier] = [mine, expected, before].map((bytes) => hexWithSuffix(bytes[offset] ?? 0));
      const text = `${describeAddress(window.address + index)}: mine ${ofMine}, theirs ${ofTheirs}, before ${earlier}`;
      return { kind: 'cell', text };
    }
  }
  return undefined;
}

function drawDifference({ ours }: ProofMachine, result: OriginalResult): Difference | undefined {
  const { script, events } = ours.machine;
  const { draws } = result;
  if (script !== undefined) {
    if (script.next === draws.length) return undefined;
    return { kind: 'draws', text: `draws: mine ${script.next}, theirs ${draws.length}` };
  }
  if (events.length === 0 && draws.length === 0) return undefined;
  const mine = drawsOf(events);
  if (mine.length === draws.length && mine.every((value, index) => value === draws[index])) return undefined;
  return { kind: 'draws', text: `draws: mine [${mine.join(', ')}], theirs [${draws.join(', ')}]` };
}

/**
 * The first difference after both sides ran and came to the same exit.
 * @param undeclared as `expectMemory` gave it @param returned what our function returned
 */
export function differenceAfter(
  compared: Compared,
  result: OriginalResult,
  registers: Registers,
  returned: number,
  undeclared: number,
): Difference | undefined {
  expectOpenCells(compared);
  if (undeclared >= 0) {
    const text = `${formatAddress(undeclared)}: written by theirs, outside of the declared windows`;
    return { kind: 'undeclared write', text };
  }
  return (
    registerDifference(compared, result, registers, returned) ??
    cellDifference(compared) ??
    drawDifference(compared.machine, result)
  );
}
