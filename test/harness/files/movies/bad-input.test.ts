/** Broken movies: one error each, with the code, the place and the remedy; bounded memory. */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formatError, LockstepError } from '../../../../harness/base/errors.js';
import { readMovieBytes } from '../../../../harness/files/movies/read-movie.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput, mmoFile, smvFile } from './movie-files.js';
import { type ZipMember, zipOf } from './zip-bytes.js';

function errorOf(bytes: Uint8Array): LockstepError {
  try {
    readMovieBytes(bytes, 'm');
  } catch (error) {
    if (error instanceof LockstepError) return error;
    throw error;
  }
  throw new Error('accepted');
}

const LOG = bk2Log([['A'], []]);
const HEADER: ZipMember = { name: 'Header.txt', content: 'Platform SNES\n' };
const withLog = (log: Omit<ZipMember, 'name'>): Buffer => zipOf([HEADER, { name: 'Input Log.txt', ...log }]);
const changed = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32LE(value, at);
  return copy;
};
const key = (names: string): string => `LogKey:${names}\n|..|............|\n`;

/** Name, bytes, start of the error line, and a word of what was found or expected. */
const TABLE: readonly (readonly [string, Uint8Array, string, string])[] = [
  ['an empty file', Buffer.alloc(0), 'E_MOVIE_FORM m at byte 0', 'empty'],
  ['another file', Buffer.from('hello'), 'E_MOVIE_FORM m at byte 0', '68656c6c'],
  [
    'another archive',
    zipOf([{ name: 'readme.txt', content: 'x' }]),
    'E_MOVIE_FORM m/readme.txt at byte 0',
    'not a movie',
  ],
  ['no archive', Buffer.from('PK\x03\x04 and then nothing'), 'E_MOVIE_ARCHIVE m:', 'whole file'],
  ['no header', zipOf([{ name: 'Input Log.txt', content: LOG }]), 'E_MOVIE m:', 'Header.txt'],
  ['no input log', zipOf([HEADER]), 'E_MOVIE m:', 'Input Log.txt'],
  ['no platform', bk2File(LOG, { header: 'Author x\n' }), 'E_MOVIE m/Header.txt:', 'no line Platform'],
  ['another console', bk2File(LOG, { header: 'Platform NES\n' }), 'E_MOVIE m/Header.txt:', 'found NES'],
  ['no log key', bk2File('[Input]\n[/Input]\n'), 'E_MOVIE m/Input Log.txt:', 'LogKey:'],
  ['a row before the log key', bk2File('|..|\n'), 'E_MOVIE m/Input Log.txt:1:', 'LogKey:'],
  ['no rows', bk2File(bk2Log([])), 'E_MOVIE m:', 'at least one'],
  [
    'a short row',
    bk2File(LOG.replace('|..|............|', '|..|...........|')),
    'E_MOVIE m/Input Log.txt:4:',
    'group 2 of 12',
  ],
  [
    'a row that goes on',
    bk2File(LOG.replace('|..|............|', '|..|............|............|')),
    'E_MOVIE m/Input Log.txt:4:',
    'group',
  ],
  [
    'a row without its end',
    bk2File(LOG.replace('|..|............|', '|..|............')),
    'E_MOVIE m/Input Log.txt:4:',
    'closed by |',
  ],
  ['a second log key', bk2File(LOG + LOG), 'E_MOVIE m/Input Log.txt:', 'second log key'],
  ['a control twice', bk2File(key('#Reset|Power|#P1 Up|P1 Up|')), 'E_MOVIE m/Input Log.txt:1:', 'P1 Up'],
  ['no pad 1', bk2File(key('#Reset|Power|#P1 Mouse X|P1 Left|')), 'E_MOVIE_INPUT m/Input Log.txt:1:', 'P1 Mouse X'],
  ['sub-frame input', bk2File(key('#Reset|Power|Subframe|#P1 Up|')), 'E_MOVIE_INPUT m/Input Log.txt:1:', 'Subframe'],
  [
    'a marker without a frame',
    bk2File(LOG, { more: [{ name: 'Markers.txt', content: '0\ta\nx\tb\n' }] }),
    'E_MOVIE m/Markers.txt:2:',
    'found x',
  ],
  [
    'a lag log that is no JSON',
    bk2File(LOG, { more: [{ name: 'LagLog', content: 'true\n' }] }),
    'E_MOVIE m/LagLog:1:',
    '{...}',
  ],
  [
    'a lag entry that is a number',
    bk2File(LOG, { more: [{ name: 'LagLog', content: '{"1":2}\n' }] }),
    'E_MOVIE m/LagLog:1:',
    '1: 2',
  ],
  [
    'a branch without rows',
    bk2File(LOG, {
      more: [
        { name: 'Branches/Header0.json', content: '{"Frame":1}' },
        { name: 'Markers.txt', content: '' },
      ],
    }),
    'E_MOVIE m:',
    'InputLog0',
  ],
  ['lsmv: no systemid', lsmvFile(lsmvInput([[]]), { systemid: undefined }), 'E_MOVIE m:', 'systemid'],
  ['lsmv: another systemid', lsmvFile(lsmvInput([[]]), { systemid: 'other\n' }), 'E_MOVIE m/systemid:', 'lsnes-rr1'],
  [
    'lsmv: no controlsversion',
    lsmvFile(lsmvInput([[]]), { controlsversion: undefined }),
    'E_MOVIE m:',
    'controlsversion',
  ],
  ['lsmv: no gametype', lsmvFile(lsmvInput([[]]), { gametype: undefined }), 'E_MOVIE m:', 'gametype'],
  ['lsmv: another console', lsmvFile(lsmvInput([[]]), { gametype: 'gdmg\n' }), 'E_MOVIE m/gametype:', 'gdmg'],
  [
    'lsmv: no input',
    zipOf([
      { name: 'systemid', content: 'lsnes-rr1\n' },
      { name: 'controlsversion', content: '0' },
      { name: 'gametype', content: 'snes_ntsc' },
    ]),
    'E_MOVIE m:',
    'input',
  ],
  ['lsmv: a mouse in port 1', lsmvFile(lsmvInput([[]]), { port1: 'mouse\n' }), 'E_MOVIE_INPUT m/port1:', 'gamepad'],
  ['lsmv: a sub-frame first', lsmvFile('.. 0 0|............\n'), 'E_MOVIE m/input:1:', 'a frame before'],
  ['lsmv: a short pad', lsmvFile('F. 0 0|...\n'), 'E_MOVIE m/input:1:', 'twelve buttons'],
  ['lsmv: a pad missing', lsmvFile(lsmvInput([[]]), { port2: 'gamepad\n' }), 'E_MOVIE m/input:1:', '2 pads'],
  ['mmo: no settings', zipOf([{ name: 'Input.txt', content: '|..|............\n' }]), 'E_MOVIE m:', 'GameSettings.txt'],
  [
    'mmo: no input',
    zipOf([{ name: 'GameSettings.txt', content: 'MovieFormatVersion 2\n' }]),
    'E_MOVIE m:',
    'Input.txt',
  ],
  [
    'mmo: no format version',
    mmoFile([[]], 'MesenVersion 2.0.0\n'),
    'E_MOVIE m/GameSettings.txt:',
    'no line MovieFormatVersion',
  ],
  ['mmo: an old format', mmoFile([[]], 'MovieFormatVersion 1\n'), 'E_MOVIE m/GameSettings.txt:', '2 or more'],
  [
    'mmo: a game of another console',
    mmoFile([[]], 'MesenVersion 2.0.0\nMovieFormatVersion 2\nGameFile Some Game.nes\n'),
    'E_MOVIE m/GameSettings.txt:',
    'Some Game.nes',
  ],
  [
    'a doubled archive',
    Buffer.concat([bk2File(LOG), bk2File(LOG)]),
    `E_MOVIE_ARCHIVE m at byte ${bk2File(LOG).length}`,
    'second',
  ],
  [
    'two different archives',
    Buffer.concat([mmoFile([[]]), bk2File(LOG)]),
    `E_MOVIE_ARCHIVE m at byte ${mmoFile([[]]).length}`,
    'second',
  ],
  [
    'a second archive that is cut',
    Buffer.concat([mmoFile([[]]), bk2File(LOG).subarray(0, -30)]),
    `E_MOVIE_ARCHIVE m at byte ${mmoFile([[]]).length}`,
    'second',
  ],
  [
    'smv: doubled',
    Buffer.concat([smvFile([[]]), smvFile([[]])]),
    `E_MOVIE m at byte ${smvFile([[]]).length}`,
    'second',
  ],
  ['r16m: cut in a record', Buffer.alloc(43).fill(0x80, 0, 1), 'E_MOVIE m at byte 32', '43 bytes'],
  ['smv: cut in its header', smvFile([[]]).subarray(0, 20), 'E_MOVIE m at byte 20', 'at least 32'],
  ['smv: cut in the rest of its header', smvFile([[]]).subarray(0, 40), 'E_MOVIE m at byte 40', '64'],
  ['smv: another version', changed(smvFile([[]]), 4, 3), 'E_MOVIE m at byte 4', '1, 4 or 5'],
  ['smv: cut in its rows', smvFile([[], []]).subarray(0, -1), 'E_MOVIE m at byte', 'for 2 frames'],
  ['smv: more frames than rows', changed(smvFile([[]]), 0x10, 4000), 'E_MOVIE m at byte', 'for 4000 frames'],
  ['smv: four thousand million frames', changed(smvFile([[]]), 0x10, 0xffffffff), 'E_MOVIE m at byte 16', 'at most'],
  ['smv: the savestate outside', changed(smvFile([[]]), 0x18, 0x7fffffff), 'E_MOVIE m at byte 24', 'found 2147483647'],
  ['smv: the rows outside', changed(smvFile([[]]), 0x1c, 5), 'E_MOVIE m at byte 28', 'found 5'],
  ['smv: no pad 1', smvFile([[]], { mask: 2 }), 'E_MOVIE_INPUT m at byte 20', 'bit 0'],
  ['smv: a pad that does not exist', smvFile([[]], { mask: 0x41 }), 'E_MOVIE m at byte 20', '41'],
];

describe('each broken movie gives one error with its place', () => {
  test.each(TABLE)('%s is refused with its place and a remedy', (_name, bytes, start, word) => {
    const error = errorOf(bytes);
    const line = formatError(error);
    expect(line.slice(0, start.length)).toBe(start);
    expect(line).toContain(word);
    expect(line).not.toContain('\n');
    expect(error.details.remedy).toBeTruthy();
  });
});

describe('archives of movies', () => {
  const zeros = Buffer.alloc(3_000_000);
  test.each<readonly [string, Uint8Array, string]>([
    ['a Zstandard member by its method', withLog({ content: LOG, method: 93 }), 'Zstandard (method 93)'],
    [
      'a Zstandard member inside of a stored one',
      withLog({ content: Buffer.concat([Buffer.from('28b52ffd', 'hex'), Buffer.from(LOG)]), stored: true }),
      'Zstandard',
    ],
    ['another method', withLog({ content: LOG, method: 12 }), 'method 12'],
    ['encryption', withLog({ content: LOG, flags: 1 }), 'encrypted'],
    ['a wrong CRC', withLog({ content: LOG, crc: 1 }), 'CRC-32'],
    ['a bomb that says what it is', withLog({ content: LOG, size: 4_000_000_000 }), 'too large'],
    [
      'a bomb that lies',
      withLog({ content: LOG, packed: deflateRawSync(zeros), size: 100 }),
      'more than the archive says',
    ],
    ['fewer bytes than announced', withLog({ content: LOG, size: 5000 }), 'cut'],
    [
      'deflate data cut off',
      withLog({ content: LOG, packed: deflateRawSync(Buffer.from(LOG)).subarray(0, 20) }),
      'damaged',
    ],
    ['no deflate data', withLog({ content: LOG, packed: Buffer.alloc(50, 0xff) }), 'damaged'],
    ['a name twice', zipOf([HEADER, HEADER, { name: 'Input Log.txt', content: LOG }]), 'twice'],
  ])('a damaged archive is refused: %s', (_name, bytes, word) => {
    const error = errorOf(bytes);
    expect(error.code).toBe('E_MOVIE_ARCHIVE');
    expect(formatError(error)).toContain(word);
  });

  test('a line of a megabyte, and text that is no UTF-8, are refused', () => {
    const long = errorOf(bk2File(`LogKey:${'#'.repeat(1_000_000)}\n`));
    expect([long.code, long.details.line, long.sentence]).toEqual(['E_MOVIE', 1, 'a line is too long']);
    expect(errorOf(withLog({ content: Buffer.from([0x7c, 0xff, 0xfe, 0x0a]) })).sentence).toBe(
      'the member is not UTF-8 text',
    );
  });

  test('a comment behind the directory, and a stored log, are read', () => {
    const bytes = zipOf([HEADER, { name: 'Input Log.txt', content: LOG, stored: true }], 'made by hand');
    expect(readMovieBytes(bytes, 'm').input.frames).toBe(2);
  });

  test('an archive cut at any byte is refused', () => {
    const whole = bk2File(LOG);
    for (let length = 0; length < whole.length; length++)
      expect(errorOf(whole.subarray(0, length)).code).toMatch(/^E_MOVIE/);
  });
});
