/** The movie of a pad script against the log that a real emulator recorded with that script. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { cli } from '../../cli/run-cli.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput, MASKS, type Row } from '../../files/movies/movie-files.js';
import { testFolder } from '../../fixtures/files.js';

const LOG = 'traces/logs/worked-example.jsonl.gz';
const systems = [LIVE_A_LIVE];
const folder = testFolder();

/** The buttons of each frame of the pad script. */
function rowsOfScript(): Row[] {
  const changes = new Map(
    readFileSync('traces/homebrew/scripts/worked-example.txt', 'utf8')
      .split('\n')
      .map((line) => line.replace(/#.*/, '').trim().split(/\s+/))
      .filter(([frame = '']) => frame !== '')
      .map(([frame, mask = '']) => [Number(frame), Number.parseInt(mask, 16)] as const),
  );
  let held = 0;
  return Array.from({ length: 420 }, (_, frame) => {
    held = changes.get(frame) ?? held;
    return Object.keys(MASKS).filter((button) => (held & (MASKS[button] as number)) !== 0);
  });
}

const rows = rowsOfScript();
const bk2 = (name: string, list: readonly Row[]): string => folder.write(name, bk2File(bk2Log([...list])));
const verify = (movie: string) => cli(['verify', LOG, '--movie', movie], { systems });

// In frame 73 the recorded log still shows the row of frame 72.
test('a movie of the recorded input agrees with every frame, one of them a row late', async () => {
  const movies = [bk2('right.bk2', rows), folder.write('right.lsmv', lsmvFile(lsmvInput(rows.slice(1))))];
  for (const movie of movies) {
    const run = await verify(movie);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain(`${movie}: the pad of 358 of 359 frames is the movie's row, of 1 the row before`);
  }
});

test('a movie that starts at another frame is reported', async () => {
  const run = await verify(bk2('later.bk2', [[], [], [], ...rows]));
  expect([run.code, run.out]).toEqual([
    0,
    expect.stringContaining('the row before (the pad was read late), the movie counts 3 later'),
  ]);
});

test('a press that the log does not know may be a late reading in its first frame, but not in its second', async () => {
  const run = await verify(
    bk2(
      'other.bk2',
      rows.map((row, frame) => (frame === 200 || frame === 201 ? ['A', 'X'] : row)),
    ),
  );
  expect(run.code).toBe(1);
  expect(run.out).toContain('the pad of 356 of 359 frames');
  expect(run.out).toContain('first other pad: frame 201, log 000, movie 300');
});

test('a movie without a log, and a file that is no movie, are refused', async () => {
  const movie = bk2('again.bk2', rows);
  const none = await cli(['verify', '--movie', movie], { systems });
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/^E_USAGE: --movie needs exactly one log/)]);
  const text = folder.write('no.bk2', 'This is no movie.\n');
  expect((await verify(text)).err).toMatch(/^E_MOVIE_/);
});
