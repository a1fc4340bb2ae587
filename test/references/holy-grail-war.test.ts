/** The forum-rules reference against the worked numbers W1 to W5 and the decisions of its rules file. */
import { describe, expect, it } from 'vitest';
import {
  allocationSteps,
  checkAllocation,
  damageStep,
  defaultGrailSwitches,
  eatSouls,
  effectiveStats,
  type Fighter,
  type GrailUnit,
  halvedCost,
  heal,
  injury,
  payMag,
  prepare,
  raiseRank,
  rankMultiple,
  restMp,
  splits,
  supplyDelta,
  useSeal,
} from './holy-grail-war.js';

const unit = (mag: number, more: Partial<GrailUnit> = {}): GrailUnit => ({
  stats: { str: 5, con: 4, agi: 3, mag, luk: 2 },
  ...{ hp: 100, maxHp: 100, mp: 20, maxMp: 50 },
  ...more,
});
const servant = (mag: number, upkeep: number, more: Partial<GrailUnit> = {}) => ({ ...unit(mag, more), upkeep });
const fighter = (side: string, str: number, con: number, agi: number, more: Partial<Fighter> = {}): Fighter => ({
  side,
  front: true,
  stats: { str, con, agi },
  hp: 50,
  ...more,
});
const steps = (units: readonly (readonly [number, number])[]) =>
  allocationSteps(units.map(([advantage, mag]) => ({ advantage, mag }))).map((step) => Object.fromEntries(step));

function codeOf(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
  return 'accepted';
}

describe('worked numbers', () => {
  it('W1 Caster, Archer, Saber', () => {
    expect(
      steps([
        [1, 5],
        [3, 2],
        [4, 2],
      ]),
    ).toEqual([{ 0: 2 }, { 0: 1, 1: 1 }, { 0: 2, 1: 1, 2: 2 }]);
  });

  it('W2 supply of a pair, a master alone, a servant alone', () => {
    const pair = { master: unit(3), servant: servant(4, 8) };
    expect([supplyDelta(pair), supplyDelta({ master: pair.master }), supplyDelta({ servant: pair.servant })]).toEqual([
      17, 6, -4,
    ]);
  });

  it('W3 damage, reflected damage, no hits', () => {
    const blowOf = (own: Fighter, enemy: Fighter) => {
      const [first] = damageStep([own, enemy]).blows;
      return [first?.attack, first?.hits, first?.damage];
    };
    expect(blowOf(fighter('a', 5, 0, 4), fighter('b', 0, 4, 3))).toEqual([3, 3, 9]);
    expect(blowOf(fighter('a', 2, 0, 6), fighter('b', 0, 6, 3))).toEqual([-2, 5, -10]);
    expect(blowOf(fighter('a', 1, 0, 1), fighter('b', 0, 9, 9)).slice(1)).toEqual([0, 0]);
    const reflected = damageStep([fighter('a', 2, 9, 6), fighter('b', 0, 6, 3, { noAttack: true })]);
    expect(reflected.blows[0]).toMatchObject({ attack: -3, hits: 4, damage: -12 });
    expect([reflected.taken, reflected.dealt, reflected.hp]).toEqual([
      [12, 0],
      [0, 0],
      [38, 50],
    ]);
  });

  it('W4 the levels of injury at the borders of 100 and of 30 HP', () => {
    const levels = (maxHp: number, ...list: number[]) => list.map((hp) => injury(hp, maxHp));
    expect(levels(100, 76, 75, 50, 25, 0)).toEqual(['none', 'light', 'injured', 'heavy', 'dead']);
    expect(levels(30, 23, 22, 15, 7)).toEqual(['none', 'light', 'injured', 'heavy']);
  });

  it('W5 the first is capped by its mag', () => {
    expect(
      steps([
        [0, 3],
        [7, 4],
      ]),
    ).toEqual([{ 0: 3 }, { 1: 4 }]);
  });

  it('the widths: effective 179 against 0 fits 16 signed bits, more does not', () => {
    expect(damageStep([fighter('a', 179, 0, 179), fighter('b', 0, 0, 0)]).blows[0]?.damage).toBe(32761);
    expect(codeOf(() => damageStep([fighter('a', 180, 0, 180), fighter('b', 0, 0, 0)]))).toBe('E_WIDTH');
    expect(codeOf(() => effectiveStats(unit(99), { mag: 81 }))).toBe('E_WIDTH');
    expect(codeOf(() => effectiveStats(unit(100)))).toBe('E_WIDTH');
  });

  it('mag 0, 1, 5 and 20 have 1, 3, 21 and 231 splits', () => {
    expect([0, 1, 5, 20].map((mag) => splits(mag).length)).toEqual([1, 3, 21, 231]);
  });
});

describe('day', () => {
  it('H5 H6 HA14 HA15 preparation shares a gain up to the maxima, and a servant without upkeep vanishes', () => {
    const pair = { master: unit(3), servant: servant(4, 8) };
    expect(prepare(pair)).toEqual({ masterMp: 20, servantMp: 37, servantVanishes: false, lost: 0 });
    expect(prepare(pair, 10)).toMatchObject({ masterMp: 27, servantMp: 30 });
    const nearlyFull = { master: unit(3, { mp: 45 }), servant: servant(4, 8, { mp: 48 }) };
    expect(prepare(nearlyFull)).toMatchObject({ masterMp: 50, servantMp: 50, lost: 10 });
    const lose = { ...defaultGrailSwitches, mpOverflow: 'lose' as const };
    expect(prepare(nearlyFull, undefined, lose)).toMatchObject({ masterMp: 45, servantMp: 50, lost: 15 });
    expect(prepare({ servant: servant(4, 8) })).toMatchObject({ servantMp: 16, servantVanishes: false });
    expect(prepare({ servant: servant(4, 8, { mp: 3 }) })).toMatchObject({ servantMp: 0, servantVanishes: true });
    const dear = { master: unit(0, { mp: 4 }), servant: servant(0, 25) };
    expect(prepare(dear)).toMatchObject({ masterMp: 0, servantMp: 14, servantVanishes: false });
    expect(codeOf(() => prepare(pair, 18))).toBe('E_ALLOCATION');
  });

  it('H4 HA4 healing costs MP by the level of injury, and is refused to the dead and without MP', () => {
    expect(heal(unit(3, { hp: 70 }), 5)).toEqual({ hp: 75, mp: 10, cost: 10 });
    expect(heal(unit(3, { hp: 70, mp: 30 }), 6)).toEqual({ hp: 76, mp: 8, cost: 22 });
    const two = unit(3, { hp: 50, mp: 100, maxMp: 100 });
    expect(heal(two, 26).cost).toBe(62);
    expect(heal(two, 26, { ...defaultGrailSwitches, healLevelFee: 'perLevel' }).cost).toBe(72);
    expect(codeOf(() => heal(unit(3, { hp: 70 }), 6))).toBe('E_MP');
    expect(codeOf(() => heal(unit(3, { hp: 0 }), 6))).toBe('E_DEAD');
  });

  it('H10 H11 a rest gives MP up to the maximum; 10 eaten souls expose', () => {
    expect([restMp(unit(7)), restMp(unit(7, { mp: 48 }))]).toEqual([27, 50]);
    expect(eatSouls(servant(4, 8), 3, 6)).toEqual({ mp: 26, soulEaten: 9, exposed: false });
    expect(eatSouls(servant(4, 8), 3, 7).exposed).toBe(true);
    expect([0, 11].map((amount) => codeOf(() => eatSouls(servant(4, 8), 0, amount)))).toEqual([
      'E_SOUL_AMOUNT',
      'E_SOUL_AMOUNT',
    ]);
  });

  it('H13 HA3 HA19 an injury lowers stats by its level, or by all levels, never below 0', () => {
    const at = (hp: number) => effectiveStats(unit(3, { hp }));
    expect(at(51)).toEqual({ str: 5, con: 4, agi: 3, mag: 3, luk: 2 });
    expect(at(50)).toEqual({ str: 4, con: 4, agi: 2, mag: 3, luk: 2 });
    expect(at(25)).toEqual({ str: 4, con: 3, agi: 2, mag: 2, luk: 2 });
    const stacked = effectiveStats(unit(3, { hp: 25 }), {}, { ...defaultGrailSwitches, injuryStack: true });
    expect(stacked).toEqual({ str: 3, con: 3, agi: 1, mag: 2, luk: 2 });
    expect(effectiveStats(unit(0, { hp: 25 })).mag).toBe(0);
  });

  it('H15 H28 ranks are raised up to A, costs halved, seals spent on a stat, HP or MP', () => {
    expect(['E', 'B', 'A'].map((rank) => raiseRank(rank as 'E' | 'B' | 'A'))).toEqual(['D', 'A', 'A']);
    expect(codeOf(() => raiseRank('EX'))).toBe('E_RANK');
    expect(['D', 'D+', 'D++'].map(rankMultiple)).toEqual([1, 2, 3]);
    expect([0, 1, 7, 8].map(halvedCost)).toEqual([0, 0, 3, 4]);
    expect(useSeal(unit(3), 3, { kind: 'mag' })).toMatchObject({ seals: 2, extra: { mag: 2 } });
    expect(useSeal(unit(3), 1, { kind: 'stat', stat: 'agi' })).toMatchObject({ seals: 0, extra: { agi: 3 } });
    expect(useSeal(unit(3, { hp: 97 }), 1, { kind: 'hp' }).hp).toBe(100);
    expect(useSeal(unit(3), 1, { kind: 'mp' }).mp).toBe(26);
    expect(codeOf(() => useSeal(unit(3), 0, { kind: 'mp' }))).toBe('E_NO_SEAL');
  });
});

describe('battle', () => {
  it('H20 HA6 HA7 mag costs 1 MP, points are spent to the last one, and told in steps of advantage', () => {
    expect(payMag(unit(3))).toEqual({ mp: 19, points: 3 });
    expect(codeOf(() => payMag(unit(3, { mp: 0 })))).toBe('E_MP');
    expect(codeOf(() => checkAllocation({ str: 1, con: 1, agi: 1 }, 3))).toBe('accepted');
    expect(codeOf(() => checkAllocation({ str: 1, con: 1, agi: 0 }, 3))).toBe('E_ALLOCATION');
    const lax = { ...defaultGrailSwitches, allowUnspent: true };
    expect(codeOf(() => checkAllocation({ str: 1, con: 1, agi: 0 }, 3, lax))).toBe('accepted');
    expect(codeOf(() => checkAllocation({ str: 4, con: 0, agi: 0 }, 3, lax))).toBe('E_ALLOCATION');
    expect(
      steps([
        [0, 3],
        [2, 0],
        [5, 1],
      ]),
    ).toEqual([{ 0: 3 }, { 2: 1 }]);
  });

  it('H21 HA2 no attack: no damage, +1 con and +1 agi', () => {
    const round = damageStep([fighter('a', 9, 1, 1, { noAttack: true }), fighter('b', 5, 1, 1)]);
    expect(round.blows).toEqual([
      { from: 0, to: 1, attack: 10, hits: 3, damage: 0 },
      { from: 1, to: 0, attack: 5, hits: 1, damage: 5 },
    ]);
    const clamped = { ...defaultGrailSwitches, nonAttack: 'clamped' as const };
    const weak = damageStep([fighter('a', 0, 1, 1, { noAttack: true }), fighter('b', 5, 9, 1)], clamped);
    expect(weak.blows[0]).toMatchObject({ attack: 0, damage: 0 });
  });

  it('H24 H26 HA12 all front pairs at once, HP stops at 0, leaving costs the difference', () => {
    const round = damageStep([
      fighter('a', 6, 2, 3),
      fighter('b', 4, 4, 3, { hp: 5 }),
      fighter('b', 5, 3, 3),
      fighter('b', 9, 9, 9, { front: false }),
    ]);
    expect(round.blows.map(({ from, to, damage }) => [from, to, damage])).toEqual([
      [0, 1, 8],
      [0, 2, 10],
      [1, 0, 8],
      [2, 0, 10],
    ]);
    expect(round.hp).toEqual([32, 0, 40, 50]);
    expect(round.escapeCost).toEqual([0, 0, 0, 0]);
    const uneven = damageStep([fighter('a', 1, 2, 3), fighter('b', 6, 3, 3)]);
    expect(uneven.escapeCost).toEqual([12, 0]);
  });
});
