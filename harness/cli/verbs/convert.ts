/** `lockstep convert`: converts tables, recordings, traces and movies, and lists what is lost. */

import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { createLineFile, LockstepError } from '../../base/index.js';

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
} from '../../capture/index.js';

import { ROW_FORMS, readRomImage, WRITABLE } from '../../files/index.js';

import { type Settle, settledSource } from '../../play/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { wordOption } from '../base/options.js';

// The part of `lockstep convert` that reads and writes movies.

interface MovieOptions {
  readonly output: string;
  readonly to?: string;
  readonly rowsOnly?: boolean;
  readonly json?: boolean;
}

/** Whether a movie is read or written. */
function concernsMovie(file: string, options: MovieOptions): boolean {
  // a table of a log is written by its cells, not by its pads
  const asked = [...WRITABLE, 'r16m', 'pads'].some((form) => form === options.to);
  const named = movieFormOf(options.output) ?? rowFormOf(options.output);
  return asked || (options.to === undefined && named !== undefined && named !== 'csv') || isMovieFile(file);
}

async function convertMovieFile(file: string, options: MovieOptions, context: CliContext): Promise<void> {
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
  if (options.json === true) {
    printJson(context, { output: options.output, ...made });
    return;
  }
  context.out(`${options.output}: ${countText(made.frames, 'row')}, from ${made.from}\n`);
  for (const thing of made.lost) context.out(`lost: ${thing}\n`);
  for (const note of made.notes) context.out(`${note}\n`);
}

interface Options {
  readonly output: string;
  readonly columns?: string;
  readonly to?: string;
  readonly writeColumns?: string;
  readonly incomplete?: boolean;
  readonly rowsOnly?: boolean;
  readonly rom?: string;
  readonly patch?: string;
  readonly json?: boolean;
}

const FORMS: readonly TargetForm[] = ['trace', 'csv', 'rows'];

/** Names the image of `--rom` in what is written. */
function settleOf({ rom, patch }: Options): Settle | undefined {
  if (rom !== undefined) {
    const { identity } = readRomImage(rom, patch);
    return (file, source) => settledSource(file, source, rom, identity);
  }
  if (patch === undefined) return undefined;
  throw new LockstepError('E_USAGE', '--patch needs --rom', { remedy: 'Name the image with --rom' });
}

function formOf(options: Options): TargetForm {
  if (options.to === undefined) return /\.csv(\.gz)?$/.test(options.output) ? 'csv' : 'trace';
  const form = FORMS.find((name) => name === options.to);
  if (form !== undefined) return form;
  throw new LockstepError('E_USAGE', 'there is no such form', { found: options.to, expected: FORMS.join(', ') });
}

/** @throws LockstepError `E_USAGE` with what asks for another form than a trace */
function onlyToTrace(what: string, options: Options): void {
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

async function fromTable(file: string, columns: string, options: Options, context: CliContext): Promise<void> {
  onlyToTrace('a table', options);
  const map = readColumnMap(columns);
  const settle = settleOf(options);
  const result = await importTable(file, options.output, map, context.systems, settle);
  if (options.json === true) {
    printJson(context, { output: options.output, ...result });
    return;
  }
  context.out(`${options.output}: ${countText(result.frames, 'frame')}, ${countText(result.cells, 'cell')}\n`);
  if (result.startLine > 0) context.out(`the starting state is line ${result.startLine}\n`);
  if (map.source.kind === 'cartridge' && settle === undefined) {
    context.out('written as unknown-image: nothing identified the image that was recorded, --rom IMAGE names it\n');
  }
  if (result.missing > 0)
    context.out(`missing between the first and the last: ${countText(result.missing, 'frame')}\n`);
}

async function fromTrace(file: string, options: Options, context: CliContext): Promise<void> {
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
  const result = await exportTrace(file, options.output, form, {
    ...(settle === undefined ? {} : { settle }),
    incomplete,
    mapped: options.writeColumns !== undefined,
  });
  if (options.writeColumns !== undefined && form !== 'trace') {
    const map = createLineFile(options.writeColumns);
    map.emit((await columnsFor(file, form)).trimEnd());
    map.finish();
  }
  if (options.json === true) {
    printJson(context, { output: options.output, ...result });
    return;
  }
  context.out(`${options.output}: ${countText(result.frames, 'frame')}, ${countText(result.cells, 'cell')}\n`);
  for (const thing of result.lost) context.out(`lost: ${thing}\n`);
  if (result.lost.length === 0) context.out('nothing is lost\n');
}

async function fromRecording(file: string, options: Options, context: CliContext): Promise<void> {
  onlyToTrace('a binary recording', options);
  const result = await convertRecording(file, options.output, settleOf(options));
  if (options.json === true) {
    printJson(context, { output: options.output, ...result });
    return;
  }
  context.out(
    `${options.output}: ${countText(result.frames, 'frame')}, ${countText(result.cells, 'cell')}, ${result.kind}\n`,
  );
  for (const thing of result.lost) context.out(`lost: ${thing}\n`);
}

async function fromMovie(file: string, options: Options, context: CliContext): Promise<void> {
  if (options.writeColumns !== undefined || options.incomplete === true || options.rom !== undefined) {
    throw new LockstepError('E_USAGE', 'a movie has no columns, no footer and no image', {
      remedy: 'Leave out --write-columns, --incomplete and --rom',
    });
  }
  await convertMovieFile(file, options, context);
}

export function register(program: Command, context: CliContext): void {
  program
    .command('convert')
    .description(
      'convert tables and binary recordings to traces, traces to traces, tables or movies, movies to movies; list what is lost',
    )
    .argument(
      '<file>',
      'a trace, a binary recording, a movie (.bk2, .tasproj, .lsmv, .smv, .mmo, .r16m), or with --columns a table; traces and tables may be gzip',
    )
    .requiredOption('-o, --output <file>', 'file to write; gzip when its name ends in .gz')
    .option('--columns <map>', 'column map (TOML) of the table')
    .addOption(
      wordOption(
        '--to <form>',
        'trace, csv, rows (one JSON object a line), bk2, lsmv, r16m (replay devices) or pads (a pad script of pad 1; default: by the name of the output)',
        ['trace', 'csv', 'rows', 'bk2', 'lsmv', 'r16m', 'pads'],
      ),
    )
    .option('--write-columns <map>', 'also write the column map that reads the table back')
    .option('--rows-only', 'of a movie from a savestate or save RAM: its rows alone, as a movie from power-on')
    .option('--incomplete', 'convert the whole rows of a log that was cut')
    .option('--rom <image>', 'the image of the recording, where the log does not name it')
    .option('--patch <file>', 'the IPS, UPS or BPS patch of that image')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'convert traces/logs/worked-example.jsonl.gz -o worked-example.csv --write-columns worked-example.toml',
        'convert worked-example.csv --columns worked-example.toml -o again.jsonl.gz',
      ),
    )
    .action((file: string, options: Options) => {
      if (options.columns === undefined && isRecording(file)) return fromRecording(file, options, context);
      if (options.columns === undefined && concernsMovie(file, options)) return fromMovie(file, options, context);
      if (options.columns === undefined) return fromTrace(file, options, context);
      return fromTable(file, options.columns, options, context);
    });
}
