/**
 * Exact odds in big integers: successes and criticals of a pool, then damage and risk, then several
 * attacks. Source: seed 003, K11 to K15; the rules are the functions of a step. Every count is out
 * of 6^dice.
 */
import type { Outcome, Planning } from '../system/planning.js';
import { type Battle, RuleError } from '../system/system.js';
import { HEAD, STAGE } from './cells.js';
import { COMMANDS, DICE_CAPACITY } from './commands.js';
import { attackValue, CRITICAL_FACE, damageOf, damageTotal, defenceValue, riskAfter } from './dice.js';

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

/** What a roll does to every state alike: damage, or else risk. */
interface RollEffect {
  readonly damage: number;
  /** 0 where damage is dealt, and for a miss. */
  readonly successes: number;
}

/** K12 for one number of successes and criticals. */
function effectOf(terms: DamageTerms, { successes, criticals }: DiceCount): RollEffect {
  if (successes === 0) return { damage: 0, successes: 0 };
  const attack = attackValue(terms.pow, successes);
  const defence = defenceValue(terms.arm, terms.armDelta, criticals, terms.pen, terms.minimumArm);
  const damage = damageOf(attack, defence);
  return { damage, successes: damage > 0 ? 0 : successes };
}

function stateAfter(before: TargetState, hp: number, terms: DamageTerms, effect: RollEffect): TargetState {
  const { damage, successes } = effect;
  if (damage === 0 && successes === 0) return before;
  const risk = riskAfter(before.risk, damage, successes);
  if (risk > 255 && !terms.riskSaturates) throw new RuleError('E_WIDTH', `risk ${risk} does not fit (KA17)`);
  const total = damageTotal(before.damage, damage);
  return { damage: total, risk: Math.min(risk, 255), destroyed: total >= hp };
}

/**
 * K11 to K15 for one number of successes and criticals. @throws RuleError `E_WIDTH` for risk above
 * 255 (KA17)
 */
export function resolve(before: TargetState, hp: number, terms: DamageTerms, dice: DiceCount): TargetState {
  return stateAfter(before, hp, terms, effectOf(terms, dice));
}

/** The effects of a pool, each with the number of rolls that have it. */
function effectsOfPool(
  pool: number,
  successMin: number,
  terms: DamageTerms,
): readonly (readonly [effect: RollEffect, ways: bigint])[] {
  const sums = new Map<number, readonly [RollEffect, bigint]>();
  for (const dice of jointDistribution(pool, successMin)) {
    const effect = effectOf(terms, dice);
    const key = effect.damage * 256 + effect.successes;
    sums.set(key, [effect, (sums.get(key)?.[1] ?? 0n) + dice.ways]);
  }
  return [...sums.values()];
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
 * Sums that a series may take: a state of the target and an effect of its pool are one. Counts are
 * exact, so that the numbers grow with every attack; this many take a few seconds.
 */
export const MOST_SUMS = 300_000;

/**
 * Distribution of the target's state after all attacks; a destroyed target is not attacked again.
 * Counts are out of `total`.
 * @throws RuleError `E_RANGE` for more than MOST_SUMS sums, `E_WIDTH` as `resolve`
 */
export function seriesDistribution(
  start: TargetState,
  hp: number,
  attacks: readonly AttackPlan[],
): { readonly states: readonly WeightedState[]; readonly total: bigint } {
  let states: readonly WeightedState[] = [{ state: start, ways: 1n }];
  let total = 1n;
  let sums = 0;
  for (const attack of attacks) {
    const pools = states.map(({ state }) => (state.destroyed ? 0 : attack.poolFor(state.risk)));
    const maxPool = Math.max(...pools);
    const byPool = new Map<number, ReturnType<typeof effectsOfPool>>();
    const next = new Map<number, WeightedState>();
    states.forEach(({ state, ways }, index) => {
      const pool = pools[index] ?? 0;
      const effects = byPool.get(pool) ?? effectsOfPool(pool, attack.successMin, attack.terms);
      byPool.set(pool, effects);
      sums += effects.length;
      if (sums > MOST_SUMS) {
        throw new RuleError('E_RANGE', `the odds take more than ${MOST_SUMS} sums: ask for fewer attacks or dice`);
      }
      // everything is brought to the denominator of the largest pool
      const scaled = ways * 6n ** BigInt(maxPool - pool);
      for (const [effect, rolls] of effects) {
        const after = stateAfter(state, hp, attack.terms, effect);
        const key = after.damage * 256 + after.risk;
        next.set(key, { state: after, ways: (next.get(key)?.ways ?? 0n) + scaled * rolls });
      }
    });
    states = [...next.values()];
    total *= 6n ** BigInt(maxPool);
  }
  return { states, total };
}

// What chance decides, for a search: the roll of step 4 (K11). Rolls with equally many successes
// and criticals are one outcome, because no later step reads single faces.

const ROLL = COMMANDS.codeOf('roll');
/** No success under any lowest face, which is 2 to 6. */
const MISS_FACE = 1;

function rollWith(pool: number, successes: number, criticals: number): Int32Array {
  const command = new Int32Array(2 + DICE_CAPACITY);
  command[0] = ROLL;
  command[1] = pool;
  // a 5 succeeds unless 6 alone does, and then every success is critical
  command.fill(CRITICAL_FACE, 2, 2 + criticals);
  command.fill(CRITICAL_FACE - 1, 2 + criticals, 2 + successes);
  command.fill(MISS_FACE, 2 + successes, 2 + pool);
  return command;
}

function outcomes({ image }: Battle, code: number, most: number): readonly Outcome[] | number | undefined {
  if (code !== ROLL || image[HEAD.stage] !== STAGE.SIZED) return undefined;
  const pool = image[HEAD.pool] as number;
  const atMost = ((pool + 1) * (pool + 2)) / 2;
  if (atMost > most) return atMost;
  return jointDistribution(pool, image[HEAD.successMin] as number).map(({ successes, criticals, ways }) => ({
    command: rollWith(pool, successes, criticals),
    cases: ways,
  }));
}

/** Between attacks nothing of the last one is read: the next declaration wipes it. */
function forgetPast({ image }: Battle): void {
  if (image[HEAD.stage] === STAGE.IDLE) image.fill(0, HEAD.stage, HEAD.round);
}

export const PLANNING: Planning = { chanceParameters: { roll: 'faces' }, outcomes, forgetPast };
