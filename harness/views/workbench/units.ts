/** Units and gauges of a battle's state, for the board, the forecast and the plots. */
import { readCell } from '../../../core/system/battle.js';
import type {
  Battle,
  CellDeclaration,
  GaugeShape,
  GroundView,
  LabelledLines,
  Language,
  PanelView,
  System,
  UnitView,
} from '../../../core/system/system.js';
import { gaugeCellName } from '../../base/unit-names.js';

export interface ShownGauge {
  readonly label: string;
  readonly role: GaugeShape['role'];
  /** Name of its cell. */
  readonly cell: string;
  readonly value: number;
  /** In words where the cell has some: names of set bits, or a word for the whole value. */
  readonly words: string;
  readonly line: GaugeShape['line'];
}

export interface ShownUnit extends Pick<UnitView, 'side' | 'x' | 'y' | 'facing' | 'prefixes'> {
  readonly name: string;
  /** Columns and rows that it takes. */
  readonly size: readonly [columns: number, rows: number];
  readonly gauges: readonly ShownGauge[];
}

export interface ShownState {
  readonly units: readonly ShownUnit[];
  /** Gauges that belong to no unit. */
  readonly gauges: readonly ShownGauge[];
  readonly sides: readonly string[];
  /** Name of the side whose turn it is, or empty. */
  readonly turn: string;
  /** Columns and rows, or undefined: there is no board. */
  readonly board: readonly [columns: number, rows: number] | undefined;
  /** What the squares are, or undefined: they are all alike. */
  readonly ground: GroundView | undefined;
  /** What else has to be seen of the system, by title. */
  readonly panels: readonly PanelView[];
  /** What comes next, in words. */
  readonly forecast: LabelledLines;
}

const ONE_SQUARE = [1, 1] as const;

function wordsOf({ bits, words }: GaugeShape, value: number): string {
  const whole = words?.[value];
  if (whole !== undefined) return whole;
  return bits?.filter((_, bit) => (value >> bit) & 1).join(', ') ?? '';
}

/** Gauges with their cells, found once for a system's battles. */
export function createStateReader(system: System, battle: Battle, language: Language): () => ShownState {
  const { views } = system.capabilities;
  const overview = views?.overview;
  const cells = new Map<string, CellDeclaration>(battle.cells.map((cell) => [cell.name, cell]));
  const shapes = overview?.gauges ?? [];

  function gauge(shape: GaugeShape, name: string): ShownGauge[] {
    const cell = cells.get(name);
    if (cell === undefined) return [];
    const value = readCell(battle.image, cell);
    const { label, role, line } = shape;
    return [{ label, role, cell: name, value, words: wordsOf(shape, value), line }];
  }

  function gaugesOf({ prefixes }: UnitView): ShownGauge[] {
    return shapes.flatMap((shape) => {
      const name = gaugeCellName(shape, prefixes);
      return name === undefined ? [] : gauge(shape, name);
    });
  }

  return () => {
    const sides = overview?.sides(battle) ?? [];
    const turn = overview?.turn?.(battle) ?? -1;
    return {
      units: (overview?.units(battle) ?? []).map((unit) => {
        const { side, x, y, facing, prefixes, size = ONE_SQUARE } = unit;
        return {
          side,
          x,
          y,
          facing,
          prefixes,
          size,
          name: unit.named?.[language] ?? unit.name,
          gauges: gaugesOf(unit),
        };
      }),
      gauges: shapes.filter(({ cell }) => !cell.includes('[*]')).flatMap((shape) => gauge(shape, shape.cell)),
      sides,
      turn: sides[turn] ?? '',
      board: overview?.board?.(battle),
      ground: overview?.ground?.(battle),
      panels: views?.panels?.(battle) ?? [],
      forecast: views?.predict?.(battle) ?? [],
    };
  };
}
