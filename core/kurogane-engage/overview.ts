/** What viewers show of a battle: gauges, miniatures with their squares, the attacking side. */
import type { GaugeShape, UnitView } from '../system/system.js';
import { unitCell } from './board.js';
import { HEAD, NO_UNIT } from './cells.js';
import type { World } from './setup.js';

export const GAUGES: readonly GaugeShape[] = [
  { cell: 'unit[*].damage', role: 'health', label: 'damage taken' },
  { cell: 'unit[*].hp', role: 'health', label: 'HP' },
  { cell: 'unit[*].risk', role: 'other', label: 'risk' },
  { cell: 'pool', role: 'other', label: 'dice to roll' },
  { cell: 'successes', role: 'other', label: 'successes' },
  { cell: 'score[0]', role: 'other', label: 'victory points of side 0' },
  { cell: 'score[1]', role: 'other', label: 'victory points of side 1' },
];

export const SIDES = ['side 0', 'side 1'];

/** The miniatures that stand or lie on the table (K15). */
export function unitViews(world: World): UnitView[] {
  return world.unitIds.flatMap((name, unit) => {
    if (unitCell(world, unit, 'collected') !== 0) return [];
    const [x, y] = [unitCell(world, unit, 'x'), unitCell(world, unit, 'y')];
    return [{ prefixes: [`unit[${unit}]`], name, side: unitCell(world, unit, 'side'), x, y, facing: '' as const }];
  });
}

/** Side of the attacker; -1 between attacks. */
export function attackingSide(world: World): number {
  const attacker = world.image[HEAD.attacker] as number;
  return attacker === NO_UNIT || world.image[HEAD.stage] === 0 ? -1 : unitCell(world, attacker, 'side');
}

/** Columns and rows of the table: as large as the positions on it. */
export function tableSize(world: World): readonly [number, number] {
  let [columns, rows] = [1, 1];
  for (let unit = 0; unit < world.unitCount; unit++) {
    columns = Math.max(columns, unitCell(world, unit, 'x') + 1);
    rows = Math.max(rows, unitCell(world, unit, 'y') + 1);
  }
  for (const { x, y } of world.objectives) {
    columns = Math.max(columns, x + 1);
    rows = Math.max(rows, y + 1);
  }
  return [columns, rows];
}
