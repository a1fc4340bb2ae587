/**
 * What a single call begins with: work RAM, console registers, registers of the processor, given
 * draws.
 */
import type { FrameWay } from '../../../core/system/system.js';
import { parseAddress } from '../../../rom-map/index.js';
import { entryNumber, rowNumber } from '../../base/entry-number.js';
import { LockstepError } from '../../base/errors.js';
import { addressOf } from '../../play/trace/header-cells.js';
import { openTrace } from '../../play/trace/reader.js';
import type { TraceHeader, TraceRow } from '../../play/trace/types.js';
import type { Registers, VectorCase } from '../vectors/format.js';

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
