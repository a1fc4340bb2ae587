/** A row for each legal command: what it would do. Typing filters, Enter plays. */
import { element } from '../../report/page/dom.js';
import type { ChoiceRow } from '../choice-rows.js';
import type { ShownState } from '../units.js';
import type { Actions, Panel, Shown } from './context.js';

export interface ChoicePanel extends Panel {
  /** Puts the cursor into the filter. */
  find(filter?: string): void;
  /** Goes so many rows down or up. */
  step(by: number): void;
  playChosen(): void;
}

interface Column {
  readonly title: string;
  readonly isNumber?: true;
  readonly text: (row: ChoiceRow, state: ShownState) => string;
}

/** Whose gauge it is. */
function ownerOf(state: ShownState, cell: string): string {
  const prefix = /^[^.]+/.exec(cell)?.[0] ?? '';
  return state.units.find(({ prefixes }) => prefixes.includes(prefix))?.name ?? '';
}

/** `Namcat −23`: HP that a command would change. */
function healthText({ preview }: ChoiceRow, state: ShownState): string {
  const changes = preview?.changes.filter(({ label }) => label === 'HP') ?? [];
  return changes
    .map(({ cell, before, after }) => {
      const change = after - before;
      return `${ownerOf(state, cell)} ${change < 0 ? '\u2212' : '+'}${Math.abs(change)}`;
    })
    .join(', ');
}

function pointsText({ preview }: ChoiceRow, state: ShownState): string {
  const cell = state.gauges.find(({ role }) => role === 'points')?.cell;
  const change = preview?.changes.find((one) => one.cell === cell);
  return change === undefined ? '' : String(change.after);
}

const COLUMNS: readonly Column[] = [
  { title: 'command', text: ({ name }) => name },
  { title: 'where', text: ({ where }) => where },
  { title: 'points', isNumber: true, text: pointsText },
  { title: 'frames', isNumber: true, text: ({ preview }) => String(preview?.frames ?? '') },
  { title: 'HP', text: healthText },
  { title: 'next', text: ({ preview }) => preview?.next ?? '' },
  { title: 'effect', text: ({ preview }) => preview?.told.join('; ') ?? '' },
];

interface Listed {
  readonly row: ChoiceRow;
  readonly texts: readonly string[];
}

function compareTexts(a: string, b: string): number {
  const [first, second] = [Number(a), Number(b)];
  if (a !== '' && b !== '' && !Number.isNaN(first) && !Number.isNaN(second)) return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rows that have all words of a filter, sorted by a column; -1: as they come. */
function found(all: readonly Listed[], filter: string, sorted: number): readonly Listed[] {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const listed = all.filter(({ texts }) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  if (sorted < 0) return listed;
  return listed.sort((a, b) => compareTexts(a.texts[sorted] ?? '', b.texts[sorted] ?? ''));
}

function lineOf({ row, texts }: Listed, actions: Actions, choose: () => void): HTMLElement {
  const cells = texts.map((text, at) =>
    element('td', { class: COLUMNS[at]?.isNumber ? 'number' : 'words', title: text }, text),
  );
  const line = element('tr', { 'aria-selected': 'false' }, ...cells);
  line.addEventListener('click', choose);
  line.addEventListener('dblclick', () => actions.play(row.command));
  line.addEventListener('mouseenter', () => actions.point(row));
  return line;
}

/** @param sort gets the index of the column whose title is pressed */
function headOf(sort: (index: number) => void): HTMLElement {
  const cells = COLUMNS.map(({ title }, index) => {
    const button = element('button', { type: 'button', title: `sort by ${title}` }, title);
    button.addEventListener('click', () => sort(index));
    return element('th', { scope: 'col', class: title }, button);
  });
  return element('tr', {}, ...cells);
}

export function createChoicePanel(actions: Actions): ChoicePanel {
  const filter = element('input', { type: 'search', placeholder: 'filter: kick, 2,1, Namcat', 'aria-label': 'filter' });
  const title = element('h2');
  const body = element('tbody', { id: 'choice-rows' });
  const table = element('table', {}, body);
  const refused = element('dl');
  const scroll = element('div', { class: 'scroll', tabindex: '0', 'aria-label': 'choices' }, table, refused);
  const node = element('section', { id: 'choices' }, element('div', { class: 'bar' }, title, filter), scroll);
  let all: readonly Listed[] = [];
  let listed: readonly Listed[] = [];
  let chosen = 0;
  let sorted = -1;

  function choose(index: number): void {
    chosen = Math.max(0, Math.min(index, listed.length - 1));
    for (const [at, line] of [...body.children].entries()) {
      line.setAttribute('aria-selected', String(at === chosen));
      if (at === chosen) line.scrollIntoView({ block: 'nearest' });
    }
    actions.point(listed[chosen]?.row);
  }

  function list(): void {
    listed = found(all, filter.value, sorted);
    body.replaceChildren(...listed.map((one, index) => lineOf(one, actions, () => choose(index))));
    choose(0);
  }

  const head = headOf((index) => {
    sorted = sorted === index ? -1 : index;
    list();
  });
  table.prepend(element('thead', {}, head));
  filter.addEventListener('input', list);
  const panel: ChoicePanel = {
    node,
    show({ choices, state }: Shown) {
      const count = `${choices.rows.length}${choices.isWhole ? '' : ' and more'}`;
      title.textContent = choices.actor === '' ? `${count} commands` : `${choices.actor}: ${count} commands`;
      table.classList.toggle(
        'plain',
        choices.rows.every(({ preview }) => preview === undefined),
      );
      all = choices.rows.map((row) => ({ row, texts: COLUMNS.map(({ text }) => text(row, state)) }));
      refused.replaceChildren();
      for (const { name, reason } of choices.refused)
        refused.append(element('dt', {}, name), element('dd', {}, reason));
      list();
    },
    find(text) {
      if (text !== undefined) filter.value = text;
      filter.focus();
      list();
    },
    step: (by) => choose(chosen + by),
    playChosen() {
      const row = listed[chosen]?.row;
      if (row === undefined) return;
      filter.value = '';
      actions.play(row.command);
    },
  };
  return panel;
}
