/** Both sides of an image: its own code and our functions, with the memory that they begin from. */
import { IMAGE_BYTES, isWorkRam, WINDOWS, WORK_RAM, WORK_RAM_BYTES } from '../../../rom-map/index.js';
import { type CaseMachine, createCaseMachine, putTables } from '../vectors/case-machine.js';
import { FIRST_REGISTER } from './access-log.js';
import { type ImageUnderTest, tableBytesOf, tableOffset } from './image-profile.js';
import { createOriginalMachine, type OriginalMachine } from './original-machine.js';
import { CONSOLE_WINDOWS, type ProofState } from './state.js';

/** No window declares a place. */
export const UNDECLARED = -1;
/** A place is the ROM's own: neither input nor output. */
export const OWN = -2;

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
    tablePlaces: new Set([...profile.tableCells.keys()].map((address) => address - WORK_RAM)),
    held,
    laid: new Map(),
    before: new Uint8Array(IMAGE_BYTES),
    expected: new Uint8Array(IMAGE_BYTES),
    scratchOffsets,
  };
}

/**
 * Copies the declared windows of a packed image into the console's memory.
 * @param scratch the ROM's own cells, which become 0
 */
export function putWindows(original: OriginalMachine, memory: Uint8Array, scratch: Iterable<number>): void {
  for (const window of CONSOLE_WINDOWS) {
    const bytes = memory.subarray(window.offset, window.offset + window.length);
    if (window.address >= WORK_RAM) original.ram.set(bytes, window.address - WORK_RAM);
    else original.registers.given.set(bytes, window.address - FIRST_REGISTER);
  }
  for (const address of scratch) original.ram[address - WORK_RAM] = 0;
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
  const { scratch, tableCells } = machine.image.profile;
  before.set(state.memory);
  putWindows(original, before, scratch);
  for (const [cell, table] of tableCells) original.ram[cell - WORK_RAM] = state.tables.get(table) ?? 0;
  layTables(machine, state.tables);
}

/** Changes a cell of the loaded state on both sides. @param offset in the image */
export function setCell(machine: ProofMachine, offset: number, value: number): void {
  const { before, original } = machine;
  before[offset] = value;
  const address = addressOfOffset[offset] as number;
  if (address < WORK_RAM) original.registers.given[address - FIRST_REGISTER] = value;
  else if (isWorkRam(address)) original.ram[address - WORK_RAM] = value;
}
