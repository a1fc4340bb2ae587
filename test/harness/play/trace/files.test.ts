/** Logs as files: plain and packed, written whole or not at all, read with their errors. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { createTraceWriter } from '../../../../harness/play/trace/writer.js';
import { findLogs } from '../../../../harness/play/verify/verify.js';
import { zipOf } from '../../files/movies/zip-bytes.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { readFileRows } from '../../fixtures/read-rows.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const ROWS = tickerRows(somePads(3000));
const TEXT = sealed(tickerHeader(), rowLines(ROWS));
const GZIP = gzipSync(TEXT);

function writeLog(name: string): string {
  const file = join(folder.path, name);
  const writer = createTraceWriter(file, tickerHeader() as unknown as TraceHeader);
  for (const row of ROWS) writer.frame(row.frame, row.pad, row.values);
  writer.finish();
  return file;
}

describe('writing files', () => {
  test('plain and gzip hold the reference text, and no temporary file is left', () => {
    expect(readFileSync(writeLog('plain.jsonl'), 'utf8')).toBe(TEXT);
    expect(gunzipSync(readFileSync(writeLog('packed.jsonl.gz'))).toString()).toBe(TEXT);
    expect(readdirSync(folder.path).filter((name) => name.includes('tmp'))).toEqual([]);
  });

  test('gzip bytes carry neither time nor system', () => {
    const first = readFileSync(writeLog('one.jsonl.gz'));
    expect([...first.subarray(4, 8), first[9]]).toEqual([0, 0, 0, 0, 255]);
    expect(readFileSync(writeLog('two.jsonl.gz')).equals(first)).toBe(true);
  });

  test('a file has its name only when it is whole', () => {
    const file = join(folder.path, 'half.jsonl');
    const writer = createTraceWriter(file, tickerHeader() as unknown as TraceHeader);
    writer.frame(0, 0, [1, 1, 0, 0, 0, 5]);
    expect(existsSync(file)).toBe(false);
    writer.abort();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder.path).filter((name) => name.startsWith('half'))).toEqual([]);
  });

  test('a wrong value leaves no file behind', async () => {
    const writer = createTraceWriter(join(folder.path, 'bad.jsonl'), tickerHeader() as unknown as TraceHeader);
    expect((await lockstepErrorOf(() => writer.frame(0, 0, [70000, 0, 0, 0, 0, 0]))).code).toBe('E_TRACE_WIDTH');
    expect(readdirSync(folder.path).filter((name) => name.startsWith('bad'))).toEqual([]);
  });

  test('an output in a folder that does not exist is refused', async () => {
    const action = (): unknown => createTraceWriter('/nowhere/at/all.jsonl', tickerHeader() as unknown as TraceHeader);
    expect((await lockstepErrorOf(action)).code).toBe('E_OUTPUT_WRITE');
  });
});

describe('reading files', () => {
  test('plain, gzip, and gzip of several members are read', async () => {
    const members = Buffer.concat([gzipSync(TEXT.slice(0, 5000)), gzipSync(TEXT.slice(5000))]);
    for (const [name, content] of [
      ['a.jsonl', TEXT],
      ['a.jsonl.gz', GZIP],
      ['b.jsonl.gz', members],
    ] as const) {
      const rows = await readFileRows(folder.write(name, content));
      expect(rows.map((row) => row.values)).toEqual(ROWS.map((row) => row.values));
    }
  });

  test('cut and damaged gzip is refused, with the byte where it was cut', async () => {
    for (const length of [3, 20, GZIP.length >> 1, GZIP.length - 1]) {
      const error = await lockstepErrorOf(() => readFileRows(folder.write('cut.gz', GZIP.subarray(0, length))));
      expect(error.code).toBe('E_TRACE_GZIP');
      expect(error.details.offset ?? 0).toBeLessThanOrEqual(length);
    }
    const damaged = Buffer.from(GZIP);
    damaged[GZIP.length - 6] = (damaged[GZIP.length - 6] ?? 0) ^ 1;
    expect((await lockstepErrorOf(() => readFileRows(folder.write('crc.gz', damaged)))).code).toBe('E_TRACE_GZIP');
  });

  test('a row that damage within the gzip data broke is not blamed: the checksum at their end is', async () => {
    // stored, so that one byte of the data is one byte of a row, and longer than the pieces that are read
    const long = sealed(tickerHeader(), rowLines(tickerRows(somePads(40_000))));
    const stored = gzipSync(long, { level: 0 });
    const at = stored.indexOf('\n[200,') + 1;
    const damaged = Buffer.from(stored).fill('(', at, at + 1);
    expect(long.length).toBeGreaterThan(512 * 1024);
    const error = await lockstepErrorOf(() => readFileRows(folder.write('flipped.gz', damaged)));
    expect([error.code, error.message]).toEqual(['E_TRACE_GZIP', expect.stringContaining('data check')]);
    // the same row in whole data is told itself
    const broken = gzipSync(long.replace('\n[200,', '\n(200,'), { level: 0 });
    const row = await lockstepErrorOf(() => readFileRows(folder.write('broken.gz', broken)));
    expect([row.code, row.details.line]).toEqual(['E_TRACE_ROW', 202]);
  });

  test('wrappings, padding and a byte order mark are taken off', async () => {
    const plain = await readFileRows(folder.write('plain.jsonl', TEXT));
    const files: readonly (readonly [name: string, content: Uint8Array])[] = [
      ['padded.gz', Buffer.concat([GZIP, Buffer.alloc(7)])],
      ['tail.gz', Buffer.concat([GZIP, Buffer.from('garbage')])],
      ['marked.jsonl', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(TEXT)])],
      ['in.zip', zipOf([{ name: 'a.jsonl', content: TEXT }])],
      ['gzip-in.zip', zipOf([{ name: 'a.jsonl.gz', content: GZIP }])],
    ];
    for (const [name, content] of files) expect(await readFileRows(folder.write(name, content)), name).toEqual(plain);
  });

  test('a log that unpacks to more than the limit is refused', async () => {
    const bomb = folder.write('bomb.gz', gzipSync(`${TEXT}${' '.repeat(50_000_000)}`));
    const error = await lockstepErrorOf(() => readFileRows(bomb, { maxBytes: 100_000 }));
    expect(error.code).toBe('E_TRACE_TOO_LARGE');
  });

  test('viewers open a cut gzip log as far as it goes', async () => {
    const file = folder.write('viewer.gz', GZIP.subarray(0, GZIP.length >> 1));
    const rows = await readFileRows(file, { allowIncomplete: true });
    expect(rows.length).toBeGreaterThan(100);
    expect(rows.map((row) => row.values)).toEqual(ROWS.slice(0, rows.length).map((row) => row.values));
  });

  test('an empty log, a missing one, a folder and an empty folder are refused', async () => {
    expect((await lockstepErrorOf(() => readFileRows(folder.write('empty.jsonl', '')))).code).toBe('E_TRACE_EMPTY');
    expect((await lockstepErrorOf(() => readFileRows(folder.write('empty.gz', gzipSync(''))))).code).toBe(
      'E_TRACE_EMPTY',
    );
    expect((await lockstepErrorOf(() => readFileRows(join(folder.path, 'none')))).code).toBe('E_FILE');
    expect((await lockstepErrorOf(() => readFileRows(folder.path))).code).toBe('E_FILE');
    expect((await lockstepErrorOf(() => findLogs([join(folder.path, 'none')]))).code).toBe('E_FILE');
    const empty = testFolder();
    expect((await lockstepErrorOf(() => findLogs([empty.path]))).code).toBe('E_FOLDER_EMPTY');
  });
});
