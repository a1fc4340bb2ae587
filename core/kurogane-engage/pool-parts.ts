/** What the dice pool of the present or last attack is made of (rules K3 to K10). */
import { asInt8, asInt16, read16 } from '../int/uint.js';
import { HEAD } from './cells.js';
import type { World } from './setup.js';

/** Dice that one rule adds to the pool or takes from it. */
export interface PoolPart {
  /** -32768..32767, not 0. */
  readonly dice: number;
  /** Name in the one-line text of an attack. */
  readonly short: string;
  /** Name in a panel, behind "dice". */
  readonly long: string;
}

/** @returns parts in the order of the rules; a part of 0 dice is left out */
export function poolParts({ image }: World): readonly PoolPart[] {
  const parts: readonly PoolPart[] = [
    { dice: asInt16(read16(image, HEAD.poolDistance)), short: 'distance', long: 'for the distance' },
    { dice: asInt8(image[HEAD.poolIndirect] as number), short: 'indirect', long: 'for indirect fire' },
    { dice: image[HEAD.poolRisk] as number, short: 'risk', long: 'for the risk of the target' },
    { dice: image[HEAD.poolClearShot] as number, short: 'clear shot', long: 'for a clear shot' },
    { dice: image[HEAD.poolHighGround] as number, short: 'high ground', long: 'for high ground' },
    { dice: asInt16(read16(image, HEAD.poolSpecials)), short: 'specials', long: 'for special actions' },
    { dice: read16(image, HEAD.poolClamped), short: 'up to 0', long: 'to come up to 0' },
  ];
  return parts.filter(({ dice }) => dice !== 0);
}
