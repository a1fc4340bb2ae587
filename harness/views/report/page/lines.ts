/** The lines of the page with what every panel looks up in them. */
import { cellValueWords } from '../../../../core/system/cell-value.js';
import {
  indexAt,
  type ShownGauge,
  type ShownState,
  type ShownUnit,
  type Steps,
  valueAt,
  valueText,
  valueWords,
} from '../../parts/steps.js';
import type { ReportCell, ReportGauge, ReportLine, ReportUnit } from '../data.js';

/** Adds up the distances that a page is written with. */
function unpackedSteps<Some extends Steps>(steps: Some): Some {
  let at = 0;
  return {
    ...steps,
    places: steps.places.map((distance) => {
      at += distance;
      return at;
    }),
  };
}

export function unpackedLine(line: ReportLine): ReportLine {
  return { ...line, gauges: line.gauges.map(unpackedSteps), cells: line.cells.map(unpackedSteps) };
}

interface Change {
  readonly cell: ReportCell;
  readonly gauge: ReportGauge | undefined;
  readonly before: number;
  readonly after: number;
}

/** Gauges and cells that changed at a place. */
export function changesAt({ gauges, cells }: ReportLine, place: number): Change[] {
  const found: Change[] = [];
  const look = (cell: ReportCell, gauge: ReportGauge | undefined): void => {
    const index = indexAt(cell.places, place);
    if (index <= 0 || cell.places[index] !== place) return;
    found.push({ cell, gauge, before: cell.values[index - 1] as number, after: cell.values[index] as number });
  };
  for (const gauge of gauges) look(gauge, gauge);
  for (const cell of cells) look(cell, undefined);
  return found;
}

/** `Namcat HP 256 -> 233`. */
export function changeText({ cell, gauge, before, after }: Change): string {
  const own = (value: number): string => cellValueWords(cell, value);
  if (gauge === undefined) return `${cell.name} ${own(before)} \u2192 ${own(after)}`;
  return `${gauge.label} ${valueText(gauge, before)} \u2192 ${valueText(gauge, after)}`;
}

/** Name of the side whose turn it is at a place; empty for nobody's. */
export function turnAt({ turn, sides }: ReportLine, place: number): string {
  return turn === undefined ? '' : (sides[valueAt(turn, place)] ?? '');
}

/** `frame 2406`, of a played battle `frame 120, in command 3`. */
export function placeText(line: ReportLine, place: number, number: string): string {
  const own = `${line.unit} ${number}`;
  return line.entryAt === undefined || place === 0
    ? own
    : `${own}, in ${line.entryUnit} ${valueAt(line.entryAt, place)}`;
}

// The state of a line at a place, as both pages show it.

/** Values of a gauge that are looked at for its greatest. */
const MOST_VALUES = 1000;

function gaugeAt(gauge: ReportGauge, place: number): ShownGauge {
  const { what, role, name, line } = gauge;
  const value = valueAt(gauge, place);
  const words = valueWords(gauge, value);
  return { label: what, role, cell: name, value, words, line: line && [line.value, line.meaning] };
}

/** Gauges of a unit by its cells: names of the game may be shared. */
function gaugesOf({ gauges }: ReportLine, { prefixes }: ReportUnit): readonly ReportGauge[] {
  return gauges.filter(({ name }) => prefixes.includes(name.split('.')[0] ?? ''));
}

function unitAt(line: ReportLine, unit: ReportUnit, place: number): ShownUnit[] {
  const pose = unit.poses[valueAt(unit.at, place)];
  if (pose === undefined) return [];
  const { name, short, side, size, prefixes } = unit;
  const [x, y, facing] = pose;
  const gauges = gaugesOf(line, unit).map((gauge) => gaugeAt(gauge, place));
  return [{ name: short, label: name, side, size, prefixes, x, y, facing, gauges }];
}

/** Greatest HP that a line has of each unit. */
export function greatestHealth(line: ReportLine): Map<string, number> {
  const found = new Map<string, number>();
  for (const unit of line.units) {
    const health = gaugesOf(line, unit).find(({ role, what }) => role === 'health' && what === 'HP');
    if (health !== undefined)
      found.set(unit.prefixes[0] ?? unit.short, Math.max(1, ...health.values.slice(0, MOST_VALUES)));
  }
  return found;
}

export function shownAt(line: ReportLine, place: number): ShownState {
  const isTold = place < line.viewsTo;
  const { panels = [], forecast = [], table } = isTold ? (line.views[valueAt(line.viewsAt, place)] ?? {}) : {};
  const more: readonly (readonly [string, string])[] = isTold
    ? []
    : [['not in this page', `from ${line.unit} ${line.viewsTo} on`]];
  return {
    units: line.units.flatMap((unit) => unitAt(line, unit, place)),
    gauges: line.gauges.filter(({ unit }) => unit === '').map((gauge) => gaugeAt(gauge, place)),
    sides: line.sides,
    turn: turnAt(line, place),
    board: line.board,
    ground: line.grounds[valueAt(line.groundAt, place)],
    table,
    panels,
    forecast: [...forecast, ...more],
  };
}
