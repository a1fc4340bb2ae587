/** Movies of every form, written by hand, drive a real core to the very rows that the pad script records. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { cli } from '../harness/cli/run-cli.js';
import {
  bk2File,
  bk2Log,
  lsmvFile,
  lsmvInput,
  MASKS,
  mmoFile,
  type Row,
  smvFile,
} from '../harness/files/movies/movie-files.js';
import { testWith } from './tools.js';

const SCRIPT = 'traces/homebrew/scripts/worked-example.txt';
const FRAMES = 420;
const scratch = mkdtempSync(join(tmpdir(), 'lockstep-movie-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The buttons of each frame of the pad script. */
function rowsOfScript(): Row[] {
  const rows: Row[] = [];
  let held: Row = [];
  const changes = readFileSync(SCRIPT, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [frame = '', mask = ''] = line.replace(/#.*/, '').trim().split(/\s+/);
      return frame === '' ? [] : [{ frame: Number(frame), mask: Number.parseInt(mask, 16) }];
    });
  for (let frame = 0; frame < FRAMES; frame++) {
    const change = changes.find((one) => one.frame === frame);
    if (change !== undefined)
      held = Object.keys(MASKS).filter((button) => (change.mask & (MASKS[button] as number)) !== 0);
    rows.push(held);
  }
  return rows;
}

async function recorded(input: string, words: readonly string[] = []): Promise<string[]> {
  const out = join(scratch, 'trace.jsonl');
  const run = await cli(['record', 'traces/homebrew/drill.sfc', '--input', input, '-o', out, ...words]);
  expect([run.code, run.err]).toEqual([0, '']);
  return readFileSync(out, 'utf8').split('\n').slice(1, -2);
}

testWith(
  ['compiler', 'balanced'],
  'a movie of every form makes the core record the rows of the pad script',
  async () => {
    const rows = rowsOfScript();
    const expected = await recorded(SCRIPT, ['--frames', String(FRAMES)]);
    const files: readonly (readonly [string, Buffer])[] = [
      ['m.bk2', bk2File(bk2Log(rows))],
      // lsnes counts from one later: its first row is the second one here, and the first one is empty.
      ['m.lsmv', lsmvFile(lsmvInput(rows.slice(1)))],
      ['m.smv', smvFile(rows)],
      ['m.mmo', mmoFile(rows)],
    ];
    expect(expected.length).toBeGreaterThan(100);
    for (const [name, bytes] of files) {
      writeFileSync(join(scratch, name), bytes);
      expect(await recorded(join(scratch, name)), name).toEqual(expected);
    }
  },
  300_000,
);
