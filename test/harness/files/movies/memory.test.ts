/** Movies of days: read and written in pieces, with nothing lost between two of them. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { MovieInput } from '../../../../harness/files/movies/movie.js';
import { writeBk2, writeLsmv } from '../../../../harness/files/movies/movie-writers.js';
import { readMovieBytes } from '../../../../harness/files/movies/read-movie.js';
import { builtCommand } from '../../fixtures/compile-sources.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';

const folder = testFolder();
/** Rows that a file of less than a megabyte holds when all are empty: four days. */
const EMPTY_ROWS = 20_000_000;
const MAX_KILOBYTES = 300 * 1024;

const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('peak '+process.resourceUsage().maxRSS+'\\n'))`;

/** Runs the command; its largest memory in kilobytes. */
function peakOf(...words: readonly string[]): number {
  const run = spawnSync(process.execPath, ['--import', REPORT, builtCommand(), ...words], { encoding: 'utf8' });
  expect(run.stderr).not.toContain('E_');
  expect([run.status, run.signal]).toEqual([0, null]);
  return Number(/peak (\d+)/u.exec(run.stderr)?.[1]);
}

test('twenty million empty rows take less than 300 megabytes, read and written', () => {
  const input = { frames: EMPTY_ROWS, pads: [new Uint16Array(EMPTY_ROWS)], resets: [], powers: [] };
  const bytes = writeBk2(input);
  expect(bytes.length).toBeLessThan(1_000_000);
  const movie = folder.write('empty.bk2', bytes);
  expect(peakOf('convert', movie, '-o', join(folder.path, 'empty.lsmv'))).toBeLessThan(MAX_KILOBYTES);
}, 600_000);

/** Rows over three pieces of 65,536: presses at both sides of each border, the rest released. */
const ROWS = 3 * 65_536 + 5;
const BORDERS = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, ROWS - 1];

function sparse(): MovieInput {
  const pads = [new Uint16Array(ROWS), new Uint16Array(ROWS)];
  BORDERS.forEach((row, index) => {
    for (const [pad, masks] of pads.entries()) masks[row] = 1 << ((index + pad) % 12);
  });
  return { frames: ROWS, pads, resets: [2, 65_536], powers: [] };
}

test('what lies beside the borders of pieces comes back, in both forms', () => {
  const input = sparse();
  for (const bytes of [writeBk2(input), writeLsmv(input)]) {
    const again = readMovieBytes(bytes, 'movie').input;
    expect([again.frames, again.resets]).toEqual([ROWS, input.resets]);
    for (const [pad, masks] of input.pads.entries()) {
      expect(Buffer.from(again.pads[pad]?.buffer ?? new ArrayBuffer(0)).equals(Buffer.from(masks.buffer))).toBe(true);
    }
  }
});

test('another reader of ZIP archives finds every member whole', () => {
  const members = unzipSync(writeBk2(sparse(), { comments: ['one'] }));
  expect(Object.keys(members)).toEqual([
    'BizVersion.txt',
    'Header.txt',
    'Comments.txt',
    'Subtitles.txt',
    'Input Log.txt',
  ]);
  const lines = Buffer.from(members['Input Log.txt'] ?? [])
    .toString()
    .split('\r\n');
  // [Input], the log key, the rows, [/Input], and nothing behind the last line end
  expect(lines).toHaveLength(ROWS + 4);
  expect(lines[2 + 65_536]).toMatch(/^\|r\.\|/u);
  expect(lines[2 + 65_538]).toBe(`|..|${'.'.repeat(12)}|${'.'.repeat(12)}|`);
  expect(Buffer.from(members['Comments.txt'] ?? []).toString()).toBe('one\r\n');
});

test('a movie of resets alone is refused before it fills the memory', async () => {
  const frames = 1_000_001;
  const resets = Array.from({ length: frames }, (_, row) => row);
  const bytes = writeBk2({ frames, pads: [new Uint16Array(frames)], resets, powers: [] });
  const error = await lockstepErrorOf(() => readMovieBytes(bytes, 'movie'));
  expect([error.code, error.details.found]).toEqual(['E_MOVIE', 'over 1000000 times']);
});
