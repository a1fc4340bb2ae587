/** Remedies of tables, movies, scripts, watch files and of names of files. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { bk2File, bk2Log } from '../../files/movies/movie-files.js';
import { zipOf } from '../../files/movies/zip-bytes.js';
import { shortSequence } from '../../fixtures/short-sequence.js';
import { rowLines, sealed, somePads, tickerHeader, tickerMap, tickerRows } from '../../fixtures/ticker-log.js';
import { bundled, copied, edited, fileRow, folder, place, type Remedy } from './row.js';

const MAP = tickerMap({ presses: 'Presses', padWord: 'Pad' });
const CSV = 'Frame,Pad,Presses\n0,0,0\n1,1,1\n';
const tableWords = (): readonly string[] => [
  'convert',
  place('table.csv'),
  '--columns',
  place('map.toml'),
  '-o',
  place('table.jsonl'),
];

/** A table and its map; the remedy changes one piece of text of one of them. */
function table(code: string, remedy: string, name: 'table.csv' | 'map.toml', wrong: string, right: string): Remedy {
  return {
    code,
    remedy,
    bad: () => {
      folder.write('table.csv', CSV);
      folder.write('map.toml', MAP);
      edited(place(name), right, wrong);
      return tableWords();
    },
    follow: (_said, words) => {
      edited(place(name), wrong, right);
      return words;
    },
  };
}

const TABLES: readonly Remedy[] = [
  table('E_COLUMNS', 'Did you mean presses', 'map.toml', 'presed =', 'presses ='),
  table('E_TABLE', 'Correct the line, or export it again', 'table.csv', '1,1,1,1', '1,1,1'),
  table('E_TABLE_COLUMN', 'Did you mean Presses', 'map.toml', '"Preses"', '"Presses"'),
  table('E_TABLE_VALUE', 'Correct the value', 'table.csv', '1,1,one', '1,1,1'),
];

const MOVIE = bk2Log([[], ['A'], [], ['B']]);
const HEADER = { name: 'Header.txt', content: 'Platform SNES\n' };

/** A movie that is saved again, in the form that the message expects. */
function movie(code: string, remedy: string, bad: Uint8Array): Remedy {
  return fileRow(code, remedy, { name: `${code}.bk2`, bad, good: bk2File(MOVIE) }, (file) => [
    'convert',
    file,
    '-o',
    place(`${code}.lsmv`),
  ]);
}

const MOVIES: readonly Remedy[] = [
  movie('E_MOVIE', 'Save the movie again in the emulator', zipOf([HEADER])),
  movie('E_MOVIE_ARCHIVE', 'Copy the file again', bk2File(MOVIE).subarray(0, -30)),
  movie('E_MOVIE_INPUT', 'Take a movie recorded with a standard pad', bk2File(MOVIE.replaceAll('P1 ', 'P3 '))),
  {
    code: 'E_MOVIE_START',
    remedy: '--rows-only writes its rows alone',
    bad: () => {
      const content = bk2File(MOVIE, { header: 'Platform SNES\nStartsFromSavestate True\n' });
      return ['convert', folder.write('state.bk2', content), '-o', place('state.lsmv')];
    },
    follow: (_said, words) => [...words, '--rows-only'],
  },
  fileRow(
    'E_MOVIE_FORM',
    'Name a .bk2, .tasproj, .lsmv, .smv, .mmo or .r16m',
    { name: 'form.pads', bad: 'hello', good: bk2File(MOVIE) },
    (file) => ['verify', bundled('traces/logs/worked-example.jsonl.gz'), '--movie', file],
  ),
];

export const record = (script: string): readonly string[] => [
  'record',
  bundled('traces/homebrew/drill.sfc'),
  '--core',
  'builtin',
  '--frames',
  '400',
  '--input',
  script,
  '-o',
  place('drill.jsonl.gz'),
];
export const START = '30 8\n36 0\n';

const SCRIPTS: readonly Remedy[] = [
  fileRow('E_SCRIPT_SYNTAX', 'for example "20 100"', { name: 'syntax.pads', bad: `30\n${START}`, good: START }, record),
  fileRow('E_SCRIPT_ORDER', 'must rise', { name: 'order.pads', bad: '36 0\n30 8\n', good: START }, record),
  {
    code: 'E_SCRIPT_OPPOSITE',
    remedy: '--allow-opposite records them all the same',
    bad: () => record(folder.write('both.pads', `${START}40 30\n`)),
    follow: (_said, words) => [...words, '--allow-opposite'],
  },
  fileRow('E_NO_BATTLE', 'check the pad script', { name: 'idle.pads', bad: '30 0\n', good: START }, record),
];

const SYMBOLS: readonly Remedy[] = [
  fileRow(
    'E_SYMBOLS_LINE',
    'Correct the line',
    { name: 'line.mlb', bad: 'SnesWorkRam:03AE\n', good: 'SnesWorkRam:03AE:points\n' },
    (file) => ['symbols', '--import', file],
  ),
  fileRow(
    'E_SYMBOLS_EMPTY',
    'Name another form with --format, or another file',
    { name: 'empty.mlb', bad: '\n\n', good: 'SnesWorkRam:03AE:points\n' },
    (file) => ['symbols', '--import', file],
  ),
  {
    code: 'E_SYMBOLS_FORMAT',
    remedy: 'Did you mean wch',
    bad: () => ['symbols', '--format', 'whc'],
    follow: ({ nearest }) => ['symbols', '--format', nearest()],
  },
  {
    code: 'E_SYMBOLS_CELL',
    remedy: 'Did you mean actionPoints',
    bad: () => ['symbols', '--format', 'wch', '--cells', 'actionPonts'],
    follow: ({ nearest }, words) => [...words.slice(0, -1), nearest()],
  },
  fileRow(
    'E_TEXT',
    'Save it as UTF-8',
    {
      name: 'wide.mlb',
      bad: Buffer.from('\uFEFFSnesWorkRam:03AE:points\n', 'utf16le'),
      good: 'SnesWorkRam:03AE:points\n',
    },
    (file) => ['symbols', '--import', file],
  ),
  fileRow(
    'E_TEXT_SIZE',
    'Check that this is the right file',
    { name: 'large.mlb', bad: new Uint8Array(17 * 1024 * 1024), good: 'SnesWorkRam:03AE:points\n' },
    (file) => ['symbols', '--import', file],
  ),
];

const LOG = sealed(tickerHeader(), rowLines(tickerRows(somePads(4))));
const VECTORS = 'traces/vectors/C1-2800-enemy-move-cost.jsonl.gz';

const NAMES: readonly Remedy[] = [
  {
    code: 'E_FILE',
    remedy: 'Check the name',
    bad: () => ['verify', place('nmae.jsonl')],
    follow: () => ['verify', folder.write('name.jsonl', LOG)],
  },
  {
    code: 'E_OUTPUT_IS_INPUT',
    remedy: 'Give another name',
    bad: () => {
      const file = copied('traces/srpg-movement/guide.toml', 'same.toml');
      return ['run', file, '-o', file];
    },
    follow: (_said, words) => [...words.slice(0, -1), place('another.jsonl')],
  },
  {
    code: 'E_OUTPUT_WRITE',
    remedy: 'Check its folder',
    bad: () => ['run', bundled('traces/srpg-movement/guide.toml'), '-o', place('not-there/x.jsonl')],
    follow: (_said, words) => {
      mkdirSync(place('not-there'));
      return words;
    },
  },
  {
    code: 'E_GZIP',
    remedy: 'Copy the file again',
    bad: () => {
      const file = copied(VECTORS, 'cut-vectors.jsonl.gz');
      writeFileSync(file, gzipSync('{"routine":1}\n'.repeat(99)).subarray(0, -12));
      return ['vectors', file];
    },
    follow: (_said, words) => {
      copied(VECTORS, 'cut-vectors.jsonl.gz');
      return words;
    },
  },
  {
    code: 'E_VECTOR_FORM',
    remedy: 'Restore the file from where it came',
    bad: () => ['vectors', folder.write('form.jsonl', '{"routine":1}\n')],
    follow: () => ['vectors', copied(VECTORS, 'form.jsonl.gz')],
  },
  {
    code: 'E_NO_END',
    remedy: 'Begin the walk in front of the first enemy, X = 1AF0h (6896)',
    bad: () => {
      const text = `${shortSequence().join('\n')}\n`;
      return ['vectors', folder.write('endless.jsonl', text.replace('"X":6896', '"X":6897'))];
    },
    follow: () => ['vectors', edited(place('endless.jsonl'), '"X":6897', '"X":6896')],
  },
];

export const OF_FILES: readonly Remedy[] = [...TABLES, ...MOVIES, ...SCRIPTS, ...SYMBOLS, ...NAMES];
