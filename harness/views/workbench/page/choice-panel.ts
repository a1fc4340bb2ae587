/** A row for each legal command: what it would do. Typing filters, Enter plays. */

import { countText } from '../../../../core/system/names.js';
import { element } from '../../parts/dom.js';
import { createRowsInView, type InView } from '../../parts/row-list.js';
import type { ChoiceRow, ChoiceTable, RefusedRow } from '../plain-choices.js';
import type { RowOdds } from '../work/messages.js';
import { COLUMNS } from './choice-columns.js';
import type { Actions, Panel, Shown } from './context.js';

// The lines of the table of choices that are in view: filled anew instead of made anew.

/** Height of a line and of the titles, in pixels. */
export const [LINE, HEAD] = [22, 26];

interface Listed {
  readonly row: ChoiceRow;
  /** By column. */
  readonly texts: string[];
}

interface Lines {
  /** Parts of a table: empty room, the lines, empty room. */
  readonly bodies: readonly HTMLElement[];
  show(listed: readonly Listed[], chosen: number, view: InView): void;
  /** Index among the listed rows of the line that an event happened on, or -1. */
  indexOf(event: Event): number;
}

function emptyLine(): HTMLTableRowElement {
  const cells = COLUMNS.map(({ title, isNumber }) =>
    element('td', { class: `${isNumber ? 'number' : 'words'} ${title}` }),
  );
  return element('tr', {}, ...cells);
}

function fill(line: HTMLTableRowElement, texts: readonly string[]): void {
  for (const [at, cell] of [...line.cells].entries()) {
    const text = texts[at] ?? '';
    if (cell.textContent === text) continue;
    cell.textContent = text;
    cell.title = text;
  }
}

/** Writes what may come of a choice into its texts. */
function fillIn({ texts }: Listed, odds: RowOdds): void {
  for (const [at, column] of COLUMNS.entries()) {
    const text = column.odds?.(odds);
    if (text !== undefined) texts[at] = text;
  }
}

/** Empty room of a height. */
function createRoom(): { readonly node: HTMLElement; set(height: number): void } {
  const line = element('tr');
  const node = element('tbody', { 'aria-hidden': 'true' }, line);
  return {
    node,
    set(height) {
      node.hidden = height === 0;
      line.style.height = `${height}px`;
    },
  };
}

function createLines(): Lines {
  const body = element('tbody', { id: 'choice-rows' });
  const [above, below] = [createRoom(), createRoom()];
  let from = 0;
  return {
    bodies: [above.node, body, below.node],
    show(listed, chosen, view) {
      from = view.from;
      const count = view.to - view.from;
      while (body.rows.length > count) body.lastElementChild?.remove();
      while (body.rows.length < count) body.append(emptyLine());
      for (const [index, line] of [...body.rows].entries()) {
        fill(line, listed[from + index]?.texts ?? []);
        line.setAttribute('aria-selected', String(from + index === chosen));
        // the titles are the first row
        line.setAttribute('aria-rowindex', String(from + index + 2));
      }
      above.set(view.above);
      below.set(view.below);
    },
    indexOf({ target }) {
      const line = target instanceof Element ? target.closest('tr') : null;
      return line === null || line.parentElement !== body ? -1 : from + [...body.rows].indexOf(line);
    },
  };
}

interface LineActions {
  choose(index: number): void;
  point(index: number): void;
  play(): void;
}

function listenToLines(lines: Lines, { choose, point, play }: LineActions): void {
  const on = (name: string, act: (index: number) => void): void => {
    lines.bodies[1]?.addEventListener(name, (event) => {
      const index = lines.indexOf(event);
      if (index >= 0) act(index);
    });
  };
  let last = -1;
  on('click', choose);
  on('dblclick', play);
  on('mouseover', (index) => {
    if (index !== last) point(index);
    last = index;
  });
  lines.bodies[1]?.addEventListener('mouseleave', () => {
    last = -1;
  });
}

export interface ChoicePanel extends Panel {
  /** Puts the cursor into the filter. */
  find(): void;
  /** Lists the choices that name a square; one that uses nothing, such as a move, is chosen. */
  findAt(x: number, y: number): void;
  /** Points at what can be done on a square; undefined: at the chosen choice again. */
  hover(at: readonly [x: number, y: number] | undefined): void;
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
  const count = isWhole ? countText(rows.length, 'command') : `${rows.length} and more commands`;
  return actor === '' ? count : `${actor}: ${count}`;
}

/** Numbers by their value, also where more stands behind them. What is empty comes last. */
function compareTexts(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [first, second] = [Number.parseFloat(a.replace('<', '0')), Number.parseFloat(b.replace('<', '0'))];
  if (!Number.isNaN(first) && !Number.isNaN(second) && first !== second) return first - second;
  return a < b ? -1 : a > b ? 1 : 0;
}

const SQUARE = /^\d+,\d+$/u;

/** Rows that have all words of a filter, sorted by a column; -1: as they come. */
function found(all: readonly Listed[], filter: string, sorted: number): readonly Listed[] {
  const words = filter.toLowerCase().split(/\s+/u).filter(Boolean);
  const listed = all.filter(({ row, texts }) => {
    const text = texts.join(' ').toLowerCase();
    // a square is the one that is aimed at, none that somebody passes
    return words.every((word) => (SQUARE.test(word) ? row.cell?.join() === word : text.includes(word)));
  });
  if (sorted < 0) return listed;
  return listed.sort((a, b) => compareTexts(a.texts[sorted] ?? '', b.texts[sorted] ?? ''));
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

/** Elements of the panel. */
function createParts(bodies: readonly HTMLElement[], sort: (index: number) => void) {
  const filter = element('input', {
    type: 'search',
    placeholder: 'filter: a command, a unit, 2,1',
    'aria-label': 'filter',
  });
  const title = element('h2');
  const table = element('table', {}, element('thead', {}, headOf(sort)), ...bodies);
  const refused = element('dl');
  const scroll = element('div', { class: 'scroll', tabindex: '0', 'aria-label': 'choices' }, table, refused);
  const play = element(
    'button',
    { type: 'button', title: 'play the chosen choice (Enter, or a double click)' },
    'Play',
  );
  const node = element('section', { id: 'choices' }, element('div', { class: 'bar' }, title, filter, play), scroll);
  return { filter, title, table, refused, scroll, play, node };
}

/** What stands around the rows. */
function describe({ title, table, refused }: ReturnType<typeof createParts>, { choices, session }: Shown): void {
  title.textContent = titleOf(choices);
  // no action points, no draws and nobody who is next to show
  table.classList.toggle('plain', session.system.capabilities.choices === undefined);
  refused.replaceChildren(...choices.refused.flatMap(refusedNodes));
}

/** Does something before the next frame is drawn, once however often it is asked. */
function oncePerFrame(act: () => void): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      act();
    });
  };
}

/** The listed choices, of which one is chosen. */
interface ChoiceList {
  /** Other choices. */
  set(all: readonly Listed[]): void;
  /** Looks at the filter anew. @param kept the line that stays chosen; left out: the first is */
  list(kept?: Listed): void;
  sort(column: number): void;
  choose(index: number): void;
  /** Chooses the first line that a test finds, else the first of all. */
  chooseFirst(test: (row: ChoiceRow) => boolean): void;
  step(by: number): void;
  chosen(): Listed | undefined;
  isSortedByOdds(): boolean;
  point(index: number): void;
  draw(): void;
}

type Parts = ReturnType<typeof createParts>;

function createChoiceList({ filter, table, scroll }: Parts, lines: Lines, point: Actions['point']): ChoiceList {
  let all: readonly Listed[] = [];
  let listed: readonly Listed[] = [];
  let [chosen, sorted] = [0, -1];
  let inView: InView = { from: 0, to: 0, above: 0, below: 0 };
  const draw = (): void => lines.show(listed, chosen, inView);
  const rows = createRowsInView(scroll, HEAD, (view) => {
    inView = view;
    draw();
  });
  const pointAt = (index: number): void => point(listed[index]?.row);

  function choose(index: number): void {
    chosen = Math.max(0, Math.min(index, listed.length - 1));
    draw();
    rows.reveal(chosen);
    pointAt(chosen);
  }

  function list(kept?: Listed): void {
    listed = found(all, filter.value, sorted);
    table.setAttribute('aria-rowcount', String(listed.length + 1));
    chosen = kept === undefined ? 0 : Math.max(0, listed.indexOf(kept));
    rows.set(listed.length, () => LINE);
    rows.reveal(chosen);
    pointAt(chosen);
  }

  return {
    ...{ list, choose, draw, point: pointAt },
    set(next) {
      all = next;
      list();
    },
    sort(column) {
      sorted = sorted === column ? -1 : column;
      list();
    },
    chooseFirst: (test) => choose(listed.findIndex(({ row }) => test(row))),
    step: (by) => choose(chosen + by),
    chosen: () => listed[chosen],
    isSortedByOdds: () => COLUMNS[sorted]?.odds !== undefined,
  };
}

export function createChoicePanel(actions: Actions): ChoicePanel {
  const lines = createLines();
  const parts = createParts(lines.bodies, (column) => choices.sort(column));
  const choices = createChoiceList(parts, lines, actions.point);
  const { filter, play, node } = parts;
  let all: readonly Listed[] = [];
  // odds come by the dozen
  const soon = oncePerFrame(choices.draw);

  function playChosen(): void {
    const one = choices.chosen();
    if (one === undefined) return;
    filter.value = '';
    actions.play(one.row.command);
  }
  filter.addEventListener('input', () => choices.list());
  play.addEventListener('click', playChosen);
  listenToLines(lines, { choose: choices.choose, point: choices.point, play: playChosen });
  return {
    node,
    show(shown: Shown) {
      const { state } = shown;
      describe(parts, shown);
      all = shown.choices.rows.map((row) => ({ row, texts: COLUMNS.map(({ text }) => text(row, state)) }));
      choices.set(all);
    },
    find() {
      filter.focus();
      choices.list();
    },
    findAt(x, y) {
      filter.value = `${x},${y}`;
      filter.focus();
      choices.list();
      choices.chooseFirst(({ name, command }) => name === command.command);
    },
    hover(at) {
      const chosen = choices.chosen()?.row;
      const here =
        at === undefined ? [] : all.filter(({ row }) => row.cell?.join() === at.join()).map(({ row }) => row);
      actions.point(here.find(({ name }) => name === chosen?.name) ?? here[0] ?? chosen);
    },
    step: choices.step,
    tell(index, odds) {
      const one = all[index];
      if (one !== undefined) fillIn(one, odds);
      soon();
    },
    told() {
      if (choices.isSortedByOdds()) choices.list(choices.chosen());
    },
    playChosen,
  };
}
