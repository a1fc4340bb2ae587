/** Movies as files: conversions, pad words of a trace, and nothing left behind when something is wrong. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { convertToMovie, isMovieFile, movieFormOf } from '../../../../harness/capture/export/movie-file.js';
import { readMovieFile } from '../../../../harness/files/movies/read-movie.js';
import { errorOf } from '../../capture/record/expect-error.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput } from './movie-files.js';

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-movies-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string): string => join(scratch, name);

test('a movie of lsnes becomes one of BizHawk', async () => {
  writeFileSync(at('a.lsmv'), lsmvFile(lsmvInput([['A'], []])));
  const made = await convertToMovie(at('a.lsmv'), at('a.bk2'), 'bk2');
  expect(made).toMatchObject({ frames: 3, to: 'bk2', from: 'lsmv, 2 rows, 1 pad, power-on, lsnes, bsnes v085' });
  expect([...(readMovieFile(at('a.bk2')).input.pads[0] ?? [])]).toEqual([0, 0x100, 0]);
});

test('the pad words of a recorded log become rows of the same frames', async () => {
  const log = 'traces/logs/party-charge.jsonl.gz';
  const lines = gunzipSync(readFileSync(log)).toString('utf8').trimEnd().split('\n').slice(1, -1);
  // Mask from register word, bit by bit: bit 15 of the word is bit 0 of the mask.
  const maskOf = (word: number): number =>
    Array.from({ length: 12 }, (_, bit) => ((word >> (15 - bit)) & 1) << bit).reduce((sum, bit) => sum + bit, 0);
  const expected: number[] = [];
  for (const line of lines) {
    const row = JSON.parse(line) as [number, number, ...unknown[]];
    const count = typeof row.at(-1) === 'number' ? (row.at(-1) as number) : 1;
    for (let frame = row[0]; frame < row[0] + count; frame++) expected[frame] = maskOf(row[1]);
  }
  const made = await convertToMovie(log, at('b.bk2'), 'bk2');
  const rows = [...(readMovieFile(at('b.bk2')).input.pads[0] ?? [])];
  expect(rows.length).toBe(expected.length);
  expect(rows).toEqual(Array.from(expected, (mask) => mask ?? 0));
  expect(rows.some((mask) => mask !== 0)).toBe(true);
  expect(made.notes[0]).toMatch(/^the log begins with frame \d+: the rows before it are empty$/);
});

test('a movie that cannot be converted leaves no file behind', async () => {
  writeFileSync(at('c.bk2'), bk2File(bk2Log([['A']])));
  writeFileSync(at('d.lsmv'), 'PK nothing');
  const before = readdirSync(scratch);
  expect((await errorOf(() => convertToMovie(at('c.bk2'), at('x.lsmv'), 'lsmv'))).code).toBe('E_MOVIE_INPUT');
  expect((await errorOf(() => convertToMovie(at('d.lsmv'), at('x.bk2'), 'bk2'))).code).toBe('E_MOVIE_ARCHIVE');
  expect((await errorOf(() => convertToMovie(at('nowhere'), at('x.bk2'), 'bk2'))).code).toBe('E_FILE');
  expect((await errorOf(() => convertToMovie(at('c.bk2'), at('no/x.bk2'), 'bk2'))).code).toBe('E_OUTPUT_WRITE');
  expect(readdirSync(scratch)).toEqual(before);
});

test('formats are found by name and by content', () => {
  expect(['a.BK2', 'a.lsmv', 'a.smv', 'a.jsonl'].map(movieFormOf)).toEqual(['bk2', 'lsmv', undefined, undefined]);
  writeFileSync(at('e.txt'), bk2File(bk2Log([[]])));
  expect(isMovieFile(at('e.txt'))).toBe(true);
  expect(isMovieFile('README.md')).toBe(false);
});
