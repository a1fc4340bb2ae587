/** What viewers show of a battle: gauges, units with their squares, whose turn it is (SE2). */
import type { Battle, GaugeShape, UnitView } from '../system/system.js';
import { ACTIVE_UNIT, NO_UNIT, PHASE_SIDE } from './cells.js';
import { isPresent, unitSide, unitX, unitY, type World } from './world.js';

/** The gauges of a battle; those of an order of turns that its switches do not use are left out. */
export function gaugeShapes(worldOf: (battle: Battle) => World): readonly GaugeShape[] {
  const under = (turnOrder: World['rules']['turnOrder']) => ({
    isUsed: (battle: Battle): boolean => worldOf(battle).rules.turnOrder === turnOrder,
  });
  return [
    { cell: 'unit[*].orderPoints', role: 'order', label: 'order points', ...under('order-points') },
    { cell: 'unit[*].wait', role: 'order', label: 'waiting time', ...under('wait') },
    { cell: 'unit[*].hp', role: 'health', label: 'HP' },
    { cell: 'unit[*].move', role: 'other', label: 'movement' },
  ];
}

const SIDES = ['side 0', 'side 1', 'side 2', 'side 3', 'side 4', 'side 5', 'side 6', 'side 7'];

/** Names of the sides, up to the highest side with a unit. */
export function sideNames(world: World): readonly string[] {
  let maxSide = 0;
  for (let unit = 0; unit < world.layout.unitCount; unit++) maxSide = Math.max(maxSide, unitSide(world, unit));
  return SIDES.slice(0, maxSide + 1);
}

export function unitViews(world: World): UnitView[] {
  return world.unitIds.flatMap((name, unit) => {
    if (!isPresent(world, unit)) return [];
    const [x, y] = [unitX(world, unit), unitY(world, unit)];
    return [{ prefixes: [`unit[${unit}]`], name, side: unitSide(world, unit), x, y, facing: '' as const }];
  });
}

/** Side whose turn it is, or -1: without turns nobody is active. */
export function turnSide(world: World): number {
  if (world.rules.turnOrder === 'phases') return world.image[PHASE_SIDE] as number;
  const unit = world.image[ACTIVE_UNIT] as number;
  return unit === NO_UNIT ? -1 : unitSide(world, unit);
}
