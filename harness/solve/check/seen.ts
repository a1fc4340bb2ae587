/** What a player sees of a battle over draws: HP, statuses, places and facings of the units. */
import { readCell } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import { gaugeCellName, unitName } from '../../base/index.js';

/** @returns the present battle as a text: what looks alike has equal ones */
export function createSeen({ capabilities }: System, battle: Battle): () => string {
  const overview = capabilities.views?.overview;
  const gauges = overview?.gauges ?? [];
  const cells = new Map(battle.cells.map((cell) => [cell.name, cell]));
  const kinds = [
    gauges.filter(({ role }) => role === 'health'),
    gauges.filter(({ role }) => role === 'status'),
    gauges.filter(({ cell }) => cell.endsWith('.abnormality')),
  ];

  /** The first gauge of a kind that the unit has. */
  function gaugeOf(kind: (typeof kinds)[number], prefixes: readonly string[]): number {
    const name = kind.map((gauge) => gaugeCellName(gauge, prefixes)).find((one) => one !== undefined);
    const cell = name === undefined ? undefined : cells.get(name);
    return cell === undefined ? 0 : readCell(battle.image, cell);
  }

  return () =>
    JSON.stringify(
      (overview?.units(battle) ?? []).map((unit) => {
        const values = kinds.map((kind) => gaugeOf(kind, unit.prefixes));
        return [unit.prefixes[0], unitName(battle, cells, unit), unit.side, unit.x, unit.y, unit.facing, ...values];
      }),
    );
}
