/** A battle's state as both pages show it: units with their gauges, the board, what comes next. */
import type { GaugeShape, GroundView, LabelledLines, PanelView, UnitView } from '../../../core/system/system.js';

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
  /** With the number that its cells are called by. */
  readonly label: string;
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

/** A value in words: a word for the whole of it, names of the set bits, or empty. */
export function valueWords({ bits, words }: Pick<GaugeShape, 'bits' | 'words'>, value: number): string {
  return words?.[value] ?? bits?.filter((_, bit) => ((value >> bit) & 1) === 1).join(', ') ?? '';
}
