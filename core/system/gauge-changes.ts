/** Gauges that a command changes. */
import { readCell } from './battle.js';
import type { CellDeclaration, GaugeChange, GaugeShape } from './system.js';

export type GaugeCell = readonly [CellDeclaration, GaugeShape];

/** Cells of the gauges, every index of a pattern. */
export function gaugeCells(cells: readonly CellDeclaration[], gauges: readonly GaugeShape[]): readonly GaugeCell[] {
  const byPattern = new Map(gauges.map((gauge) => [gauge.cell, gauge]));
  return cells.flatMap((cell) => {
    const gauge = byPattern.get(cell.name) ?? byPattern.get(cell.name.replace(/\[[^\]]*\]/u, '[*]'));
    return gauge === undefined ? [] : [[cell, gauge] as const];
  });
}

/** @param before image before the command @param after image behind it */
export function gaugeChanges(gauges: readonly GaugeCell[], before: Uint8Array, after: Uint8Array): GaugeChange[] {
  const changes: GaugeChange[] = [];
  for (const [cell, { label }] of gauges) {
    const [was, is] = [readCell(before, cell), readCell(after, cell)];
    if (was !== is) changes.push({ cell: cell.name, label, before: was, after: is });
  }
  return changes;
}
