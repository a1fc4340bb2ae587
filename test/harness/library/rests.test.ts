/** What an answer rests on, and how far a call has come: each call names it, and none takes a listener that it never calls. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  calculate,
  checkCertificate,
  checkPlan,
  explain,
  locate,
  odds,
  openLog,
  type Progress,
  predict,
  predictFigures,
  runPlan,
  searchRoute,
  seeds,
  verify,
} from '../../../harness/library/index.js';
import { aborted, refusal } from './calls.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const NAMCAT = 'traces/live-a-live/present-day-namcat.toml';
const START = 'traces/live-a-live/start-namcat.toml';
const LOG = 'traces/logs/worked-example.jsonl.gz';
const FOLDER = mkdtempSync(join(tmpdir(), 'library-rests-'));

const TIMING = join(FOLDER, 'timing.json');
const image = { title: 'a game', sha256: '0'.repeat(64) };
writeFileSync(TIMING, JSON.stringify({ timing: 1, image, system: 'live-a-live-battle', figures: [], leftOut: 0 }));

test('a plan names its switches, the stretches that it went through, and the files beside it', async () => {
  const chosen = join(FOLDER, 'chosen.toml');
  const text = readFileSync(PLAN, 'utf8');
  writeFileSync(chosen, `${text}\n[ruleset.switches]\nstartOffset = 0\n`);
  const ran = await runPlan({ plan: chosen, timing: TIMING });
  expect(ran.dependsOn).toEqual([
    'startOffset',
    ...ran.unpublished.filter((name) => name !== 'startOffset'),
    `timing ${TIMING}`,
  ]);
  const checked = await checkPlan({ plan: PLAN, timing: TIMING });
  expect(checked.dependsOn).toEqual([...checked.unpublished, `timing ${TIMING}`]);
  const begun = await runPlan({ plan: 'traces/live-a-live/overflow.toml' });
  expect(begun.dependsOn.at(-1)).toBe(
    `start ${/^trace = "(.+)"$/mu.exec(readFileSync('traces/live-a-live/overflow.toml', 'utf8'))?.[1]}`,
  );
});

test('seeds rest on what the plan itself rests on', async () => {
  // no wait is the plan itself
  const own = (await runPlan({ plan: NAMCAT })).dependsOn;
  const few = await seeds({ plan: NAMCAT, starts: 'waits', frames: 20 });
  expect(few.dependsOn).toEqual(expect.arrayContaining([...own]));
});

test('locate, explain and a certificate rest on the stretches of what was played', async () => {
  const found = await locate({ plan: PLAN, saw: ['4:record[5].hp=276'] });
  // the enemy acts and hits within the four commands (the ledger of the plan)
  expect(found.dependsOn).toEqual(expect.arrayContaining(['enemyDueScan', 'decisionInput', 'allyDefence']));
  const log = 'traces/logs/soak-07.jsonl.gz';
  const stretches = (await verify({ files: [log] })).dependsOn;
  expect((await explain({ log })).dependsOn).toEqual(expect.arrayContaining([...stretches]));
  const certificate = join(FOLDER, 'proof.jsonl');
  const output = join(FOLDER, 'route.toml');
  await searchRoute({ plan: START, certificate, output });
  const proof = await checkCertificate({ certificate, plan: START });
  // the proof goes through the route, and through more
  expect(proof.dependsOn).toEqual(expect.arrayContaining([...(await runPlan({ plan: output })).dependsOn]));
});

test('each call with onProgress calls it, up to the end', async () => {
  const certificate = join(FOLDER, 'proof-2.jsonl');
  await searchRoute({ plan: START, certificate });
  const heard: Progress[] = [];
  const onProgress = (progress: Progress): void => void heard.push(progress);
  for (const call of [
    () => odds({ file: PLAN, at: 4, skill: 'kiai-tame', onProgress }),
    () => calculate({ attacker: 'takahara', skill: 'low-kick', defender: 'namcat', side: 'back', onProgress }),
    () => seeds({ plan: NAMCAT, starts: 'waits', frames: 5, onProgress }),
    () => locate({ plan: PLAN, saw: ['4:record[5].hp=276'], onProgress }),
    () => checkCertificate({ certificate, onProgress }),
  ]) {
    heard.length = 0;
    await call();
    const last = heard.at(-1);
    expect(last?.all).toBeGreaterThan(0);
    expect(last?.done).toBe(last?.all);
  }
});

test.each([
  ['openLog', () => openLog({ log: LOG, onProgress: () => undefined } as never)],
  ['explain', () => explain({ log: LOG, onProgress: () => undefined } as never)],
  ['predict', () => predict({ file: PLAN, onProgress: () => undefined } as never)],
  ['predictFigures', () => predictFigures({ onProgress: () => undefined } as never)],
  ['runPlan', () => runPlan({ plan: PLAN, onProgress: () => undefined } as never)],
  ['checkPlan', () => checkPlan({ plan: PLAN, onProgress: () => undefined } as never)],
] as const)('%s takes no listener that it would never call', async (_, call) => {
  expect(await refusal(call())).toMatchObject({ code: 'E_USAGE', sentence: expect.stringContaining('onProgress') });
});

/** A signal that is aborted when it is asked for the so many-th time. */
function abortedWhenAsked(times: number): AbortSignal {
  const stop = new AbortController();
  const { signal } = stop;
  let asked = 0;
  Object.defineProperty(signal, 'aborted', { get: () => ++asked >= times });
  return signal;
}

test('a signal is heard within the work: explaining, and looking for a change that mends a plan', async () => {
  // long work looks at its signal by the clock: here at every step
  let clock = 0;
  const now = vi.spyOn(Date, 'now').mockImplementation(() => (clock += 1000));
  onTestFinished(() => now.mockRestore());
  const output = join(FOLDER, 'none.jsonl');
  // before the work and after it, it is asked once each
  await aborted(explain({ log: 'traces/logs/soak-07.jsonl.gz', output, signal: abortedWhenAsked(4) }));
  expect(existsSync(output)).toBe(false);
  const wrong = join(FOLDER, 'wrong.toml');
  // no change of one command mends it: pairs of them are tried
  writeFileSync(wrong, readFileSync(PLAN, 'utf8').replace('actionPoints = 515', 'actionPoints = 516'));
  // once a command of the plan, which has fourteen, and at four places besides
  await aborted(checkPlan({ plan: wrong, signal: abortedWhenAsked(20) }));
});
