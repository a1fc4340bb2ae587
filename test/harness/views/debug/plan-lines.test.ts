/** Breakpoints on the lines of a plan's own text. */

import { readFileSync } from 'node:fs';
import type { DebugClient } from '@vscode/debugadapter-testsupport';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { move, open, type Served, serve, shown, traceFile } from './client.js';

const FILE = traceFile('live-a-live/three-battles.toml');
const LINES = readFileSync(FILE, 'utf8').split('\n');
/** Line of the n-th table of that name, from 1 on. */
function tableLine(name: string, number: number): number {
  return LINES.flatMap((line, index) => (line === name ? [index + 1] : []))[number - 1] ?? 0;
}

let served: Served;
let client: DebugClient;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served.server.close());
beforeEach(async () => {
  client = await open(served.port, FILE);
});
afterEach(() => client.stop());

test('a breakpoint on a line of a table stops before its command was left, and stands where the table begins', async () => {
  const second = tableLine('[[battle]]', 1);
  const { body } = await client.setBreakpointsRequest({
    source: { path: FILE },
    breakpoints: [{ line: 1 }, { line: second + 3 }, { line: tableLine('[[battle.do]]', 2) }],
  });
  expect(body.breakpoints.map(({ verified, line }) => [verified, line])).toEqual([
    [false, 1],
    [true, second],
    [true, tableLine('[[battle.do]]', 2)],
  ]);
  expect((await move(client, 'continue')).reason).toBe('breakpoint');
  expect(await shown(client, 'battleNumber')).toBe('1');
  expect((await move(client, 'continue')).reason).toBe('breakpoint');
  expect([await shown(client, 'battleNumber'), await shown(client, 'battleResult')]).toEqual(['2', '1']);
});

test('the lines that can have one are those of the tables', async () => {
  const { body } = await client.customRequest('breakpointLocations', {
    source: { path: FILE },
    line: 1,
    endLine: LINES.length,
  });
  const tables = ['[[do]]', '[[battle]]', '[[battle.do]]'];
  expect((body as { breakpoints: { line: number }[] }).breakpoints.map(({ line }) => LINES[line - 1])).toEqual(
    LINES.filter((line) => tables.includes(line)),
  );
});
