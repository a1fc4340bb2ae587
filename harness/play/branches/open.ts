/** Opens what the command line names: a log, a plan, a branch file, or a branch as `FILE#NAME`. */

import { existsSync } from 'node:fs';
import { countText } from '../../../core/system/names.js';
import type { CellDeclaration } from '../../../core/system/system.js';
import { formatAddress, parseAddress } from '../../../rom-map/windows.js';
import { hexText, LockstepError } from '../../base/index.js';
import { isPlanSource } from '../plan/read-plan.js';
import type { PlanSource } from '../plan/types.js';

import { RECORDING } from '../timeline/branch-store.js';
import { openTimeline } from '../timeline/create-timeline.js';
import type { LoadOptions } from '../timeline/recorded-line.js';
import type { Timeline } from '../timeline/timeline.js';
import type { RowCommand } from '../trace/types.js';
import { type BranchBook, bookAt, bookInMemory, openBook } from './book.js';
import { readText } from './file.js';
import { type Edit, isBranchText } from './form.js';

// Parses typed inputs and writes into the keys of an edit.

/** A pad word of up to four hex digits, or a command as JSON. @throws LockstepError `E_OPTION` */
export function inputKeys(text: string): Pick<Edit, 'pad' | 'do'> {
  const given = text.trim();
  if (/^(?:0x)?[0-9A-F]{1,4}$/iu.test(given)) return { pad: Number.parseInt(given.replace(/^0x/iu, ''), 16) };
  let plain: unknown;
  try {
    plain = JSON.parse(given);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    plain = undefined;
  }
  if (typeof plain === 'object' && plain !== null && typeof (plain as RowCommand).command === 'string') {
    return { do: plain as RowCommand };
  }
  throw new LockstepError('E_OPTION', 'this is neither a pad word nor a command', {
    found: given.slice(0, 80),
    remedy: 'Example: 0200, or {"command":"pass"}',
  });
}

/** A cell by its name, or raw bytes as `$7E03AE.2`. @throws LockstepError `E_UNKNOWN_ID` */
export function cellOf(timeline: Timeline, name: string): CellDeclaration {
  const address = /^\$((?:HOST:)?[0-9A-F]{1,6})(?:\.([124]))?$/iu.exec(name);
  if (address === null) return timeline.cells.get(name);
  const raw = timeline.cells.raw(parseAddress(address[1] ?? ''), Number(address[2] ?? 1) as 1 | 2 | 4);
  return raw ?? timeline.cells.get(name);
}

/** `actionPoints = 255`, as address and bytes. @throws LockstepError `E_OPTION`, `E_UNKNOWN_ID` */
export function writeKeys(timeline: Timeline, text: string): Required<Pick<Edit, 'address' | 'bytes'>> {
  const match = /^\s*(\S.*?)\s*=\s*(0x[0-9a-f]+|\$[0-9a-f]+|-?[0-9]+)\s*$/iu.exec(text);
  if (match === null) {
    throw new LockstepError('E_OPTION', 'this is not CELL = VALUE', { remedy: 'Example: actionPoints = 255' });
  }
  const cell = cellOf(timeline, match[1] ?? '');
  return bytesKeys(cell, Number((match[2] ?? '').replace('$', '0x')));
}

/** @throws LockstepError `E_OPTION` unless the value fits the cell */
function bytesKeys(cell: CellDeclaration, value: number): Required<Pick<Edit, 'address' | 'bytes'>> {
  const span = 2 ** (8 * cell.width);
  if (!(value >= -span / 2 && value < span)) {
    throw new LockstepError('E_OPTION', `the value does not fit in ${countText(cell.width, 'byte')}`, {
      found: String(value),
      expected: `${-span / 2} to ${span - 1}`,
      remedy: 'Give a smaller one',
    });
  }
  const unsigned = value < 0 ? value + span : value;
  const bytes = Array.from({ length: cell.width }, (_, byte) => hexText(Math.floor(unsigned / 256 ** byte) % 256, 2));
  return { address: formatAddress(cell.address), bytes: bytes.join('') };
}

export interface OpenedLine {
  readonly timeline: Timeline;
  readonly book: BranchBook;
  /** The named branch, or undefined. */
  readonly named: number | undefined;
}

/** Splits `FILE#NAME`; the name of an existing file may contain `#`. */
export function lineReference(given: string): { readonly file: string; readonly name: string | undefined } {
  const at = given.lastIndexOf('#');
  if (at <= 0 || existsSync(given)) return { file: given, name: undefined };
  return { file: given.slice(0, at), name: given.slice(at + 1) };
}

/** @param branches a branch file, new or existing, for the branches of a log or plan */
export async function openLine(given: PlanSource, options: LoadOptions, branches?: string): Promise<OpenedLine> {
  if (typeof given !== 'string') {
    const book = bookInMemory(await openTimeline(given, options));
    return { timeline: book.timeline, book, named: undefined };
  }
  const { file, name } = lineReference(given);
  const text = isPlanSource(file) ? readText(file) : undefined;
  let book: BranchBook;
  if (text !== undefined && isBranchText(text)) {
    if (branches !== undefined) {
      throw new LockstepError('E_OPTION', 'a branch file cannot be combined with a second one', {
        file: branches,
        remedy: 'Leave --branches out',
      });
    }
    book = await openBook(file, text, options);
  } else {
    const timeline = await openTimeline(file, options);
    book = branches === undefined ? bookInMemory(timeline) : await bookAt(timeline, branches);
  }
  return { timeline: book.timeline, book, named: name === undefined ? undefined : book.lineOf(name) };
}

/** The named line, or the recording. */
export function lineOr({ named }: OpenedLine): number {
  return named ?? RECORDING;
}
