/**
 * Targets looked at one after the other, against the graph of their joint states in random battles
 * of a few, and against the game's own generator in battles of many. `LOCKSTEP_LONG=1` takes 1,000
 * and 50.
 */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { type Battle, RuleError, type System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../../harness/base/index.js';
import type { Chance } from '../../../../harness/solve/odds/graph/chance.js';
import { type Ring, ringsOf } from '../../../../harness/solve/odds/graph/follow.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { candidatesOf, createUnitReader } from '../../../../harness/solve/odds/table/candidates.js';
import {
  actorOf,
  type CommandOdds,
  commandOdds,
  type Outlook,
} from '../../../../harness/solve/odds/table/odds-table.js';
import { CHARACTERS } from '../../../../rom-map/tables/characters.js';
import { FORMATIONS } from '../../../../rom-map/tables/formations.js';

const IS_LONG = process.env['LOCKSTEP_LONG'] === '1';
const { planning } = LIVE_A_LIVE_BATTLE.capabilities;
/** The same system, which knows nothing of looking at targets one after the other. */
const TOGETHER: System = {
  ...LIVE_A_LIVE_BATTLE,
  capabilities: { ...LIVE_A_LIVE_BATTLE.capabilities, planning: { ...planning, targets: undefined } as never },
};
const RINGS: readonly Ring[] = ringsOf(drawnSystem(LIVE_A_LIVE_BATTLE, 'test').generator);
/** A ring of its own, short enough for a thousand battles. */
const SHORT: readonly Ring[] = [{ first: 0, values: (RINGS[0] as Ring).values.slice(5_000, 5_700) }];

/** Whole numbers below a limit, the same ones for a seed. */
function randomOf(seed: number): (limit: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

const HEROES = CHARACTERS.rows.filter(({ number }) => number <= 0x14);

interface Fight {
  readonly battle: Battle;
  readonly words: Int32Array;
}

/** Ordinary formations of so many enemies. */
function formationsOf(least: number, most: number): readonly number[] {
  return FORMATIONS.filter(
    ({ mode, enemies, allies }) =>
      mode === 0 && enemies.length >= least && enemies.length <= most && allies.every((place) => place !== null),
  ).map(({ number }) => number);
}

const FEW = formationsOf(2, 5);
const MANY = formationsOf(6, 15);

/** Skills of a party of four in a formation that reach so many enemies or more. */
function fightsOf(seed: number, formations: readonly number[], least: number): readonly Fight[] {
  const random = randomOf(seed);
  const formation = formations[random(formations.length)] as number;
  const first = random(HEROES.length);
  const party = [0, 1, 2, 3].map((place) => {
    const { id } = HEROES[(first + 5 * place) % HEROES.length] as (typeof HEROES)[number];
    const stats = {
      level: 1 + random(20),
      power: random(100),
      speed: random(100),
      body: random(100),
      intellect: random(100),
    };
    return { character: id, maxHp: 300, hp: 300, ...stats };
  });
  try {
    const setup = { formation, scenario: 8, party, generator: [1, 2, 3, 4], fieldCounter: random(4) };
    const battle = LIVE_A_LIVE_BATTLE.create(setup);
    const there = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: '', switches: {} };
    const { found } = candidatesOf(there, undefined);
    return found.filter(({ reaches }) => reaches >= least).map(({ words }) => ({ battle, words }));
  } catch (error) {
    if (error instanceof RuleError || error instanceof LockstepError) return [];
    throw error;
  }
}

function outlookOf(system: System, battle: Battle, rings: readonly Ring[]): Outlook {
  const reader = createUnitReader(system, battle);
  const start = battle.image.slice();
  const actor = actorOf(battle, reader.read(start));
  battle.image.set(start);
  return { position: { ...drawnSystem(system, 'test'), battle }, reader, rings, actor };
}

function looked(system: System, { battle, words }: Fight, rings: readonly Ring[], plays: number): CommandOdds {
  return commandOdds(outlookOf(system, battle, rings), battle.image.slice(), words, { horizon: 'effect', plays });
}

function plain({ units, open }: CommandOdds): string {
  return JSON.stringify({ units, open }, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value), 1);
}

const SMALL = IS_LONG ? 1000 : 40;
const LARGE = IS_LONG ? 50 : 4;
const SAMPLES = 400;

test(`${SMALL} battles of a few: the same chances and the same states as all targets together`, {
  timeout: 3_600_000,
}, () => {
  let [compared, together, skipped] = [0, 0, 0];
  const reasons = new Map<string, number>();
  for (let seed = 1; compared < SMALL && seed < 40 * SMALL; seed++) {
    const fights = fightsOf(seed, FEW, 2);
    const fight = fights[seed % Math.max(1, fights.length)];
    if (fight === undefined) continue;
    const apart = looked(LIVE_A_LIVE_BATTLE, fight, SHORT, 2_500);
    if (apart.together !== undefined) {
      together++;
      reasons.set(apart.together, (reasons.get(apart.together) ?? 0) + 1);
    }
    if (apart.folded === undefined) continue;
    const joint = looked(TOGETHER, fight, SHORT, 2_500);
    if (joint.open.numerator !== 0n) {
      skipped++;
      continue;
    }
    compared++;
    if (plain(apart) !== plain(joint)) expect(`seed ${seed}\n${plain(apart)}`).toBe(`seed ${seed}\n${plain(joint)}`);
    const state = 0x1234_5678 ^ Math.imul(seed, 0x9e37_79b1);
    const left = (odds: CommandOdds) => odds.units.map(({ unit }) => odds.hpFrom(state >>> 0, unit.prefix));
    expect([seed, ...left(apart)]).toEqual([seed, ...left(joint)]);
  }
  if (IS_LONG) console.log({ compared, together, skipped, reasons: Object.fromEntries(reasons) });
  expect({ compared, together, skipped }).toMatchObject({ compared: SMALL });
});

function numberOf({ numerator, bits }: Chance): number {
  return Number((numerator << 40n) >> BigInt(bits)) / 2 ** 40;
}

test(`${LARGE} battles of many: what the game's generator leads to from each of ${SAMPLES} states`, {
  timeout: 3_600_000,
}, () => {
  const { generator, framePlay } = drawnSystem(LIVE_A_LIVE_BATTLE, 'test');
  let compared = 0;
  for (let seed = 1; compared < LARGE && seed < 400 * LARGE; seed++) {
    const fights = fightsOf(seed, MANY, 3);
    const fight = fights[seed % Math.max(1, fights.length)];
    if (fight === undefined) continue;
    const odds = looked(LIVE_A_LIVE_BATTLE, fight, [], 500);
    if (odds.folded === undefined || odds.open.numerator !== 0n) continue;
    compared++;
    const { battle, words } = fight;
    const start = battle.image.slice();
    const reader = createUnitReader(LIVE_A_LIVE_BATTLE, battle);
    const random = randomOf(seed);
    const out = new Map<string, number>();
    for (let sample = 0; sample < SAMPLES; sample++) {
      let state = ((random(0x1_0000) << 16) | random(0x1_0000)) >>> 0;
      for (let step = 0; step < 8 || state === 0; step++) state = generator.next(state === 0 ? 0x359c : state);
      battle.image.set(start);
      generator.write(battle, state);
      const play = framePlay(battle);
      play.give(words);
      const given = battle.image.slice();
      for (let frames = 0; frames < 2048 && !play.hasTakenEffect(given); frames++) play.frame();
      const units = reader.read(battle.image.slice());
      for (const { unit } of odds.units) {
        const left = units.get(unit.prefix)?.hp ?? 0;
        if (left === 0) out.set(unit.prefix, (out.get(unit.prefix) ?? 0) + 1);
        const told = odds.hpFrom(state, unit.prefix);
        if (left !== told)
          expect(`seed ${seed} state ${state} ${unit.prefix} ${told}`).toBe(
            `seed ${seed} state ${state} ${unit.prefix} ${left}`,
          );
      }
    }
    for (const { unit, out: share } of odds.units) {
      const expected = numberOf(share.chance);
      const spread = 6 * Math.sqrt((expected * (1 - expected)) / SAMPLES) + 0.01;
      expect(Math.abs((out.get(unit.prefix) ?? 0) / SAMPLES - expected)).toBeLessThan(spread);
    }
    battle.image.set(start);
  }
  expect(compared).toBe(LARGE);
});
