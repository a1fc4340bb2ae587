/** Calls that write files for others: movies of plans, pages, watch files, scripts. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asideOf,
  compareSymbols,
  exportRoute,
  recorderScript,
  report,
  symbols,
  textOf,
} from '../../../harness/library/index.js';
import { CELLS } from '../../../rom-map/cells.js';
import { aborted, checkPlain, now, refusal } from './calls.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'library-writers-'));
const at = (name: string): string => join(FOLDER, name);
const PLAN = 'traces/live-a-live/overflow.toml';
const LOG = 'traces/logs/worked-example.jsonl.gz';

test('exportRoute: rows and gaps; a plan that does not hold is not written', async () => {
  const output = at('plan.txt');
  const answer = await exportRoute({ plan: PLAN, output });
  expect(answer).toMatchObject({ ok: true, verdict: 'holds', output, form: 'text' });
  expect(existsSync(output)).toBe(true);
  expect(textOf(answer)).toContain(`${output}: `);
  checkPlain(answer);
  const wrong = at('wrong.toml');
  const plan = 'traces/live-a-live/takahara-namcat.toml';
  writeFileSync(wrong, readFileSync(plan, 'utf8').replace('actionPoints = 57,', 'actionPoints = 58,'));
  const none = at('none.txt');
  const differs = await exportRoute({ plan: wrong, output: none });
  expect(differs).toMatchObject({ ok: false, verdict: 'differs', failure: { got: '57' } });
  expect(existsSync(none)).toBe(false);
  expect(await refusal(exportRoute({ plan: PLAN, output, to: 'bk3' }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(exportRoute({ plan: PLAN, output: PLAN }))).toMatchObject({
    code: expect.stringMatching(/^E_/u),
  });
  await aborted(exportRoute({ plan: PLAN, output: none, signal: now() }));
});

test('report: a page of a log, with what happened by frame', async () => {
  const output = at('page.html');
  const heard: string[] = [];
  const answer = await report({ files: [LOG], output, onProgress: (_, file) => heard.push(file) });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', page: output });
  expect(answer.contents.map(({ name, length }) => [name, length])).toEqual([['worked-example.jsonl.gz', 359]]);
  expect(answer.contents[0]?.told.length).toBeGreaterThan(5);
  checkPlain(answer);
  expect(readFileSync(output, 'utf8')).toContain('id="data"');
  expect(await refusal(report({ files: [], output }))).toMatchObject({ code: 'E_USAGE' });
  expect(await refusal(report({ files: ['nosuch'], output }))).toMatchObject({ code: 'E_FILE' });
  await aborted(report({ files: [LOG], output: at('none.html'), signal: now() }));
  expect(existsSync(at('none.html'))).toBe(false);
});

test('symbols: the table, its text, and a file of one’s own against it', async () => {
  const all = await symbols();
  // every cell of the game stands in the list
  expect(all.list.length).toBeGreaterThanOrEqual(CELLS.length);
  checkPlain(all);
  const answer = await symbols({ format: 'wch', cells: ['enemy[0].*'] });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', format: 'wch' });
  expect(answer.list.every(({ name }) => name.startsWith('enemy[0].'))).toBe(true);
  expect(asideOf(answer) === '').toBe(answer.leftOut?.length === 0);
  const file = at('own.wch');
  writeFileSync(file, textOf(answer));
  expect(await compareSymbols({ file })).toMatchObject({ ok: true, verdict: 'holds', format: 'wch' });
  expect(await refusal(symbols({ format: 'whc' }))).toMatchObject({ code: 'E_SYMBOLS_FORMAT' });
  expect(await refusal(compareSymbols({ file: 'nosuch' }))).toMatchObject({ code: 'E_FILE' });
  const script = await recorderScript({ emulator: 'bizhawk' });
  expect(textOf(script)).toBe(script.script);
  expect((await refusal(recorderScript({} as never))).message).toContain('expected --emulator bizhawk');
  expect(await refusal(recorderScript({ emulator: 'zsnes' }))).toMatchObject({ code: 'E_USAGE' });
});
