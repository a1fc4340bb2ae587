/** The generator's state from what was seen: it is among those found, a contradiction is named. */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';
import { startPlan } from '../../../../harness/play/plan/run.js';
import { locate, locateText, readObservations } from '../../../../harness/solve/odds/locate/locate.js';

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

function found(texts: readonly string[], file = FILE) {
  const plan = loadPlan(file);
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  const observations = texts.flatMap((text) => readObservations(LIVE_A_LIVE_BATTLE, battle, plan, text));
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

/** One command of Takahara beside an enemy, with so many HP. */
function planWith(name: string, enemy: string, hp: number | string, skill: string, y: number): string {
  const file = `${FILE}.${name}.toml`;
  writeFileSync(
    file,
    `plan = 1
system = "live-a-live-battle"
title = "one command"
[[setup.enemies]]
species = "${enemy}"
x = 0
y = ${enemy === 'namcat' ? 0 : 1}
${typeof hp === 'string' ? '' : `hp = ${hp}`}
[[setup.party]]
character = "takahara"
x = 0
y = 3
maxHp = 999
${typeof hp === 'string' ? hp : 'hp = 999'}
[[do]]
command = "skill"
skill = "${skill}"
x = 0
y = ${y}
`,
  );
  files.push(file);
  return file;
}

const files: string[] = [];
afterAll(() => {
  for (const file of files) rmSync(file);
});
const fitsOf = (text: string, file: string): number | undefined => found([text], file).steps.at(-1)?.fit;
const ALL = 209_506;

test('a number on the screen is the HP lost where they are left, and tells more where they are not', () => {
  const namcat = (hp: number) => planWith(`namcat-${hp}`, 'namcat', hp, 'dou-mawashi-kaiten-geri', 2);
  const whole = namcat(256);
  const weak = namcat(10);
  for (const amount of [20, 22, 24]) {
    const fits = fitsOf(`namcat lost ${amount}`, whole);
    expect(fits).toBeGreaterThan(0);
    expect(fitsOf(`namcat damage ${amount}`, whole)).toBe(fits);
    // the same draws come before the hit, whatever HP are left
    expect(fitsOf(`namcat damage ${amount}`, weak)).toBe(fits);
  }
  expect(fitsOf('namcat lost 10', weak)).toBe(fitsOf('namcat damage 1..999', weak));
  const located = found(['namcat lost 10', 'namcat lost 22'], weak);
  expect(located.contradiction).toBe('namcat lost 22');
  expect(locateText('a.toml', located)).toContain('the number on the screen is "UNIT damage N"');
}, 200_000);

test('a miss is where no damage is shown, and a recovery is not held at the largest HP', () => {
  const file = planWith('moribe', 'moribe-seishi', 120, 'dou-mawashi-kaiten-geri', 2);
  const missed = fitsOf('moribe-seishi miss', file) ?? 0;
  expect(missed).toBeGreaterThan(0);
  expect(missed).toBe(fitsOf('moribe-seishi unhurt', file));
  expect(missed + (fitsOf('moribe-seishi damage 0..999', file) ?? 0)).toBe(ALL);
  const heals = planWith('heals', 'namcat', 'hp = 995', 'kiai-tame', 3);
  // 4 HP are missing: the number is not held at them
  const amounts = [32, 33, 34, 35, 36, 37, 38, 39].map((amount) => fitsOf(`takahara heal ${amount}`, heals) ?? 0);
  expect(amounts.every((fit) => fit > 0 && fit < ALL)).toBe(true);
  expect(amounts.reduce((sum, fit) => sum + fit, 0)).toBe(ALL);
}, 200_000);

test('several sights of one command are one observation each, and the first that does not fit is named', () => {
  const located = found(['1: namcat damage 20..24, takahara damage 1..999, namcat miss, takahara miss']);
  expect(located.steps.map(({ saw }) => saw)).toEqual([
    '1: namcat damage 20..24',
    '1: takahara damage 1..999',
    '1: namcat miss',
  ]);
  expect(located.contradiction).toBe('1: namcat miss');
  expect(located.steps[1]?.fit).toBeGreaterThan(0);
}, 200_000);

test('an unknown unit, an unknown place and a place without draws are refused', () => {
  expect(() => found(['1: nobody lost 3'])).toThrow(/nobody is called/);
  expect(() => found(['99: namcat lost 3'])).toThrow(/no place of the plan/);
  expect(() => found(['0: namcat lost 3'])).toThrow(/nothing was drawn/);
});
