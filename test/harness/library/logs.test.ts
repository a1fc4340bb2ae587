/** Logs as calls: what is in one, what explains it, how two differ. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compare, explain, openLog, textOf } from '../../../harness/library/index.js';
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
});

test('compare: a log with itself, and with another one', async () => {
  const same = await compare({ one: LOG, other: LOG });
  expect(same).toMatchObject({ ok: true, verdict: 'holds', different: 0 });
  checkPlain(same);
  const pair = { one: 'traces/logs/soak-07.jsonl.gz', other: 'traces/logs/soak-08.jsonl.gz' };
  const differs = await compare(pair);
  expect(differs).toMatchObject({ ok: false, verdict: 'differs', first: { cells: expect.anything() } });
  expect(await refusal(compare({ one: LOG } as never))).toMatchObject({ code: 'E_USAGE' });
  await aborted(compare({ ...pair, signal: now() }));
});
