/** What happened at the chosen place, by unit; below it, folded, calls and raw cells. */
import { element } from '../../parts/dom.js';
import { frameOf, indexAt, numberText } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';
import { type Change, changesAt, changeText, placeText, turnAt } from './lines.js';

export interface Details {
  readonly node: HTMLElement;
  show(place: number): void;
}

/** Changes under the unit that they belong to; those of no unit come first. */
function groupsOf(changes: readonly Change[]): [unit: string, changes: Change[]][] {
  const groups = new Map<string, Change[]>([['', []]]);
  for (const change of changes) {
    const known = groups.get(change.cell.unit);
    if (known === undefined) groups.set(change.cell.unit, [change]);
    else known.push(change);
  }
  return [...groups].filter(([, some]) => some.length > 0);
}

function changeList(changes: readonly Change[]): HTMLElement {
  const list = element('ul');
  for (const change of changes) list.append(element('li', {}, changeText(change)));
  return list;
}

/** Command of a shell that shows a place. */
function stepCommand(line: ReportLine, place: number): string {
  return `lockstep step ${line.file} --frame ${frameOf(line, place)}`;
}

export function createDetails(line: ReportLine): Details {
  const node = element('div', { class: 'detail', tabindex: '0', 'aria-live': 'polite', 'aria-label': 'details' });
  const held = line.details.map(([at]) => at);
  const differing = new Map(line.differences.map(({ at, text }) => [at, text]));
  let isOpen = false;

  function calls(place: number, changed: boolean): HTMLElement[] {
    const found = line.details[indexAt(held, place)];
    if (found?.[0] === place) {
      const fold = element('details', {}, element('summary', {}, 'Calls, and who wrote each cell'));
      fold.open = isOpen;
      fold.append(element('pre', {}, found[1].join('\n')));
      fold.addEventListener('toggle', () => {
        isOpen = fold.open;
      });
      return [fold];
    }
    if (!changed || line.detailsLeftOut === 0) return [];
    const more = `Calls are not in this page for ${line.detailsLeftOut} ${line.unit}s, this one among them. They are told by `;
    return [element('p', { class: 'cut' }, more, element('code', {}, stepCommand(line, place)))];
  }

  return {
    node,
    show(place) {
      const { rows, texts } = line;
      const row = indexAt(rows.places, place);
      const isRow = rows.places[row] === place;
      const input = isRow ? texts[rows.inputs[row] ?? 0] : '';
      const number = numberText(line, frameOf(line, place));
      const head = place === 0 ? 'Start' : `${placeText(line, place, number)}${input === '' ? '' : `: ${input}`}`;
      const changes = changesAt(line, place);
      const told = (isRow ? (texts[rows.told[row] ?? 0] ?? '') : '').split('\n').filter((text) => text !== '');
      const turn = turnAt(line, place);
      const difference = differing.get(place);
      node.replaceChildren(element('h3', {}, head));
      if (difference !== undefined) node.append(element('pre', { class: 'differs' }, difference.join('\n')));
      if (told.length > 0)
        node.append(element('ul', { class: 'told' }, ...told.map((text) => element('li', {}, text))));
      if (turn !== '') node.append(element('p', { class: 'quiet' }, `Turn of ${turn}`));
      for (const [unit, some] of groupsOf(changes)) {
        if (unit !== '') node.append(element('h4', {}, unit));
        node.append(changeList(some.filter(({ gauge }) => gauge !== undefined)));
        const raw = some.filter(({ gauge }) => gauge === undefined);
        if (raw.length > 0) node.append(changeList(raw));
      }
      if (place > 0 && changes.length === 0 && told.length === 0) node.append(element('p', {}, 'Nothing changed.'));
      node.append(...calls(place, changes.length > 0));
    },
  };
}
