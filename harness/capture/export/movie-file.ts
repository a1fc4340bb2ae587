/** Movies to files: from a movie of another form, or from a trace. */

import { countText } from '../../../core/system/names.js';
import { fileSource, writeFile } from '../../base/index.js';

import {
  type ConvertedMovie,
  convertMovie,
  convertRows,
  formatRows,
  looksLikeMovie,
  type Movie,
  ROW_FORMS,
  type RowForm,
  readMovie,
  rowBytes,
  WRITABLE,
  type WritableFormat,
  writeBk2,
  writeLsmv,
} from '../../files/index.js';

import { inputOfTrace } from '../../play/index.js';

interface MovieConversion extends Omit<ConvertedMovie, 'bytes'> {
  readonly from: string;
  readonly to: WritableFormat | RowForm;
}

/** A form to write, and whether the rows of a movie from anywhere are enough. */
interface Target {
  readonly to: WritableFormat | RowForm;
  readonly rowsOnly?: boolean;
}

/** The form of movie of a file name, or undefined. */
export function movieFormOf(name: string): WritableFormat | undefined {
  return WRITABLE.find((form) => name.toLowerCase().endsWith(`.${form}`));
}

/** The form of rows alone of a file name, or undefined. */
export function rowFormOf(name: string): RowForm | undefined {
  return ROW_FORMS.find((form) => name.toLowerCase().endsWith(`.${form}`));
}

function isRowForm(to: Target['to']): to is RowForm {
  return ROW_FORMS.some((form) => form === to);
}

/**
 * Whether a file begins like a movie.
 * @throws LockstepError `E_FILE`
 */
export function isMovieFile(file: string): boolean {
  const source = fileSource(file);
  try {
    return looksLikeMovie(source);
  } finally {
    source.close();
  }
}

/** A movie in one line. */
function summaryOf({ format, input, start, emulator, branches, markers }: Movie): string {
  const parts = [
    format,
    countText(input.frames, 'row'),
    countText(input.pads.length, 'pad'),
    start,
    emulator,
    markers.length === 0 ? '' : countText(markers.length, 'marker'),
    branches.length === 0 ? '' : countText(branches.length, 'branch', 'branches'),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function fromMovie(file: string, { to, rowsOnly }: Target): MovieConversion & { readonly bytes: Uint8Array } {
  const source = fileSource(file);
  try {
    const movie = readMovie(source);
    const made = isRowForm(to) ? convertRows(movie, to, file) : convertMovie(movie, to, file, rowsOnly);
    return { ...made, from: summaryOf(movie), to };
  } finally {
    source.close();
  }
}

async function fromTrace(file: string, { to }: Target): Promise<MovieConversion & { readonly bytes: Uint8Array }> {
  const { input, first, missing } = await inputOfTrace(file);
  const rows = isRowForm(to) ? input : formatRows(input, to, file);
  const notes = [
    ...(first > 0 ? [`the log begins with frame ${first}: the rows before it are empty`] : []),
    ...(missing > 0 ? [`not in the log: ${countText(missing, 'frame')}; the pad is held over them`] : []),
  ];
  const bytes = to === 'bk2' ? writeBk2(rows) : to === 'lsmv' ? writeLsmv(rows) : rowBytes(rows, to);
  return { bytes, frames: rows.frames, lost: ['every cell of the log'], notes, from: 'trace', to };
}

/**
 * Writes a movie from another one or from a trace's pad words.
 * @throws LockstepError for unreadable or unfitting input, before anything is written
 */
export async function convertToMovie(
  file: string,
  output: string,
  to: Target['to'],
  rowsOnly = false,
): Promise<MovieConversion> {
  const target: Target = { to, rowsOnly };
  const { bytes, ...made } = isMovieFile(file) ? fromMovie(file, target) : await fromTrace(file, target);
  writeFile(output, bytes, 'movie', { inputs: [file] });
  return made;
}
