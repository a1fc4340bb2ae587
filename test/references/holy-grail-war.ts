/**
 * Slow reference of the Holy Grail War forum rules (H1 to H31 as far as they compute, HA1 to HA22 at their defaults, with
 * the switches that GrailSwitches lists). Written from rules/holy-grail-war.md alone.
 *
 * Every function takes plain values and gives plain values; nothing is kept between calls. What a game master decides is an
 * input. Judgement calls, names of areas and the text of skills compute nothing and are not here.
 */
import { elementAt, fail, requireInteger } from './reference-error.js';

export type StatName = 'str' | 'con' | 'agi' | 'mag' | 'luk';
export type Stats = Readonly<Record<StatName, number>>;
export type Injury = 'none' | 'light' | 'injured' | 'heavy' | 'dead';

export interface GrailUnit {
  readonly stats: Stats;
  readonly hp: number;
  readonly maxHp: number;
  readonly mp: number;
  readonly maxMp: number;
}

export interface GrailServant extends GrailUnit {
  readonly upkeep: number;
}

export interface GrailPair {
  readonly master?: GrailUnit;
  readonly servant?: GrailServant;
}

export interface GrailSwitches {
  readonly nonAttack: 'zero' | 'clamped';
  readonly injuryStack: boolean;
  readonly healLevelFee: 'perAct' | 'perLevel';
  readonly mpOverflow: 'spill' | 'lose';
  readonly allowUnspent: boolean;
  readonly reflectCountsAsDealt: boolean;
  readonly escapeScope: 'unit' | 'side';
}

export const defaultGrailSwitches: GrailSwitches = {
  nonAttack: 'zero',
  injuryStack: false,
  healLevelFee: 'perAct',
  mpOverflow: 'spill',
  allowUnspent: false,
  reflectCountsAsDealt: false,
  escapeScope: 'unit',
};

/** H13: percentages without a division. */
export function injury(hp: number, maxHp: number): Injury {
  if (hp === 0) return 'dead';
  if (hp * 4 <= maxHp) return 'heavy';
  if (hp * 2 <= maxHp) return 'injured';
  return hp * 4 <= maxHp * 3 ? 'light' : 'none';
}

const injuryRank: Readonly<Record<Injury, number>> = { none: 0, light: 1, injured: 2, heavy: 3, dead: 4 };

/** H13, HA3, HA8, HA19, and the width rule: what the stats are worth now, `extra` being the points of a round or a seal. */
export function effectiveStats(
  unit: Pick<GrailUnit, 'stats' | 'hp' | 'maxHp'>,
  extra: Partial<Stats> = {},
  switches: GrailSwitches = defaultGrailSwitches,
): Stats {
  const level = injury(unit.hp, unit.maxHp);
  const names: StatName[] = ['str', 'con', 'agi', 'mag', 'luk'];
  const lost: Record<StatName, number> = { str: 0, con: 0, agi: 0, mag: 0, luk: 0 };
  const heavy = level === 'heavy' || level === 'dead';
  if (level === 'injured' || (heavy && switches.injuryStack)) {
    lost.str += 1;
    lost.agi += 1;
  }
  if (heavy) for (const name of ['str', 'con', 'agi', 'mag'] as const) lost[name] += 1;
  const entries = names.map((name) => {
    requireInteger(unit.stats[name], 0, 99, name);
    const value = Math.max(unit.stats[name] - lost[name], 0) + (extra[name] ?? 0);
    return [name, requireInteger(value, 0, 179, `effective ${name}`)] as const;
  });
  return Object.fromEntries(entries) as Record<StatName, number>;
}

/** H3: 2 * master's mag + servant's mag + supply - upkeep; the supply only for a whole pair. */
export function supplyDelta(pair: GrailPair): number {
  const { master, servant } = pair;
  const supply = master !== undefined && servant !== undefined ? 15 : 0;
  const fromMaster = master === undefined ? 0 : 2 * effectiveStats(master).mag;
  const fromServant = servant === undefined ? 0 : effectiveStats(servant).mag - servant.upkeep;
  return fromMaster + fromServant + supply;
}

export interface PreparationResult {
  readonly masterMp: number | undefined;
  readonly servantMp: number | undefined;
  readonly servantVanishes: boolean;
  readonly lost: number;
}

/** H5, HA14: MP that come in; the first takes what fits, the rest goes to the partner, then it is lost. */
function gain(pair: GrailPair, amount: number, toServant: number, switches: GrailSwitches): PreparationResult {
  const { master, servant } = pair;
  let masterMp = master?.mp ?? 0;
  let servantMp = servant?.mp ?? 0;
  const masterMost = master?.maxMp ?? 0;
  const servantMost = servant?.maxMp ?? 0;
  let lost = 0;
  const give = (first: 'master' | 'servant') => {
    const order = first === 'servant' ? (['servant', 'master'] as const) : (['master', 'servant'] as const);
    const tries = switches.mpOverflow === 'spill' ? order : order.slice(0, 1);
    for (const receiver of tries) {
      if (receiver === 'servant' && servantMp < servantMost) {
        servantMp += 1;
        return;
      }
      if (receiver === 'master' && masterMp < masterMost) {
        masterMp += 1;
        return;
      }
    }
    lost += 1;
  };
  for (let point = 0; point < amount; point += 1) give(point < toServant ? 'servant' : 'master');
  return {
    masterMp: master === undefined ? undefined : masterMp,
    servantMp: servant === undefined ? undefined : servantMp,
    servantVanishes: false,
    lost,
  };
}

/** H5, H6, HA15: MP that go out, point by point: the master's first, then the servant's. */
function pay(pair: GrailPair, amount: number): PreparationResult {
  let masterMp = pair.master?.mp ?? 0;
  let servantMp = pair.servant?.mp ?? 0;
  let unpaid = 0;
  for (let point = 0; point < amount; point += 1) {
    if (masterMp > 0) masterMp -= 1;
    else if (servantMp > 0) servantMp -= 1;
    else unpaid += 1;
  }
  return {
    masterMp: pair.master === undefined ? undefined : masterMp,
    servantMp: pair.servant === undefined ? undefined : servantMp,
    servantVanishes: unpaid > 0 && pair.servant !== undefined,
    lost: 0,
  };
}

/** H3 to H6: the MP of a pair after its preparation; `toServant` of a gain, by default all of it. */
export function prepare(
  pair: GrailPair,
  toServant?: number,
  switches: GrailSwitches = defaultGrailSwitches,
): PreparationResult {
  const delta = supplyDelta(pair);
  if (delta < 0) return pay(pair, -delta);
  const share = toServant ?? (pair.servant === undefined ? 0 : delta);
  if (share < 0 || share > delta) fail('E_ALLOCATION', `${share} of ${delta} to the servant`);
  return gain(pair, delta, share, switches);
}

/** H4, HA4: 2 MP a point of HP, and 10 more when the level of injury changes. */
export function heal(
  unit: GrailUnit,
  points: number,
  switches: GrailSwitches = defaultGrailSwitches,
): { readonly hp: number; readonly mp: number; readonly cost: number } {
  requireInteger(points, 0, 65535, 'points');
  if (unit.hp === 0) fail('E_DEAD', 'the dead are not healed');
  const hp = Math.min(unit.hp + points, unit.maxHp);
  const crossed = injuryRank[injury(unit.hp, unit.maxHp)] - injuryRank[injury(hp, unit.maxHp)];
  const fee = switches.healLevelFee === 'perLevel' ? 10 * crossed : crossed > 0 ? 10 : 0;
  const cost = 2 * (hp - unit.hp) + fee;
  if (cost > unit.mp) fail('E_MP', `${cost} of ${unit.mp}`);
  return { hp, mp: unit.mp - cost, cost };
}

/** H10. */
export function restMp(unit: GrailUnit): number {
  return Math.min(unit.mp + effectiveStats(unit).mag, unit.maxMp);
}

/** H11, HA20. */
export function eatSouls(servant: GrailServant, soulEaten: number, amount: number) {
  requireInteger(amount, -65535, 65535, 'amount');
  if (amount < 1 || amount > 10) fail('E_SOUL_AMOUNT', `${amount}`);
  const total = soulEaten + amount;
  return { mp: Math.min(servant.mp + amount, servant.maxMp), soulEaten: total, exposed: total >= 10 };
}

export interface AdvantageUnit {
  readonly advantage: number;
  /** Points to give out: effective mag when the 1 MP was paid, else 0 (HA7). */
  readonly mag: number;
}

/**
 * H22, H23: per step, how many points each unit must allocate (by its index; units that owe none are left out).
 * Distinct advantages a1 < ... < ak of the units that paid; in step i everybody at or below ai gives out what is left, but
 * no more than the way to the next one.
 */
export function allocationSteps(units: readonly AdvantageUnit[]): ReadonlyMap<number, number>[] {
  const paying = units.filter(({ mag }) => mag > 0);
  const levels = [...new Set(paying.map(({ advantage }) => advantage))].sort((a, b) => a - b);
  const rest = units.map(({ mag }) => mag);
  return levels.map((level, index) => {
    const next = levels[index + 1];
    const step = new Map<number, number>();
    units.forEach((unit, slot) => {
      const left = elementAt(rest, slot, 'unit');
      const owed = unit.advantage > level ? 0 : next === undefined ? left : Math.min(left, next - level);
      if (owed > 0) step.set(slot, owed);
      rest[slot] = left - owed;
    });
    return step;
  });
}

/** HA6: the points of one step, all of them. */
export function checkAllocation(
  points: { readonly str: number; readonly con: number; readonly agi: number },
  owed: number,
  switches: GrailSwitches = defaultGrailSwitches,
): void {
  const sum = [points.str, points.con, points.agi].reduce((total, part) => {
    return total + requireInteger(part, 0, 255, 'points');
  }, 0);
  if (sum > owed || (sum < owed && !switches.allowUnspent)) fail('E_ALLOCATION', `${sum} of ${owed}`);
}

export interface Fighter {
  readonly side: string;
  readonly front: boolean;
  readonly stats: Pick<Stats, 'str' | 'con' | 'agi'>;
  readonly hp: number;
  /** H21: declared no attack; the bonus of +1 con and +1 agi is added here, not by the caller. */
  readonly noAttack?: boolean;
}

export interface Blow {
  readonly from: number;
  readonly to: number;
  readonly attack: number;
  readonly hits: number;
  readonly damage: number;
}

export interface RoundResult {
  readonly blows: readonly Blow[];
  readonly hp: readonly number[];
  readonly taken: readonly number[];
  readonly dealt: readonly number[];
  readonly escapeCost: readonly number[];
}

const requireInt16 = (value: number, what: string) => requireInteger(value, -32768, 32767, what);

/** H24, HA2: one direction of one pair. */
function blow(units: readonly Fighter[], from: number, to: number, switches: GrailSwitches): Blow {
  const guarded = (unit: Fighter) => (unit.noAttack === true ? 1 : 0);
  const own = elementAt(units, from, 'unit');
  const enemy = elementAt(units, to, 'unit');
  const raw = own.stats.str - (enemy.stats.con + guarded(enemy)) + 2;
  const hits = Math.max(0, own.stats.agi + guarded(own) - (enemy.stats.agi + guarded(enemy)) + 2);
  if (own.noAttack !== true) {
    return { from, to, attack: requireInt16(raw, 'attack'), hits, damage: requireInt16(raw * hits, 'damage') + 0 };
  }
  const attack = Math.max(0, raw);
  return { from, to, attack, hits, damage: switches.nonAttack === 'zero' ? 0 : attack * hits };
}

/** H24 to H26, HA9, HA10, HA12: all pairs from one snapshot, applied together. */
export function damageStep(units: readonly Fighter[], switches: GrailSwitches = defaultGrailSwitches): RoundResult {
  const taken = units.map(() => 0);
  const dealt = units.map(() => 0);
  const add = (list: number[], slot: number, amount: number) => {
    list[slot] = elementAt(list, slot, 'unit') + amount;
  };
  const blows: Blow[] = [];
  units.forEach((own, from) => {
    units.forEach((enemy, to) => {
      if (!own.front || !enemy.front || own.side === enemy.side) return;
      const one = blow(units, from, to, switches);
      blows.push(one);
      if (one.damage >= 0) {
        add(taken, to, one.damage);
        add(dealt, from, one.damage);
      } else {
        add(taken, from, -one.damage);
        if (switches.reflectCountsAsDealt) add(dealt, to, -one.damage);
      }
    });
  });
  const total = (list: readonly number[], slot: number) =>
    switches.escapeScope === 'unit'
      ? elementAt(list, slot, 'unit')
      : units.reduce((sum, unit, other) => {
          return sum + (unit.side === elementAt(units, slot, 'unit').side ? elementAt(list, other, 'unit') : 0);
        }, 0);
  return {
    blows,
    taken,
    dealt,
    hp: units.map((unit, slot) => Math.max(unit.hp - elementAt(taken, slot, 'unit'), 0)),
    escapeCost: units.map((_, slot) => Math.max(0, total(taken, slot) - total(dealt, slot))),
  };
}

export type Rank = 'E' | 'D' | 'C' | 'B' | 'A' | 'EX';
const ranks: readonly Rank[] = ['E', 'D', 'C', 'B', 'A'];

/** H28, HA17: a seal raises a rank by one; A stays A, EX cannot be raised. */
export function raiseRank(rank: Rank): Rank {
  if (rank === 'EX') fail('E_RANK', 'EX stands outside');
  return ranks[ranks.indexOf(rank) + 1] ?? 'A';
}

/** H15: 1, and one more for each "+". */
export function rankMultiple(rank: string): number {
  return 1 + [...rank].filter((letter) => letter === '+').length;
}

/** H28: half of an activation's MP, the half coin lost. */
export function halvedCost(cost: number): number {
  return cost % 2 === 0 ? cost / 2 : (cost - 1) / 2;
}

export type SealEffect =
  | { readonly kind: 'mag' }
  | { readonly kind: 'stat'; readonly stat: 'str' | 'con' | 'agi' }
  | { readonly kind: 'hp' | 'mp' };

/** H28, HA1, HA16: what a seal adds for a round, or at once; and the seals that are left. */
export function useSeal(unit: GrailUnit, seals: number, effect: SealEffect) {
  if (seals === 0) fail('E_NO_SEAL', 'no seal is left');
  const extra: Partial<Record<StatName, number>> = {};
  if (effect.kind === 'mag') extra.mag = 2;
  if (effect.kind === 'stat') extra[effect.stat] = 3;
  const hp = effect.kind === 'hp' ? Math.min(unit.hp + 6, unit.maxHp) : unit.hp;
  const mp = effect.kind === 'mp' ? Math.min(unit.mp + 6, unit.maxMp) : unit.mp;
  return { seals: seals - 1, extra, hp, mp };
}

/** H20, HA7, HA8: paying 1 MP gives the effective mag as points. */
export function payMag(unit: GrailUnit, extra: Partial<Stats> = {}): { readonly mp: number; readonly points: number } {
  if (unit.mp < 1) fail('E_MP', 'no MP left');
  return { mp: unit.mp - 1, points: effectiveStats(unit, extra).mag };
}

/** Every way to give out `points` over str, con and agi; for small numbers. */
export function splits(points: number): { str: number; con: number; agi: number }[] {
  const ways: { str: number; con: number; agi: number }[] = [];
  for (let str = 0; str <= points; str += 1) {
    for (let con = 0; con <= points - str; con += 1) ways.push({ str, con, agi: points - str - con });
  }
  return ways;
}
