/** The map as viewers show it: ground types with their costs, and the reach that was calculated. */
import type { GroundView } from '../system/system.js';
import { CALCULATED_UNIT, NO_UNIT } from './cells.js';
import { moveMapValue } from './move-map.js';
import { FORBIDDEN, UNREACHED } from './reach.js';
import { groundCost, groundType, type World } from './world.js';

function costText(cost: number): string {
  return cost === FORBIDDEN ? 'nobody enters' : `costs ${cost}`;
}

/** S7, S13: the costs are those of the seed's table, without movement types. */
export function groundView(world: World): GroundView {
  const { width, height } = world.layout;
  const calculated = world.image[CALCULATED_UNIT] as number;
  const kinds: string[] = [];
  const meanings: Record<string, string> = {};
  const reach: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const kind = String(groundType(world, x, y));
      kinds.push(kind);
      meanings[kind] ??= costText(groundCost(world, x, y));
      const left = moveMapValue(world, x, y);
      reach.push(left === UNREACHED ? -1 : left);
    }
  }
  if (calculated === NO_UNIT) return { kinds, meanings, reachOf: '' };
  return { kinds, meanings, reach, reachOf: world.unitIds[calculated] as string };
}
