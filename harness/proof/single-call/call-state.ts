/**
 * What a single call begins with: work RAM, console registers, registers of the processor, given
 * draws.
 */
import { parseAddress } from '../../../rom-map/index.js';
import { LockstepError } from '../../base/errors.js';
import { addressOf } from '../../trace/header.js';
import { openTrace } from '../../trace/reader.js';
import type { TraceHeader, TraceRow } from '../../trace/types.js';
import type { Registers, VectorCase } from '../../verify/vectors/format.js';

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

function noFrame(file: string, frame: number, last: number): LockstepError {
  return new LockstepError('E_OPTION', 'the log does not hold this frame', {
    file,
    found: `--frame ${frame}`,
    expected: last < 0 ? 'a log with frames' : `at most ${last}`,
    remedy: 'Give a frame of the log',
  });
}

/**
 * Whether the frame is the row's or lies before it; frames between two rows have the cells of the
 * one before.
 */
function isReached(row: TraceRow, frame: number): boolean {
  return row.frame + row.count > frame;
}

/**
 * The cells at the end of a frame of a log.
 *
 * @throws LockstepError `E_OPTION` when the log does not hold it; as `openTrace`
 */
export async function stateOfFrame(file: string, frame: number): Promise<CallState> {
  const reader = await openTrace(file, { allowIncomplete: true });
  try {
    const { header, row } = reader;
    const bytes = startingBytes(header);
    let last = -1;
    do {
      while (reader.next()) {
        if (row.frame > frame) throw noFrame(file, frame, last);
        for (let pair = 0; pair < row.changed; pair++) {
          putCell(bytes, header, row.changes[2 * pair] as number, row.changes[2 * pair + 1] as number);
        }
        last = row.frame + row.count - 1;
        if (isReached(row, frame)) return { ...emptyState(), from: `${file}, end of ${header.unit} ${frame}`, bytes };
      }
    } while (await reader.fill());
    throw noFrame(file, frame, last);
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
