/** What `explain` refuses: one line with the place, exit code 2, nothing written. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import { cli } from '../../cli/run-cli.js';
import { COUNTER } from '../../fixtures/counter-system.js';
import { testFolder } from '../../fixtures/files.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const systems = [LIVE_A_LIVE, COUNTER];
const packed = readFileSync('traces/logs/party-charge.jsonl.gz');
const [header = '', ...rows] = gunzipSync(packed).toString().trimEnd().split('\n');
const log = folder.write('log.jsonl', [header, ...rows, ''].join('\n'));
const text = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
/** Header and rows with a right footer. */
const whole = (head: string, list: readonly string[], frames: number): string =>
  sealed(JSON.parse(head) as Record<string, unknown>, [...list], frames);

const CASES: readonly (readonly [name: string, content: string | Uint8Array, code: string])[] = [
  ['nothing', '', 'E_TRACE_EMPTY'],
  ['prose', 'This is no log.\n', 'E_TRACE_JSON'],
  ['UTF-16', Buffer.from(text(header), 'utf16le'), 'E_TRACE_JSON'],
  ['a log without its end', text(header, ...rows.slice(0, 20)), 'E_TRACE_INCOMPLETE'],
  ['a cut archive', packed.subarray(0, packed.length >> 1), 'E_TRACE_GZIP'],
  ['a line of 17 megabytes', `${' '.repeat(17 * 1024 * 1024)}\n`, 'E_TRACE_LINE_LENGTH'],
  ['a gigabyte of zeros, packed', gzipSync(Buffer.alloc(32 * 1024 * 1024)), 'E_TRACE_LINE_LENGTH'],
  [
    'other rules',
    text(header.replace(/"hash":"[0-9a-f]{16}"/, '"hash":"0123456789abcdef"'), ...rows),
    'E_RULESET_HASH',
  ],
  ['an unknown system', text(header.replace('"live-a-live"', '"live-a-life"'), ...rows), 'E_SYSTEM'],
  ['a changed row', text(header, ...rows.slice(0, 5), '[99999,0,[1,2]]', ...rows.slice(6)), 'E_TRACE_'],
  ['no rows', whole(header, [], 0), 'E_EXPLAIN_SYSTEM'],
  [
    'commands',
    whole(header, [(rows[0] ?? '').replace(/^\[(\d+),\d+/, '[$1,{"command":"frame"}')], 1),
    'E_EXPLAIN_SYSTEM',
  ],
];

describe('a log that cannot be explained is refused', () => {
  test.each(CASES)('%s: one line, and nothing is written', async (name, content, code) => {
    const file = folder.write(`bad ${name}.jsonl`, content);
    const out = join(folder.path, `out ${name}.jsonl`);
    const run = await cli(['explain', file, '-o', out, '--notes', `${out}.notes`], { systems });
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(new RegExp(`^${code}`));
    expect(run.err.trim().split('\n')).toHaveLength(1);
    expect(readdirSync(folder.path).filter((one) => one.startsWith('out '))).toEqual([]);
  });

  test('a log of a system that explain does not know is refused', async () => {
    const ticker = folder.write('ticker.jsonl', sealed(tickerHeader(), rowLines(tickerRows(somePads(9)))));
    expect((await cli(['explain', ticker])).err).toMatch(/^E_EXPLAIN_SYSTEM .*found ticker; expected a system/);
  });
});

describe('a wrong output is refused', () => {
  const before = readFileSync(log);
  test.each([
    ['the log itself', ['-o', log], 'E_OUTPUT_IS_INPUT'],
    ['the log itself as notes', ['--notes', log], 'E_OUTPUT_IS_INPUT'],
    ['both in one file', ['-o', `${log}.x`, '--notes', `${log}.x`], 'E_USAGE'],
    ['a folder that is not there', ['-o', join(folder.path, 'none', 'x.jsonl')], 'E_OUTPUT_WRITE'],
    [
      'notes in a folder that is not there',
      ['-o', `${log}.x`, '--notes', join(folder.path, 'none', 'x')],
      'E_OUTPUT_WRITE',
    ],
  ])('nothing is written, and the log stays: %s', async (_name, words, code) => {
    const run = await cli(['explain', log, ...words], { systems });
    expect([run.code, run.err.split(/[ :]/)[0]]).toEqual([2, code]);
    expect(readFileSync(log).equals(before)).toBe(true);
    expect(existsSync(`${log}.x`)).toBe(false);
  });
});
