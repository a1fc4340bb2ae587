/** Rows of movies from anywhere, and files of replay devices; expected bytes are written by hand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readMovieBytes } from '../../../../harness/files/movies/read-movie.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { bk2File, bk2Log, smvFile } from './movie-files.js';
import { zipOf } from './zip-bytes.js';

const folder = testFolder();
const ROWS = [['B'], [], ['A', 'Right']];
/** Options bit 0 clear: the movie begins from a snapshot. */
const SNAPSHOT = smvFile(ROWS, { options: 0 });

async function converted(file: string, name: string, ...more: string[]): Promise<[string, Buffer]> {
  const out = join(folder.path, name);
  const run = await cli(['convert', file, '-o', out, ...more]);
  expect([run.code, run.err]).toEqual([0, '']);
  return [run.out, readFileSync(out)];
}

describe('a movie from a savestate', () => {
  const file = folder.write('snapshot.smv', SNAPSHOT);
  const LOST = 'lost: the savestate that the movie begins from';

  test('is a pad script, a table and a replay file, with its loss', async () => {
    const [said, pads] = await converted(file, 'rows.pads');
    expect(said).toContain(LOST);
    expect(pads.toString()).toBe('0 001\n1 000\n2 180\n');
    const [, table] = await converted(file, 'rows.csv');
    expect(table.toString()).toBe('frame,pad1,reset,power\n0,32768,0,0\n1,0,0,0\n2,384,0,0\n');
    const [, records] = await converted(file, 'rows.r16m');
    const row = (word: number): number[] => [word >> 8, word & 0xff, ...Array<number>(14).fill(0)];
    expect([...records]).toEqual([...row(0x8000), ...row(0), ...row(0x0180)]);
  });

  test('is a movie with --rows-only alone, and says so', async () => {
    const out = join(folder.path, 'whole.bk2');
    const refused = await cli(['convert', file, '-o', out]);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(/^E_MOVIE_START .*found savestate.*--rows-only.*run --from/u);
    const [said, bytes] = await converted(file, 'rows.bk2', '--rows-only');
    expect(said).toContain(LOST);
    expect([...(readMovieBytes(bytes, 'x').input.pads[0] ?? [])]).toEqual([0x001, 0, 0x180]);
    const [, lsmv] = await converted(file, 'rows.lsmv', '--rows-only');
    expect([...(readMovieBytes(lsmv, 'x').input.pads[0] ?? [])]).toEqual([0, 0x180]);
  });
});

describe('padding behind the save RAM of a Snes9x movie', () => {
  /** Snes9x puts any number of any bytes between the gzip data and the controller data. */
  function padded(saveRam: Uint8Array, behind: Buffer): Buffer {
    const movie = smvFile(ROWS, { saveRam });
    const at = movie.readUInt32LE(0x1c);
    movie.writeUInt32LE(at + behind.length, 0x1c);
    return Buffer.concat([movie.subarray(0, at), behind, movie.subarray(at)]);
  }

  test.each([Buffer.alloc(0), Buffer.alloc(1, 0xcc), Buffer.alloc(7, 0xcc), Buffer.alloc(7)])('%j', (behind) => {
    const empty = readMovieBytes(padded(new Uint8Array(8192).fill(0x60), behind), 'x');
    expect([empty.start, [...(empty.input.pads[0] ?? [])]]).toEqual(['power-on', [0x001, 0, 0x180]]);
    expect(readMovieBytes(padded(Uint8Array.of(1, 2, 3), behind), 'x').start).toBe('save-ram');
  });

  test('damaged save RAM is not called full: the start is unknown, the rows are read', () => {
    const movie = padded(new Uint8Array(8192), Buffer.alloc(0));
    const at = movie.readUInt32LE(0x18);
    movie.fill(0xff, at + 12, at + 20);
    const { start, input } = readMovieBytes(movie, 'x');
    expect([start, [...(input.pads[0] ?? [])]]).toEqual(['unknown', [0x001, 0, 0x180]]);
  });
});

describe('r16m', () => {
  test('pads 1 and 2 are lanes 1 and 5; what is written is read again', async () => {
    const file = folder.write('two.bk2', bk2File(bk2Log([['A'], ['Up'], []], { second: [['L'], [], ['Start']] })));
    const [, bytes] = await converted(file, 'two.r16m');
    expect(bytes.subarray(0, 16).toString('hex')).toBe(`0080${'00'.repeat(6)}0020${'00'.repeat(6)}`);
    const { input, format } = readMovieBytes(bytes, 'x');
    expect([format, input.pads.map((pad) => [...pad])]).toEqual([
      'r16m',
      [
        [0x100, 0x010, 0],
        [0x400, 0, 0x008],
      ],
    ]);
    const [said] = await converted(join(folder.path, 'two.r16m'), 'again.bk2');
    expect(said).toContain('a record of a replay device is a latch, not a frame');
  });

  test('each button is its bit of the published table, on pad 1 in bytes 1 and 2, on pad 2 in bytes 9 and 10', async () => {
    // pastebin.com/98eXgnRL, "R16M": bytes of Player1-1 and Player2-1, and the bit of each button
    const table: readonly (readonly [button: string, word: number])[] = [
      ['B', 0x8000],
      ['Y', 0x4000],
      ['Select', 0x2000],
      ['Start', 0x1000],
      ['Up', 0x0800],
      ['Down', 0x0400],
      ['Left', 0x0200],
      ['Right', 0x0100],
      ['A', 0x0080],
      ['X', 0x0040],
      ['L', 0x0020],
      ['R', 0x0010],
    ];
    const backwards = [...table].reverse();
    const rows = bk2Log(
      table.map(([button]) => [button]),
      { second: backwards.map(([button]) => [button]) },
    );
    const [, bytes] = await converted(folder.write('each.bk2', bk2File(rows)), 'each.r16m');
    const expected = Buffer.alloc(16 * table.length);
    table.forEach(([, word], row) => {
      expected.writeUInt16BE(word, 16 * row);
      expected.writeUInt16BE(backwards[row]?.[1] ?? 0, 16 * row + 8);
    });
    expect(bytes.toString('hex')).toBe(expected.toString('hex'));
  });

  test('lag frames that the movie knows get no record', async () => {
    const more = [{ name: 'LagLog', content: '{"0":false,"1":true,"2":false}\n{}\n' }];
    const file = folder.write('lag.tasproj', bk2File(bk2Log([['A'], ['B'], ['X']]), { more }));
    const [said, bytes] = await converted(file, 'lag.r16m');
    expect(said).toContain('1 lag frame left out');
    expect([bytes.length, bytes[1], bytes[17]]).toEqual([32, 0x80, 0x40]);
  });
});

test('movies in wrappings are read as movies', () => {
  const movie = bk2File(bk2Log(ROWS));
  const wrapped = [gzipSync(movie), zipOf([{ name: 'game.bk2', content: movie }]), gzipSync(SNAPSHOT)];
  expect(wrapped.map((bytes) => readMovieBytes(bytes, 'x').input.frames)).toEqual([3, 3, 3]);
});
