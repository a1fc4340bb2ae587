/** Gauges that a command changes, for a system that gives no previews of its own. */
import { readCell } from '../../../core/system/battle.js';
import type { Battle, CellDeclaration, GaugeChange, GaugeShape, System } from '../../../core/system/system.js';

type GaugeCell = readonly [CellDeclaration, GaugeShape];
const known = new WeakMap<Battle, readonly GaugeCell[]>();

/** The gauges of a battle with their cells, found once: a large map has thousands of cells. */
function gaugeCells(system: System, battle: Battle): readonly GaugeCell[] {
  const found = known.get(battle) ?? findGauges(system, battle);
  known.set(battle, found);
  return found;
}

function findGauges(system: System, battle: Battle): readonly GaugeCell[] {
  const shapes = system.capabilities.views?.overview?.gauges ?? [];
  const byPattern = new Map(
    shapes.filter(({ isUsed }) => isUsed?.(battle) !== false).map((shape) => [shape.cell, shape]),
  );
  return battle.cells.flatMap((cell) => {
    const shape = byPattern.get(cell.name) ?? byPattern.get(cell.name.replace(/\[[^\]]*\]/u, '[*]'));
    return shape === undefined ? [] : [[cell, shape] as const];
  });
}

/** @param before image of the battle before the command */
export function gaugeChanges(system: System, battle: Battle, before: Uint8Array): readonly GaugeChange[] {
  return gaugeCells(system, battle).flatMap(([cell, { label }]): GaugeChange[] => {
    const [was, is] = [readCell(before, cell), readCell(battle.image, cell)];
    return was === is ? [] : [{ cell: cell.name, label, before: was, after: is }];
  });
}
