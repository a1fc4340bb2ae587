/** Plans, searches, proofs and logs as calls: a true answer, one that is not ok, bad input, an aborted call. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { checkCertificate, checkPlan, runPlan, searchRoute, textOf, verify } from '../../../harness/library/index.js';
import { aborted, checkPlain, now, refusal } from './calls.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const START = 'traces/live-a-live/start-namcat.toml';
const MOVES = 'traces/srpg-movement/guide.toml';
const FOLDER = mkdtempSync(join(tmpdir(), 'library-'));

/** A plan like another one but for one text. */
function changed(plan: string, from: string, to: string): string {
  const file = join(FOLDER, `${from.replace(/\W/gu, '')}.toml`);
  const text = readFileSync(plan, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
  return file;
}

test('runPlan: the plan holds; a wrong checkpoint differs by name', async () => {
  const answer = await runPlan({ plan: PLAN, tell: true });
  expect(answer).toMatchObject({ ok: true, verdict: 'holds', file: PLAN, system: 'live-a-live-battle', failures: [] });
  expect(answer.told?.length).toBe(answer.accepted);
  expect(answer.dependsOn).toContain('enemyDueScan');
  checkPlain(answer);
  expect(textOf(answer)).toContain('holds');
  // 57 points a step: the guide's figures, which the plan has
  const wrong = await runPlan({ plan: changed(PLAN, 'actionPoints = 117', 'actionPoints = 118') });
  expect(wrong).toMatchObject({ ok: false, verdict: 'differs' });
  expect(JSON.stringify(wrong.failures)).toContain('117');
});

test('runPlan: a judge sees who could act before each command, and with what', async () => {
  const answer = await runPlan({ plan: 'traces/fftcg/x1.toml', judge: true });
  // X1: Hammer Blow is answered with Brynhildr by whoever got priority, who was refused before he had it
  expect(answer.told?.[1]).toMatchObject({
    error: 'E_NO_PRIORITY',
    window: [
      ['turn 1 of A', 'Main Phase 1'],
      ['stack from its top', 'hammer-blow of barret by A'],
      ['A', 'has priority'],
      ['A could', 'pass; useAbility barret hammer-blow'],
    ],
  });
  expect(answer.told?.[3]?.window?.slice(2)).toEqual([
    ['B', 'has priority, and the other one has passed'],
    ['B could', 'pass; castSummon brynhildr on barret'],
  ]);
  const lines = textOf(answer).split('\n');
  expect(lines.slice(0, 4)).toEqual([
    '- turn 1 of A: Main Phase 1',
    '- A: has priority',
    '- A could: pass; useAbility barret hammer-blow',
    'command 1: useAbility A barret hammer-blow targets=[] (Hammer Blow)',
  ]);
  // the last window is the one after the last command
  expect(lines.at(-3)).toBe('- A could: only pass');
  checkPlain(answer);
  expect(await refusal(runPlan({ plan: MOVES, judge: true }))).toMatchObject({ code: 'E_CAPABILITY' });
});

test('runPlan: bad input and an aborted call', async () => {
  expect(await refusal(runPlan({}))).toMatchObject({ code: 'E_USAGE' });
  expect(await refusal(runPlan({ plan: PLAN, system: 'live' }))).toMatchObject({ code: 'E_SYSTEM' });
  expect(await refusal(runPlan({ plan: MOVES, odds: true }))).toMatchObject({ code: 'E_CAPABILITY' });
  expect(await refusal(runPlan({ plan: PLAN, tell: 'yes' } as never))).toMatchObject({
    code: 'E_USAGE',
    details: { found: '"yes"', expected: 'true or false' },
  });
  await aborted(runPlan({ plan: PLAN, signal: now() }));
});

test('checkPlan: the ledger, other settings, and the command that cannot be played', async () => {
  const answer = await checkPlan({ plan: PLAN });
  expect(answer).toMatchObject({ ok: true, verdict: 'holds', against: null, repair: null });
  expect(answer.otherSettings?.length).toBeGreaterThan(5);
  checkPlain(answer);
  const wrong = await checkPlan({ plan: changed(PLAN, 'actionPoints = 515', 'actionPoints = 516') });
  expect(wrong).toMatchObject({ ok: false, verdict: 'differs' });
  expect(textOf(wrong)).toContain('DOES NOT HOLD');
  const refused = await checkPlan({ plan: changed(PLAN, 'どう回し回転げり', 'low-kick') });
  expect(refused).toMatchObject({ ok: false, verdict: 'differs', error: { code: 'E_PLAN_REJECTED' } });
  expect(await refusal(checkPlan({ plan: 'nosuch.toml' }))).toMatchObject({ code: 'E_FILE' });
  await aborted(checkPlan({ plan: PLAN, signal: now() }));
  // long enough that it is heard in the middle
  const long = join(FOLDER, 'long.toml');
  const start = `[start]\ntrace = ${JSON.stringify(resolve('traces/logs/overflow.jsonl.gz'))}\nframe = 61\n`;
  const pause = (repeat: number): string => `[[do]]\ncommand = "frame"\npad = 0\nrepeat = ${repeat}\n`;
  const commands = pause(1000) + pause(18_000_000);
  writeFileSync(long, `plan = 1\nsystem = "live-a-live"\n${start}${commands}`);
  const { cause } = await aborted(checkPlan({ plan: long, signal: AbortSignal.timeout(500) }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete', ledger: { interrupted: true } });
  // a step has no row until it ends, and the second one is never through
  expect([0, 1000]).toContain((cause as { ledger: { commands: number } }).ledger.commands);
});

test('searchRoute and checkCertificate: proven, found, none within the limits, and refused', async () => {
  const certificate = join(FOLDER, 'start.jsonl.gz');
  const notes: string[] = [];
  const answer = await searchRoute({ plan: START, certificate, onNote: (note) => notes.push(note) });
  // what docs/SEARCH.md and the atlas have proven of it
  expect(answer).toMatchObject({ kind: 'route', ok: true, verdict: 'proven', routes: [{ cost: 210 }] });
  expect(answer.dependsOn).toContain('decisionPasses');
  expect(notes).toEqual([expect.stringContaining('the proof, 71 states')]);
  checkPlain(answer);
  const proof = await checkCertificate({ certificate, plan: START });
  expect(proof).toMatchObject({ ok: true, verdict: 'proven', accepted: true, proven: { cost: 210, states: 71 } });
  checkPlain(proof);
  const lines = gunzipSync(readFileSync(certificate)).toString().split('\n');
  const cut = join(FOLDER, 'cut.jsonl');
  writeFileSync(cut, lines.filter((_, line) => line !== 3).join('\n'));
  expect(await checkCertificate({ certificate: cut })).toMatchObject({
    ok: false,
    verdict: 'refused',
    accepted: false,
  });
  expect(await refusal(checkCertificate({ certificate: PLAN }))).toMatchObject({ code: 'E_CERTIFICATE' });
  await aborted(checkCertificate({ certificate, signal: now() }));
});

test('searchRoute: a limit, a beam, bad input, an aborted call with the best so far', async () => {
  const opening = 'traces/live-a-live/namcat-opening.toml';
  const notes: string[] = [];
  const onNote = (note: string): void => void notes.push(note);
  const [unwritten, output] = [join(FOLDER, 'none.toml'), join(FOLDER, "the best's.toml")];
  const limited = { nodes: 3, checkpoint: join(FOLDER, 'a.checkpoint') };
  const none = await searchRoute({ plan: START, ...limited, output: unwritten, onNote });
  expect(none).toMatchObject({ ok: false, verdict: 'incomplete', routes: [], proven: false });
  expect(notes).toContain(`${unwritten} was not written: no route was found`);
  expect(existsSync(unwritten)).toBe(false);
  const exact = await searchRoute({ plan: opening, output, onNote });
  const word = `'${join(FOLDER, "the best'\\''s.toml")}'`;
  expect(notes).toContain(`${output}: the best route as a plan; play it with lockstep run ${word}`);
  expect(await checkPlan({ plan: output })).toMatchObject({ ok: true, verdict: 'holds' });
  // what the plan says of the place from which it was searched is said of the route as well
  const told = join(FOLDER, 'told.toml');
  writeFileSync(told, `${readFileSync(opening, 'utf8')}\n[[expect]]\nafter = 1\ncells = { "ally[0].hp" = 320 }\n`);
  const kept = join(FOLDER, 'kept.toml');
  await searchRoute({ plan: told, output: kept });
  const { compared } = await runPlan({ plan: kept });
  expect(compared).toBe((await runPlan({ plan: output })).compared + 1);
  const beam = await searchRoute({ plan: opening, beam: 2 });
  expect([exact.verdict, beam.kind]).toEqual(['proven', 'route']);
  expect(['found', 'incomplete', 'proven']).toContain(beam.verdict);
  expect(await refusal(searchRoute({ plan: PLAN }))).toMatchObject({ code: 'E_PLAN_SEARCH' });
  expect(await refusal(searchRoute({ plan: START, resume: true }))).toMatchObject({ code: 'E_OPTION' });
  expect(await refusal(searchRoute({ plan: START, memory: 1e9 }))).toMatchObject({ code: 'E_OPTION' });
  const stop = new AbortController();
  const call = searchRoute({ plan: opening, signal: stop.signal, progressEvery: 0, onProgress: () => stop.abort() });
  expect((await aborted(call)).cause).toMatchObject({ ok: false, verdict: 'incomplete' });
});

test('verify: a movie is that of one log, which a folder may hold', async () => {
  const several = mkdtempSync(join(tmpdir(), 'library-logs-'));
  const movie = 'traces/homebrew/scripts/worked-example.txt';
  const log = readFileSync('traces/logs/worked-example.jsonl.gz');
  writeFileSync(join(several, 'one.jsonl.gz'), log);
  const alone = await refusal(verify({ files: [several], movie }));
  expect(alone.code).not.toBe('E_USAGE');
  writeFileSync(join(several, 'two.jsonl.gz'), log);
  expect(await refusal(verify({ files: [several], movie }))).toMatchObject({
    code: 'E_USAGE',
    details: { found: '2 logs' },
  });
});

test('verify: a log holds; one that differs names frame and cell; a cut one is incomplete', async () => {
  const log = 'traces/logs/worked-example.jsonl.gz';
  const answer = await verify({ files: [log] });
  expect(answer).toMatchObject({ kind: 'logs', ok: true, verdict: 'holds', differences: 0, errors: [] });
  checkPlain(answer);
  const lines = gunzipSync(readFileSync(log)).toString().trimEnd().split('\n');
  const cut = join(FOLDER, 'cut-log.jsonl');
  writeFileSync(cut, `${lines.slice(0, -1).join('\n')}\n`);
  expect(await verify({ files: [cut] })).toMatchObject({
    ok: false,
    verdict: 'incomplete',
    errors: [{ code: 'E_TRACE_INCOMPLETE' }],
  });
  expect(await verify({ files: [cut], partial: true })).toMatchObject({ ok: true, verdict: 'holds' });
  const different = await verify({ files: ['test/fixtures/rom-MDECAY.jsonl.gz'] });
  expect(different).toMatchObject({ ok: false, verdict: 'differs', first: { cells: expect.anything() } });
  expect(await refusal(verify({ files: ['nosuch'] }))).toMatchObject({ code: 'E_FILE' });
  expect(await refusal(verify({ files: [log], from: 3, to: 2 }))).toMatchObject({ code: 'E_OPTION' });
  // one that is missing is named, and costs the others nothing
  const mixed = await verify({ files: [log, 'nosuch', cut] });
  expect(mixed).toMatchObject({
    ok: false,
    verdict: 'incomplete',
    errors: [{ code: 'E_FILE', file: 'nosuch' }, { code: 'E_TRACE_INCOMPLETE' }],
  });
  expect(mixed).toMatchObject({ frames: (answer as { frames: number }).frames });
  expect(await refusal(verify({ files: [] }))).toMatchObject({ code: 'E_USAGE' });
  const { cause } = await aborted(verify({ files: [log, log], signal: now() }));
  expect(cause).toMatchObject({ ok: false, verdict: 'incomplete', interrupted: true, logs: [] });
});
