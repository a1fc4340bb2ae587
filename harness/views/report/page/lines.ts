/** The lines of the page with what every panel looks up in them. */
import { cellValueWords } from '../../../../core/system/cell-value.js';
import { valueText } from '../../parts/charted.js';
import { indexAt, type Steps, valueAt } from '../../parts/steps.js';
import type { ReportCell, ReportGauge, ReportLine } from '../data.js';

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

export interface Change {
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
