/** Tables, recordings, logs and movies, each converted to another; what is lost is named. */

import { countText } from '../../core/system/names.js';
import { createLineFile, LockstepError, SYSTEMS } from '../base/index.js';
import {
  columnsFor,
  convertRecording,
  convertToMovie,
  exportTrace,
  importTable,
  isMovieFile,
  isRecording,
  movieFormOf,
  readColumnMap,
  rowFormOf,
  type TargetForm,
} from '../capture/index.js';
import { ROW_FORMS, readRomImage, WRITABLE } from '../files/index.js';
import { type Settle, settledSource } from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain, unlessAborted } from './answer.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface ConvertOptions extends CallOptions {
  /** A log, a binary recording, a movie, or with `columns` a table; logs and tables may be gzip. */
  readonly file: string;
  /** The file to write; gzip when its name ends in .gz. */
  readonly output: string;
  /** Column map (TOML) of the table. */
  readonly columns?: string | undefined;
  /** `trace`, `csv`, `rows`, `bk2`, `lsmv`, `r16m`, `pads`; left out: by the name of the output. */
  readonly to?: string | undefined;
  /** Writes there the column map that reads the table back. */
  readonly writeColumns?: string | undefined;
  /** Of a movie from a savestate or save RAM: its rows alone, as a movie from power-on. */
  readonly rowsOnly?: boolean | undefined;
  /** Converts the whole rows of a log that was cut. */
  readonly incomplete?: boolean | undefined;
  /** The image of the recording, where the log does not name it. */
  readonly rom?: string | undefined;
  /** The IPS, UPS or BPS patch of that image. */
  readonly patch?: string | undefined;
}

type Made =
  | Awaited<ReturnType<typeof convertToMovie>>
  | Awaited<ReturnType<typeof importTable>>
  | Awaited<ReturnType<typeof exportTrace>>
  | Awaited<ReturnType<typeof convertRecording>>;

export type ConvertAnswer = Answer<'answered'> & Plain<Made & { readonly output: string }>;

/** What was written, and its text. */
interface Converted {
  readonly made: Made;
  readonly lines: readonly string[];
}

function lostLines(lost: readonly string[]): string[] {
  return lost.map((thing) => `lost: ${thing}`);
}

// Movies.

/** Whether a movie is read or written. */
function concernsMovie(file: string, options: ConvertOptions): boolean {
  // a table of a log is written by its cells, not by its pads
  const asked = [...WRITABLE, 'r16m', 'pads'].some((form) => form === options.to);
  const named = movieFormOf(options.output) ?? rowFormOf(options.output);
  return asked || (options.to === undefined && named !== undefined && named !== 'csv') || isMovieFile(file);
}

async function convertMovieFile(file: string, options: ConvertOptions): Promise<Converted> {
  const forms = [...WRITABLE, ...ROW_FORMS];
  const named = movieFormOf(options.output) ?? rowFormOf(options.output);
  const to = options.to === undefined ? named : forms.find((form) => form === options.to);
  if (to === undefined) {
    throw new LockstepError('E_USAGE', 'a movie is converted to another movie or to its rows', {
      found: options.to ?? options.output,
      expected: forms.join(', '),
      remedy: 'Name the output so, or give --to; `lockstep record` runs a movie and writes a trace',
    });
  }
  const made = await convertToMovie(file, options.output, to, options.rowsOnly === true);
  const head = `${options.output}: ${countText(made.frames, 'row')}, from ${made.from}`;
  return { made, lines: [head, ...lostLines(made.lost), ...made.notes] };
}

const FORMS: readonly TargetForm[] = ['trace', 'csv', 'rows'];

/** Names the image of `--rom` in what is written. */
function settleOf({ rom, patch }: ConvertOptions): Settle | undefined {
  if (rom !== undefined) {
    const { identity } = readRomImage(rom, patch);
    return (file, source) => settledSource(file, source, rom, identity);
  }
  if (patch === undefined) return undefined;
  throw new LockstepError('E_USAGE', '--patch needs --rom', { remedy: 'Name the image with --rom' });
}

function formOf(options: ConvertOptions): TargetForm {
  if (options.to === undefined) return /\.csv(\.gz)?$/.test(options.output) ? 'csv' : 'trace';
  const form = FORMS.find((name) => name === options.to);
  if (form !== undefined) return form;
  throw new LockstepError('E_USAGE', 'there is no such form', { found: options.to, expected: FORMS.join(', ') });
}

/** @throws LockstepError `E_USAGE` with what asks for another form than a trace */
function onlyToTrace(what: string, options: ConvertOptions): void {
  const { to, output, writeColumns, incomplete } = options;
  let remedy: string | undefined;
  if (writeColumns !== undefined) remedy = 'Leave out --write-columns';
  else if (incomplete === true) remedy = 'Leave out --incomplete';
  else if (formOf(options) !== 'trace')
    remedy = to === undefined ? `Name the output .jsonl, not ${output}` : `Leave out --to ${to}`;
  if (remedy === undefined) return;
  throw new LockstepError('E_USAGE', `${what} can only be converted to a trace`, {
    remedy: `${remedy}; a trace is converted to the rest`,
  });
}

async function fromTable(file: string, columns: string, options: ConvertOptions): Promise<Converted> {
  onlyToTrace('a table', options);
  const map = readColumnMap(columns);
  const settle = settleOf(options);
  const made = await importTable(file, options.output, map, options.systems ?? SYSTEMS, settle, options.signal);
  const lines = [`${options.output}: ${countText(made.frames, 'frame')}, ${countText(made.cells, 'cell')}`];
  if (made.startLine > 0) lines.push(`the starting state is line ${made.startLine}`);
  if (map.source.kind === 'cartridge' && settle === undefined) {
    lines.push('written as unknown-image: nothing identified the image that was recorded, --rom IMAGE names it');
  }
  if (made.missing > 0) lines.push(`missing between the first and the last: ${countText(made.missing, 'frame')}`);
  return { made, lines };
}

async function fromTrace(file: string, options: ConvertOptions): Promise<Converted> {
  if (/\.(csv|tsv|ndjson)(\.gz)?$/.test(file)) {
    throw new LockstepError('E_USAGE', 'a table is converted by a column map', {
      found: file,
      remedy: 'Add --columns MAP.toml; harness/capture/convert/COLUMNS.md describes its form',
    });
  }
  const form = formOf(options);
  if (options.writeColumns !== undefined && form === 'trace') {
    throw new LockstepError('E_USAGE', '--write-columns goes with a table', { remedy: 'Add --to csv or --to rows' });
  }
  const incomplete = options.incomplete === true;
  const settle = settleOf(options);
  if (settle !== undefined && form !== 'trace') {
    throw new LockstepError('E_USAGE', 'a table cannot name its image', {
      remedy: 'Leave --rom out, or convert to a trace',
    });
  }
  const made = await exportTrace(file, options.output, form, {
    ...(settle === undefined ? {} : { settle }),
    incomplete,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    mapped: options.writeColumns !== undefined,
  });
  if (options.writeColumns !== undefined && form !== 'trace') {
    const map = createLineFile(options.writeColumns);
    map.emit((await columnsFor(file, form)).trimEnd());
    map.finish();
  }
  const head = `${options.output}: ${countText(made.frames, 'frame')}, ${countText(made.cells, 'cell')}`;
  return { made, lines: [head, ...lostLines(made.lost), ...(made.lost.length === 0 ? ['nothing is lost'] : [])] };
}

async function fromRecording(file: string, options: ConvertOptions): Promise<Converted> {
  onlyToTrace('a binary recording', options);
  const made = await convertRecording(file, options.output, settleOf(options), options.signal);
  const head = `${options.output}: ${countText(made.frames, 'frame')}, ${countText(made.cells, 'cell')}, ${made.kind}`;
  return { made, lines: [head, ...lostLines(made.lost)] };
}

async function fromMovie(file: string, options: ConvertOptions): Promise<Converted> {
  if (options.writeColumns !== undefined || options.incomplete === true || options.rom !== undefined) {
    throw new LockstepError('E_USAGE', 'a movie has no columns, no footer and no image', {
      remedy: 'Leave out --write-columns, --incomplete and --rom',
    });
  }
  return convertMovieFile(file, options);
}

const FILES = {
  file: 'file',
  output: 'output',
  columns: 'file',
  writeColumns: 'output',
  rom: 'file',
  patch: 'file',
} as const;

/**
 * Converts tables and binary recordings to logs, logs to logs, tables or movies, movies to movies.
 * @throws LockstepError for what cannot be read or written so; AbortError, and nothing is written
 */
export async function convert(options: ConvertOptions): Promise<ConvertAnswer> {
  const kinds = { ...FILES, to: 'text', rowsOnly: 'flag', incomplete: 'flag' } as const;
  checkParameters('convert', options, kinds, ['file', 'output']);
  const { file, output, columns } = options;
  endAborted(options.signal, 'convert');
  const work = (): Promise<Converted> =>
    columns !== undefined
      ? fromTable(file, columns, options)
      : isRecording(file)
        ? fromRecording(file, options)
        : concernsMovie(file, options)
          ? fromMovie(file, options)
          : fromTrace(file, options);
  const { made, lines } = await unlessAborted('convert', work);
  return answerOf('answered', [], { output, ...made }, () => `${lines.join('\n')}\n`);
}
