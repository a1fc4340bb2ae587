/**
 * Slow reference of the attack procedure of Kurogane Engage (rules K1 to K16, decisions KA1 to KA19 at their defaults and
 * switches). Written from rules/kurogane-engage.md alone.
 *
 * Inputs of one attack: `AttackSetup` with the field names of the rules; `faces` is the roll. Output: the breakdown of the
 * pool, the result, and the target after it. `enumerate` rolls all 6^n possibilities one after another; nothing is binomial.
 * Hooks of unread special actions: `poolDelta`, `successMin`, `powDelta`, `armDelta`.
 */
import { fail, requireInteger } from './reference-error.js';

export interface Weapon {
  readonly hit: number;
  readonly rng: number | 'C';
  readonly pow: number;
  readonly pen: number;
  readonly indirect?: boolean;
  readonly powerAttack?: boolean;
}

export interface EngageUnit {
  readonly hp: number;
  readonly damage: number;
  readonly arm: number;
  readonly risk: number;
  readonly side: string;
  readonly commander?: boolean;
  readonly shield?: boolean;
  readonly largeWeapon?: boolean;
  readonly faction?: string;
}

export type SpecialKind = 'enhance' | 'powerAttack' | 'counter' | 'evade' | 'defend';

export interface Special {
  readonly by: 'attacker' | 'defender';
  readonly kind: SpecialKind;
}

export interface EngageSwitches {
  /** KA4: a printed Arm below 3 counts as 3, too. */
  readonly minArmAppliesToBase: boolean;
  readonly clearShotInMelee: boolean;
  readonly strictDistance: boolean;
  readonly riskCap: number;
  readonly metric: 'manhattan' | 'chebyshev';
}

export const defaultEngageSwitches: EngageSwitches = {
  minArmAppliesToBase: true,
  clearShotInMelee: true,
  strictDistance: false,
  riskCap: 255,
  metric: 'manhattan',
};

export interface AttackSetup {
  readonly attacker: EngageUnit;
  readonly weapon: Weapon;
  readonly target: EngageUnit;
  readonly distance: number;
  /** Level of the target minus level of the attacker. */
  readonly levelDifference: number;
  readonly visible: boolean;
  readonly allySees: boolean;
  readonly mutualClear: boolean;
  readonly specials?: readonly Special[];
  readonly poolDelta?: number;
  readonly successMin?: number;
  readonly powDelta?: number;
  readonly armDelta?: number;
  readonly switches?: Partial<EngageSwitches>;
}

export interface PoolBreakdown {
  readonly base: number;
  readonly distance: number;
  readonly indirect: number;
  readonly risk: number;
  readonly clear: number;
  readonly high: number;
  readonly delta: number;
  /** Close combat at a target that it cannot reach (K5). */
  readonly outOfReach: boolean;
  readonly pool: number;
}

export interface AttackResult {
  readonly pool: PoolBreakdown;
  readonly successes: number;
  readonly criticals: number;
  readonly miss: boolean;
  readonly attack: number;
  readonly defence: number;
  readonly damage: number;
  readonly newRisk: number;
  readonly newDamage: number;
  readonly destroyed: boolean;
}

const switchesOf = (setup: AttackSetup): EngageSwitches => ({ ...defaultEngageSwitches, ...setup.switches });

/** KA11. */
export function gridDistance(dx: number, dy: number, metric: EngageSwitches['metric'] = 'manhattan'): number {
  const [wide, high] = [Math.abs(dx), Math.abs(dy)];
  return metric === 'manhattan' ? wide + high : Math.max(wide, high);
}

/** K4: one die less each time the distance goes past another multiple of Rng; counted square by square. */
export function distancePenalty(distance: number, rng: number): number {
  requireInteger(rng, 0, 255, 'Rng');
  if (rng === 0) fail('E_RANGE', 'Rng 0');
  let penalty = 0;
  for (let limit = rng; distance > limit; limit += rng) penalty += 1;
  return penalty;
}

const attackerSpecials: readonly SpecialKind[] = ['enhance', 'powerAttack'];

function specialAllowed(setup: AttackSetup, { kind }: Special): boolean {
  const { attacker, target, weapon } = setup;
  if (kind === 'powerAttack') return weapon.powerAttack === true;
  if (kind === 'enhance') return attacker.commander === true;
  if (kind === 'evade') return target.commander === true && target.largeWeapon !== true;
  if (kind === 'defend') return target.shield === true;
  return target.commander === true || target.faction === 'TO';
}

/** K10 and the table of special actions. */
export function checkSpecials(setup: AttackSetup): void {
  const specials = setup.specials ?? [];
  specials.forEach((special, index) => {
    const side = attackerSpecials.includes(special.kind) ? 'attacker' : 'defender';
    if (special.by !== side || !specialAllowed(setup, special)) fail('E_SPECIAL_NOT_ALLOWED', special.kind);
    const before = specials.slice(0, index);
    if (side === 'attacker' && before.some(({ by }) => by === 'defender')) fail('E_SPECIAL_ORDER', special.kind);
    if (side === 'defender' && before.some(({ by }) => by === 'defender')) fail('E_TWO_REACTIONS', special.kind);
  });
}

/** K2, K6, KA18: whether the target may be attacked at all. */
export function checkTarget(setup: AttackSetup): void {
  if (setup.attacker.side === setup.target.side) fail('E_NOT_ENEMY', 'the target is of the same side');
  if (setup.target.damage >= setup.target.hp) fail('E_TARGET_DESTROYED', 'the target is destroyed');
  if (!setup.visible && !setup.allySees) fail('E_NOT_VISIBLE', 'nobody sees the target');
  if (!setup.visible && setup.weapon.indirect !== true) fail('E_NOT_INDIRECT', 'the attacker does not see the target');
  if (setup.distance === 0 && switchesOf(setup).strictDistance) fail('E_RANGE', 'distance 0');
}

/** K3 to K9, KA1, KA2, KA5 to KA10. */
export function dicePool(setup: AttackSetup): PoolBreakdown {
  const { weapon, levelDifference, visible } = setup;
  const melee = weapon.rng === 'C';
  const outOfReach = melee && !(setup.distance === 1 && (levelDifference === 0 || levelDifference === 1));
  const clearAllowed = !melee || switchesOf(setup).clearShotInMelee;
  const parts = {
    base: weapon.hit,
    distance: weapon.rng === 'C' ? 0 : -distancePenalty(setup.distance, weapon.rng),
    indirect: visible ? 0 : -1,
    risk: setup.target.risk,
    clear: visible && setup.mutualClear && levelDifference <= 0 && clearAllowed ? 1 : 0,
    high: visible && levelDifference <= -1 ? 1 : 0,
    delta: setup.poolDelta ?? 0,
  };
  const sum = Object.values(parts).reduce((total, part) => total + part, 0);
  return { ...parts, outOfReach, pool: outOfReach ? 0 : Math.max(sum, 0) };
}

/** K11. */
function count(faces: readonly number[], successMin: number): { successes: number; criticals: number } {
  const hits = faces.filter((face) => face >= successMin);
  return { successes: hits.length, criticals: hits.filter((face) => face === 6).length };
}

/** K12, KA3, KA4. */
function defenceOf(setup: AttackSetup, criticals: number): number {
  const arm = setup.target.arm + (setup.armDelta ?? 0);
  const least = switchesOf(setup).minArmAppliesToBase ? 3 : Math.min(3, arm);
  return Math.max(least, arm - criticals - setup.weapon.pen);
}

function resultOf(setup: AttackSetup, pool: PoolBreakdown, faces: readonly number[]): AttackResult {
  const { target } = setup;
  const { successes, criticals } = count(faces, setup.successMin ?? 4);
  // as a pool (KA1): an attack value below 0 is 0
  const attack = Math.max(setup.weapon.pow + (setup.powDelta ?? 0) + successes, 0);
  const defence = defenceOf(setup, criticals);
  const miss = successes === 0;
  let damage = 0;
  for (let rest = attack; !miss && rest >= defence; rest -= defence) damage += 1;
  const newDamage = Math.min(target.damage + damage, 255);
  const newRisk = damage > 0 ? 0 : target.risk + successes;
  return {
    pool,
    successes,
    criticals,
    miss,
    attack,
    defence,
    damage,
    newRisk,
    newDamage,
    destroyed: newDamage >= target.hp,
  };
}

/** K1: one attack with the dice that fell. */
export function attack(setup: AttackSetup, faces: readonly number[]): AttackResult {
  checkTarget(setup);
  checkSpecials(setup);
  requireInteger(setup.successMin ?? 4, 0, 255, 'successMin');
  if ((setup.successMin ?? 4) < 2 || (setup.successMin ?? 4) > 6) fail('E_RANGE', `successMin ${setup.successMin}`);
  const pool = dicePool(setup);
  if (faces.length !== pool.pool) fail('E_DICE_COUNT', `${faces.length} dice for a pool of ${pool.pool}`);
  if (faces.some((face) => ![1, 2, 3, 4, 5, 6].includes(face))) fail('E_DICE_FACE', faces.join(' '));
  const result = resultOf(setup, pool, faces);
  const { riskCap } = switchesOf(setup);
  if (result.newRisk > riskCap && riskCap === 255) fail('E_WIDTH', `risk ${result.newRisk}`);
  return { ...result, newRisk: Math.min(result.newRisk, riskCap) };
}

/** How many of the 6^n rolls end in which way. */
export interface Distribution {
  readonly rolls: number;
  readonly misses: number;
  /** By damage. */
  readonly damage: ReadonlyMap<number, number>;
  /** By risk added, among the hits without damage. */
  readonly riskAdded: ReadonlyMap<number, number>;
  /** By "successes criticals". */
  readonly joint: ReadonlyMap<string, number>;
  /** Sum of the damage over all rolls. */
  readonly damageSum: number;
}

function bump<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Every roll of the pool, counted like an odometer. Meant for up to seven dice. */
export function enumerate(setup: AttackSetup): Distribution {
  const pool = dicePool(setup);
  const faces = Array.from({ length: pool.pool }, () => 1);
  const damage = new Map<number, number>();
  const riskAdded = new Map<number, number>();
  const joint = new Map<string, number>();
  let [rolls, misses, damageSum] = [0, 0, 0];
  for (let more = true; more; ) {
    const result = resultOf(setup, pool, faces);
    rolls += 1;
    damageSum += result.damage;
    bump(damage, result.damage);
    bump(joint, `${result.successes} ${result.criticals}`);
    if (result.miss) misses += 1;
    else if (result.damage === 0) bump(riskAdded, result.successes);
    const turning = faces.map((face) => face < 6).lastIndexOf(true);
    more = turning !== -1;
    faces.forEach((face, place) => {
      if (place === turning) faces[place] = face + 1;
      if (place > turning) faces[place] = 1;
    });
  }
  return { rolls, misses, damage, riskAdded, joint, damageSum };
}
