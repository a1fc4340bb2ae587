/**
 * What a single call begins with: work RAM, console registers, registers of the processor, given
 * draws.
 */

import type { FrameWay } from '../../../core/system/system.js';
import { isWorkRam, PLACES, type Place, parseAddress, placeByName } from '../../../rom-map/index.js';
import { entryNumber, LockstepError, placeThrough, remedyWithoutBattle, rowNumber } from '../../base/index.js';

import { addressOf, openTrace, type TraceHeader, type TraceRow } from '../../play/index.js';

import type { Profile } from '../cpu-trace/profile.js';
import { tableCellValues, tableOffset } from '../proof/choose-image.js';
import type { Registers, VectorCase } from '../vectors/format.js';

// Values that a user sets: `enemy[3].orderPoints=500`, `7E03AE=0x12`, `A=0x1234`.

/** Registers that can be set, with their largest values. */
const REGISTERS = { A: 0xffff, X: 0xffff, Y: 0xffff, P: 0xff, D: 0xffff, DB: 0xff } as const;

type SettableRegister = keyof typeof REGISTERS;

function split(text: string, option: string): readonly [name: string, value: string] {
  const at = text.lastIndexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new LockstepError('E_OPTION', `--${option} is no NAME=VALUE`, {
    found: text,
    expected: option === 'cell' ? 'such as enemy[3].orderPoints=500' : 'such as A=0x1234',
    remedy: 'Give a name, = and a number',
  });
}

function numberIn(text: string, name: string, largest: number): number {
  const value = /^(0x[0-9a-f]+|\d+)$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isInteger(value) && value <= largest) return value;
  throw new LockstepError('E_OPTION', `the value of ${name} is not a number of its width`, {
    found: text,
    expected: `0 to ${largest}`,
    remedy: 'Give a decimal or 0x number',
  });
}

/** One byte at an address of work RAM or of the console's registers, or a named place. */
function placeOf(name: string, state: ReadonlyMap<number, number>): Pick<Place, 'address' | 'width'> {
  const pointer = ({ address }: Place): number => (state.get(address) ?? 0) | ((state.get(address + 1) ?? 0) << 8);
  const known = placeByName(name) ?? placeThrough(PLACES, pointer, name);
  if (known !== undefined) return known;
  const match = /^(?:0x|\$)?([0-9a-f]{2}):?([0-9a-f]{4})$/i.exec(name);
  const address = match === null ? -1 : Number.parseInt(`${match[1]}${match[2]}`, 16);
  if (isWorkRam(address) || (address >= 0x2000 && address < 0x6000)) {
    return { address, width: 1 };
  }
  const names = PLACES.map((place) => place.name);
  throw new LockstepError('E_UNKNOWN_ID', 'there is no such cell', {
    found: name,
    expected: 'a cell of rom-map/CELLS.md, or an address of work RAM or of a register',
    remedy: remedyWithoutBattle(names, name),
  });
}

/**
 * Bytes by address.
 * @param state bytes in which blocks are followed: `ally[0].hp` is in the record of that ally
 * @throws LockstepError `E_OPTION`, `E_UNKNOWN_ID`
 */
export function cellBytes(
  settings: readonly string[],
  state: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const bytes = new Map<number, number>();
  for (const setting of settings) {
    const [name, text] = split(setting, 'cell');
    const { address, width } = placeOf(name, state);
    const value = numberIn(text, name, 2 ** (8 * width) - 1);
    for (let byte = 0; byte < width; byte++) bytes.set(address + byte, (value >>> (8 * byte)) & 0xff);
  }
  return bytes;
}

/** @throws LockstepError `E_OPTION`, `E_UNKNOWN_ID` */
export function registerValues(settings: readonly string[]): Readonly<Partial<Record<SettableRegister, number>>> {
  const values: Partial<Record<SettableRegister, number>> = {};
  for (const setting of settings) {
    const [given, text] = split(setting, 'register');
    const name = given.toUpperCase();
    if (!Object.hasOwn(REGISTERS, name)) {
      throw new LockstepError('E_UNKNOWN_ID', 'there is no such register', {
        found: given,
        expected: Object.keys(REGISTERS).join(', '),
        remedy: 'Widths are set with --m8, --m16, --x8, --x16',
      });
    }
    const register = name as SettableRegister;
    values[register] = numberIn(text, name, REGISTERS[register]);
  }
  return values;
}

/** Table bytes that a user sets. */
export interface GivenTables {
  /** Of those that the image has in work RAM, by their cells. */
  readonly cells: ReadonlyMap<number, number>;
  /** Of those that it has in ROM, by offset in the image. */
  readonly rom: ReadonlyMap<number, number>;
}

/**
 * Table bytes by the cartridge's addresses (`D50068=8`).
 *
 * @throws LockstepError `E_OPTION` where the image has no place for one
 */
export function tableValues(settings: readonly string[], image: Uint8Array, profile: Profile | undefined): GivenTables {
  const rom = new Map<number, number>();
  const inCells = new Map<number, number>();
  let cells: ReadonlyMap<number, number> = new Map();
  for (const setting of settings) {
    const [name, text] = split(setting, 'table');
    const value = numberIn(text, name, 0xff);
    const address = /^[0-9a-f]{6}$/iu.test(name) ? Number.parseInt(name, 16) : -1;
    const offset = profile === undefined ? -1 : tableOffset({ image, profile }, address);
    if (offset >= 0) {
      rom.set(offset, value);
      continue;
    }
    inCells.set(address, value);
    const held = profile === undefined ? undefined : tableCellValues({ image, profile }, inCells);
    if (held !== undefined) cells = held;
    else {
      throw new LockstepError('E_OPTION', 'the image has no place for such a table byte', {
        found: name,
        expected: 'the address of a byte of a table in bank C0, C1, D5 or D6, such as D50068',
        remedy: 'Give another address, or another image for other tables',
      });
    }
  }
  return { cells, rom };
}

/** `12,0,255` as bytes. @throws LockstepError `E_OPTION` */
export function drawValues(text: string): readonly number[] {
  return text.split(',').map((value) => numberIn(value.trim(), '--draws', 0xff));
}

export interface CallState {
  /** In words: where it comes from. */
  readonly from: string;
  readonly registers: Registers;
  readonly direct: number | undefined;
  readonly dataBank: number | undefined;
  /** Bytes by 24-bit address; everything else is 0. */
  readonly bytes: ReadonlyMap<number, number>;
  /** What the generator gives, or undefined: what its state gives. */
  readonly draws: readonly number[] | undefined;
  /** 24-bit address that ends the call beside its return, as a battle's hole has one. */
  readonly stop?: number | undefined;
  /** Of code that takes frames: the battle's image at its entry, its pads and its end. */
  readonly frames?: { readonly image: Uint8Array; readonly way: FrameWay } | undefined;
  /** A vector case with its published outcome, and the cells that its file leaves open. */
  readonly published: { readonly vector: VectorCase; readonly scratch: ReadonlySet<number> } | undefined;
}

/** As the published cases leave out: A = X = Y = 0, no flag set. */
const NO_REGISTERS: Registers = { A: 0, X: 0, Y: 0, P: 0x20 };

export function emptyState(): CallState {
  return {
    from: 'every cell 0',
    registers: NO_REGISTERS,
    direct: undefined,
    dataBank: undefined,
    bytes: new Map(),
    draws: undefined,
    published: undefined,
  };
}

function putCell(bytes: Map<number, number>, header: TraceHeader, index: number, value: number): void {
  const cell = header.cells[index];
  if (cell === undefined) return;
  for (let byte = 0; byte < cell[2]; byte++) bytes.set(addressOf(cell) + byte, (value >>> (8 * byte)) & 0xff);
}

function noEntry(file: string, { option, number }: EntryNumber, { unit }: TraceHeader, last: number): LockstepError {
  return new LockstepError('E_OPTION', `the log does not hold this ${unit}`, {
    file,
    found: `${option} ${number}`,
    expected: last < 0 ? `a log with ${unit}s` : `at most ${entryNumber({ unit }, last)}`,
    remedy: `Give a ${unit} of the log`,
  });
}

/** Which entry of a log or plan: a frame by `--frame`, a command or step by `--at`. */
export interface EntryNumber {
  readonly option: '--frame' | '--at';
  readonly number: number;
}

/** @throws LockstepError `E_OPTION` for a frame of what counts commands, and the other way round */
export function checkUnit(file: string, { option, number }: EntryNumber, unit: string): void {
  const right = optionOfUnit(unit);
  if (option === right) return;
  throw new LockstepError('E_OPTION', `this file counts ${unit}s`, {
    file,
    found: `${option} ${number}`,
    expected: `${right} and the number of a ${unit}`,
    remedy: `Give ${right} ${number} for ${unit} ${number}`,
  });
}

/** The option that names an entry by its number. */
export function optionOfUnit(unit: string): EntryNumber['option'] {
  return unit === 'frame' ? '--frame' : '--at';
}

/**
 * Whether the frame is the row's or lies before it; frames between two rows have the cells of the
 * one before.
 */
function isReached(row: TraceRow, frame: number): boolean {
  return row.frame + row.count > frame;
}

/**
 * The cells at the end of a frame or command of a log.
 *
 * @throws LockstepError `E_OPTION` when the log does not hold it, or counts otherwise; as
 *   `openTrace`
 */
export async function stateOfEntry(file: string, entry: EntryNumber): Promise<CallState> {
  const reader = await openTrace(file, { allowIncomplete: true });
  try {
    const { header, row } = reader;
    checkUnit(file, entry, header.unit);
    const frame = rowNumber(header, entry.number);
    const bytes = startingBytes(header);
    const state = { ...emptyState(), from: `${file}, end of ${header.unit} ${entry.number}`, bytes };
    if (frame < 0) return { ...state, from: `${file}, its start` };
    let last = -1;
    do {
      while (reader.next()) {
        if (row.frame > frame) throw noEntry(file, entry, header, last);
        for (let pair = 0; pair < row.changed; pair++) {
          putCell(bytes, header, row.changes[2 * pair] as number, row.changes[2 * pair + 1] as number);
        }
        last = row.frame + row.count - 1;
        if (isReached(row, frame)) return state;
      }
    } while (await reader.fill());
    throw noEntry(file, entry, header, last);
  } finally {
    reader.close();
  }
}

/** Bytes of the starting image by address. */
function startingBytes(header: TraceHeader): Map<number, number> {
  const bytes = new Map<number, number>();
  for (const [text, hex] of Object.entries(header.image)) {
    const address = parseAddress(text);
    for (let byte = 0; byte < hex.length / 2; byte++) {
      bytes.set(address + byte, Number.parseInt(hex.slice(2 * byte, 2 * byte + 2), 16));
    }
  }
  return bytes;
}
