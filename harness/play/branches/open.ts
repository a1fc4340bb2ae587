/** Opens what the command line names: a log, a plan, a branch file, or a branch as `FILE#NAME`. */
import { existsSync } from 'node:fs';
import { LockstepError } from '../../base/errors.js';
import { openTimeline, RECORDING, type Timeline } from '../timeline/index.js';
import type { LoadOptions } from '../timeline/loaded-line.js';
import { type BranchBook, bookAt, bookInMemory, openBook } from './book.js';
import { isBranchText, readText } from './file.js';

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
export async function openLine(given: string, options: LoadOptions, branches?: string): Promise<OpenedLine> {
  const { file, name } = lineReference(given);
  const text = file.toLowerCase().endsWith('.toml') ? readText(file) : undefined;
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
