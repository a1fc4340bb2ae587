/** Cells are found at addresses that the test chose, in memory that the recorded values of a log were written to. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { type Discovery, discover, type Ranked } from '../../../../harness/play/discover/discover.js';

import { testRomAddress } from '../../../../rom-map/index.js';
import { cli } from '../../cli/run-cli.js';
import { dumpOfLog, type Layout, packedDecimal, put, xorshift } from './dump-of-log.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'lockstep-discover-'));
const LOG = 'traces/logs/worked-example.jsonl.gz';
const SIZE = 0x4000;
const systems = [LIVE_A_LIVE];
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

async function discovered(name: string, layout: Layout): Promise<Discovery> {
  const path = join(FOLDER, name);
  writeFileSync(path, await dumpOfLog(LOG, SIZE, layout));
  return discover({ systems, path, from: LOG, size: SIZE, skip: 0, base: 0x7e0000 });
}

function cellOf(found: Discovery, name: string): Ranked {
  const one = found.cells.find(({ cell }) => cell.name === name);
  if (one === undefined) throw new Error(`no cell ${name}`);
  return one;
}

/** Every cell somewhere else, no two moved alike; order points and action points where the tests look for them. */
function scattered(cell: string, address: number): number {
  if (cell === 'actionPoints') return 0x0123;
  if (cell === 'enemy[0].orderPoints') return 0x0201;
  return 0x1000 + ((address * 7919) % 0x2ffc);
}

const only =
  (...names: readonly string[]) =>
  (cell: string, address: number): number | undefined =>
    names.includes(cell) ? scattered(cell, address) : undefined;

describe('searching a memory dump for cells', () => {
  it('action points and order points are found among decoys', async () => {
    const noise = xorshift(2014);
    const found = await discovered('decoys.bin', {
      place: only('actionPoints', 'enemy[0].orderPoints'),
      around(frame, values, before) {
        for (const cell of ['actionPoints', 'enemy[0].orderPoints']) {
          const at = cell === 'actionPoints' ? 0x400 : 0x600;
          const value = values.get(cell) ?? 0;
          put(frame, at, before.get(cell) ?? 0, 2); // one frame late
          put(frame, at + 8, packedDecimal(value), 2); // decimal shadow
          put(frame, at + 16, value + 1, 2); // the same steps from another start
          put(frame, at + 24, value + 256, 2);
          put(frame, at + 32, 0xffff - value, 2);
          put(frame, at + 40, value & 0xfffe, 2);
        }
        for (let index = 0x800; index < 0x1000; index++) frame[index] = noise();
      },
    });
    for (const [cell, offset] of [
      ['actionPoints', 0x0123],
      ['enemy[0].orderPoints', 0x0201],
    ] as const) {
      const one = cellOf(found, cell);
      expect([one.status, one.offset]).toEqual(['found', offset]);
      expect(one.candidates[0]?.offset).toBe(offset);
      expect(one.candidates[0]?.followed).toBe(one.changes);
      expect(one.changes).toBeGreaterThan(10);
    }
  });

  it('a copy in the same frame is reported as a tie', async () => {
    const found = await discovered('tie.bin', {
      place: only('actionPoints'),
      around: (frame, values) => put(frame, 0x700, values.get('actionPoints') ?? 0, 2),
    });
    const one = cellOf(found, 'actionPoints');
    expect([one.status, one.offset]).toEqual(['tie', -1]);
    expect(one.candidates.map(({ offset }) => offset)).toEqual([0x0123, 0x0700]);
  });

  it('a tie is broken by the cells that moved alike', async () => {
    const found = await discovered('moved.bin', {
      place: (_, address) => (address >= 0x7e0300 && address < 0x7e1f00 ? address - 0x7e0000 + 0x1230 : undefined),
      around: (frame, values) => put(frame, 0x100, values.get('actionPoints') ?? 0, 2),
    });
    const one = cellOf(found, 'actionPoints');
    expect([one.status, one.offset]).toEqual(['found', 0x03ae + 0x1230]);
    expect(one.neighbours).toBeGreaterThan(0);
    for (const cell of found.cells) {
      if (cell.status === 'found') expect(cell.offset).toBe(testRomAddress(cell.cell.address) - 0x7e0000 + 0x1230);
    }
  });

  it('a late copy is not taken when the cell itself is missing', async () => {
    const found = await discovered('late.bin', {
      place: () => undefined,
      around: (frame, _, before) => put(frame, 0x700, before.get('actionPoints') ?? 0, 2),
    });
    expect(cellOf(found, 'actionPoints').status).toBe('none');
    expect(found.cells.filter(({ status }) => status === 'found' || status === 'nearly')).toEqual([]);
  });

  it('a folder of frames and gzip are read, and a profile is written', async () => {
    const bytes = await dumpOfLog(LOG, SIZE, { place: only('actionPoints') });
    const folder = join(FOLDER, 'frames');
    mkdirSync(folder);
    for (let frame = 0; frame < bytes.length / SIZE; frame++) {
      writeFileSync(join(folder, `ram-${frame}.bin`), bytes.subarray(frame * SIZE, (frame + 1) * SIZE));
    }
    const zipped = join(FOLDER, 'ram.bin.gz');
    writeFileSync(zipped, gzipSync(bytes, { level: 1 }));
    const profile = join(FOLDER, 'profile.json');
    for (const dump of [folder, zipped]) {
      const words = ['discover', dump, '--from', LOG, '--size', String(SIZE), '-o', profile];
      const run = await cli(words, { systems });
      expect(run.err).toBe('');
      expect(run.out).toContain('found   actionPoints             7E03AE -> 7E0123');
      const read = JSON.parse(readFileSync(profile, 'utf8')) as { cells: { cell: string; address: string }[] };
      expect(read.cells.find(({ cell }) => cell === 'actionPoints')?.address).toBe('7E0123');
    }
  });

  it.each([
    ['cut', Buffer.alloc(SIZE + 5), [], 'E_DUMP_SIZE'],
    ['empty', Buffer.alloc(0), [], 'E_DUMP_SHORT'],
    ['skipped', Buffer.alloc(2 * SIZE), ['--skip', '1'], 'E_DUMP_SHORT'],
    ['cut-gzip', gzipSync(Buffer.alloc(3 * SIZE)).subarray(0, 30), [], 'E_GZIP'],
    ['base', Buffer.alloc(2 * SIZE), ['--base', 'xyz'], 'E_USAGE'],
  ])('a bad dump is refused: %s', async (name, bytes, more, code) => {
    const path = join(FOLDER, `bad-${name}`);
    writeFileSync(path, bytes);
    const profile = join(FOLDER, `bad-${name}.json`);
    const run = await cli(['discover', path, '--from', LOG, '--size', String(SIZE), '-o', profile, ...more], {
      systems,
    });
    expect(run.code).toBe(2);
    expect(run.err).toMatch(new RegExp(`^${code}[ :]`));
    expect(run.err.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(FOLDER).filter((file) => file.startsWith(`bad-${name}.json`))).toEqual([]);
  });

  it('a folder with a missing frame is refused', async () => {
    const folder = join(FOLDER, 'hole');
    mkdirSync(folder);
    for (const frame of [0, 1, 3]) writeFileSync(join(folder, `${frame}.bin`), Buffer.alloc(SIZE));
    const run = await cli(['discover', folder, '--from', LOG, '--size', String(SIZE)], { systems });
    expect(run.code).toBe(2);
    expect(run.err).toMatch(/^E_DUMP_ORDER /);
  });
});
