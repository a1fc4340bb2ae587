/**
 * Each cause of each code of the readers, as `docs/FORMS.md` lists them: the cause is built, the remedy of the page stands in the message, it
 * is followed, and then the command works. A code's only cause is often that of the tables beside this file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../../../harness/base/error-codes.js';
import { formatError } from '../../../../harness/base/errors.js';
import { CAUSES } from '../../../../harness/tools/generate/causes.js';
import { bk2File, bk2Log, mmoFile } from '../../files/movies/movie-files.js';
import { zipOf } from '../../files/movies/zip-bytes.js';
import { lockstepErrorOf } from '../../fixtures/files.js';
import { rowLines, sealed, somePads, tickerHeader, tickerMap, tickerRows } from '../../fixtures/ticker-log.js';
import { FIELD } from '../../fuzz/field-targets.js';
import { FOLLOWED_BY } from './elsewhere.js';
import { OF_COMMAND } from './of-command.js';
import { OF_FILES, record, START } from './of-files.js';
import { OF_IMAGES, workRam } from './of-images.js';
import { OF_LOGS } from './of-logs.js';
import { OF_PLANS } from './of-plans.js';
import { OF_PROGRAMS } from './of-programs.js';
import { bundled, folder, place, run, saidOf, type Words } from './row.js';

type Content = string | Uint8Array;
type Command = (file: string) => Words;
type Built = readonly [code: string, cause: string, bad: Content, good: Content, command: Command, exit?: 2];

const LABELS = 'SnesWorkRam:03AE:actionPoints\n';
const LOG = Buffer.from(sealed(tickerHeader(), rowLines(tickerRows(somePads(10)))));
const MOVIE = bk2File(bk2Log([['A'], ['B']]));
const TOML = 'plan = 1\nsystem = "counter"\n[setup]\nstart = 1\n';
const CSV = 'Frame,Pad,Presses\n0,0,0\n1,1,1\n';
const PATCH = Buffer.from('PATCH\0\0\x02\0\x01\xaaEOF', 'latin1');
const VECTORS = readFileSync(bundled('traces/vectors/C1-2800-enemy-move-cost.jsonl.gz'));
const field = (name: string): Buffer => readFileSync(join(FIELD, name));
const traceOf = (name: string, change = (text: string): string => text): string =>
  change(field(name).toString('latin1')).repeat(9);
const image = (): Uint8Array => {
  const bytes = new Uint8Array(0x8000);
  bytes.set([0x34, 0x12, 0xcb, 0xed], 0x7fdc);
  return bytes;
};

const labels: Command = (file) => ['symbols', '--import', file];
const verify: Command = (file) => ['verify', file];
const rows: Command = (file) => ['convert', file, '-o', place('rows.csv')];
const disassemble: Command = (file) => ['rom', 'disassemble', file, '00:8000', '--instructions', '1', '--force-rom'];
const patch: Command = (file) => ['rom', 'info', folder.write('patched.sfc', image()), '--force-rom', '--patch', file];
const plan: Command = (file) => ['plan', '--from', file, '-o', place('from-cause.toml')];
const play: Command = (file) => ['run', file];
const vectors: Command = (file) => ['vectors', file];
const table: Command = (file) => {
  const map = folder.write('cause-map.toml', tickerMap({ presses: 'Presses', padWord: 'Pad' }));
  return ['convert', file, '--columns', map, '-o', place('cause.jsonl')];
};

const CUT_ARCHIVE = MOVIE.subarray(0, MOVIE.length - 30);
const SMV = field('movie-143.smv');
const laterVersion = Buffer.from(SMV).fill(9, 4, 5);

/** Causes beside those of the tables; `exit` 2: the readers take it, and nothing of it can be compared. */
const BUILT: readonly Built[] = [
  [
    'E_CPU_TRACE_DIALECT',
    'the short form of Geiger’s debugger',
    traceOf('geiger-short.log'),
    traceOf('geiger.log'),
    verify,
    2,
  ],
  [
    'E_CPU_TRACE_DIALECT',
    'a column left out',
    traceOf('bsnes-plus.log', (text) => text.replace('S:01f0 ', '')),
    traceOf('bsnes-plus.log'),
    verify,
    2,
  ],
  [
    'E_CPU_TRACE_DIALECT',
    'labels in the place of addresses',
    traceOf('mesen.log', (text) => text.replace('LDA #$12', 'LDA Label')),
    traceOf('mesen.log'),
    verify,
    2,
  ],
  ['E_CPU_TRACE_DIALECT', 'a trace of another processor', field('other-console.log'), traceOf('mesen.log'), verify, 2],
  [
    'E_CPU_TRACE_DIALECT',
    'a cut before the end of its first row',
    field('geiger.log').subarray(0, -20),
    traceOf('geiger.log'),
    verify,
    2,
  ],
  ['E_GZIP', 'cut gzip data', gzipSync(LABELS).subarray(0, -4), gzipSync(LABELS), labels],
  ['E_GZIP', 'a cut ZIP', zipOf([{ name: 'a.mlb', content: LABELS }]).subarray(0, -30), LABELS, labels],
  ['E_GZIP', 'a damaged RZIP', field('work-ram.rzip').subarray(0, 30), LABELS, labels],
  ['E_MOVIE', 'another console', bk2File(bk2Log([['A']]), { header: 'Platform GB\n' }), MOVIE, rows],
  ['E_MOVIE', 'a second movie behind the first', Buffer.concat([SMV, SMV]), SMV, rows],
  ['E_MOVIE', 'a later version', laterVersion, SMV, rows],
  ['E_MOVIE', 'a cut .r16m', field('cut.r16m'), field('latches.r16m'), rows],
  ['E_MOVIE_ARCHIVE', 'a cut archive', CUT_ARCHIVE, MOVIE, rows],
  ['E_MOVIE_ARCHIVE', 'two archives behind one another', Buffer.concat([MOVIE, mmoFile([['A']])]), MOVIE, rows],
  [
    'E_MOVIE_ARCHIVE',
    'a packing that few tools know',
    zipOf([
      { name: 'Header.txt', content: 'Platform SNES\n', method: 14 },
      { name: 'Input Log.txt', content: bk2Log([['A']]) },
    ]),
    MOVIE,
    rows,
  ],
  ['E_MOVIE_FORM', 'several files', field('several.zip'), MOVIE, rows],
  ['E_MOVIE_FORM', 'a form that is not read', field('old.mmo'), MOVIE, rows],
  ['E_PLAN_TOML', 'a plan that was pasted twice', TOML + TOML, TOML, play],
  ['E_PLAN_TOML', 'a key that stands twice', TOML.replace('plan = 1', 'plan = 1\nplan = 1'), TOML, play],
  ['E_SCRIPT_SYNTAX', 'comments alone', '# frame mask\n', START, record],
  ['E_PATCH_DAMAGED', 'a doubled patch', Buffer.concat([PATCH, PATCH]), PATCH, patch],
  ['E_PATCH_KIND', 'a patch of another form', field('patch.xdelta'), PATCH, patch],
  ['E_ROM_SIZE', 'a patch', 'PATCHEOF', image(), disassemble],
  ['E_ROM_SIZE', 'a cut image', image().subarray(0, 0x7000), image(), disassemble],
  ['E_ROM_SIZE', 'an archive of several files', field('several.zip'), image(), disassemble],
  ['E_ROM_SIZE', 'an image of another console', field('game.nes'), image(), disassemble],
  ['E_STATE_BATTLE', 'no state', 'a letter\n', workRam(), plan],
  ['E_STATE_BATTLE', 'a picture beside the state', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), workRam(), plan],
  ['E_STATE_BATTLE', 'a packed file that is not read', field('archive.7z'), workRam(), plan],
  ['E_STATE_BATTLE', 'an empty file', '', workRam(), plan],
  ['E_STATE_FILE', 'a damaged RZIP', field('work-ram.rzip').subarray(0, 30), workRam(), plan],
  ['E_STATE_FILE', 'a cut Mesen savestate', field('state.mss').subarray(0, 40), workRam(), plan],
  ['E_STATE_FILE', 'a movie from power-on', MOVIE, workRam(), plan],
  ['E_SYMBOLS_FORMAT', 'no form of labels', 'local x = 1\n', LABELS, labels],
  ['E_SYMBOLS_FORMAT', 'labels of another console', field('nes.mlb'), LABELS, labels],
  ['E_SYMBOLS_FORMAT', 'a list of another console', field('nes.wch'), LABELS, labels],
  ['E_SYMBOLS_FORMAT', 'another file', 'plan = 1\nsystem = "counter"\n', LABELS, labels],
  ['E_SYMBOLS_LINE', 'code notes that are cut', '{"CodeNotes":[{"Address":"0x0003ae",', field('notes.json'), labels],
  ['E_TABLE', 'another separator', CSV.replaceAll(',', ';'), CSV, table],
  ['E_TABLE', 'a quote that is not closed', CSV.replace('1,1,1', '1,1,"1'), CSV, table],
  ['E_TABLE', 'two tables joined', CSV + CSV, CSV, table],
  ['E_TABLE', 'names of columns alone', 'Frame,Pad,Presses\n', CSV, table],
  ['E_TABLE', 'an empty file', '', CSV, table],
  ['E_TABLE', 'a web page', '<!doctype html>\n<html></html>\n', CSV, table],
  ['E_TEXT', 'UTF-16 with a mark', Buffer.from(`\uFEFF${LABELS}`, 'utf16le'), LABELS, labels],
  ['E_TEXT', 'UTF-16 without one', Buffer.from(LABELS, 'utf16le'), LABELS, labels],
  ['E_TEXT', 'Latin-1', Buffer.from(`${LABELS};\xe9\n`, 'latin1'), `${LABELS};\u00e9\n`, labels],
  ['E_TEXT', 'no text', Buffer.from([1, 2, 0, 3]), LABELS, labels],
  ['E_TEXT', 'a spreadsheet', field('table.xlsx'), CSV, table],
  ['E_TRACE_AFTER_FOOTER', 'text behind the log', `${LOG}\n-- end --\n`, LOG, verify],
  ['E_TRACE_CR', 'line ends of old Macs', LOG.toString().replaceAll('\n', '\r'), LOG, verify],
  ['E_TRACE_JSON', 'another file', LABELS, LOG, verify],
  ['E_TRACE_JSON', 'a log saved as UTF-16', Buffer.from(LOG.toString(), 'utf16le'), LOG, verify],
  ['E_VECTOR_FORM', 'a cut file', '{"vectors":1,"routine":"C1:2800"', VECTORS, vectors],
];

const IN_TABLES = [...OF_LOGS, ...OF_PLANS, ...OF_FILES, ...OF_IMAGES, ...OF_COMMAND];
/** Remedies that a test of its own follows, below. */
const APART = ['E_STATE_FILE: a log without a moment', 'E_CPU_TRACE_DIALECT: no trace'];
const nameOf = (code: string, cause: string): string => `${code}: ${cause}`;
const remedyOf = (code: string, cause: string): string => {
  const found = CAUSES.find((one) => one.code === code && one.cause === cause);
  if (found === undefined) throw new Error(`docs/FORMS.md has no cause ${nameOf(code, cause)}`);
  return found.remedy;
};
const built = new Set(BUILT.map(([code, cause]) => nameOf(code, cause)));
/** Causes of the page that are built by the row of their code in another table. */
const OTHERS = CAUSES.filter(({ code, cause }) => ![...built, ...APART].includes(nameOf(code, cause)));

/** Refused in one line with the code and the remedy of the page. */
async function refusedLine(words: Words, code: string, remedy: string): Promise<string> {
  const refused = await run(words);
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(new RegExp(`^${code} ?[^\\n]*\\n$`, 'u'));
  expect(refused.err).toContain(remedy);
  expect(refused.err.replaceAll(folder.path, '').length).toBeLessThanOrEqual(300);
  return refused.err;
}

const CASES = BUILT.map(([code, cause, bad, good, command, exit = 0]) => ({ code, cause, bad, good, command, exit }));

test.each(CASES)('$code: $cause', async ({ code, cause, bad, good, command, exit }) => {
  await refusedLine(command(folder.write('cause', bad)), code, remedyOf(code, cause));
  const after = await run(command(folder.write('cause', good)));
  expect([after.code, after.err]).toEqual([exit, '']);
});

test.each(OTHERS.filter(({ code }) => FOLLOWED_BY[code] === undefined))('$code: $cause', async ({ code, remedy }) => {
  const row = IN_TABLES.find((one) => one.code === code && one.remedy !== 'Did you mean wch');
  if (row !== undefined) {
    const words = await row.bad();
    const line = await refusedLine(words, code, remedy);
    const after = await run(await row.follow(saidOf(line), words));
    expect(after.code, after.err).toBe(row.exit ?? 0);
    return;
  }
  const action = OF_PROGRAMS.find((one) => one.code === code);
  if (action === undefined) throw new Error('nothing builds this cause');
  expect(formatError(await lockstepErrorOf(action.bad))).toContain(remedy);
  await action.follow();
});

test('each code has at most one cause that another table builds', () => {
  const codes = OTHERS.map(({ code }) => code);
  expect(codes.filter((code, at) => codes.indexOf(code) !== at)).toEqual([]);
});

/** What readers of files refuse with. What a file says that was read well is another matter. */
const OF_READERS =
  /^E_(?:BRANCH_FILE|CERTIFICATE|CHECKPOINT|COLUMNS|CPU_|DUMP_|FILE$|FOLDER_EMPTY|GZIP|JOB|MOVIE|PATCH_|PLAN_(?:SCHEMA|TOML|VALUE|VERSION)|PROFILE_FILE|RECORDING_|ROM_(?:EMPTY|SIZE)|SCRIPT_|SETTLED_FILE|STATE_(?!REFUSED)|SYMBOLS_(?!CELL)|TABLE|TEXT|TRACE_|VECTOR_FORM)/u;

test('every code of a reader has a cause, and every cause a code of a reader', () => {
  const codes = Object.keys(ERROR_CODES).filter((code) => OF_READERS.test(code));
  expect([...new Set(CAUSES.map(({ code }) => code))].sort()).toEqual(codes);
});

test('E_CPU_TRACE_DIALECT: no trace; the page that its message names has the dialects', async () => {
  const error = await lockstepErrorOf(OF_PROGRAMS.find(({ code }) => code === 'E_CPU_TRACE_DIALECT')?.bad ?? (() => 0));
  expect(formatError(error)).toContain(remedyOf('E_CPU_TRACE_DIALECT', 'no trace'));
  expect(readFileSync(bundled('harness/original/cpu-trace/FORMAT.md'), 'utf8')).toContain('## Dialects');
});

test('E_STATE_FILE: a log without a moment; with --at it is taken', async () => {
  const log = place('moments.jsonl');
  expect((await run(['run', bundled('traces/live-a-live/takahara-namcat.toml'), '-o', log])).code).toBe(0);
  const words = plan(log);
  await refusedLine(words, 'E_STATE_FILE', remedyOf('E_STATE_FILE', 'a log without a moment'));
  const after = await run([...words, '--at', '1']);
  expect([after.code, after.err.startsWith('E_')]).toEqual([0, false]);
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
