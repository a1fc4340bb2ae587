/** Movies that are written, read again and equal; input logs that come out as the very bytes that went in; conversions. */
import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { LockstepError } from '../../../../harness/base/errors.js';
import { convertMovie, NO_SYNC, recordablePad } from '../../../../harness/files/movies/convert.js';
import { eventsOfPad, inputOfEvents, inputOfMasks, padWordsOfPad } from '../../../../harness/files/movies/movie.js';
import {
  formatInputLog,
  formatLsmvInput,
  writeBk2,
  writeLsmv,
} from '../../../../harness/files/movies/movie-writers.js';
import { readMovieBytes } from '../../../../harness/files/movies/read-movie.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput, MASKS, mmoFile, type Row, smvFile } from './movie-files.js';

const BUTTONS = Object.keys(MASKS);
const rowArbitrary = fc.subarray(BUTTONS);
const rowsArbitrary = fc.array(rowArbitrary, { minLength: 1, maxLength: 40 });
const SERIAL = ['B', 'Y', 'Select', 'Start', 'Up', 'Down', 'Left', 'Right', 'A', 'X', 'L', 'R'];

/** A member of an archive as text, by another unpacker than the harness has. */
function member(bytes: Uint8Array, name: string): string {
  return Buffer.from(unzipSync(bytes)[name] ?? []).toString('utf8');
}

describe('the input log is written as it was read', () => {
  test('bk2: any order of columns, any letters, both line ends, one or two pads', () => {
    fc.assert(
      fc.property(
        rowsArbitrary,
        fc.shuffledSubarray(SERIAL, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('UDLRsSYBXAlr', '!!!!!!!!!!!!', 'abcdefghijkl'),
        fc.constantFrom('\n', '\r\n'),
        fc.boolean(),
        (rows, order, letters, end, two) => {
          const log = bk2Log(rows, { order, letters, end, ...(two ? { second: rows } : {}) });
          const movie = readMovieBytes(bk2File(log), 'm.bk2');
          const again = writeBk2(movie.input, { layout: movie.layout });
          // A column that was never pressed shows no letter, so that none is needed.
          expect(member(again, 'Input Log.txt')).toBe(log);
        },
      ),
      { numRuns: 100 },
    );
  });

  test('bk2: presses of reset and power', () => {
    const log = bk2Log([[], ['A'], []]).replace('|..|............|\r\n|..|', '|r.|............|\r\n|.P|');
    const movie = readMovieBytes(bk2File(log), 'm.bk2');
    expect(movie.input).toMatchObject({ resets: [0], powers: [1] });
    expect(formatInputLog(movie.input, movie.layout)).toBe(log);
  });

  test('lsmv: one or two pads, both line ends', () => {
    fc.assert(
      fc.property(rowsArbitrary, fc.constantFrom('\n', '\r\n'), fc.constantFrom(1, 2), (rows, end, pads) => {
        const text = lsmvInput(rows, pads, end);
        const movie = readMovieBytes(lsmvFile(text, { port2: pads === 2 ? 'gamepad\n' : 'none\n' }), 'm.lsmv');
        expect(member(writeLsmv(movie.input, { layout: movie.layout }), 'input')).toBe(text);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a written movie, read again', () => {
  const masks = Uint16Array.from([0, 0x100, 0x811, 0xfff, 0]);
  const about = {
    gameName: 'LIVE A LIVE',
    rerecords: 12,
    region: 'ntsc' as const,
    rom: { sha256: 'ab'.repeat(32) },
    subtitles: [{ frame: 1, frames: 60, text: 'here it starts' }],
  };

  test('bk2: input, names, comments and subtitles are the same, the region is not kept', () => {
    const movie = readMovieBytes(
      writeBk2(inputOfMasks(masks), { ...about, author: 'Some One', comments: ['one', 'two'] }),
      'm.bk2',
    );
    expect(movie).toMatchObject({
      ...about,
      region: null,
      authors: ['Some One'],
      comments: ['one', 'two'],
      format: 'bk2',
      start: 'power-on',
    });
    expect(movie.input).toEqual(inputOfMasks(masks));
  });

  test('the standard log is what the documentation shows', () => {
    expect(formatInputLog(inputOfMasks([0, 0x880]), { lineEnd: '\n' })).toBe(
      '[Input]\nLogKey:#Reset|Power|#P1 Up|P1 Down|P1 Left|P1 Right|P1 Select|P1 Start|P1 Y|P1 B|P1 X|P1 A|P1 L|P1 R|\n|..|............|\n|..|...R.......r|\n[/Input]\n',
    );
    expect(formatLsmvInput(inputOfMasks([0, 0x189]))).toBe('F. 0 0|............\nF. 0 0|B..S...rA...\n');
  });

  test('lsmv: input, names, subtitles and branches are the same', () => {
    const branches = [{ name: 'slow', frame: null, input: inputOfMasks([1, 2]), markers: [] }];
    const movie = readMovieBytes(
      writeLsmv(inputOfMasks(masks), { ...about, authors: ['A|a', 'B'], branches }),
      'm.lsmv',
    );
    expect(movie).toMatchObject({ ...about, authors: ['A|a', 'B'], format: 'lsmv', start: 'power-on', branches });
    expect(movie.input).toEqual(inputOfMasks(masks));
  });

  test('the same movie is the same bytes, in every time zone', () => {
    const zone = process.env['TZ'];
    const made = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].map((name) => {
      process.env['TZ'] = name;
      return Buffer.from(writeBk2(inputOfMasks(masks), about)).toString('hex');
    });
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
    expect(new Set(made).size).toBe(1);
  });

  test('events of a pad script become rows and back; rows become pad words', () => {
    const events = [
      { frame: 1, mask: 0x100 },
      { frame: 4, mask: 0 },
    ];
    expect([...(inputOfEvents(events, 6).pads[0] ?? [])]).toEqual([0, 0x100, 0x100, 0x100, 0, 0]);
    expect(eventsOfPad(Uint16Array.of(0, 0x100, 0x100, 0))).toEqual([
      { frame: 0, mask: 0 },
      { frame: 1, mask: 0x100 },
      { frame: 3, mask: 0 },
    ]);
    expect([...padWordsOfPad(Uint16Array.of(0x001, 0x100, 0x800))]).toEqual([0x8000, 0x0080, 0x0010]);
  });
});

describe('converting between emulators', () => {
  const rows: readonly Row[] = [['A'], ['Up', 'B'], []];

  test('lsnes rows come one frame later in BizHawk, and go back as the same bytes', () => {
    const text = lsmvInput(rows);
    const there = convertMovie(readMovieBytes(lsmvFile(text), 'm.lsmv'), 'bk2', 'm.lsmv');
    const middle = readMovieBytes(there.bytes, 'm.bk2');
    expect([...(middle.input.pads[0] ?? [])]).toEqual([0, 0x100, 0x011, 0]);
    expect(there.notes).toEqual(['1 empty row put in front: lsnes counts frames from one later', NO_SYNC]);
    const back = convertMovie(middle, 'lsmv', 'm.bk2');
    expect(member(back.bytes, 'input')).toBe(text);
  });

  test('.smv and .mmo keep their rows', () => {
    for (const bytes of [smvFile(rows), mmoFile(rows)]) {
      const made = convertMovie(readMovieBytes(bytes, 'm'), 'bk2', 'm');
      expect([...(readMovieBytes(made.bytes, 'm').input.pads[0] ?? [])]).toEqual([0x100, 0x011, 0]);
      expect(made.notes).toContain(NO_SYNC);
    }
  });

  test('the report names everything that is lost', () => {
    const bytes = bk2File(bk2Log([[], ['A'], []], { second: [[], ['B'], []] }), {
      more: [
        { name: 'Markers.txt', content: '0\tPower on\n1\there\n' },
        { name: 'LagLog', content: '{"0":true}\n{}\n' },
      ],
    });
    expect(convertMovie(readMovieBytes(bytes, 'm'), 'lsmv', 'm').lost).toEqual([
      '2 markers',
      '1 entry of the lag log',
      'the sync settings of the core',
    ]);
    expect(convertMovie(readMovieBytes(bytes, 'm'), 'bk2', 'm').lost).toEqual(['2 markers', '1 entry of the lag log']);
  });

  test.each([
    ['a savestate', smvFile(rows, { options: 0 }), 'E_MOVIE_START'],
    ['a button in the row that lsnes has no place for', bk2File(bk2Log([['A'], []])), 'E_MOVIE_INPUT'],
  ])('a conversion is refused: %s', (_name, bytes, code) => {
    const run = (): unknown => convertMovie(readMovieBytes(bytes, 'm'), 'lsmv', 'm');
    expect(run).toThrow(LockstepError);
    expect(run).toThrow(expect.objectContaining({ code }));
  });
});

describe('movies that a recorder can follow', () => {
  test('pad 1 from power-on is followed, rows of lsnes one frame later', () => {
    expect([...recordablePad(readMovieBytes(bk2File(bk2Log([['A'], []])), 'm'), 'm')]).toEqual([0x100, 0]);
    expect([...recordablePad(readMovieBytes(lsmvFile(lsmvInput([['A'], []])), 'm'), 'm')]).toEqual([0, 0x100, 0]);
  });

  test.each([
    ['pad 2', bk2File(bk2Log([[]], { second: [['A']] })), 'E_MOVIE_INPUT'],
    ['a reset', bk2File(bk2Log([[]]).replace('|..|', '|r.|')), 'E_MOVIE_INPUT'],
    ['sub-frames', lsmvFile(`${lsmvInput([[]])}.. 0 0|............\n`), 'E_MOVIE_INPUT'],
    ['save RAM', mmoFile([[]], undefined, [{ name: 'Battery.srm', content: 'x' }]), 'E_MOVIE_START'],
  ])('a movie is refused: %s', (_name, bytes, code) => {
    const movie = readMovieBytes(bytes, 'm');
    expect(() => recordablePad(movie, 'm')).toThrow(expect.objectContaining({ code }));
  });
});
