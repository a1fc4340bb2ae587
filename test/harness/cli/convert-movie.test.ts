/** `lockstep convert` with movies. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { NO_SYNC } from '../../../harness/files/movies/convert.js';
import { readMovieFile } from '../../../harness/files/movies/read-movie.js';
import { bk2File, bk2Log, lsmvFile, lsmvInput } from '../files/movies/movie-files.js';
import { cli } from './run-cli.js';

const scratch = mkdtempSync(join(tmpdir(), 'lockstep-convert-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const at = (name: string): string => join(scratch, name);

test('a movie becomes a movie with the same rows; what is lost is listed, and sync is not promised', async () => {
  const more = [{ name: 'Markers.txt', content: '1\tbattle\n' }];
  writeFileSync(at('a.tasproj'), bk2File(bk2Log([[], ['A'], ['Up']]), { more }));
  const run = await cli(['convert', at('a.tasproj'), '-o', at('a.lsmv')]);
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out.split('\n').slice(1)).toEqual([
    'lost: 1 marker',
    'lost: the sync settings of the core',
    '1 empty row taken off the front: lsnes counts frames from one later',
    NO_SYNC,
    '',
  ]);
  expect([...(readMovieFile(at('a.lsmv')).input.pads[0] ?? [])]).toEqual([0x100, 0x010]);
});

test('a trace becomes a movie, with a JSON report', async () => {
  const run = await cli(['convert', 'traces/logs/party-charge.jsonl.gz', '--to', 'bk2', '-o', at('b'), '--json']);
  expect(run.code).toBe(0);
  expect(JSON.parse(run.out)).toMatchObject({
    output: at('b'),
    from: 'trace',
    to: 'bk2',
    lost: ['every cell of the log'],
  });
  expect(readMovieFile(at('b')).format).toBe('bk2');
});

test('a wrong command line: one line, exit code 2, nothing written', async () => {
  writeFileSync(at('c.lsmv'), lsmvFile(lsmvInput([['A']])));
  const before = readdirSync(scratch);
  for (const words of [
    [at('c.lsmv'), '-o', at('c.jsonl')],
    [at('c.lsmv'), '-o', at('c.bk2'), '--to', 'trace'],
    [at('c.lsmv'), '-o', at('c.bk2'), '--incomplete'],
    [at('c.lsmv'), '-o', at('c.lsmv')],
    [at('nowhere.bk2'), '-o', at('d.lsmv')],
  ]) {
    const run = await cli(['convert', ...words]);
    expect(run.code, words.join(' ')).toBe(2);
    expect(run.err).toMatch(/^E_[A-Z_]+ ?[^\n]*\n$/);
  }
  expect(readdirSync(scratch)).toEqual(before);
});
