/** Every form of movie, written by hand from its documentation, gives the masks of the rows it was written from. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readMovieBytes } from '../../../../harness/files/movies/read-movie.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput, MASKS, maskOf, mmoFile, type Row, smvFile } from './movie-files.js';
import { zipOf } from './zip-bytes.js';

/** Each button alone, all at once, and a few pairs. */
const ROWS: readonly Row[] = [
  [],
  ...Object.keys(MASKS).map((button) => [button]),
  Object.keys(MASKS),
  ['Up', 'A'],
  ['Start', 'R', 'Left'],
  [],
];
const EXPECTED = ROWS.map(maskOf);
const EXTENDED = ['B', 'Y', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R'];

const FILES: readonly (readonly [name: string, bytes: Buffer, format: string, pads: number])[] = [
  ['bk2', bk2File(bk2Log(ROWS)), 'bk2', 1],
  [
    'bk2 with another order of columns and other letters',
    bk2File(bk2Log(ROWS, { order: EXTENDED, letters: '!!!!!!!!!!!!', end: '\n' })),
    'bk2',
    1,
  ],
  ['bk2 of two pads', bk2File(bk2Log(ROWS, { second: ROWS })), 'bk2', 2],
  ['tasproj', bk2File(bk2Log(ROWS), { more: [{ name: 'Markers.txt', content: '0\tPower on\r\n' }] }), 'tasproj', 1],
  ['lsmv', lsmvFile(lsmvInput(ROWS)), 'lsmv', 1],
  ['lsmv of two pads', lsmvFile(lsmvInput(ROWS, 2), { port2: 'gamepad\n' }), 'lsmv', 2],
  ['smv 1.43', smvFile(ROWS, { version: 1 }), 'smv', 1],
  ['smv 1.51', smvFile(ROWS, { version: 4 }), 'smv', 1],
  ['smv 1.52', smvFile(ROWS, { version: 5 }), 'smv', 1],
  ['mmo', mmoFile(ROWS), 'mmo', 2],
  ['bk2 with padding behind it', Buffer.concat([bk2File(bk2Log(ROWS)), Buffer.alloc(700)]), 'bk2', 1],
  [
    'bk2 in an archive of a file manager',
    zipOf([
      { name: 'm.bk2', content: bk2File(bk2Log(ROWS)) },
      { name: '__MACOSX/._m.bk2', content: 'x' },
      { name: 'Thumbs.db', content: 'x' },
    ]),
    'bk2',
    1,
  ],
];

describe('rows of input', () => {
  test.each(FILES)('%s: every button is read in its row', (_name, bytes, format, pads) => {
    const movie = readMovieBytes(bytes, 'm');
    expect(movie.format).toBe(format);
    expect(movie.start).toBe('power-on');
    expect(movie.input.frames).toBe(ROWS.length);
    expect([...(movie.input.pads[0] ?? [])]).toEqual(EXPECTED);
    expect(movie.input.pads.length).toBe(pads);
    expect(movie.dropped).toEqual([]);
  });
});

test.each([
  ['zeros', Buffer.alloc(3)],
  ['ones', Buffer.alloc(3, 0xff)],
  ['the begin of gzip data', Buffer.from([0x1f, 0x8b])],
  ['a second member with another value', gzipSync(Buffer.alloc(10))],
  ['a second member that is cut', gzipSync(Buffer.from('cut')).subarray(0, 15)],
])('smv: an empty save RAM is one whatever pads it: %s', (_name, behind) => {
  const plain = smvFile(ROWS);
  const [saveAt, padsAt] = [plain.readUInt32LE(0x18), plain.readUInt32LE(0x1c)];
  const padded = Buffer.concat([plain.subarray(0, padsAt), behind, plain.subarray(padsAt)]);
  padded.writeUInt32LE(padsAt + behind.length, 0x1c);
  expect(saveAt).toBeLessThan(padsAt);
  const movie = readMovieBytes(padded, 'm');
  expect([movie.start, ...(movie.input.pads[0] ?? [])]).toEqual(['power-on', ...EXPECTED]);
});

describe('data beside the rows', () => {
  test('bk2: header, hashes by their length, comments, subtitles', () => {
    const header = [
      'MovieVersion BizHawk v2.0.0',
      'Author Some One',
      'emuVersion Version 2.9.1',
      'Platform SNES',
      'GameName LIVE A LIVE',
      'SHA1 0123456789ABCDEF0123456789ABCDEF',
      'Core BSNESv115+',
      'rerecordCount 123',
      'PAL False',
      '',
    ].join('\r\n');
    const bytes = bk2File(bk2Log([['A'], []]), { header });
    expect(readMovieBytes(bytes, 'm.bk2')).toMatchObject({
      gameName: 'LIVE A LIVE',
      authors: ['Some One'],
      emulator: 'Version 2.9.1, BSNESv115+',
      rerecords: 123,
      region: 'ntsc',
      rom: { md5: '0123456789abcdef0123456789abcdef' },
      layout: { syncSettings: '{"o":null}' },
    });
  });

  test('tasproj: markers, lag log, branches; a greenzone that is no deflate data is never touched', () => {
    const branch = bk2Log([['B'], ['B'], []])
      .split('\r\n')
      .filter((line) => line.startsWith('|'))
      .join('\r\n');
    const bytes = bk2File(bk2Log([['A'], [], ['A']]), {
      more: [
        { name: 'Markers.txt', content: '0\tPower on\r\n2\tbattle\tone\r\n\r\n' },
        { name: 'LagLog', content: '{"0":true,"1":true,"2":false}\r\n{"5":true}\r\n' },
        { name: 'GreenZone', content: 'x', packed: Buffer.alloc(400, 0xff), size: 4_000_000_000 },
        {
          name: 'Branches\\Header0.json',
          content: '{"Frame":2,"TimeStamp":"2026-11-21T00:00:00","UniqueIdentifier":"x"}\r\n',
        },
        { name: 'Branches\\InputLog0.txt', content: `${branch}\r\n` },
        { name: 'Branches\\Markers0.txt', content: '1\tthere\r\n' },
        { name: 'Branches\\UserText0.txt', content: 'faster\r\n' },
      ],
    });
    const movie = readMovieBytes(bytes, 'm.tasproj');
    expect(movie.markers).toEqual([
      { frame: 0, text: 'Power on' },
      { frame: 2, text: 'battle\tone' },
    ]);
    expect([...movie.lag]).toEqual([
      [0, true],
      [1, true],
      [2, false],
    ]);
    expect(movie.branches).toHaveLength(1);
    expect(movie.branches[0]).toMatchObject({ name: 'faster', frame: 2, markers: [{ frame: 1, text: 'there' }] });
    expect([...(movie.branches[0]?.input.pads[0] ?? [])]).toEqual([0x001, 0x001, 0]);
  });

  test('bk2: resets, power, axes and controls that a pad has no bit for', () => {
    const key =
      'LogKey:#Reset|Power|#P1 Up|P1 Down|P1 Left|P1 Right|P1 Select|P1 Start|P1 Y|P1 B|P1 X|P1 A|P1 L|P1 R|#P2 Mouse X|P2 Mouse Y|P2 Left|';
    const rows = [
      '|..|............|    0,    0,.|',
      '|r.|U...........|  -12,    7,.|',
      '|.P|............|    0,    0,l|',
    ];
    const movie = readMovieBytes(bk2File(['[Input]', key, ...rows, '[/Input]', ''].join('\n')), 'm.bk2');
    expect([...(movie.input.pads[0] ?? [])]).toEqual([0, 0x010, 0]);
    expect(movie.input.resets).toEqual([1]);
    expect(movie.input.powers).toEqual([2]);
    expect(movie.dropped).toEqual([
      'P2 Mouse X is used in 1 row',
      'P2 Mouse Y is used in 1 row',
      'P2 Left is used in 1 row',
    ]);
  });

  test('lsmv: fields, branches, subtitles with escapes, resets, sub-frames', () => {
    const input = `${lsmvInput([['A']])}.. 0 0|............\n${lsmvInput([[]])}FR 0 5|............\n\n`;
    const movie = readMovieBytes(
      lsmvFile(input, {
        'input.1': lsmvInput([['X'], ['X']]),
        'branchname.1': 'other way\n',
        subtitles: '1 2 a\\nb\\\\n\n',
        gamename: 'LIVE A LIVE\n',
      }),
      'm.lsmv',
    );
    expect(movie).toMatchObject({
      gameName: 'LIVE A LIVE',
      authors: ['A Person|nick'],
      rerecords: 41,
      emulator: 'lsnes, bsnes v085',
      region: 'ntsc',
      rom: { sha256: '0123456789abcdef'.repeat(4) },
      subtitles: [{ frame: 1, frames: 2, text: 'a\nb\\n' }],
      dropped: ['1 sub-frame row', 'the delay of 1 reset'],
    });
    expect(movie.input.frames).toBe(3);
    expect(movie.input.resets).toEqual([2]);
    expect(movie.branches.map(({ name, input: rows }) => [name, [...(rows.pads[0] ?? [])]])).toEqual([
      ['other way', [0x200, 0x200]],
    ]);
  });

  test('smv: author, ROM, resets, where it starts from', () => {
    const movie = readMovieBytes(smvFile([['A'], ['RESET'], []]), 'm.smv');
    expect(movie).toMatchObject({
      authors: ['Someone'],
      gameName: 'LIVE A LIVE',
      rom: { crc32: '1234abcd' },
      rerecords: 7,
      region: 'ntsc',
    });
    expect([...(movie.input.pads[0] ?? [])]).toEqual([0x100, 0, 0]);
    expect(movie.input.resets).toEqual([1]);
    expect(readMovieBytes(smvFile([[]], { options: 3 }), 'm').region).toBe('pal');
    expect(readMovieBytes(smvFile([[]], { options: 0 }), 'm').start).toBe('savestate');
    const saved = Buffer.alloc(8192, 0x60);
    saved[100] = 1;
    expect(readMovieBytes(smvFile([[]], { saveRam: saved }), 'm').start).toBe('save-ram');
    expect(readMovieBytes(smvFile([[]], { saveRam: saved, options: 5 }), 'm').start).toBe('power-on');
  });

  test('mmo: where it starts from, author and description', () => {
    const info = { name: 'MovieInfo.txt', content: 'Author Some One\nDescription\nfirst\nsecond\n' };
    const movie = readMovieBytes(mmoFile([['A']], undefined, [info, { name: 'SaveState.mss', content: 'x' }]), 'm.mmo');
    expect(movie).toMatchObject({
      start: 'savestate',
      authors: ['Some One'],
      comments: ['first', 'second'],
      emulator: 'Mesen 2.0.0',
    });
    expect(readMovieBytes(mmoFile([[]], undefined, [{ name: 'Battery.srm', content: 'x' }]), 'm').start).toBe(
      'save-ram',
    );
  });
});
