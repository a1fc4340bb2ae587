/**
 * What viewers show of a war: gauges and units. Everybody acts in the same turn, so that it is
 * nobody's.
 */
import type { GaugeShape, UnitView } from '../system/system.js';
import { unitFields } from './cells.js';
import { NONE, Status } from './names.js';
import { readUnit, type War } from './war.js';

export const GAUGES: readonly GaugeShape[] = [
  { cell: 'unit[*].hp', role: 'health', label: 'HP' },
  { cell: 'unit[*].mp', role: 'other', label: 'MP' },
  { cell: 'unit[*].lp', role: 'other', label: 'luck points' },
  { cell: 'unit[*].injury', role: 'other', label: 'injury' },
  { cell: 'unit[*].battleAdvantage', role: 'order', label: 'advantage' },
  { cell: 'pair[*].seals', role: 'other', label: 'command seals' },
];

/** Units that are alive or dying, with their side in the battle. */
export function unitViews(war: War): UnitView[] {
  return war.setup.units.flatMap(({ id }, unit) => {
    if (readUnit(war, unit, unitFields.status) > Status.dying) return [];
    const side = readUnit(war, unit, unitFields.side);
    return [
      { prefixes: [`unit[${id}]`], name: id, side: side === NONE ? -1 : side, x: -1, y: -1, facing: '' as const },
    ];
  });
}

/** Names of the battle's sides. */
export function sideNames(war: War): readonly string[] {
  let maxSide = -1;
  for (let unit = 0; unit < war.unitCount; unit++) {
    const side = readUnit(war, unit, unitFields.side);
    if (side !== NONE) maxSide = Math.max(maxSide, side);
  }
  return Array.from({ length: maxSide + 1 }, (_, side) => `side ${side}`);
}
