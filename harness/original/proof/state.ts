/**
 * What a case begins with: registers, the declared windows, table bytes that work RAM stands for,
 * given draws.
 */

import { IMAGE_BYTES, isHostAddress, WINDOWS, WORK_RAM } from '../../../rom-map/index.js';
import type { EntryState, Profile } from '../cpu-trace/profile.js';
import { fillPattern } from '../vectors/case-machine.js';
import type { Registers, VectorCase } from '../vectors/format.js';
import { makePossible } from './domain.js';

// With which registers a routine of an image is entered: those of the case, and D and DB of the
// image's profile where the case names none.

/** Flags M and X of P. */
const WIDTHS = 0x30;

/** Direct page and data bank at entry; -1 where nothing tells. */
export type EntryPages = Pick<EntryState, 'direct' | 'dataBank'>;

const UNKNOWN_PAGES: EntryPages = { direct: -1, dataBank: -1 };

/** @param profile of the image, or undefined where its routines are not known */
export function entryPagesOf(profile: Profile | undefined): EntryPages {
  return profile?.entryState ?? UNKNOWN_PAGES;
}

/**
 * A published case's registers for an image. D and DB of a case are the cartridge's: our test ROMs
 * have a direct page and a data bank of their own.
 */
export function entryRegistersOf(profile: Profile, registers: Registers): Registers {
  if (profile.isGame) return { ...registers, widths: registers.P & WIDTHS };
  const { A, X, Y, P } = registers;
  return { A, X, Y, P };
}

export interface ProofState {
  registers: Registers;
  /** A packed image of the declared windows. */
  readonly memory: Uint8Array;
  /** Table bytes that the image has in work RAM: the cartridge's address to the value. */
  readonly tables: ReadonlyMap<number, number>;
  /** What the battle generator gives; undefined: what its state gives. */
  readonly draws: readonly number[] | undefined;
}

/** What a routine's vectors leave open, and what they state. */
export interface VectorRules {
  /** Addresses that may hold anything afterwards. */
  readonly scratch: ReadonlySet<number>;
  /** Bytes that the header states as an input's only value, by address. */
  readonly stated: ReadonlyMap<number, number>;
}

/** Windows that a console has: cells of our own are on the model's side alone. */
export const CONSOLE_WINDOWS = WINDOWS.filter((window) => !isHostAddress(window.address));

const WORK_RAM_WINDOWS = CONSOLE_WINDOWS.filter((window) => window.address >= WORK_RAM);

/** Copies the declared windows of a packed image to 128 KiB of work RAM. */
export function putWorkRam(ram: Uint8Array, memory: Uint8Array): void {
  for (const { address, length, offset } of WORK_RAM_WINDOWS) {
    ram.set(memory.subarray(offset, offset + length), address - WORK_RAM);
  }
}

/** Copies what work RAM holds of the declared windows to a packed image. */
export function takeWorkRam(ram: Uint8Array, memory: Uint8Array): void {
  for (const { address, length, offset } of WORK_RAM_WINDOWS) {
    memory.set(ram.subarray(address - WORK_RAM, address - WORK_RAM + length), offset);
  }
}

/** The generator's first byte: a case that names it draws from the real one. */
const GENERATOR_STATE = 0x7e0338;
/** Draws that a case has at hand: more than any routine takes. */
const DRAWS = 256;

/** Given draws, and after them values that vary. */
function drawList(given: readonly number[], seed: number): number[] {
  const more = new Uint8Array(DRAWS);
  fillPattern(more, seed);
  return [...given, ...more.subarray(given.length)];
}

/** Whether a published case was made with given draws. */
export function hasGivenDraws(vector: VectorCase): boolean {
  return vector.draws.length > 0 && !vector.outMemory.has(GENERATOR_STATE);
}

/**
 * @param offsets offset in the image of each declared address @returns undefined where a cell is
 * not declared
 */
export function stateOfCase(
  vector: VectorCase,
  offsets: ReadonlyMap<number, number>,
  tables: ReadonlyMap<number, number>,
  profile: Profile,
): ProofState | undefined {
  const memory = new Uint8Array(IMAGE_BYTES);
  fillPattern(memory, vector.line);
  makePossible(profile.game, memory);
  for (const [address, value] of vector.memory) {
    const offset = offsets.get(address);
    if (offset === undefined) return undefined;
    memory[offset] = value;
  }
  const draws = hasGivenDraws(vector) ? drawList(vector.draws, vector.line) : undefined;
  return { registers: entryRegistersOf(profile, vector.registers), memory, tables, draws };
}
