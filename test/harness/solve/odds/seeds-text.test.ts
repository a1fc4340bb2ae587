/** What `lockstep seeds` says where no draw is made, and where no start gives what is wanted. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { partsOfWant, type StartChoice } from '../../../../harness/solve/odds/seeds/play-starts.js';
import { runSeeds, seedsText, summarize } from '../../../../harness/solve/odds/seeds/summary.js';

const NOT_PLAYED = { rows: [], notPlayed: 'no setting was asked for' };
const FILE = join(tmpdir(), `seeds-text-${process.pid}.toml`);
afterAll(() => rmSync(FILE, { force: true }));

const STEP = 'command = "step"';
const KICK = 'command = "skill"\nskill = "dou-mawashi-kaiten-geri"\nx = 0\ny = 2';
const FAR = 'command = "skill"\nskill = "dou-mawashi-kaiten-geri"\nx = 6\ny = 6';

async function text(
  command: string,
  kind: StartChoice['kind'],
  want?: string,
  change = (summary: ReturnType<typeof summarize>) => summary,
): Promise<string> {
  const setup = 'formation = 0xde\n[[setup.party]]\ncharacter = "takahara"\nx = 0\ny = 3';
  const head = 'plan = 1\nsystem = "live-a-live-battle"\ntitle = "short"\n[setup]\ngenerator = [1, 2, 3, 4]';
  writeFileSync(FILE, `${head}\n${setup}\n[[do]]\n${command}\n`);
  const plan = loadPlan(FILE);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  const choice = { kind, timer: undefined, frames: 20 };
  const problem = { system: LIVE_A_LIVE_BATTLE, battle, plan, choice, want };
  const run = { problem, policy: undefined, workers: 1, signal: new AbortController().signal };
  return seedsText('short.toml', change(summarize(run, await runSeeds(run), NOT_PLAYED)), want);
}

test('a plan without draws says so, and that only other commands can give more', async () => {
  const timers = await text(STEP, 'timers', 'won and enemy[0].hp = 256');
  expect(timers).toContain('no draw is made from any of these starts: every start plays the same\n');
  expect(timers).toMatch(
    /wanted: [^\n]*: 0 of 65536 starts\n {2}won: never\n {2}enemy\[0\]\.hp = 256: 65536 of 65536\n {2}nothing is left to luck: only other commands can give it\n/,
  );
  expect(await text(STEP, 'waits')).toContain('no draw is made from any of these starts: only the frames waited');
});

test('where draws are made, what no start gives is named part by part', async () => {
  const never = await text(KICK, 'waits', 'enemy[0].hp < 300 and enemy[0].hp < 200');
  expect(never).not.toContain('no draw is made');
  expect(never).toMatch(
    /< 300: 21 of 21\n {2}enemy\[0\]\.hp < 200: never\n {2}all of these starts were played to the end/,
  );
  const apart = await text(KICK, 'waits', 'frames < 10 and frames > 12');
  expect(apart).toContain('but never all of it together');
  const broken = await text(FAR, 'waits', 'won');
  expect(broken).toMatch(/wanted: won: 0 of 21 starts\n {2}every start breaks before its end: E_/);
  expect(await text(KICK, 'waits', 'enemy[0].hp < 300')).toMatch(/21 of 21 starts\n {2}0 frames waited/);
});

test('starts that break are counted apart where the others do not give it either', async () => {
  const never = await text(KICK, 'waits', 'frames > 60000', (summary) => ({ ...summary, broken: 3 }));
  expect(never).toContain('wanted: frames > 60000: 0 of 21 starts\n  3 starts break and count as none\n');
});

test('a condition is split where all parts must hold, and nowhere else', () => {
  const battle = LIVE_A_LIVE_BATTLE.create({ formation: 0xde, party: [{ character: 'takahara' }] });
  const parts = (want: string) => partsOfWant(LIVE_A_LIVE_BATTLE, battle, want).map((part) => part.text);
  expect(parts('won')).toEqual(['won']);
  expect(parts('not won and frames < 3 and (lost and won)')).toEqual(['not won', 'frames < 3', '(lost and won)']);
  expect(parts('won and lost or won')).toEqual(['won and lost or won']);
  expect(parts('won && lost\tand frames = 1')).toEqual(['won', 'lost', 'frames = 1']);
  expect(parts('won and lost || won')).toEqual(['won and lost || won']);
});
