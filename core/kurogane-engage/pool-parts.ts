/** What the dice pool of the present or last attack is made of (rules K3 to K10). */

import { asInt8, asInt16, read16 } from '../int/uint.js';
import { countText } from '../system/names.js';
import { HEAD } from './cells.js';
import { CLOSE_COMBAT } from './pool.js';
import type { World } from './setup.js';

/** Dice that one rule adds to the pool or takes from it. */
interface PoolPart {
  /** -32768..32767, not 0. */
  readonly dice: number;
  /** Name in the one-line text of an attack. */
  readonly name: string;
  /** Why the dice are there, in the numbers of the attack, with the rule. */
  readonly reason: string;
}

function levelText({ image }: World): string {
  const difference = asInt16(read16(image, HEAD.levelDifference));
  if (difference === 0) return 'on the same level';
  return `${countText(Math.abs(difference), 'level')} ${difference > 0 ? 'higher' : 'lower'}`;
}

function specialNames({ image, specials }: World): string {
  const declared = image[HEAD.specials] as number;
  const changing = specials.filter(({ poolDelta }, number) => poolDelta !== 0 && (declared & (1 << number)) !== 0);
  return changing.map(({ id }) => id).join(', ');
}

/** Rng of the weapon of the attack; 0 in an image that names none. */
function rangeInUse({ image, weapons }: World): number {
  return weapons[image[HEAD.weapon] as number]?.rng ?? 0;
}

/** @returns parts in the order of the rules; a part of 0 dice is left out */
export function poolParts(world: World): readonly PoolPart[] {
  const { image } = world;
  const part = (dice: number, name: string, reason: string): PoolPart => ({ dice, name, reason });
  const target = world.unitIds[image[HEAD.target] as number];
  const place = `${target} ${levelText(world)}`;
  const parts: readonly PoolPart[] = [
    part(
      asInt16(read16(image, HEAD.poolDistance)),
      'distance',
      `distance ${image[HEAD.distance]} at Rng ${rangeInUse(world)} (K4)`,
    ),
    part(asInt8(image[HEAD.poolIndirect] as number), 'indirect', 'only an ally sees it (K6)'),
    part(image[HEAD.poolRisk] as number, 'risk', `risk of ${target} (K7)`),
    part(image[HEAD.poolClearShot] as number, 'clear shot', `nothing in between, ${place} (K8)`),
    part(image[HEAD.poolHighGround] as number, 'high ground', `${place}, in sight (K9)`),
    part(asInt16(read16(image, HEAD.poolSpecials)), 'specials', `${specialNames(world)} (K10)`),
    part(read16(image, HEAD.poolClamped), 'up to 0', 'a pool is not below 0 (KA1)'),
  ];
  return parts.filter(({ dice }) => dice !== 0);
}

/** Why each die is in the pool: one line for each rule that speaks. */
export function poolReasons(world: World): readonly (readonly [dice: string, reason: string])[] {
  const { image } = world;
  const pool = image[HEAD.pool] as number;
  if (image[HEAD.poolCloseCombatZero] !== 0) {
    const place = `distance ${image[HEAD.distance]}, the target ${levelText(world)}`;
    return [['0 dice', `close combat does not reach: ${place} (K5)`]];
  }
  const rng = rangeInUse(world);
  const range = rng === CLOSE_COMBAT ? 'close combat' : `Rng ${rng}`;
  return [
    [`${image[HEAD.poolBase]} dice`, `Hit of ${world.weaponIds[image[HEAD.weapon] as number]}, ${range} (K3)`],
    ...poolParts(world).map(({ dice, reason }): readonly [string, string] => [
      dice > 0 ? `+${dice}` : String(dice),
      reason,
    ]),
    [`= ${pool} dice`, `to roll; ${image[HEAD.successMin]} to 6 succeeds, a 6 is critical as well (K11)`],
  ];
}
