/**
 * What the original and our function did from one state, compared: exit, registers, cells, draws.
 */

import {
  formatAddress,
  isHostAddress,
  isWorkRam,
  type Window,
  WORK_RAM,
  WORK_RAM_BYTES,
} from '../../../rom-map/index.js';
import { hexWithSuffix } from '../../base/index.js';
import type { Profile, RoutinePlan } from '../cpu-trace/profile.js';
import { type Game, type GamePlace, madeOnce, type OurSide } from '../game/game.js';
import type { ResultRegister } from '../vectors/adapters/adapter.js';
import type { Registers } from '../vectors/format.js';
import { argumentValue } from '../vectors/run-case.js';
import { FIRST_REGISTER, placeAddress, REGISTERS_END } from './access-log.js';
import { type ImageUnderTest, tableBytesOf, tableCellValues, tableOffset } from './choose-image.js';
import type { OriginalResult } from './original-call.js';
import { createOriginalMachine, type OriginalMachine } from './original-machine.js';
import type { ProofState } from './state.js';

// Both sides of an image: its own code and our functions, with the memory that they begin from.

/** No window declares a place. */
const UNDECLARED = -1;
/** A place is the ROM's own: neither input nor output. */
const OWN = -2;

/** Made once for an image, used by every routine. */
export interface ProofMachine {
  readonly image: ImageUnderTest;
  readonly original: OriginalMachine;
  readonly ours: OurSide;
  /** Image offset by place in work RAM; UNDECLARED or OWN. */
  readonly offsetOfPlace: Int32Array;
  /** Places that the routine under way writes and is not to read. */
  readonly writtenOnly: Set<number>;
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
  const { game } = profile;
  const ours = game.createSide();
  const held = tableBytesOf(image);
  ours.putTables(held);
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
    writtenOnly: new Set(),
    tablePlaces: new Set([...(tableCellValues(image, new Map())?.keys() ?? [])].map((address) => address - WORK_RAM)),
    held,
    laid: new Map(),
    before: new Uint8Array(game.imageBytes),
    expected: new Uint8Array(game.imageBytes),
    scratchOffsets,
  };
}

/** Takes the cells of a routine as declared, and no others, where its plan names them. */
export function declareCells({ offsetOfPlace, ours, writtenOnly }: ProofMachine, { cells }: RoutinePlan): void {
  if (cells === undefined) return;
  writtenOnly.clear();
  for (const [address, offset] of ours.offsets) {
    const place = address - WORK_RAM;
    const [isRead, isWritten] = [cells.read.has(address), cells.written.has(address)];
    offsetOfPlace[place] = isRead || isWritten ? offset : UNDECLARED;
    if (isWritten && !isRead) writtenOnly.add(place);
  }
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
  { anyAtEntry, game, scratch }: Pick<Profile, 'scratch' | 'anyAtEntry' | 'game'>,
): void {
  for (const window of game.windows) {
    if (isHostAddress(window.address)) continue;
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
    ours.putTables(laid);
    laid.clear();
  }
  for (const [address, value] of tables) {
    laid.set(address, value);
    putTableByte(machine, address, value);
  }
  ours.putTables(tables);
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
// address.

/** No ROM answers below it in any bank, and no packed image is longer. */
export const LOWEST_TABLE = 0x8000;

/** Whether an input is a cell, and no table byte. */
export function isCell(input: number): boolean {
  return input < LOWEST_TABLE;
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
  ours.putTables(new Map([[address, value]]));
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
  const address = machine.ours.addresses[offset] as number;
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

/** By place in work RAM those of its row: one cell of each block, or a list. */
const alikePlaces = madeOnce((game: Game): ReadonlyMap<number, readonly number[]> => {
  const ofRow = new Map<object, number[]>();
  const alike = new Map<number, number[]>();
  for (const { address, row, width } of game.placesOf(undefined)) {
    if (address < WORK_RAM || address >= WORK_RAM + WORK_RAM_BYTES) continue;
    const list = ofRow.get(row) ?? [];
    ofRow.set(row, list);
    for (let byte = 0; byte < width; byte++) {
      list.push(address - WORK_RAM + byte);
      alike.set(address - WORK_RAM + byte, list);
    }
  }
  return alike;
});

/** A routine that reads a cell of one block, or of a list, reads it of the others as well. */
function learnPlace(places: Uint8Array, alike: ReadonlyMap<number, readonly number[]>, place: number): void {
  if (places[place] === 1) return;
  places[place] = 1;
  for (const other of alike.get(place) ?? []) places[other] = 1;
}

/** Adds the cells that the last call accessed, and the same cells of other blocks. */
export function learnCells({ places }: KnownCells, { image, original: { log } }: ProofMachine): void {
  const alike = alikePlaces(image.profile.game);
  for (let index = 0; index < log.readCount; index++) learnPlace(places, alike, log.reads[index] as number);
  for (let index = 0; index < log.writeCount; index++) learnPlace(places, alike, log.writes[index] as number);
}

function isUndeclaredPlace({ offsetOfPlace, tablePlaces, writtenOnly }: ProofMachine, place: number): boolean {
  if (place >= WORK_RAM_BYTES) return false;
  return (offsetOfPlace[place] === UNDECLARED && !tablePlaces.has(place)) || writtenOnly.has(place);
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

/** Windows of memory: registers are compared nowhere. */
const memoryWindows = madeOnce(({ windows }): readonly Window[] =>
  windows.filter(({ address }) => address >= WORK_RAM),
);

function memoryBytes(game: Game): number {
  return memoryWindows(game).reduce((max, window) => Math.max(max, window.offset + window.length), 0);
}

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
  /** Registers that the adapter knows. */
  readonly results: readonly ResultRegister[];
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
  const { game } = machine.image.profile;
  const isOpen = new Uint8Array(game.imageBytes);
  for (const offset of openOffsets) isOpen[offset] = 1;
  const results = Object.keys(plan.adapter.results) as ResultRegister[];
  const mine = machine.ours.ram.subarray(0, memoryBytes(game));
  const theirs = machine.expected.subarray(0, memoryBytes(game));
  return { machine, plan, results, openOffsets, isOpen, mine, theirs };
}

/** Register of the processor that holds a result. */
export function registerOf(name: ResultRegister): 'A' | 'X' | 'Y' | 'P' {
  if (name === 'A8') return 'A';
  return name === 'A' || name === 'X' || name === 'Y' ? name : 'P';
}

/** The original's value of a result, or undefined where the image promises none at its exit. */
export function theirRegister(plan: RoutinePlan, result: OriginalResult, name: ResultRegister): number | undefined {
  if (plan.registers !== undefined) {
    const rule = plan.registers[registerOf(name)];
    if (rule === undefined) return undefined;
    if (rule === 'low on return' && result.exit !== 'return') return undefined;
    if (rule === 'low at an exit' && result.exit === 'return') return undefined;
  }
  return argumentValue(result, name);
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
  const mine = machine.ours.ram;
  for (let index = 0; index < openOffsets.length; index++) {
    const offset = openOffsets[index] as number;
    machine.expected[offset] = mine[offset] as number;
  }
}

function registerDifference(
  { machine, plan, results }: Compared,
  result: OriginalResult,
  registers: Registers,
): Difference | undefined {
  for (let index = 0; index < results.length; index++) {
    const name = results[index] as ResultRegister;
    const theirs = theirRegister(plan, result, name);
    if (theirs === undefined) continue;
    const mine = machine.ours.result(plan.adapter, name, registers);
    if (mine !== theirs) return { kind: 'register', text: `register ${name}: mine ${mine}, theirs ${theirs}` };
  }
  return undefined;
}

function cellDifference({ machine, mine, plan, theirs: expected }: Compared): Difference | undefined {
  if (Buffer.compare(mine, expected) === 0) return undefined;
  const { before, image } = machine;
  const { game } = image.profile;
  for (const window of memoryWindows(game)) {
    for (let index = 0; index < window.length; index++) {
      const offset = window.offset + index;
      if (mine[offset] === expected[offset]) continue;
      const [ofMine, ofTheirs, earlier] = [mine, expected, before].map((bytes) => valueText(game, plan, bytes, offset));
      const name = game.describe(window.address + index, plan.routine);
      return { kind: 'cell', text: `${name}: mine ${ofMine}, theirs ${ofTheirs}, before ${earlier}` };
    }
  }
  return undefined;
}

/** A byte; of a game that is declared the value of its whole cell. */
function valueText(game: Game, { routine }: RoutinePlan, bytes: Uint8Array, offset: number): string {
  const place = game.isDeclared ? placeAt(game.placesOf(routine), offset) : undefined;
  return place === undefined ? hexWithSuffix(bytes[offset] ?? 0) : numberText(cellValue(bytes, place));
}

/** `95 (5Fh)` */
function numberText(value: number): string {
  return `${value} (${hexWithSuffix(value)})`;
}

/** The cell that holds an offset. */
export function placeAt(places: readonly GamePlace[], offset: number): GamePlace | undefined {
  return places.find((place) => offset >= place.offset && offset < place.offset + place.width);
}

/** Value of a cell, low byte first. */
export function cellValue(bytes: Uint8Array, { offset, width }: Pick<GamePlace, 'offset' | 'width'>): number {
  let value = 0;
  for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (bytes[offset + byte] as number);
  return value;
}

function drawDifference({ ours }: ProofMachine, draws: readonly number[], isGiven: boolean): Difference | undefined {
  const taken = ours.drawCount();
  if (isGiven) {
    if (taken === draws.length) return undefined;
    return { kind: 'draws', text: `draws: mine ${taken}, theirs ${draws.length}` };
  }
  if (taken === 0 && draws.length === 0) return undefined;
  const mine = ours.drawn();
  if (mine.length === draws.length && mine.every((value, index) => value === draws[index])) return undefined;
  return { kind: 'draws', text: `draws: mine [${mine.join(', ')}], theirs [${draws.join(', ')}]` };
}

/**
 * The first difference after both sides ran and came to the same exit.
 * @param undeclared as `expectMemory` gave it @param isGiven whether both sides were given draws
 */
export function differenceAfter(
  compared: Compared,
  result: OriginalResult,
  registers: Registers,
  isGiven: boolean,
  undeclared: number,
): Difference | undefined {
  expectOpenCells(compared);
  const unfit = compared.machine.ours.unfit();
  if (unfit !== undefined) {
    const theirs = unfit.offset < 0 ? '' : `, theirs ${numberText(cellValue(compared.theirs, unfit))}`;
    return { kind: 'cell', text: `${unfit.text}${theirs}` };
  }
  if (undeclared >= 0) {
    const text = `${formatAddress(undeclared)}: written by theirs, outside of the declared windows`;
    return { kind: 'undeclared write', text };
  }
  return (
    registerDifference(compared, result, registers) ??
    cellDifference(compared) ??
    drawDifference(compared.machine, result.draws, isGiven)
  );
}
