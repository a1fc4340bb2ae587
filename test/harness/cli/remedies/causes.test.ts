/**
 * Codes of readers that have several causes: each cause is built, its remedy is followed, and then the command works. The other codes have one
 * cause each, in the tables beside this one.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bk2File, bk2Log } from '../../files/movies/movie-files.js';
import { zipOf } from '../../files/movies/zip-bytes.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';
import { FIELD } from '../../fuzz/field-targets.js';
import { folder, place, run, type Words } from './row.js';

type Content = string | Uint8Array;
type Command = (file: string) => Words;
type Cause = readonly [code: string, cause: string, bad: Content, remedy: string, good: Content, command: Command];

const LABELS = 'SnesWorkRam:03AE:actionPoints\n';
const LOG = Buffer.from(sealed(tickerHeader(), rowLines(tickerRows(somePads(10)))));
const MOVIE = bk2File(bk2Log([['A'], ['B']]));
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const field = (name: string): Buffer => readFileSync(join(FIELD, name));
const image = (): Uint8Array => {
  const bytes = new Uint8Array(0x8000);
  bytes.set([0x34, 0x12, 0xcb, 0xed], 0x7fdc);
  return bytes;
};

const labels: Command = (file) => ['symbols', '--import', file];
const verify: Command = (file) => ['verify', file];
const rows: Command = (file) => ['convert', file, '-o', place('rows.csv')];
const disassemble: Command = (file) => ['rom', 'disassemble', file, '00:8000', '--instructions', '1', '--force-rom'];

const CAUSES: readonly Cause[] = [
  ['E_TEXT', 'UTF-16 with a mark', Buffer.from(`\uFEFF${LABELS}`, 'utf16le'), 'Save it as UTF-8', LABELS, labels],
  ['E_TEXT', 'UTF-16 without one', Buffer.from(LABELS, 'utf16le'), 'Save it as UTF-8', LABELS, labels],
  ['E_TEXT', 'Latin-1', Buffer.from(`${LABELS};\xe9\n`, 'latin1'), 'Save it as UTF-8', `${LABELS};\u00e9\n`, labels],
  ['E_TEXT', 'no text', Buffer.from([1, 2, 0, 3]), 'Check that this is the right file', LABELS, labels],
  ['E_GZIP', 'cut gzip data', gzipSync(LABELS).subarray(0, -4), 'Copy the file again', gzipSync(LABELS), labels],
  [
    'E_GZIP',
    'a damaged RZIP',
    field('work-ram.rzip').subarray(0, 30),
    'unpack it and name what was inside',
    LABELS,
    labels,
  ],
  ['E_SYMBOLS_FORMAT', 'no form of labels', 'local x = 1\n', 'Name its form with --format', LABELS, labels],
  [
    'E_SYMBOLS_FORMAT',
    'labels of another console',
    field('nes.mlb'),
    'Name labels of a Super Famicom game',
    LABELS,
    labels,
  ],
  [
    'E_SYMBOLS_FORMAT',
    'a list of another console',
    field('nes.wch'),
    'Name a list of a Super Famicom game',
    LABELS,
    labels,
  ],
  ['E_SYMBOLS_FORMAT', 'another file', 'plan = 1\nsystem = "counter"\n', '`lockstep run', LABELS, labels],
  ['E_TRACE_JSON', 'a ZIP archive around it', zipOf([{ name: 'a.jsonl', content: LOG }]), 'Unpack it', LOG, verify],
  ['E_TRACE_JSON', 'a byte order mark', Buffer.concat([MARK, LOG]), 'Take the first three bytes off', LOG, verify],
  ['E_TRACE_JSON', 'another file', LABELS, '`lockstep symbols --import', LOG, verify],
  ['E_TRACE_JSON', 'a log saved as UTF-16', Buffer.from(LOG.toString(), 'utf16le'), 'Save it as UTF-8', LOG, verify],
  ['E_TRACE_CR', 'line ends of Windows', LOG.toString().replaceAll('\n', '\r\n'), 'dos2unix', LOG, verify],
  ['E_MOVIE_ARCHIVE', 'a cut archive', MOVIE.subarray(0, MOVIE.length - 30), 'again', MOVIE, rows],
  ['E_MOVIE_FORM', 'several files', field('several.zip'), 'Unpack it and name one of its files', MOVIE, rows],
  ['E_MOVIE_FORM', 'a form that is not read', field('old.mmo'), 'convert it to .bk2 there', MOVIE, rows],
  ['E_ROM_SIZE', 'a patch', 'PATCHEOF', 'rom info IMAGE --patch', image(), disassemble],
  ['E_ROM_SIZE', 'a cut image', image().subarray(0, 0x7000), 'Copy it again', image(), disassemble],
  ['E_ROM_SIZE', 'an archive of several files', field('several.zip'), 'name one of its files', image(), disassemble],
];

test.each(CAUSES)('%s: %s', async (code, _, bad, remedy, good, command) => {
  const refused = await run(command(folder.write('cause', bad)));
  expect([refused.code, refused.out]).toEqual([2, '']);
  expect(refused.err).toMatch(new RegExp(`^${code} [^\\n]*\\n$`, 'u'));
  expect(refused.err).toContain(remedy);
  const after = await run(command(folder.write('cause', good)));
  expect([after.code, after.err]).toEqual([0, '']);
});

test('E_MOVIE_START: a movie from a savestate; both ways that its message names work', async () => {
  const file = folder.write('snapshot.smv', field('snapshot.smv'));
  const words = ['convert', file, '-o', place('from-snapshot.bk2')];
  const refused = await run(words);
  expect(refused.err).toMatch(/^E_MOVIE_START .*--rows-only writes its rows alone/u);
  expect((await run([...words, '--rows-only'])).code).toBe(0);
  const recorded = await run([
    'record',
    folder.write('start.sfc', image()),
    '--input',
    file,
    '-o',
    place('start.jsonl'),
  ]);
  const [, advised = ''] = /`lockstep (convert [^`]*)`/u.exec(recorded.err) ?? [];
  expect((await run(advised.replace('rows.pads', place('rows.pads')).split(' '))).code).toBe(0);
});

test('E_USAGE: a table that is asked for as something else than a trace; what its message says is enough', async () => {
  const table = folder.write('t.csv', 'frame,pad\n0,0\n');
  const map = folder.write('map.toml', 'columns = 1\n');
  const refused = await run(['convert', table, '--columns', map, '-o', place('t2.csv')]);
  expect(refused.err).toContain('E_USAGE: a table can only be converted to a trace. Name the output .jsonl');
  // the map is read now, and found wanting
  expect((await run(['convert', table, '--columns', map, '-o', place('t2.jsonl')])).err).toMatch(/^E_COLUMNS /u);
});
