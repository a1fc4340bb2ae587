/** Logs as calls: what is in one, what explains it, how two differ. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compare, convert, discover, explain, openLog, textOf } from '../../../harness/library/index.js';
import { aborted, checkPlain, now, refusal } from './calls.js';

const LOG = 'traces/logs/worked-example.jsonl.gz';
const lines = gunzipSync(readFileSync(LOG)).toString().trimEnd().split('\n');
const CUT = join(mkdtempSync(join(tmpdir(), 'library-')), 'cut.jsonl');
writeFileSync(CUT, `${lines.slice(0, -1).join('\n')}\n`);

test('openLog: what its header and footer say; one without its footer is incomplete', async () => {
  const answer = await openLog({ log: LOG });
  const header = JSON.parse(lines[0] as string) as { system: string; cells: readonly unknown[] };
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', whole: true, unit: 'frame' });
  expect(answer.cells.length).toBe(header.cells.length);
  checkPlain(answer);
  expect(textOf(answer)).toContain(`${answer.entries} frames from ${answer.first} to ${answer.last}`);
  expect(await openLog({ log: CUT })).toMatchObject({ ok: false, verdict: 'incomplete', entries: answer.entries });
  expect(await refusal(openLog({ log: 'nosuch' }))).toMatchObject({ code: expect.stringMatching(/^E_FILE/) });
  await aborted(openLog({ log: LOG, signal: now() }));
});

test('explain: every frame has its action', async () => {
  const answer = await explain({ log: LOG });
  expect(answer).toMatchObject({ ok: true, verdict: 'holds', unexplained: 0 });
  checkPlain(answer);
  expect(await refusal(explain({ log: LOG, names: 'xx' }))).toMatchObject({ code: 'E_OPTION' });
  await aborted(explain({ log: LOG, signal: now() }));
  const signal = AbortSignal.timeout(200);
  const { cause } = await aborted(explain({ log: 'traces/logs/soak-07.jsonl.gz', signal }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete', interrupted: true });
  const { frames, explained, lag, unexplained } = cause as unknown as Readonly<Record<string, number>>;
  expect(frames).toBe((explained ?? 0) + (lag ?? 0) + (unexplained ?? 0));
});

test('compare: a log with itself, and with another one', async () => {
  const same = await compare({ one: LOG, other: LOG });
  expect(same).toMatchObject({ ok: true, verdict: 'holds', different: 0 });
  checkPlain(same);
  const pair = { one: 'traces/logs/soak-07.jsonl.gz', other: 'traces/logs/soak-08.jsonl.gz' };
  const differs = await compare(pair);
  expect(differs).toMatchObject({ ok: false, verdict: 'differs', first: { cells: expect.anything() } });
  expect(await refusal(compare({ one: LOG } as never))).toMatchObject({ code: 'E_OPTION' });
  await aborted(compare({ ...pair, signal: now() }));
});

test('convert: there and back again, and what is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'library-convert-'));
  const [table, map, again] = ['a.csv', 'a.toml', 'b.jsonl.gz'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const made = await convert({ file: LOG, output: table, writeColumns: map });
  const { entries, cells } = await openLog({ log: LOG });
  expect(made).toMatchObject({ ok: true, verdict: 'answered', output: table, frames: entries, cells: cells.length });
  expect(textOf(made)).toContain('lost: ');
  checkPlain(made);
  await convert({ file: table, columns: map, output: again });
  expect(await compare({ one: LOG, other: again, force: true })).toMatchObject({ different: 0 });
  expect(await refusal(convert({ file: table, output: again }))).toMatchObject({ code: 'E_USAGE' });
  expect(await refusal(convert({ file: LOG, output: join(folder, 'x'), to: 'csw' }))).toMatchObject({
    code: 'E_USAGE',
  });
  expect(await refusal(convert({ file: LOG, output: LOG }))).toMatchObject({ code: 'E_OUTPUT_IS_INPUT' });
  await aborted(convert({ file: LOG, output: join(folder, 'none'), signal: now() }));
  // heard while it works: a look at the clock comes every 50 milliseconds
  const busy = 'traces/logs/soak-07.jsonl.gz';
  await aborted(convert({ file: busy, output: join(folder, 'none'), to: 'csv', signal: AbortSignal.timeout(20) }));
  expect(existsSync(join(folder, 'none'))).toBe(false);
});

test('discover: bad input by its parameter, and an aborted call writes nothing', async () => {
  const dump = join(mkdtempSync(join(tmpdir(), 'library-dump-')), 'ram.bin');
  writeFileSync(dump, Buffer.alloc(64));
  const question = { dump, from: LOG, size: 16 };
  expect(await refusal(discover({ dump: 'nosuch', from: LOG }))).toMatchObject({ code: 'E_FILE' });
  expect(await refusal(discover({ ...question, size: 3 }))).toMatchObject({ code: 'E_USAGE' });
  expect(await refusal(discover({ ...question, base: 'xyz' }))).toMatchObject({ code: 'E_USAGE' });
  const answer = await discover(question);
  expect(answer).toMatchObject({ ok: false, verdict: 'none', size: 16 });
  checkPlain(answer);
  const output = `${dump}.json`;
  await aborted(discover({ ...question, output, signal: now() }));
  expect(existsSync(output)).toBe(false);
});
