/** What people call the units of a battle, and which cells a unit's gauges read. */
import { readCell } from '../../core/system/battle.js';
import type { Battle, CellDeclaration, GaugeShape, UnitView } from '../../core/system/system.js';
import { SPECIES } from '../../rom-map/tables/species.js';

/** The name that people know a unit by, as plans write it, or the view's own. */
export function unitName(battle: Battle, cells: ReadonlyMap<string, CellDeclaration>, unit: UnitView): string {
  const [, kind = '', number = ''] = /^(\w+)\[(\d+)\]/.exec(unit.prefixes[0] ?? '') ?? [];
  const known = battle.idName(kind, Number(number));
  if (known !== undefined) return known;
  const id = cells.get(`${unit.prefixes[0]}.id`);
  const row = kind === 'enemy' && id !== undefined ? SPECIES.rows[readCell(battle.image, id)] : undefined;
  return row?.id ?? unit.name;
}

/**
 * Name of the cell that a gauge such as `enemy[*].hp` reads for a unit; undefined: the gauge is of
 * other units or of none. The cell need not be declared.
 * @param prefixes of the unit's cells
 */
export function gaugeCellName({ cell }: Pick<GaugeShape, 'cell'>, prefixes: readonly string[]): string | undefined {
  const [kind = '', rest] = cell.split('[*]');
  const prefix = rest === undefined ? undefined : prefixes.find((one) => one.startsWith(`${kind}[`));
  return prefix === undefined ? undefined : `${prefix}${rest}`;
}
