/** Units and gauges of a battle's state, for the board, the forecast and the plots. */
import { readCell } from '../../../core/system/battle.js';
import type { Battle, CellDeclaration, GaugeShape, Language, System, UnitView } from '../../../core/system/system.js';
import { gaugeCellName } from '../../base/unit-names.js';
import { unitLabel, unitName } from '../../play/entry-view/unit-label.js';
import { type ShownGauge, type ShownState, type ShownUnit, valueWords } from '../parts/shown-state.js';

const ONE_SQUARE = [1, 1] as const;

/** What of a state the plots need. */
export type Sample = Pick<ShownState, 'units' | 'gauges' | 'turn' | 'sides'>;

export interface StateReader {
  sample(): Sample;
  /** @param sample of the same state */
  whole(sample: Sample): ShownState;
}

/** Gauges with their cells, found once for a system's battles. */
export function createStateReader(system: System, battle: Battle, language: Language): StateReader {
  const { views } = system.capabilities;
  const overview = views?.overview;
  const cells = new Map<string, CellDeclaration>(battle.cells.map((cell) => [cell.name, cell]));
  const shapes = (overview?.gauges ?? []).filter(({ isUsed }) => isUsed?.(battle) !== false);

  function gauge(shape: GaugeShape, name: string): ShownGauge[] {
    const cell = cells.get(name);
    if (cell === undefined) return [];
    const value = readCell(battle.image, cell);
    const { label, role, lineOf, line = lineOf?.(battle) } = shape;
    return [{ label, role, cell: name, value, words: valueWords(shape, value), line }];
  }

  function gaugesOf({ prefixes }: UnitView): ShownGauge[] {
    return shapes.flatMap((shape) => {
      const name = gaugeCellName(shape, prefixes);
      return name === undefined ? [] : gauge(shape, name);
    });
  }

  /** Cells of no unit: those of a list stand by its numbers. */
  const shared = shapes.flatMap((shape): (readonly [GaugeShape, string])[] => {
    const [list = '', rest] = shape.cell.split('[*]');
    if (rest === undefined) return [[shape, shape.cell]];
    if (rest !== '') return [];
    return [...cells.keys()].filter((name) => name.startsWith(`${list}[`)).map((name) => [shape, name] as const);
  });

  function shownUnit(unit: UnitView): ShownUnit {
    const { side, x, y, facing, prefixes, size = ONE_SQUARE } = unit;
    const gauges = gaugesOf(unit);
    const [name, label] = [unitName(unit, language), unitLabel(unit, language)];
    return { side, x, y, facing, prefixes, size, gauges, name, label };
  }

  return {
    sample() {
      const sides = overview?.sides(battle) ?? [];
      const turn = sides[overview?.turn?.(battle) ?? -1] ?? '';
      const gauges = shared.flatMap(([shape, name]) => gauge(shape, name));
      return { units: (overview?.units(battle) ?? []).map(shownUnit), gauges, sides, turn };
    },
    whole: (sample) => ({
      ...sample,
      board: overview?.board?.(battle),
      ground: overview?.ground?.(battle),
      panels: views?.panels?.(battle) ?? [],
      forecast: views?.predict?.(battle) ?? [],
    }),
  };
}
