/** A log without its footer, as a crash of the recorder leaves it: verified as far as it goes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../fixtures/ticker-log.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const ROWS = tickerRows(somePads(40));
const WHOLE = sealed(tickerHeader(), rowLines(ROWS));

/** The header and the first rows, then half of a line. */
function cutAfter(rows: number, log = WHOLE): string {
  const lines = log.trimEnd().split('\n');
  const next = lines[rows + 1] ?? '';
  return `${lines.slice(0, rows + 1).join('\n')}\n${next.slice(0, next.length >> 1)}`;
}

const cut = folder.write('cut.jsonl', cutAfter(25));

describe('verify', () => {
  test('says where the log ends, compares its whole rows, and exits with 2', async () => {
    const run = await cli(['verify', cut]);
    expect(run.code).toBe(2);
    expect(run.err).toBe(
      `E_TRACE_INCOMPLETE ${cut}: the log ends without its footer after frame 24: its recording was cut. ` +
        'Record it again, or give --partial to take what is there\n',
    );
    expect(run.out).toContain('25 frames of 25 compared and equal');
    expect(run.out).toContain('ends without its footer, so that no hash covers its rows; last whole frame: 24');
    expect(JSON.parse((await cli(['verify', '--json', cut])).out)).toMatchObject({ exit: 2, frames: 0 });
  });

  test('with --partial exits with 0 and counts its frames apart', async () => {
    const run = await cli(['verify', '--partial', cut]);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('25 in logs without a footer');
    const json = JSON.parse((await cli(['verify', '--partial', '--json', cut])).out);
    expect(json).toMatchObject({ exit: 0, frames: 25, totals: { other: { frames: 25, cut: 25 } } });
  });

  test('with --partial exits with 1 when a whole row differs', async () => {
    const rows = ROWS.map((row) => ({
      ...row,
      values: row.values.map((old, at) => (row.frame === 10 && at === 3 ? 99 : old)),
    }));
    const log = sealed(tickerHeader(), rowLines(rows));
    const run = await cli(['verify', '--partial', folder.write('changed.jsonl', cutAfter(25, log))]);
    expect(run.code).toBe(1);
    expect(run.out).toContain('first difference: frame 10');
  });

  test('with --partial takes gzip data that was cut, and refuses gzip data that was changed', async () => {
    const packed = gzipSync(WHOLE, { level: 0 });
    const short = folder.write('short.jsonl.gz', packed.subarray(0, packed.length - 400));
    const run = await cli(['verify', '--partial', short]);
    expect([run.code, run.err]).toEqual([0, '']);
    expect(run.out).toContain('in logs without a footer');
    const damaged = Buffer.from(gzipSync(WHOLE));
    damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 0xff;
    const refused = await cli(['verify', '--partial', folder.write('damaged.jsonl.gz', damaged)]);
    expect(refused.code).toBe(2);
    expect(refused.err).not.toBe('');
  });

  test('with --partial refuses a log that has no whole row, and leaves a whole log as it is', async () => {
    const empty = await cli(['verify', '--partial', folder.write('empty.jsonl', cutAfter(0))]);
    expect([empty.code, empty.err]).toEqual([2, expect.stringContaining('E_NOTHING_COMPARED')]);
    const whole = await cli(['verify', '--partial', folder.write('whole.jsonl', WHOLE)]);
    expect(whole.code).toBe(0);
    expect(whole.out).not.toContain('footer');
  });
});

describe('viewers say that the log ends early', () => {
  const reason = 'the log has no footer: its recording was cut';

  test('report, on the screen and as JSON', async () => {
    const log = join(packageRoot(), 'traces/logs/worked-example.jsonl.gz');
    const part = folder.write('part.jsonl', cutAfter(25, gunzipSync(readFileSync(log)).toString()));
    const report = (file: string, ...words: string[]) =>
      cli(['report', file, '-o', join(folder.path, 'page.html'), ...words], { systems: SYSTEMS });
    const run = await report(part);
    expect([run.code, run.out]).toEqual([0, expect.stringContaining(`\n  part.jsonl ends early: ${reason}\n`)]);
    const json = JSON.parse((await report(part, '--json')).out);
    expect(json.contents).toMatchObject([{ name: 'part.jsonl', endsEarly: reason }]);
    const whole = await report(log);
    expect([whole.code, whole.out]).toEqual([0, expect.not.stringContaining('early')]);
  });

  test('step, where a condition does not occur in what is there', async () => {
    const run = await cli(['step', cut, '--print', '--until', '1 = 2']);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining(`after the start; found an early end: ${reason}`)]);
  });
});
