/** What happened at a place of a line; below it, folded, the calls and who wrote each cell. */
import { element } from '../../parts/dom.js';
import type { Happened } from '../../parts/happened.js';
import { frameOf, indexAt, numberText } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';
import { changesAt, changeText, placeText, turnAt } from './lines.js';

/** Tells what happened at a place. */
export type Teller = (place: number) => Happened;

/** Command of a shell that shows a place. */
function stepCommand(line: ReportLine, place: number): string {
  return `lockstep step ${line.file} --frame ${frameOf(line, place)}`;
}

/** The calls of places, which stay open from one to the next. */
function createCalls(line: ReportLine): (place: number, changed: boolean) => HTMLElement[] {
  const held = line.details.map(([at]) => at);
  let isOpen = false;
  return (place, changed) => {
    const found = line.details[indexAt(held, place)];
    if (found?.[0] === place) {
      const summary = element('summary', {}, 'Calls, and who wrote each cell');
      const fold = element('details', { class: 'calls' }, summary, element('pre', {}, found[1].join('\n')));
      fold.open = isOpen;
      fold.addEventListener('toggle', () => {
        isOpen = fold.open;
      });
      return [fold];
    }
    if (!changed || line.detailsLeftOut === 0) return [];
    const more = `Calls are not in this page for ${line.detailsLeftOut} ${line.unit}s, this one among them. They are told by `;
    return [element('p', { class: 'cut' }, more, element('code', {}, stepCommand(line, place)))];
  };
}

/** The sentences of a row of the ledger. */
const sentences = (text: string): string[] => text.split('\n').filter((sentence) => sentence !== '');

export function createTeller(line: ReportLine): Teller {
  const { rows, texts } = line;
  const differing = new Map(line.differences.map(({ at, text }) => [at, text]));
  const calls = createCalls(line);
  return (place) => {
    const row = indexAt(rows.places, place);
    const isRow = rows.places[row] === place;
    const input = (isRow ? texts[rows.inputs[row] ?? 0] : undefined) ?? '';
    const told = isRow ? sentences(texts[rows.told[row] ?? 0] ?? '') : [];
    const where = placeText(line, place, numberText(line, frameOf(line, place)));
    const changes = changesAt(line, place);
    const turn = turnAt(line, place);
    const isQuiet = place > 0 && changes.length === 0 && told.length === 0;
    return {
      head: place === 0 ? 'Start' : `${where}${input === '' ? '' : `: ${input}`}`,
      wrong: differing.get(place) ?? [],
      told: isQuiet ? ['Nothing changed.'] : told,
      notes: turn === '' ? [] : [`Turn of ${turn}`],
      changed:
        changes.length === 0
          ? undefined
          : () =>
              changes.map((change) => ({ cell: change.cell.name, unit: change.cell.unit, text: changeText(change) })),
      more: calls(place, changes.length > 0),
    };
  };
}
