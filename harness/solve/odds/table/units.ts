/** What of the units a table tells: HP, statuses, place, facing, abnormality, who is gone. */

import { readCell } from '../../../../core/system/battle.js';
import type { Battle, CellDeclaration, GaugeShape, System, UnitView } from '../../../../core/system/system.js';
import { gaugeCellName, unitName } from '../../../base/unit-names.js';

export interface Unit {
  /** What its cells begin with: `enemy[0]`. */
  readonly prefix: string;
  readonly name: string;
  readonly side: number;
  readonly hp: number;
  readonly statuses: number;
  readonly abnormality: number;
  readonly x: number;
  readonly y: number;
  readonly facing: UnitView['facing'];
}

export interface UnitReader {
  /** Units that are in the battle, by prefix. */
  read(image: Uint8Array): ReadonlyMap<string, Unit>;
  /** Names of the status bits, lowest first. */
  readonly statusNames: readonly string[];
}

/** Cell of the first gauge that is of a unit with these prefixes. */
function cellOf(
  cells: ReadonlyMap<string, CellDeclaration>,
  gauges: readonly GaugeShape[],
  prefixes: readonly string[],
): CellDeclaration | undefined {
  for (const gauge of gauges) {
    const name = gaugeCellName(gauge, prefixes);
    if (name !== undefined) return cells.get(name);
  }
  return undefined;
}

/** @param battle work space: its image changes with every reading */
export function createUnitReader(system: System, battle: Battle): UnitReader {
  const overview = system.capabilities.views?.overview;
  const gauges = overview?.gauges ?? [];
  const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
  const health = gauges.filter(({ role }) => role === 'health');
  const status = gauges.filter(({ role }) => role === 'status');
  const other = gauges.filter(({ cell }) => cell.endsWith('.abnormality'));
  const value = (cell: CellDeclaration | undefined): number => (cell === undefined ? 0 : readCell(battle.image, cell));
  return {
    statusNames: status[0]?.bits ?? [],
    read(image) {
      battle.image.set(image);
      const found = new Map<string, Unit>();
      const names = new Map<string, number>();
      for (const view of overview?.units(battle) ?? []) {
        const [prefix = ''] = view.prefixes;
        const plain = unitName(battle, cells, view);
        const count = (names.get(plain) ?? 0) + 1;
        names.set(plain, count);
        found.set(prefix, {
          prefix,
          name: count === 1 ? plain : `${plain} (${prefix})`,
          side: view.side,
          hp: value(cellOf(cells, health, view.prefixes)),
          statuses: value(cellOf(cells, status, view.prefixes)),
          abnormality: value(cellOf(cells, other, view.prefixes)),
          x: view.x,
          y: view.y,
          facing: view.facing,
        });
      }
      return found;
    },
  };
}
