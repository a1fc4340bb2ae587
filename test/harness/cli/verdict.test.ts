/** The verdict of many logs: a short one while they are equal, the first difference in full. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testFolder } from '../fixtures/files.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../fixtures/ticker-log.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const WHOLE = sealed(tickerHeader(), rowLines(tickerRows(somePads(40))));

/** A folder of logs, of which some differ in row 20. */
function logs(name: string, count: number, different: readonly number[] = []): string {
  mkdirSync(join(folder.path, name));
  const rows = tickerRows(somePads(40));
  const changed = rows.map((row) => {
    const [begin = 0, end = 0, pad = 0, presses = 0, sum = 0, large = 0] = row.values;
    return row.frame === 20 ? { ...row, values: [begin, end, pad, presses ^ 1, sum, large] } : row;
  });
  const wrong = sealed(tickerHeader(), rowLines(changed));
  for (let index = 0; index < count; index++) {
    folder.write(join(name, `log-${String(index).padStart(2, '0')}.jsonl`), different.includes(index) ? wrong : WHOLE);
  }
  return join(folder.path, name);
}

describe('verify of more logs than a screen holds', () => {
  test('equal ones are one verdict; --list names each', async () => {
    const path = logs('equal', 11);
    const run = await cli(['verify', path]);
    expect(run.code).toBe(0);
    expect(run.out.split('\n')[0]).toBe('everything is equal: 11 logs');
    expect(run.out.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
    expect(run.out).not.toContain('log-03');
    const listed = (await cli(['verify', path, '--list'])).out;
    expect(listed.match(/log-\d\d\.jsonl: equal;/gu)).toHaveLength(11);
  });

  test('the first that differs stands in full, the others with their place', async () => {
    const path = logs('different', 12, [2, 5, 6]);
    const run = await cli(['verify', path]);
    expect(run.code).toBe(1);
    expect(run.out.split('\n')[0]).toBe('NOT EVERYTHING IS EQUAL: 3 logs of 12 with a difference');
    expect(run.out).toContain(`${join(path, 'log-02.jsonl')}: DIFFERS; `);
    expect(run.out).toContain('first difference: frame 20,');
    expect(run.out).toContain(`${join(path, 'log-05.jsonl')}: DIFFERS, first in frame 20`);
    expect(run.out).toContain(`${join(path, 'log-06.jsonl')}: DIFFERS, first in frame 20`);
  });

  test('a file that cannot be read is counted in the verdict', async () => {
    const path = logs('damaged', 12);
    folder.write(join('damaged', 'log-07.jsonl'), 'no log\n');
    const run = await cli(['verify', path]);
    expect(run.code).toBe(2);
    expect(run.out.split('\n')[0]).toBe('NOT EVERYTHING IS EQUAL: 1 file could not be read as a log');
    expect(run.err).toContain('log-07.jsonl');
  });

  test('ten logs are still listed', async () => {
    const run = await cli(['verify', logs('few', 10)]);
    expect(run.out.match(/: equal;/gu)).toHaveLength(10);
  });
});
