/** The generator's state from what was seen: it is among those found, a contradiction is named. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { locate, readObservation } from '../../../../harness/solve/odds/locate/locate.js';

import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';

const FILE = join(tmpdir(), `locate-${process.pid}.toml`);
const KICK = { command: 'skill', skill: 'dou-mawashi-kaiten-geri', x: 0, y: 2 };
const TIMES = 6;
writeFileSync(
  FILE,
  `plan = 1
system = "live-a-live-battle"
title = "kicks"
[setup]
formation = 0xde
[[setup.party]]
character = "takahara"
x = 0
y = 3
hp = 999
maxHp = 999
[[do]]
command = "skill"
skill = "dou-mawashi-kaiten-geri"
x = 0
y = 2
repeat = ${TIMES}
`,
);
afterAll(() => rmSync(FILE));

const drawn = drawnSystem(LIVE_A_LIVE_BATTLE, FILE);
const party = [{ character: 'takahara', x: 0, y: 3, hp: 999, maxHp: 999 }];

/** HP that both lost with each kick, from a state of the generator. */
function seenFrom(state: number): (readonly [takahara: number, namcat: number])[] {
  const battle = createBattle({ formation: 0xde, party });
  drawn.generator.write(battle, state);
  const seen: [number, number][] = [];
  for (let kick = 0; kick < TIMES; kick++) {
    const before = [read(battle, 'record[5].hp'), read(battle, 'enemy[0].hp')] as const;
    if (battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, KICK), undefined) !== 0) break;
    seen.push([before[0] - read(battle, 'record[5].hp'), before[1] - read(battle, 'enemy[0].hp')]);
  }
  return seen;
}

function found(texts: readonly string[]) {
  const plan = loadPlan(FILE);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  const observations = texts.map((text) => readObservation(LIVE_A_LIVE_BATTLE, battle, plan, text));
  return locate(drawn, battle, plan, observations);
}

test('the state that was played from is among those that fit, which never grow in number', () => {
  let state = 0x0000_359c;
  for (let step = 0; step < 12_345; step++) state = drawn.generator.next(state);
  const texts = seenFrom(state).flatMap(([takahara, namcat], kick) => [
    `${kick + 1}: takahara lost ${takahara}`,
    `${kick + 1}: namcat lost ${namcat}`,
  ]);
  expect(texts.length).toBeGreaterThan(3);
  const located = found(texts);
  expect(located.contradiction).toBe(undefined);
  const fits = located.steps.map(({ fit }) => fit);
  expect(fits).toEqual([...fits].sort((a, b) => b - a));
  const bytes = [0, 8, 16, 24].map((shift) => (state >>> shift) & 0xff).join(', ');
  expect(located.found.map(({ start }) => start)).toContain(`generator = [${bytes}]`);
}, 200_000);

test('an observation that no state fits is named, with how many fitted before it', () => {
  const located = found(['1: namcat lost 20..31', '1: namcat lost 500']);
  expect(located.contradiction).toBe('1: namcat lost 500');
  expect(located.steps[0]?.fit).toBeGreaterThan(0);
  expect(located.steps[1]?.fit).toBe(0);
}, 200_000);

test('an unknown unit, an unknown place and a place without draws are refused', () => {
  expect(() => found(['1: nobody lost 3'])).toThrow(/nobody is called/);
  expect(() => found(['99: namcat lost 3'])).toThrow(/no place of the plan/);
  expect(() => found(['0: namcat lost 3'])).toThrow(/nothing was drawn/);
});
