/** A file of another kind than the verb takes: the error says what it is, and its advice works. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { bk2File, bk2Log } from '../files/movies/movie-files.js';
import { testFolder } from '../fixtures/files.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../fixtures/ticker-log.js';
import { cliWithShortErrors as cli } from './run-cli.js';

const folder = testFolder();
const LOG = sealed(tickerHeader(), rowLines(tickerRows(somePads(10))));
const log = folder.write('log.jsonl', LOG);
const packed = folder.write('log.jsonl.gz', gzipSync(LOG));
const plan = folder.write(
  'plan.toml',
  '# A plan.\n\nplan = 1\nsystem = "counter"\n[[do]]\ncommand = "add"\namount = 5\n[[expect]]\ncells = { total = 5 }\n',
);
const movie = folder.write('movie.bk2', bk2File(bk2Log([['A']])));
const cutMovie = folder.write('cut.bk2', Buffer.from('PK\x03\x04 and more', 'latin1'));
const manifest = folder.write('package.json', '{\n  "name": "x"\n}\n');

/** Runs the first command that a message advises. */
async function followed(err: string): Promise<number> {
  const [, words = ''] = /`lockstep ([^`]*)`/u.exec(err) ?? [];
  return (await cli(words.split(' '))).code;
}

describe('verify', () => {
  test('calls a plan a plan', async () => {
    const run = await cli(['verify', plan]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain(`E_TRACE_JSON ${plan}: this is a plan, not a log. \`lockstep run ${plan}\` plays it`);
    expect(await followed(run.err)).toBe(0);
  });

  test('calls a movie a movie', async () => {
    const run = await cli(['verify', movie]);
    expect(run.err).toContain(`this is a BizHawk movie, not a log. \`lockstep convert ${movie}`);
    expect(await followed(run.err.replace('-o movie.bk2', `-o ${join(folder.path, 'again.bk2')}`))).toBe(0);
    expect((await cli(['verify', cutMovie])).err).toMatch(/^E_MOVIE_ARCHIVE .*not a whole ZIP archive/u);
  });

  test('20 KB of gzip with 20 million line ends is no fault of ours, and is refused at once', async () => {
    const file = folder.write('ends.jsonl.gz', gzipSync(Buffer.alloc(20_000_000, 0x0a)));
    const before = process.cpuUsage();
    const run = await cli(['verify', file]);
    const { user, system } = process.cpuUsage(before);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).not.toContain('E_INTERNAL');
    expect((user + system) / 1e6).toBeLessThan(10);
  });

  test('says of an unknown content that its form is not known, never that a log is cut', async () => {
    for (const content of ['nothing of the kind\n', Buffer.from([1, 2, 3, 0x80, 0, 0xff, 7])]) {
      const run = await cli(['verify', folder.write('unknown.bin', content)]);
      expect([run.code, run.out]).toEqual([2, '']);
      expect(run.err).toContain('this is not in a form that is known here');
      expect(run.err).not.toContain('Record it again');
    }
  });

  test('says of any other file that it is no trace', async () => {
    expect((await cli(['verify', manifest])).err).toContain('this is not a trace: its first line is no header');
  });
});

describe('run', () => {
  test.each([log, packed])('calls a log a log: %s', async (file) => {
    const run = await cli(['run', file]);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toContain(`${file}: this is a log, not a plan. \`lockstep verify ${file}\` compares it`);
    expect(await followed(run.err)).toBe(0);
  });

  test('takes the system from the plan, or from the word before it', async () => {
    expect((await cli(['run', plan])).code).toBe(0);
    expect((await cli(['run', 'counter', plan])).code).toBe(0);
    expect((await cli(['run', 'no-system', plan])).err).toContain('E_SYSTEM');
    expect((await cli(['run', 'counter', plan, plan])).err).toContain('E_USAGE: run plays one plan');
  });

  test('keeps the error of a plan with a mistake', async () => {
    const wrong = folder.write('wrong.toml', 'plan = 1\nsystem = \n');
    expect((await cli(['run', wrong])).err).toContain('E_PLAN_TOML');
    expect((await cli(['run', wrong])).err).not.toContain('not a');
  });
});

test('--version prints the version', async () => {
  const run = await cli(['--version']);
  expect([run.code, run.out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/u)]);
});
