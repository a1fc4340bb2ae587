/**
 * Exact odds in big integers: successes and criticals of a pool, then damage and risk, then several
 * attacks. Source: seed 003, K11 to K15; the rules are the functions of a step. Every count is out
 * of 6^dice.
 */
import { RuleError } from '../system/system.js';
import { attackValue, damageOf, damageTotal, defenceValue, riskAfter } from './damage.js';

/** Number of rolls with these successes and criticals. */
export interface DiceCount {
  readonly successes: number;
  readonly criticals: number;
  readonly ways: bigint;
}

/**
 * Joint distribution of a pool; the counts sum to 6^pool.
 * @param successMin lowest succeeding face, 2 to 6; a critical is a 6
 */
export function jointDistribution(pool: number, successMin: number): readonly DiceCount[] {
  if (!Number.isInteger(pool) || pool < 0 || pool > 255)
    throw new RuleError('E_WIDTH', `a pool has 0 to 255 dice, not ${pool}`);
  if (!Number.isInteger(successMin) || successMin < 2 || successMin > 6) {
    throw new RuleError('E_RANGE', `the lowest success is a face from 2 to 6, not ${successMin}`);
  }
  const plainFaces = BigInt(6 - successMin);
  const missFaces = BigInt(successMin - 1);
  const out: DiceCount[] = [];
  // ways to choose which dice succeed, updated from one number of successes to the next
  let chooseSuccesses = 1n;
  for (let successes = 0; successes <= pool; successes++) {
    const misses = missFaces ** BigInt(pool - successes);
    let chooseCriticals = 1n;
    for (let criticals = 0; criticals <= successes; criticals++) {
      const ways = chooseSuccesses * chooseCriticals * plainFaces ** BigInt(successes - criticals) * misses;
      if (ways > 0n) out.push({ successes, criticals, ways });
      chooseCriticals = (chooseCriticals * BigInt(successes - criticals)) / BigInt(criticals + 1);
    }
    chooseSuccesses = (chooseSuccesses * BigInt(pool - successes)) / BigInt(successes + 1);
  }
  return out;
}

/** The values of weapon and target that decide the damage. */
export interface DamageTerms {
  readonly pow: number;
  readonly pen: number;
  readonly arm: number;
  readonly armDelta: number;
  readonly minimumArm: boolean;
  readonly riskSaturates: boolean;
}

/** State of the target between attacks. */
export interface TargetState {
  readonly damage: number;
  readonly risk: number;
  readonly destroyed: boolean;
}

/**
 * K11 to K15 for one number of successes and criticals. @throws RuleError `E_WIDTH` for risk above
 * 255 (KA17)
 */
export function resolve(before: TargetState, hp: number, terms: DamageTerms, dice: DiceCount): TargetState {
  if (dice.successes === 0) return before;
  const attack = attackValue(terms.pow, dice.successes);
  const defence = defenceValue(terms.arm, terms.armDelta, dice.criticals, terms.pen, terms.minimumArm);
  const damage = damageOf(attack, defence);
  const risk = riskAfter(before.risk, damage, dice.successes);
  if (risk > 255 && !terms.riskSaturates) throw new RuleError('E_WIDTH', `risk ${risk} does not fit (KA17)`);
  const total = damageTotal(before.damage, damage);
  return { damage: total, risk: Math.min(risk, 255), destroyed: total >= hp };
}

/** A state of the target and the number of rolls that lead to it. */
export interface WeightedState {
  readonly state: TargetState;
  readonly ways: bigint;
}

/** One attack of a series; its pool depends on the target's present risk. */
export interface AttackPlan {
  readonly poolFor: (risk: number) => number;
  readonly successMin: number;
  readonly terms: DamageTerms;
}

/**
 * Distribution of the target's state after all attacks; a destroyed target is not attacked again.
 * Counts are out of `total`.
 */
export function seriesDistribution(
  start: TargetState,
  hp: number,
  attacks: readonly AttackPlan[],
): { readonly states: readonly WeightedState[]; readonly total: bigint } {
  let states: readonly WeightedState[] = [{ state: start, ways: 1n }];
  let total = 1n;
  for (const attack of attacks) {
    const pools = states.map(({ state }) => (state.destroyed ? 0 : attack.poolFor(state.risk)));
    const maxPool = Math.max(...pools);
    const next = new Map<string, WeightedState>();
    states.forEach(({ state, ways }, index) => {
      const pool = pools[index] ?? 0;
      // everything is brought to the denominator of the largest pool
      const scaled = ways * 6n ** BigInt(maxPool - pool);
      for (const dice of jointDistribution(pool, attack.successMin)) {
        const after = resolve(state, hp, attack.terms, dice);
        const key = `${after.damage} ${after.risk} ${after.destroyed}`;
        next.set(key, { state: after, ways: (next.get(key)?.ways ?? 0n) + scaled * dice.ways });
      }
    });
    states = [...next.values()];
    total *= 6n ** BigInt(maxPool);
  }
  return { states, total };
}
