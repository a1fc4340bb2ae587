/**
 * What if: every way to allocate the points of every unit, and the result of each. Source: H20 to
 * H25. Two units are counted exactly. For more units the combinations multiply: their number is
 * told, and the query is refused unless its limit allows it. Advantage decides the order of showing
 * points, not the possible splits.
 */
import { countText } from '../system/names.js';
import { placeOf } from '../system/plain-data.js';
import { type OddsTable, RuleError } from '../system/system.js';
import { unitFields, warFields } from './cells.js';
import { attackValue, damageValue, hitCount } from './damage.js';
import { SETUP_CODES } from './errors.js';
import { BattleStep, NONE, Stat } from './names.js';
import { QUERY, type UnitSetup } from './setup.js';
import { bareStat, battleStat, isAlive, maxStat } from './stats.js';
import { readUnit, readWar, type War } from './war.js';

type Query = ReturnType<typeof QUERY.read>;

interface Split {
  readonly str: number;
  readonly con: number;
  readonly agi: number;
}

interface Fighter {
  readonly id: string;
  readonly side: number;
  readonly hp: number;
  readonly attacks: boolean;
  /** The fighter's str, con and agi with each of its splits. */
  readonly stats: readonly Split[];
  readonly splits: readonly Split[];
}

/** Every split of `points` over three stats; with `keep`, every split of fewer points too. */
export function allSplits(points: number, keep: boolean): Split[] {
  const out: Split[] = [];
  for (let sum = keep ? 0 : points; sum <= points; sum++) {
    for (let str = 0; str <= sum; str++) {
      for (let con = 0; con <= sum - str; con++) out.push({ str, con, agi: sum - str - con });
    }
  }
  return out;
}

/**
 * The points whose split is unknown: all of a payer's magic less the opened points. Sealed points
 * count as unknown: nobody sees them.
 */
function openPoints(war: War, unit: number, pays: boolean): number {
  const magic = Math.max(0, bareStat(war, unit, Stat.mag));
  const step = readWar(war, warFields.battleStep);
  if (readUnit(war, unit, unitFields.side) === NONE || step < BattleStep.allocation) return pays ? magic : 0;
  if (readUnit(war, unit, unitFields.paid) === 0) return 0;
  const opened =
    readUnit(war, unit, unitFields.allocatedStr) +
    readUnit(war, unit, unitFields.allocatedCon) +
    readUnit(war, unit, unitFields.allocatedAgi);
  return Math.max(0, magic - opened);
}

function readFighter(war: War, unit: number, side: number, pays: boolean, renounces: boolean): Fighter {
  const { id } = war.setup.units[unit] as UnitSetup;
  const declared = readUnit(war, unit, unitFields.noAttack) === 1;
  const paid = readUnit(war, unit, unitFields.paid) === 1;
  if (!isAlive(war, unit)) throw new RuleError('E_DEAD', `${id} is not alive`, 'query.units');
  if (pays && !paid && readUnit(war, unit, unitFields.mp) === 0) {
    throw new RuleError('E_MP', `${id} has no MP to pay; name it in notPaying`, 'query.notPaying');
  }
  const bonus = renounces && !declared ? 1 : 0;
  const base = {
    str: battleStat(war, unit, Stat.str),
    con: battleStat(war, unit, Stat.con) + bonus,
    agi: battleStat(war, unit, Stat.agi) + bonus,
  };
  const splits: Split[] = [];
  const stats: Split[] = [];
  for (const split of allSplits(openPoints(war, unit, pays), war.rules.allowUnspent)) {
    const sum = { str: base.str + split.str, con: base.con + split.con, agi: base.agi + split.agi };
    if (Math.max(sum.str, sum.con, sum.agi) > maxStat) continue;
    splits.push(split);
    stats.push(sum);
  }
  if (stats.length === 0) {
    const remedy = 'lower them in the setup, or name it in notPaying';
    throw new RuleError('E_WIDTH', `no points of ${id} keep its stats within ${maxStat}; ${remedy}`, 'query.units');
  }
  return { id, side, hp: readUnit(war, unit, unitFields.hp), attacks: !renounces && !declared, stats, splits };
}

function readFighters(war: War, { units, sides, notPaying, noAttack }: Query): Fighter[] {
  if (units.length < 2) throw new RuleError('E_RANGE', 'query.units must name at least two units', 'query.units');
  if (sides.length !== 0 && sides.length !== units.length) {
    throw new RuleError('E_RANGE', 'query.sides must give one side for each unit', 'query.sides');
  }
  return units.map((unit, index) =>
    readFighter(war, unit, sides[index] ?? index, !notPaying.includes(unit), noAttack.includes(unit)),
  );
}

/** Signed damage of one stat block on another. */
function damageOf(war: War, attacker: Fighter, own: Split, enemy: Split): number {
  const attack = attackValue(own.str, enemy.con, attacker.attacks);
  return damageValue(attack, hitCount(own.agi, enemy.agi), attacker.attacks, war.rules.nonAttackClamped);
}

/** HP that each fighter loses with the stats `stats[chosen[i]]`. */
function losses(war: War, fighters: readonly Fighter[], chosen: readonly number[]): number[] {
  const out = fighters.map(() => 0);
  fighters.forEach((attacker, row) => {
    const own = attacker.stats[chosen[row] as number] as Split;
    fighters.forEach((defender, column) => {
      if (attacker.side === defender.side) return;
      const enemy = defender.stats[chosen[column] as number] as Split;
      const damage = damageOf(war, attacker, own, enemy);
      const loser = damage >= 0 ? column : row;
      out[loser] = (out[loser] as number) + Math.abs(damage);
    });
  });
  return out;
}

/** Number of combinations: the product of the fighters' splits. */
function countCombinations(fighters: readonly { readonly splits: readonly unknown[] }[]): bigint {
  return fighters.reduce((product, fighter) => product * BigInt(fighter.splits.length), 1n);
}

/** Goes to the next combination; false after the last. */
function advance(fighters: readonly Fighter[], chosen: number[]): boolean {
  for (let index = fighters.length - 1; index >= 0; index--) {
    const next = (chosen[index] as number) + 1;
    if (next < (fighters[index] as Fighter).splits.length) {
      chosen[index] = next;
      return true;
    }
    chosen[index] = 0;
  }
  return false;
}

/** Orders two different rows by the first value that differs. */
function compareRows(left: readonly number[], right: readonly number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  return (left[at] as number) - (right[at] as number);
}

/** The number of combinations for each loss of HP. */
function outcomes(war: War, fighters: readonly Fighter[], total: bigint): OddsTable {
  const counts = new Map<string, { taken: readonly number[]; count: number }>();
  const chosen = fighters.map(() => 0);
  do {
    const taken = losses(war, fighters, chosen);
    const key = taken.join(' ');
    const found = counts.get(key);
    if (found === undefined) counts.set(key, { taken, count: 1 });
    else found.count++;
  } while (advance(fighters, chosen));
  const rows = [...counts.values()]
    .sort((left, right) => compareRows(left.taken, right.taken))
    .map((entry) => ({
      values: entry.taken.flatMap((loss, index) => [loss, Math.max(0, (fighters[index] as Fighter).hp - loss)]),
      numerator: String(entry.count),
    }));
  return {
    outcomes: fighters.flatMap((fighter) => [`${fighter.id} loses`, `${fighter.id} HP`]),
    rows,
    denominator: String(total),
  };
}

/**
 * For each split of the first unit: its best and worst result against all of the second's, and in
 * how many of those it loses less.
 */
function splitRows(war: War, first: Fighter, second: Fighter): OddsTable {
  const rows = first.splits.map((split, own) => {
    let minLoss = Number.POSITIVE_INFINITY;
    let mostLoss = 0;
    let leastGain = Number.POSITIVE_INFINITY;
    let mostGain = 0;
    let better = 0;
    for (let enemy = 0; enemy < second.splits.length; enemy++) {
      const [loss, gain] = losses(war, [first, second], [own, enemy]) as [number, number];
      minLoss = Math.min(minLoss, loss);
      mostLoss = Math.max(mostLoss, loss);
      leastGain = Math.min(leastGain, gain);
      mostGain = Math.max(mostGain, gain);
      if (loss < gain) better++;
    }
    return {
      values: [split.str, split.con, split.agi, minLoss, mostLoss, leastGain, mostGain],
      numerator: String(better),
    };
  });
  return {
    outcomes: ['str', 'con', 'agi', 'least lost', 'most lost', 'enemy loses least', 'enemy loses most'],
    rows,
    denominator: String(second.splits.length),
  };
}

/**
 * Answers a what-if query.
 * @param query `units` (two or more ids), `sides` (default: each its own), `notPaying`, `noAttack`,
 *   `view` (`outcomes` or `splits`), `limit`
 * @throws RuleError `E_RANGE` with the number of combinations when it exceeds the limit for more
 *   than two units
 */
export function whatIf(war: War, query: unknown): OddsTable {
  const asked = QUERY.read(placeOf(query, 'query', SETUP_CODES), { ...war.ids });
  const fighters = readFighters(war, asked);
  const { limit } = asked;
  const total = countCombinations(fighters);
  if (limit === undefined ? fighters.length > 2 : total > BigInt(limit)) {
    const remedy = limit === undefined ? 'give a limit to count them' : `the limit is ${limit}`;
    throw new RuleError('E_RANGE', `${countText(total, 'combination')} of splits; ${remedy}`, 'query.limit');
  }
  if (asked.view === 'outcomes') return outcomes(war, fighters, total);
  if (fighters.length !== 2) {
    throw new RuleError('E_RANGE', 'query.view = "splits" compares exactly two units', 'query.view');
  }
  const [first, second] = fighters as [Fighter, Fighter];
  return splitRows(war, first, second);
}
