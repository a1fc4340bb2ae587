/** Calls that write files for others: movies of plans, pages, watch files, scripts. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asideOf,
  compareSymbols,
  exportRoute,
  narrate,
  record,
  recorderScript,
  report,
  symbols,
  textOf,
  workbench,
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

test('narrate: what happens in a log and a plan, as the page of them has it', async () => {
  const answer = await narrate({ files: [LOG, PLAN] });
  const page = await report({ files: [LOG, PLAN], output: at('told.html') });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered' });
  expect(answer.contents.map(({ name, told }) => [name, told])).toEqual(
    page.contents.map(({ name, told }) => [name, told]),
  );
  expect(textOf(answer)).toMatch(/^worked-example\.jsonl\.gz: 359 frames\n {2}frame \d+: .+/u);
  checkPlain(answer);
  expect(await refusal(narrate({ files: [] }))).toMatchObject({ code: 'E_USAGE' });
  await aborted(narrate({ files: [LOG], signal: now() }));
});

test('record: the test ROM on our own console; aborted, it leaves no file', async () => {
  const given = { rom: 'traces/homebrew/drill.sfc', input: 'traces/homebrew/scripts/worked-example.txt', frames: 420 };
  const output = at('mine.jsonl.gz');
  const heard: number[] = [];
  const answer = await record({ ...given, core: 'builtin', output, onProgress: ({ done }) => heard.push(done) });
  expect(answer).toMatchObject({ ok: true, verdict: 'answered', trace: output, core: { path: 'builtin' } });
  expect(heard.at(-1)).toBe(420);
  checkPlain(answer);
  const none = at('none.jsonl');
  await aborted(record({ ...given, output: none, signal: now() }));
  expect(existsSync(none)).toBe(false);
  expect(await refusal(record({ output: none }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(record({ ...given, output: given.rom }))).toMatchObject({ code: 'E_OUTPUT_IS_INPUT' });
});

test('workbench: a page of a plan and of a log; a state without a battle is refused', async () => {
  const page = await workbench({ plan: PLAN, output: at('bench.html') });
  expect(page).toMatchObject({ ok: true, system: 'live-a-live', holds: true });
  expect(readFileSync(at('bench.html'), 'utf8')).toContain('<!doctype html>');
  checkPlain(page);
  const log = 'traces/logs/overflow.jsonl.gz';
  expect(await workbench({ plan: log, at: 61, output: at('log.html') })).toMatchObject({ ok: true, holds: true });
  // no battle of the game stands in a log of the test ROM
  expect(await refusal(workbench({ from: log, at: 61, output: at('begun.toml') }))).toMatchObject({
    code: 'E_STATE_BATTLE',
  });
  expect(existsSync(at('begun.toml'))).toBe(false);
  expect(await refusal(workbench({ output: at('none.html') }))).toMatchObject({ code: 'E_USAGE' });
  expect(await refusal(workbench({ plan: PLAN, output: PLAN }))).toMatchObject({ code: 'E_OUTPUT_IS_INPUT' });
});
