/** Reading .bk2 input: archives of our own making, with the LogKey in the published order and in another one, and broken ones. */
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { LockstepError } from '../../../harness/errors.js';
import { readBk2 } from '../../../harness/movies/bk2.js';
import { PAD_BITS } from '../../../harness/record/pad-script.js';

const KEY = 'LogKey:#Reset|Power|#P1 Up|P1 Down|P1 Left|P1 Right|P1 Select|P1 Start|P1 Y|P1 B|P1 X|P1 A|P1 L|P1 R|';
const EXTENDED =
  'LogKey:#Reset|Power|#P1 B|P1 Y|P1 Select|P1 Start|P1 Up|P1 Down|P1 Left|P1 Right|P1 A|P1 X|P1 L|P1 R|';

function movie(rows: readonly string[], key = KEY, header = 'Platform SNES\n'): Uint8Array {
  const log = ['[Input]', key, ...rows, '[/Input]', ''].join('\r\n');
  return zipSync({ 'Header.txt': strToU8(header), 'Input Log.txt': strToU8(log), 'Comments.txt': strToU8('') });
}

function codeOf(run: () => unknown): string {
  try {
    run();
    return 'accepted';
  } catch (error) {
    if (error instanceof LockstepError) return `${error.code} ${error.details.line ?? ''}`.trim();
    throw error;
  }
}

test('rows become events, the order of the buttons comes from the log key', () => {
  const up = 1 << PAD_BITS.Up;
  const startAndR = (1 << PAD_BITS.Start) | (1 << PAD_BITS.R);
  const read = readBk2(
    movie(['|..|U...........|', '|..|U...........|', '|..|............|', '|..|.....S.....r|']),
    'm.bk2',
  );
  expect(read).toEqual({
    frames: 4,
    events: [
      { frame: 0, mask: up },
      { frame: 2, mask: 0 },
      { frame: 3, mask: startAndR },
    ],
  });
  const other = readBk2(movie(['|..|....U.......|', '|..|...S.......!|'], EXTENDED), 'm.bk2');
  expect(other.events.map((event) => event.mask)).toEqual([up, startAndR]);
});

describe('broken movies give one clear error', () => {
  const whole = movie(['|..|............|']);
  test.each([
    ['no archive', Uint8Array.of(1, 2, 3), 'E_MOVIE'],
    ['cut off', whole.subarray(0, whole.length - 30), 'E_MOVIE'],
    ['no input log', zipSync({ 'Header.txt': strToU8('Platform SNES\n') }), 'E_MOVIE'],
    ['another console', movie(['|..|............|'], KEY, 'Platform NES\n'), 'E_MOVIE 1'],
    ['from a savestate', movie(['|..|............|'], KEY, 'Platform SNES\nStartsFromSavestate True\n'), 'E_MOVIE 2'],
    ['a short row', movie(['|..|...........|']), 'E_MOVIE 3'],
    ['a reset', movie(['|r.|............|']), 'E_MOVIE 3'],
    ['sub-frame input', movie([], 'LogKey:#Reset|Power|Subframe|#P1 Up|'), 'E_MOVIE 2'],
    ['a row before the key', movie([], '|..|............|'), 'E_MOVIE 2'],
    ['no rows', movie([]), 'E_MOVIE'],
  ])('%s', (_, bytes, code) => {
    expect(codeOf(() => readBk2(bytes, 'm.bk2'))).toBe(code);
  });
  test('every cut of a whole movie is refused', () => {
    for (let length = 0; length < whole.length; length++) {
      expect(codeOf(() => readBk2(whole.subarray(0, length), 'm.bk2'))).toMatch(/^E_MOVIE/);
    }
  });
});
