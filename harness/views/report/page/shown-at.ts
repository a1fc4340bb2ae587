/** The state of a line at a place, as both pages show it. */

import { type ShownGauge, type ShownState, type ShownUnit, valueWords } from '../../parts/shown-state.js';
import { valueAt } from '../../parts/steps.js';
import type { ReportGauge, ReportLine, ReportUnit } from '../data.js';
import { turnAt } from './lines.js';

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
  const { panels = [], forecast = [] } = isTold ? (line.views[valueAt(line.viewsAt, place)] ?? {}) : {};
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
    panels,
    forecast: [...forecast, ...more],
  };
}
