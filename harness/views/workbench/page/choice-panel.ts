/** A row for each legal command: what it would do. Typing filters, Enter plays. */
import { element } from '../../parts/dom.js';
import type { ChoiceRow, ChoiceTable, RefusedRow } from '../choice-rows.js';
import type { RowOdds } from '../work/messages.js';
import { COLUMNS } from './choice-columns.js';
import type { Actions, Panel, Shown } from './context.js';

export interface ChoicePanel extends Panel {
  /** Puts the cursor into the filter. */
  find(filter?: string): void;
  /** Goes so many rows down or up. */
  step(by: number): void;
  playChosen(): void;
  /** Fills in what may come of a choice. @param index its place in the table of choices */
  tell(index: number, odds: RowOdds): void;
  /** The filter or the order may follow what was filled in. */
  told(): void;
}

const refusedNodes = ({ name, reason }: RefusedRow): Node[] => [element('dt', {}, name), element('dd', {}, reason)];

function titleOf({ actor, rows, isWhole }: ChoiceTable): string {
  const count = `${rows.length}${isWhole ? '' : ' and more'} commands`;
  return actor === '' ? count : `${actor}: ${count}`;
}

interface Listed {
  readonly row: ChoiceRow;
  readonly texts: string[];
  /** Its line, while it is listed. */
  line?: HTMLElement;
}

/** Numbers by their value, also where more stands behind them. What is empty comes last. */
function compareTexts(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [first, second] = [Number.parseFloat(a.replace('<', '0')), Number.parseFloat(b.replace('<', '0'))];
  if (!Number.isNaN(first) && !Number.isNaN(second) && first !== second) return first - second;
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

function lineOf(listed: Listed, actions: Actions, choose: () => void): HTMLElement {
  const { row, texts } = listed;
  const cells = texts.map((text, at) =>
    element('td', { class: `${COLUMNS[at]?.isNumber ? 'number' : 'words'} ${COLUMNS[at]?.title}`, title: text }, text),
  );
  const line = element('tr', { 'aria-selected': 'false' }, ...cells);
  line.addEventListener('click', choose);
  line.addEventListener('dblclick', () => actions.play(row.command));
  line.addEventListener('mouseenter', () => actions.point(row));
  listed.line = line;
  return line;
}

/** Writes what may come of a choice into its line. */
function fillIn({ texts, line }: Listed, odds: RowOdds): void {
  for (const [at, column] of COLUMNS.entries()) {
    const text = column.odds?.(odds);
    if (text === undefined) continue;
    texts[at] = text;
    const cell = line?.children[at];
    if (cell !== undefined) cell.textContent = text;
  }
}

/** @param sort gets the index of the column whose title is pressed */
function headOf(sort: (index: number) => void): HTMLElement {
  const cells = COLUMNS.map(({ title, hint = `sort by ${title}` }, index) => {
    const button = element('button', { type: 'button', title: hint }, title);
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

  /** @param kept the line that stays chosen; left out: the first one is */
  function list(kept?: Listed): void {
    listed = found(all, filter.value, sorted);
    body.replaceChildren(...listed.map((one, index) => lineOf(one, actions, () => choose(index))));
    choose(kept === undefined ? 0 : listed.indexOf(kept));
  }

  const head = headOf((index) => {
    sorted = sorted === index ? -1 : index;
    list();
  });
  table.prepend(element('thead', {}, head));
  filter.addEventListener('input', () => list());
  const panel: ChoicePanel = {
    node,
    show({ choices, state }: Shown) {
      title.textContent = titleOf(choices);
      table.classList.toggle(
        'plain',
        choices.rows.every(({ preview }) => preview === undefined),
      );
      all = choices.rows.map((row) => ({ row, texts: COLUMNS.map(({ text }) => text(row, state)) }));
      refused.replaceChildren(...choices.refused.flatMap(refusedNodes));
      list();
    },
    find(text) {
      if (text !== undefined) filter.value = text;
      filter.focus();
      list();
    },
    step: (by) => choose(chosen + by),
    tell(index, odds) {
      const one = all[index];
      if (one !== undefined) fillIn(one, odds);
    },
    told() {
      if (sorted >= 0 && COLUMNS[sorted]?.odds !== undefined) list(listed[chosen]);
    },
    playChosen() {
      const row = listed[chosen]?.row;
      if (row === undefined) return;
      filter.value = '';
      actions.play(row.command);
    },
  };
  return panel;
}
