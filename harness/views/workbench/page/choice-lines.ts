/** The lines of the table of choices that are in view: filled anew instead of made anew. */
import { element } from '../../parts/dom.js';
import type { InView } from '../../parts/rows-in-view.js';
import type { ChoiceRow } from '../choice-table.js';
import type { RowOdds } from '../work/messages.js';
import { COLUMNS } from './choice-columns.js';

/** Height of a line and of the titles, in pixels. */
export const [LINE, HEAD] = [22, 26];

export interface Listed {
  readonly row: ChoiceRow;
  /** By column. */
  readonly texts: string[];
}

export interface Lines {
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
export function fillIn({ texts }: Listed, odds: RowOdds): void {
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

export function createLines(): Lines {
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

export interface LineActions {
  choose(index: number): void;
  point(index: number): void;
  play(): void;
}

export function listenToLines(lines: Lines, { choose, point, play }: LineActions): void {
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
