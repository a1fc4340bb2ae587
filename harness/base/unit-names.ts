/** What people call the units of a battle. */
import { readCell } from '../../core/system/battle.js';
import type { Battle, CellDeclaration, UnitView } from '../../core/system/system.js';
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
