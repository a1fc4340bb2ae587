/** Every start of a plan: against battles set up one by one, on one thread and on two. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { compileWant, FRAMES, HP, RESULT, type StartChoice } from '../../../../harness/solve/odds/seeds/play-starts.js';
import {
  runSeeds,
  type SeedsRun,
  seedsText,
  seedsUnderSettings,
  summarize,
} from '../../../../harness/solve/odds/seeds/summary.js';

const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const SETUP = { formation: 0xde, party: [{ character: 'takahara', x: 0, y: 3 }] };
const KICK = { command: 'skill', skill: 'dou-mawashi-kaiten-geri', x: 0, y: 2 };
const NOT_PLAYED = { rows: [], notPlayed: 'no setting was asked for' };
const FILE = join(tmpdir(), `seeds-${process.pid}.toml`);
const PLAN = `plan = 1
system = "live-a-live-battle"
title = "short"
[setup]
formation = 0xde
[[setup.party]]
character = "takahara"
x = 0
y = 3
[[do]]
command = "skill"
skill = "dou-mawashi-kaiten-geri"
x = 0
y = 2
`;
writeFileSync(FILE, PLAN);
afterAll(() => rmSync(FILE));

function seeds(choice: StartChoice, workers: number, want?: string): SeedsRun {
  const plan = loadPlan(FILE);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  const problem = { system: LIVE_A_LIVE_BATTLE, battle, plan, choice, want };
  return { problem, policy: undefined, workers, signal: new AbortController().signal };
}

const TIMERS: StartChoice = { kind: 'timers', timer: undefined, frames: 0 };

test('the figures of a start are those of a battle that waited as many frames', async () => {
  const { player, notes } = await runSeeds(seeds({ kind: 'waits', timer: undefined, frames: 300 }, 1));
  const note = (start: number, place: number): number => notes[start * player.width + place] as number;
  const commands = (battle: ReturnType<typeof createBattle>) =>
    [KICK].map((plain) => encodeCommand(LIVE_A_LIVE_BATTLE, battle, plain));
  for (const waited of [0, 1, 7, 255, 256, 300]) {
    const battle = createBattle(SETUP);
    for (let left = waited; left > 0; left -= 255) {
      const frames = Math.min(left, 255);
      battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'wait', frames }), undefined);
    }
    for (const words of commands(battle)) battle.step(words, undefined);
    expect(note(waited, FRAMES)).toBe(read(battle, 'battleFrames'));
    expect(note(waited, RESULT)).toBe(read(battle, 'battleResult'));
    expect(note(waited, HP)).toBe(read(battle, 'record[5].hp'));
    expect(note(waited, HP + 1)).toBe(read(battle, 'enemy[0].hp'));
  }
});

test('all seeds of a first battle: the same on one thread and on two', async () => {
  const run = seeds(TIMERS, 1, 'frames <= 400 and ally[0].hp < 300');
  const alone = await runSeeds(run);
  const shared = await runSeeds(seeds(TIMERS, 2, 'frames <= 400 and ally[0].hp < 300'));
  expect(Buffer.from(shared.notes.buffer).equals(Buffer.from(alone.notes.buffer))).toBe(true);
  expect(alone.unpublished).toContain('enemyDueScan');
  expect(shared.unpublished).toEqual(alone.unpublished);
  const summary = summarize(run, alone, NOT_PLAYED);
  expect(summary.won + summary.lost + summary.escaped + summary.open + summary.broken).toBe(65_536);
  expect(new Set([0, 9, 65_535].map((start) => alone.player.starts.name(start))).size).toBe(3);
  // one of them, set up by what its name says
  expect(summary.wanted?.count).toBeGreaterThan(0);
  const [first = ''] = summary.wanted?.starts ?? [];
  const mapGenerator = Number(/mapGenerator = (\d+)/.exec(first)?.[1]);
  const battle = createBattle({ ...SETUP, mapGenerator });
  battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, KICK), undefined);
  expect(read(battle, 'battleFrames')).toBeLessThanOrEqual(400);
  expect(read(battle, 'record[5].hp')).toBeLessThan(300);
}, 400_000);

test('the words of screens stand for cells; an unknown one is refused with its column', () => {
  const battle = createBattle(SETUP);
  const around = { frame: 0, pad: -1 };
  const value = (text: string): number =>
    compileWant(LIVE_A_LIVE_BATTLE, battle, text).evaluate(battle.image, battle.image, around);
  expect(value('ally[0].hp')).toBe(320);
  expect(value('ally[takahara].hp = 320 and not won and not lost')).toBe(1);
  expect(value('frames = battleFrames')).toBe(1);
  expect(() => compileWant(LIVE_A_LIVE_BATTLE, battle, 'enemy[0].hq = 0')).toThrow(/column 1/);
  expect(readFileSync(FILE, 'utf8')).toBe(PLAN);
});

test('a wanted unit that is not in the battle is refused: its HP are 0 from the start', () => {
  const { system, battle } = seeds(TIMERS, 1).problem;
  expect(() => compileWant(system, battle, 'frames < 9 and enemy[7].hp = 0')).toThrow(
    'column 16: this battle has no enemy[7]; found enemy[7].hp; expected enemy[0] (namcat)',
  );
  expect(() => compileWant(system, battle, 'record[0].hp = 0')).toThrow('this battle has no record[0]');
  expect(() => compileWant(system, battle, 'record[5].hp = 0 and ally[0].hp = enemy[0].hp')).not.toThrow();
});

test('the same starts under another setting are those of a plan that chooses it', async () => {
  const choice: StartChoice = { kind: 'waits', timer: undefined, frames: 600 };
  const file = join(PROJECT, 'traces/live-a-live/present-day-namcat.toml');
  const of = (switches: Readonly<Record<string, number>>): SeedsRun => {
    const { ruleset, ...plan } = loadPlan(file);
    const own = { ...plan, ruleset: { ...ruleset, switches: { ...ruleset.switches, ...switches } } };
    const battle = startPlan(LIVE_A_LIVE_BATTLE, own);
    const problem = { system: LIVE_A_LIVE_BATTLE, battle, plan: own, choice, want: 'won' };
    return { problem, policy: undefined, workers: 2, signal: new AbortController().signal };
  };
  const run = of({});
  const notes = await runSeeds(run);
  const settings = await seedsUnderSettings(run, notes, undefined);
  const own = summarize(run, notes, settings);
  const other = of({ decisionPasses: 1 });
  const { won } = summarize(other, await runSeeds(other), NOT_PLAYED);
  expect(won).not.toBe(own.won);
  const row = settings.rows.find(({ switch: name }) => name === 'decisionPasses');
  expect(row).toMatchObject({
    verdict: 'breaks',
    // no command is refused: what is wanted is missed with the last one
    step: 2,
    detail: expect.stringContaining(`won ${won} instead of ${own.won}`),
  });
  expect(settings.rows.filter(({ verdict }) => verdict === 'holds').length).toBeGreaterThan(5);
  // the plan's own setting is no other one
  const back = await seedsUnderSettings(other, await runSeeds(other), true);
  expect(back.rows.find(({ switch: name, value }) => name === 'decisionPasses' && value === 1)).toBeUndefined();
  expect(seedsText('short.toml', own, 'won')).toContain('under other settings, one changed at a time');
});

test('many starts are played under other settings when that is asked for, and it is said', async () => {
  const run = seeds(TIMERS, 1);
  const few = await runSeeds(seeds({ kind: 'waits', timer: undefined, frames: 3 }, 1));
  const many = { ...few, player: { ...few.player, starts: { ...few.player.starts, count: 65_536 } } };
  expect(await seedsUnderSettings(run, many, undefined)).toEqual({
    rows: [],
    notPlayed: 'there are more than 1024 starts; --settings plays them',
  });
});

test('a command that is ended under other settings keeps the starts that it has played', async () => {
  const stop = new AbortController();
  const run = { ...seeds({ kind: 'waits', timer: undefined, frames: 600 }, 1), signal: stop.signal };
  const notes = await runSeeds(run);
  setImmediate(() => stop.abort());
  const settings = await seedsUnderSettings(run, notes, undefined);
  expect(settings).toEqual({ rows: [], notPlayed: 'the command was ended before' });
  expect(summarize(run, notes, settings).played).toBe(601);
});
