/** A plan that was loaded once, by file or text, in the place of its file in every other call; two plans, branches and logs compared. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../core/live-a-live/index.js';
import {
  type Answer,
  checkCertificate,
  checkPlan,
  compare,
  discover,
  exportRoute,
  loadPlan,
  locate,
  narrate,
  odds,
  openImage,
  predict,
  recorderScript,
  report,
  runPlan,
  searchRoute,
  seeds,
  textOf,
  workbench,
} from '../../../harness/library/index.js';
import { declaredBytes } from '../../../harness/original/single-call/plan-state.js';
import { loadPlan as planOfFile, playPlan, startBattle } from '../../../harness/play/index.js';
import { aborted, checkPlain, now, refusal } from './calls.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const NAMCAT = 'traces/live-a-live/present-day-namcat.toml';
const START = 'traces/live-a-live/start-namcat.toml';
const FOLDER = mkdtempSync(join(tmpdir(), 'load-plan-'));
const at = (name: string): string => join(FOLDER, name);

/** A plan that no file holds, under the name of none. */
async function fromText(file: string) {
  const loaded = await loadPlan({ text: readFileSync(file, 'utf8'), file: `nosuch/${file}` });
  expect(existsSync(loaded.file)).toBe(false);
  return loaded;
}

test('what is in a plan: today’s system, the start, every command; frozen and plain', async () => {
  const plan = await loadPlan({ plan: PLAN });
  // counted in the file: 13 [[do]] tables without repeats, as `lockstep run` accepts
  expect(plan).toMatchObject({
    ...{ ok: true, verdict: 'answered', file: PLAN, named: 'live-a-live-battle', system: 'live-a-live-battle' },
    ...{ unit: 'command', commands: 13, start: null, begun: null },
  });
  expect(plan.steps.length).toBe(13);
  checkPlain(plan);
  expect(textOf(plan)).toContain('live-a-live-battle, 13 commands');
  // the plan of version 0.1 has the former id
  const former = await loadPlan({ plan: 'test/fixtures/version-0.1/takahara-namcat.toml' });
  expect(former).toMatchObject({ named: 'live-a-live', system: 'live-a-live-battle' });
});

test('every call takes it in the place of the file, also where no file is', async () => {
  const [plan, namcat] = [await fromText(PLAN), await fromText(NAMCAT)];
  /** Without the names of files, which differ. */
  const bare = (answer: Answer): unknown =>
    JSON.parse(JSON.stringify(answer).replaceAll('nosuch/', '').replaceAll(`${FOLDER}/`, ''));
  const same = async (loaded: Promise<Answer>, named: Promise<Answer>): Promise<void> => {
    const answer = await loaded;
    expect(bare(answer)).toEqual(bare(await named));
    expect(textOf(answer).length).toBeGreaterThan(20);
  };
  await same(runPlan({ plan, tell: true }), runPlan({ plan: PLAN, tell: true }));
  await same(checkPlan({ plan }), checkPlan({ plan: PLAN }));
  const at4 = { at: 4, skill: 'kiai-tame', limit: 5 };
  await same(odds({ file: plan, ...at4 }), odds({ file: PLAN, ...at4 }));
  await same(predict({ file: plan, at: 4 }), predict({ file: PLAN, at: 4 }));
  const waits = { starts: 'waits', frames: 5, threads: 2 } as const;
  await same(seeds({ plan: namcat, ...waits }), seeds({ plan: NAMCAT, ...waits }));
  const saw = ['4:record[5].hp=2'];
  await same(locate({ plan, saw }), locate({ plan: PLAN, saw }));
  await same(narrate({ files: [plan] }), narrate({ files: [PLAN] }));
  await same(report({ files: [plan], output: at('a.html') }), report({ files: [PLAN], output: at('a.html') }));
  await same(workbench({ plan, output: at('b.html') }), workbench({ plan: PLAN, output: at('b.html') }));
  await same(exportRoute({ plan, output: at('c.txt') }), exportRoute({ plan: PLAN, output: at('c.txt') }));
  const overlay = { emulator: 'mesen', overlay: true };
  await same(recorderScript({ ...overlay, plan }), recorderScript({ ...overlay, plan: PLAN }));
  const image = openImage('traces/homebrew/drill.sfc');
  const place = 'enemy-move-cost';
  await same(image.call({ place, plan, at: 4 }), image.call({ place, plan: PLAN, at: 4 }));
  expect((await refusal(discover({ dump: at('nosuch.ram'), from: plan }))).code).toBe('E_FILE');
});

test('a search of a text is saved, and goes on from the same text in a file', async () => {
  const checkpoint = at('saved.checkpoint');
  const begun = await searchRoute({ plan: await fromText(START), checkpoint, nodes: 100 });
  expect(begun).toMatchObject({ ok: false, verdict: 'incomplete' });
  expect(await searchRoute({ plan: START, checkpoint, resume: true })).toMatchObject({
    verdict: 'proven',
    routes: [{ cost: 210 }],
  });
});

test('a search on two threads, its plan and its proof, of a text alone', async () => {
  const plan = await fromText(START);
  const [certificate, output] = [at('text.jsonl.gz'), at('route.toml')];
  const found = await searchRoute({ plan, certificate, output, threads: 2 });
  // what docs/SEARCH.md and the atlas have proven of it
  expect(found).toMatchObject({ ok: true, verdict: 'proven', routes: [{ cost: 210 }] });
  expect(await runPlan({ plan: output })).toMatchObject({ verdict: 'holds' });
  expect(await checkCertificate({ certificate, plan })).toMatchObject({ verdict: 'proven' });
  expect(await checkCertificate({ certificate, plan: START })).toMatchObject({ verdict: 'proven' });
  const another = await fromText(PLAN);
  expect(await refusal(checkCertificate({ certificate, plan: another }))).toMatchObject({
    sentence: 'the certificate is of another plan',
  });
});

test('a start state that is another file later is refused', async () => {
  const state = at('begin.ram');
  const written = planOfFile(PLAN);
  const battle = await startBattle(LIVE_A_LIVE_BATTLE, { ...written, system: LIVE_A_LIVE_BATTLE.id });
  playPlan(LIVE_A_LIVE_BATTLE, battle, written, {}, { until: 4 });
  const ram = new Uint8Array(0x2_0000);
  for (const [address, byte] of declaredBytes(battle.image)) {
    if (address >= 0x7e0000 && address < 0x800000) ram[address - 0x7e0000] = byte;
  }
  writeFileSync(state, ram);
  const text = 'plan = 1\nsystem = "live-a-live-battle"\n[start]\nstate = "begin.ram"\n';
  writeFileSync(at('state.toml'), text);
  const plan = await loadPlan({ plan: at('state.toml') });
  expect(plan).toMatchObject({ start: { state: 'begin.ram' }, setup: null });
  expect(plan.begun?.from).toContain('begin.ram');
  expect(plan.dependsOn).toContain('start begin.ram');
  expect(await runPlan({ plan })).toMatchObject({ verdict: 'holds', state: plan.state });
  ram[0x1_f000] = 7;
  writeFileSync(state, ram);
  expect((await refusal(runPlan({ plan }))).code).toBe('E_STATE_CHANGED');
  expect(await runPlan({ plan: at('state.toml') })).toMatchObject({ verdict: 'holds' });
});

test('bad input: neither or both, a copy, a name that is none, a plan without a system; an aborted call', async () => {
  expect(await refusal(loadPlan({}))).toMatchObject({ code: 'E_USAGE', details: { found: 'neither' } });
  expect(await refusal(loadPlan({ plan: PLAN, text: '' }))).toMatchObject({ details: { found: 'both' } });
  const plan = await loadPlan({ plan: PLAN });
  expect(await refusal(runPlan({ plan: { ...plan } }))).toMatchObject({
    code: 'E_USAGE',
    details: { expected: 'the name of a file, or what loadPlan gave' },
  });
  expect((await refusal(runPlan({ plan: 7 as never }))).details.found).toBe('7');
  const wrong = readFileSync(PLAN, 'utf8').replace('"live-a-live-battle"', '"live-a-life"');
  expect(await refusal(loadPlan({ text: wrong }))).toMatchObject({ code: 'E_SYSTEM', details: { file: 'plan.toml' } });
  // it reads the plan that it would write over
  copyFileSync(PLAN, at('own.toml'));
  const own = await loadPlan({ plan: at('own.toml') });
  expect((await refusal(searchRoute({ plan: own, output: at('own.toml') }))).code).toBe('E_OUTPUT_IS_INPUT');
  await aborted(loadPlan({ plan: PLAN, signal: now() }));
});

test('compare: plans, a branch and what it left, two logs that are played', async () => {
  const plan = await fromText(PLAN);
  const same = await compare({ one: plan, other: PLAN });
  expect(same).toMatchObject({ ok: true, verdict: 'holds', same: true, lengths: [13, 13] });
  checkPlain(same);
  const changed = readFileSync(PLAN, 'utf8');
  const [, last = ''] = /[\s\S]*(\[\[do\]\][\s\S]*?\n)(?=\[\[|$)/u.exec(changed) ?? [];
  expect(last).not.toBe('');
  const shorter = await loadPlan({ text: changed.replace(last, '').replace(/\[\[expect\]\][\s\S]*$/u, '') });
  const differs = await compare({ one: PLAN, other: shorter });
  expect(differs).toMatchObject({ ok: false, verdict: 'differs', same: false, lengths: [13, 12] });
  expect(textOf(differs)).toContain('after 12 commands in common');
  const [one, other] = ['traces/logs/overflow.jsonl.gz', 'traces/logs/overflow.jsonl.gz'];
  expect(await compare({ one, other })).toMatchObject({ verdict: 'holds', different: 0 });
  expect(await compare({ one, other, play: true })).toMatchObject({ verdict: 'holds', same: true });
  expect(await refusal(compare({ one }))).toMatchObject({ code: 'E_OPTION', details: { file: one } });
  expect((await refusal(compare({ one: PLAN, other: 'traces/srpg-movement/guide.toml' }))).code).toBe(
    'E_COMPARE_SYSTEM',
  );
  await aborted(compare({ one: PLAN, other: resolve(PLAN), signal: now() }));
});
