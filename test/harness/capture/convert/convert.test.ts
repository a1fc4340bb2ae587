/** Tables to traces and back. Expected values come from the reference of the ticker, or were worked out by hand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { verifyLog } from '../../../../harness/play/verify/verify-log.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { readFileRows } from '../../fixtures/read-rows.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const LOGS = new URL('../../../../traces/logs/', import.meta.url).pathname;
const ROWS = tickerRows(somePads(40));

const MAP = `columns = 1
system = "ticker"
from = "0 is the first tick"
start = "created"
pad = "Pad"
frame = "Frame"
inputs = ["padWord"]
sequence = { begin = "begin", end = "end" }
source = { kind = "reference", emulator = { name = "hand", version = "1" }, rom = { title = "none" } }
[cells]
begin = "Begin"
end = { column = "End", numbers = "prefixed" }
padWord = { columns = ["Low", "High"] }
presses = { column = "Presses", numbers = "hex" }
sum = { column = "Sum", endian = "big" }
large = { column = "Large", signed = true }
`;

/** The reference's rows in the notations of the map, put together by hand. */
const CSV_LINES = ROWS.map(
  ({ frame, pad, values: [begin = 0, end = 0, word = 0, presses = 0, sum = 0, large = 0] }) => {
    const swapped = (sum % 256) * 256 + Math.floor(sum / 256);
    const hex = presses.toString(16).toUpperCase();
    const ends = frame % 2 === 0 ? `0x${end.toString(16)}` : String(end);
    const signed = large >= 2 ** 31 ? large - 2 ** 32 : large;
    return [frame, pad, begin, ends, word % 256, Math.floor(word / 256), `"${hex}"`, `${swapped} `, signed].join(',');
  },
);
const HEAD = 'Frame,Pad,Begin,End,Low,High,Presses,Sum,Large';
const CSV = `\uFEFF${HEAD}\r\n${CSV_LINES.join('\r\n')}\r\n`;

const map = folder.write('map.toml', MAP);
const output = (name: string): string => join(folder.path, name);

describe('a table becomes a trace', () => {
  const reference = ROWS.map(({ frame, pad, values }) => [frame, pad, values]);
  const plain = async (file: string): Promise<unknown[]> =>
    (await readFileRows(file)).flatMap(({ frame, input, count, values }) =>
      Array.from({ length: count }, (_, index) => [frame + index, input, values]),
    );

  test('a CSV table may have hex, prefixes, signs, big-endian values, bytes in columns, quotes, CR LF and gzip', async () => {
    for (const [name, bytes] of [
      ['a.csv', CSV],
      ['b.csv.gz', gzipSync(CSV)],
    ] as const) {
      const out = output(`${name}.jsonl.gz`);
      const run = await cli(['convert', folder.write(name, bytes), '--columns', map, '-o', out]);
      expect([run.code, run.err, run.out]).toEqual([0, '', `${out}: 40 frames, 6 cells\n`]);
      expect(await plain(out)).toEqual(reference);
      const checked = await cli(['verify', out]);
      expect([checked.code, checked.out]).toEqual([0, expect.stringContaining('40 frames of 40 compared and equal')]);
    }
  });

  test('a table of JSON Lines may hold numbers and text', async () => {
    const names = HEAD.split(',');
    const lines = CSV_LINES.map((line) => {
      const entries = line
        .replaceAll('"', '')
        .split(',')
        .map((value, at) => [names[at], /^\d+$/.test(value) && at !== 6 ? Number(value) : value]);
      return JSON.stringify({ other: { deep: [1] }, ...Object.fromEntries(entries) });
    });
    const out = output('rows.jsonl.out');
    const run = await cli(['convert', folder.write('rows.ndjson', lines.join('\n')), '--columns', map, '-o', out]);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(await plain(out)).toEqual(reference);
  });

  test('a table without names is read by column number, its first row as the starting state, with an offset of frames and a fixed pad', async () => {
    const text = `columns = 1
system = "ticker"
from = "x"
header = false
separator = ";"
frame = { column = "1", offset = -100 }
pad = 5
source = { kind = "reference" }
[cells]
sum = "2"
`;
    const file = folder.write('bare.csv', '100;7\n101;12\n104;17\n');
    const out = output('bare.jsonl');
    const run = await cli(['convert', file, '--columns', folder.write('bare.toml', text), '-o', out]);
    expect(run.out).toBe(
      `${out}: 2 frames, 1 cell\nthe starting state is line 1\nmissing between the first and the last: 2 frames\n`,
    );
    expect(await plain(out)).toEqual([
      [1, 5, [12]],
      [4, 5, [17]],
    ]);
    expect(JSON.parse(readFileSync(out, 'utf8').split('\n')[0] ?? '').image).toEqual({ '7E0345': '0700' });
  });

  test.each([
    ['homebrew', { '7E03AE': '07', 'HOST:0080': '11', 'HOST:000A': '22' }],
    ['cartridge', { '7E03AE': '07', '7E1D00': '11', 'HOST:000A': '22' }],
  ])('[image] of a %s log: 7E1D00 moves to the host window for the test ROM alone', async (kind, image) => {
    const text = `columns = 1
system = "live-a-live"
from = "x"
frame = "f"
pad = 0
start = "first-row"
source = { kind = "${kind}" }
[cells]
"actionPoints" = "points"
[image]
"7E1D00" = "11"
"HOST:000A" = "22"
`;
    const out = output(`own-${kind}.jsonl`);
    const file = folder.write('own.csv', 'f,points\n1,7\n2,7\n');
    const run = await cli(['convert', file, '--columns', folder.write('own.toml', text), '-o', out], {
      systems: SYSTEMS,
    });
    expect(run.err).toBe('');
    const header = JSON.parse(readFileSync(out, 'utf8').split('\n')[0] ?? '');
    expect([header.layout, header.image]).toEqual([2, { ...image, '7E03AE': '0700' }]);
  });
});

describe('a wrong table or map is refused with its place', () => {
  const change = (line: number, from: string | RegExp, to: string): string =>
    CSV.split('\r\n')
      .map((text, index) => (index === line - 1 ? text.replace(from, to) : text))
      .join('\n');
  const tables: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    [
      'no number',
      change(5, /,[^,]*$/, ',ten'),
      /^E_TABLE_VALUE .*:5: column 9 \(Large\) has no valid value; found "ten"; expected a decimal number from -2147483648 to 2147483647/,
    ],
    [
      'too large',
      change(3, /^1,/, '1,70000,x'),
      /^E_TABLE .*:3: the table is broken: the row has another number of columns than the first/,
    ],
    [
      'not a byte',
      change(3, '"0"', '"100"'),
      /^E_TABLE_VALUE .*:3: column 7 \(Presses\).*found "100"; expected a hex number from 0 to 255/,
    ],
    ['no hex', change(4, '"0"', '"0g"'), /^E_TABLE_VALUE .*:4: column 7 \(Presses\)/],
    ['a fraction', change(4, /^2,/, '2.5,'), /^E_TABLE_VALUE .*:4: column 1 \(Frame\)/],
    ['no such column', change(1, 'Sum', 'Sums'), /^E_TABLE_COLUMN .*:2: there is no column Sum\. Did you mean Sums/],
    ['a name twice', change(1, 'Sum', 'Pad'), /^E_TABLE .*:1: two columns have the name Pad/],
    [
      'an open quote',
      change(6, /,[^,]*$/, ',"1'),
      /^E_TABLE .*the table is broken: something stands behind a closing quote/,
    ],
    [
      'frames go back',
      change(9, /^7,/, '3,'),
      /^E_TABLE_VALUE .*:9: frame numbers must ascend; found 3; expected 7 or more/,
    ],
    ['doubled', CSV + CSV, /^E_TABLE .*: the column names stand here again: two tables are joined\./],
    ['only names', `${HEAD}\n`, /^E_TABLE .*the table holds no frame/],
    ['nothing', '', /^E_TABLE .*the file is empty/],
    [
      'UTF-16',
      Buffer.from(CSV, 'utf16le'),
      /^E_TEXT .*at byte 3: the file is UTF-16, little-endian; expected UTF-8 text/,
    ],
    ['Latin-1', Uint8Array.of(0x46, 0xe9, 0x0a), /^E_TEXT .*the file is not UTF-8/],
    [
      'damage within gzip',
      Buffer.from(gzipSync(CSV + 'more\n'.repeat(400_000), { level: 0 })).fill('x', 40 + HEAD.length, 44 + HEAD.length),
      /^E_GZIP .*the gzip data are damaged or cut; found a wrong checksum/,
    ],
    ['a cut gzip', gzipSync(CSV).subarray(0, 100), /^E_GZIP .*the gzip data are damaged or cut/],
    [
      'a bomb of zeros',
      gzipSync(Buffer.alloc(64 * 1024 * 1024)),
      /^E_TEXT .*at byte 0: the file holds bytes of value 0/,
    ],
    [
      'a line without end',
      gzipSync(Buffer.alloc(32 * 1024 * 1024, 0x31)),
      /^E_TABLE .*:1: the line is longer than 4194304/,
    ],
  ];

  test.each(tables)('a wrong table is refused, and nothing is written: %s', async (name, content, error) => {
    const file = folder.write(`bad ${name}.csv`, content);
    const out = output(`bad ${name}.jsonl`);
    const run = await cli(['convert', file, '--columns', map, '-o', out]);
    expect(run.err).toMatch(error);
    expect([run.code, run.out, run.err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    expect(readdirSync(folder.path).filter((entry) => entry.startsWith(`bad ${name}.jsonl`))).toEqual([]);
  });

  test.each([
    ['{"Frame":1}\n[1]\n', /^E_TABLE_COLUMN .*:1: there is no column Begin/],
    ['\n\n{"Frame":\n', /^E_TABLE .*:3: the line is not JSON/],
    ['[1]\n', /^E_TABLE .*:1: the line is not an object; found \[1\]/],
    [`{"Frame":"${'1'.repeat(5 * 1024 * 1024)}`, /^E_TABLE .*:1: the line is longer than/],
  ])('wrong JSON Lines are refused: %#', async (text, error) => {
    const run = await cli(['convert', folder.write('bad.ndjson', text), '--columns', map, '-o', output('no.jsonl')]);
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(error)]);
    expect(existsSync(output('no.jsonl'))).toBe(false);
  });

  test.each([
    [
      'columns = 2',
      MAP.replace('columns = 1', 'columns = 2'),
      /^E_COLUMNS .*:1: column \d+: unknown version of the columns form; found 2; expected 1\. Use a newer/,
    ],
    ['a mistyped key', MAP.replace('frame =', 'frme ='), /^E_COLUMNS .*(unknown key frme|missing key frame)/],
    ['no cells', MAP.slice(0, MAP.indexOf('[cells]')), /^E_COLUMNS .*missing key cells/],
    [
      'an unknown cell',
      MAP.replace('presses =', 'pressed ='),
      /^E_COLUMNS .*: ticker has no cell pressed\. Did you mean presses/,
    ],
    ['bytes', MAP.replace('"High"]', '"High", "Sum"]'), /^E_COLUMNS .*cell padWord has 2 bytes; found 3 columns/],
    ['TOML', MAP.replace('[cells]', '[cells'), /^E_COLUMNS .*:\d+: column \d+:/],
    ['commands', MAP.replace('"ticker"', '"counter"'), /^E_COLUMNS .*counter steps by command: a table holds frames/],
    ['a system', MAP.replace('"ticker"', '"tocker"'), /^E_SYSTEM .*Did you mean ticker/],
  ])('a wrong map is refused: %s', async (name, text, error) => {
    const words = [
      'convert',
      folder.write('good.csv', CSV),
      '--columns',
      folder.write(`${name}.toml`, text),
      '-o',
      output('no.jsonl'),
    ];
    const run = await cli(words);
    expect([run.code, run.err]).toEqual([2, expect.stringMatching(error)]);
    expect(existsSync(output('no.jsonl'))).toBe(false);
  });
});

describe('a trace becomes a trace or a table', () => {
  const log = join(LOGS, 'worked-example.jsonl.gz');
  const original = gunzipSync(readFileSync(log));
  const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').trimEnd().split('\n');

  test('a log of the first image layout gets the addresses of today, and its rows stay as they are', async () => {
    const run = await cli(['convert', log, '-o', output('today.jsonl')]);
    expect([run.code, run.out]).toEqual([0, `${output('today.jsonl')}: 359 frames, 758 cells\nnothing is lost\n`]);
    const [before, after] = [linesOf(original), linesOf(readFileSync(output('today.jsonl')))];
    expect(after.slice(1, -1)).toEqual(before.slice(1, -1));
    const [{ cells: old, image: _, ...rest }, { cells, layout, image: __, ...others }] = [before, after].map((lines) =>
      JSON.parse(lines[0] ?? ''),
    );
    expect([layout, others]).toEqual([2, rest]);
    expect(cells.map(([name]: [string]) => name)).toEqual(old.map(([name]: [string]) => name));
    expect((await verifyLog(output('today.jsonl'), { systems: SYSTEMS })).equal).toBe(359);
  });

  test('a trace written as a trace loses nothing, plain or packed', async () => {
    await cli(['convert', log, '-o', output('first.jsonl')]);
    const first = readFileSync(output('first.jsonl'));
    for (const name of ['again.jsonl', 'again.jsonl.gz']) {
      const run = await cli(['convert', output('first.jsonl'), '-o', output(name)]);
      expect([run.code, run.out]).toEqual([0, `${output(name)}: 359 frames, 758 cells\nnothing is lost\n`]);
      const bytes = readFileSync(output(name));
      expect((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).equals(first)).toBe(true);
    }
  });

  test.each(['csv', 'rows'] as const)(
    'a trace becomes a table (%s) and, by the map written beside it, the same trace again',
    async (form) => {
      const [table, columns, back] = [output(`w.${form}`), output(`w.${form}.toml`), output(`w.${form}.jsonl`)];
      const run = await cli(['convert', log, '-o', table, '--to', form, '--write-columns', columns]);
      expect(run.out.split('\n').filter((line) => line.startsWith('lost: '))).toHaveLength(2);
      const words = ['convert', table, '--columns', columns, '-o', back];
      expect((await cli(words, { systems: SYSTEMS })).out).toContain(
        '359 frames, 758 cells\nthe starting state is line ',
      );
      const result = await verifyLog(back, { systems: SYSTEMS });
      expect([result.first, result.equal]).toEqual([undefined, 359]);
      const values = async (file: string): Promise<unknown[]> =>
        (await readFileRows(file)).map((row) => [row.frame, row.input, row.count, row.values]);
      expect(await values(back)).toEqual(await values(log));
    },
  );

  test('a trace written as a table without a map loses something, and the report lists it', async () => {
    const run = await cli(['convert', log, '-o', output('alone.csv')]);
    expect(run.out).toContain('lost: which cells are inputs: sequenceBegin, sequenceEnd, padWord\n');
    expect(run.out).toContain('lost: of the starting image 5813 bytes outside of the declared cells\n');
    expect(readFileSync(output('alone.csv'), 'utf8')).toMatch(/^frame,pad,command,error,mapGenerator,demoFlag,/);
  });

  test('a log that was cut is refused, and with --incomplete taken as far as it goes', async () => {
    const lines = sealed(tickerHeader(), rowLines(ROWS)).split('\n');
    const cut = folder.write('cut.jsonl.part', `${lines.slice(0, 21).join('\n')}\n${lines[21]?.slice(0, 5)}`);
    const refused = await cli(['convert', cut, '-o', output('cut.jsonl')]);
    expect([refused.code, existsSync(output('cut.jsonl'))]).toEqual([2, false]);
    const run = await cli(['convert', cut, '--incomplete', '-o', output('cut.jsonl')]);
    expect(run.out).toBe(`${output('cut.jsonl')}: 20 frames, 6 cells\nlost: whatever the log held after its cut\n`);
    expect((await cli(['verify', output('cut.jsonl')])).code).toBe(0);
  });

  test('a wrong command line, and a log of a newer version, are refused', async () => {
    const trace = folder.write('t.jsonl', sealed(tickerHeader(), rowLines(ROWS)));
    expect((await cli(['convert', trace, '-o', trace])).err).toMatch(/^E_OUTPUT_IS_INPUT/);
    expect((await cli(['convert', trace, '-o', output('x'), '--to', 'cvs'])).err).toMatch(
      /^E_USAGE: there is no such form; found cvs/,
    );
    expect((await cli(['convert', trace, '-o', output('x'), '--write-columns', output('y')])).err).toMatch(/^E_USAGE/);
    expect((await cli(['convert', folder.write('x.csv', CSV), '-o', output('x')])).err).toMatch(
      /^E_USAGE: a table is converted by a column map/,
    );
    const next = trace.replace('t.jsonl', 't2.jsonl');
    folder.write('t2.jsonl', readFileSync(trace, 'utf8').replace('"trace":1', '"trace":2'));
    expect((await cli(['convert', next, '-o', output('x')])).err).toMatch(
      /^E_TRACE_VERSION .*Use a newer battle-lockstep/,
    );
    expect(existsSync(output('x'))).toBe(false);
  });
});
