/** Looking up series that are held by their changes. */
import type {
  GaugeShape,
  GroundView,
  LabelledLines,
  PanelView,
  TableView,
  UnitView,
} from '../../../core/system/system.js';

// A battle's state as both pages show it: units with their gauges, the board, what comes next.

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
  /** The battle as it lies on a table, or undefined: there is none. */
  readonly table: TableView | undefined;
  /** What else has to be seen of the system, by title. */
  readonly panels: readonly PanelView[];
  /** What comes next, in words. */
  readonly forecast: LabelledLines;
}

/** What the cells of a unit are called by, such as `enemy[0]`; without cells its name. */
export function prefixOf({ prefixes, name }: ShownUnit): string {
  return prefixes[0] ?? name;
}

/** The unit with the cells of a prefix. */
export function unitWith(units: readonly ShownUnit[], prefix: string): ShownUnit | undefined {
  return units.find(({ prefixes }) => prefixes.includes(prefix));
}

/** `enemy[0]` of `enemy[0].hp`. */
export function prefixOfCell(cell: string): string {
  return /^[^.]+/u.exec(cell)?.[0] ?? '';
}

// What a board shows besides the state.

/** A gauge that counts up to the HP. */
const DAMAGE = 'damage taken';

/** HP that a unit has left; undefined: it has none. */
export function healthOf({ gauges }: ShownUnit): number | undefined {
  const hp = gauges.find(({ role, label }) => role === 'health' && label === 'HP')?.value;
  const taken = gauges.find(({ label }) => label === DAMAGE)?.value ?? 0;
  return hp === undefined ? undefined : Math.max(0, hp - taken);
}

export const keyOf = (x: number, y: number): string => `${x},${y}`;

/** A few words at a square: what a hit takes, that it missed, that somebody falls. */
export interface BoardNote {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly kind: 'damage' | 'recovery' | 'change';
}

/** A note above the middle of a unit. */
export function noteAt({ x, y, size: [columns] }: ShownUnit, text: string, kind: BoardNote['kind']): BoardNote {
  return { x: x + (columns - 1) / 2, y, text, kind };
}

/** `−23`, `+4`. */
export function changeText(change: number): string {
  return `${change < 0 ? '\u2212' : '+'}${Math.abs(change)}`;
}

/** What happened on the way to the shown state: ways with the places left, and notes. */
export interface BoardTrace {
  readonly ways: readonly {
    readonly unit: ShownUnit;
    readonly places: readonly (readonly [x: number, y: number])[];
    /** It was pushed and did not walk. */
    readonly isPushed: boolean;
  }[];
  readonly notes: readonly BoardNote[];
}

/** A value in words: a word for the whole of it, names of the set bits, or empty. */
export function valueWords({ bits, words }: Pick<GaugeShape, 'bits' | 'words'>, value: number): string {
  return words?.[value] ?? bits?.filter((_, bit) => ((value >> bit) & 1) === 1).join(', ') ?? '';
}

/** Values by position: each value holds from its place to the next one. */
export interface Steps {
  readonly places: readonly number[];
  readonly values: readonly number[];
}

/** A line of places with numbers. */
export interface Numbered {
  /** Number of places. */
  readonly length: number;
  /** Number of a place minus the place, by place. */
  readonly frameShift: Steps;
}

/** Index of the last place up to a place, or -1. */
export function indexAt(places: ArrayLike<number>, place: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] as number) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

export function valueAt(steps: Steps, place: number): number {
  return steps.values[indexAt(steps.places, place)] ?? 0;
}

export function frameOf(line: Numbered, place: number): number {
  const { places, values } = line.frameShift;
  if (places.length === 1) return place + (values[0] ?? 0);
  return place + valueAt(line.frameShift, place);
}

/** The last place up to a frame. */
export function placeOf(line: Numbered, frame: number): number {
  let low = 0;
  let high = line.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (frameOf(line, middle) <= frame) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * The number of a frame as it is shown: none for the start, which comes before the first entry and
 * has no number of its own in a log.
 */
export function numberText(line: Numbered, frame: number): string {
  return frame > frameOf(line, 0) ? String(frame) : START;
}

/** What stands for the start. */
export const START = 'start';

// A line as its plots need it: gauges by their changes, turns, draws, differences.

export interface ChartedGauge extends Steps {
  /** Name of its cell. */
  readonly name: string;
  /** With the name of its unit. */
  readonly label: string;
  /** Without it. */
  readonly what: string;
  readonly role: GaugeShape['role'];
  /** From this value on something happens. */
  readonly line?: { readonly value: number; readonly meaning: string };
  /** Words of its values: of the bits, lowest first, and of whole values. */
  readonly bits?: readonly string[];
  readonly words?: Readonly<Record<number, string>>;
  /** Places at which it went over the end of its width. */
  readonly wraps: readonly number[];
}

export interface ChartedLine extends Numbered {
  readonly name: string;
  /** What a place is called. */
  readonly unit: string;
  readonly gauges: readonly ChartedGauge[];
  readonly sides: readonly string[];
  /** Side whose turn it is, -1: nobody's. */
  readonly turn?: Steps;
  readonly draws: readonly number[];
  readonly differences: readonly { readonly at: number }[];
  /** Where other lines part from it. */
  readonly partings?: readonly { readonly at: number; readonly text: string }[];
}

/** A value as a legend or a list says it: in the gauge's words, or the number. */
export function valueText(gauge: Pick<ChartedGauge, 'bits' | 'words'>, value: number): string {
  return valueWords(gauge, value) || (gauge.bits === undefined ? String(value) : 'none');
}
