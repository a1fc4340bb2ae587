/**
 * The list of what was done: rows with a mark, a number and a few lines of text. The workbench
 * lists the commands of a plan, the report the entries of a log.
 */
import { element } from './dom.js';
import { createRowsInView, type InView } from './rows-in-view.js';

/** Height of a line, and what a row has besides its lines, in pixels. */
const [LINE, ROOM] = [18, 7];

export interface ListedRow {
  /** A check mark, the mark of a difference, or empty. */
  readonly mark: string;
  readonly isWrong: boolean;
  readonly text: string;
  /** Its frame, command or step. */
  readonly number: string;
  /** Lines below the first one, each with the classes of its style. */
  readonly lines: readonly (readonly [kind: string, text: string])[];
  /** The whole row as it is told under the pointer. */
  readonly title: string;
}

export interface RowList {
  readonly node: HTMLElement;
  /** Other rows. @param linesOf number of lines of a row, from 1 on */
  set(count: number, rowOf: (index: number) => ListedRow, linesOf: (index: number) => number): void;
  /** Marks a row and scrolls to it; -1: none. */
  choose(index: number): void;
}

export interface RowListOptions {
  readonly label: string;
  pick(index: number): void;
  /** Puts a row to another place; left out where rows cannot be moved. */
  readonly move?: (from: number, to: number) => void;
  /** Rows below this one can be moved; 0: all. */
  readonly firstMoved?: number;
}

function nodeOf(row: ListedRow, index: number, isMoved: boolean): HTMLElement {
  const made = element(
    'li',
    { role: 'option', id: `row-${index}`, 'data-row': String(index), title: row.title },
    element('span', { class: row.isWrong ? 'mark wrong' : 'mark' }, row.mark),
    element('span', { class: 'text' }, row.text),
    element('span', { class: 'number quiet' }, row.number),
    ...row.lines.map(([kind, text]) => element('span', { class: `line ${kind}` }, text)),
  );
  made.draggable = isMoved;
  made.style.height = `${LINE * (1 + row.lines.length) + ROOM}px`;
  return made;
}

/** Number of the row that an event happened on, or -1: on none. */
function rowOfEvent({ target }: Event): number {
  const row = target instanceof Element ? target.closest('li') : null;
  return Number(row?.dataset['row'] ?? -1);
}

function listenToDrags(list: HTMLElement, move: (from: number, to: number) => void, first: number): void {
  list.addEventListener('dragstart', (event) => {
    event.dataTransfer?.setData('text/x-row', String(rowOfEvent(event)));
  });
  list.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('text/x-row') && rowOfEvent(event) >= first) event.preventDefault();
  });
  list.addEventListener('drop', (event) => {
    const from = event.dataTransfer?.getData('text/x-row') ?? '';
    const to = rowOfEvent(event);
    if (from === '' || to < first) return;
    event.preventDefault();
    move(Number(from), to);
  });
}

export function createRowList({ label, pick, move, firstMoved = 0 }: RowListOptions): RowList {
  const list = element('ol', { role: 'listbox', 'aria-label': label, tabindex: '0' });
  const scroll = element('div', { class: 'scroll rows' }, list);
  list.addEventListener('click', (event) => {
    const index = rowOfEvent(event);
    if (index >= 0) pick(index);
  });
  if (move !== undefined) listenToDrags(list, move, firstMoved);
  let [count, chosen] = [0, -1];
  let rowOf: (index: number) => ListedRow = () => ({ ...NO_ROW });
  let inView: InView = { from: 0, to: 0, above: 0, below: 0 };

  function mark(): void {
    for (const [number, line] of [...list.children].entries()) {
      const index = inView.from + number;
      line.setAttribute('aria-selected', String(index === chosen));
      line.classList.toggle('behind', index > chosen);
    }
    if (chosen < inView.from || chosen >= inView.to) list.removeAttribute('aria-activedescendant');
    else list.setAttribute('aria-activedescendant', `row-${chosen}`);
  }

  const view = createRowsInView(scroll, 0, (next) => {
    inView = next;
    const lines = Array.from({ length: next.to - next.from }, (_, number) => {
      const index = next.from + number;
      const line = nodeOf(rowOf(index), index, move !== undefined && index >= firstMoved);
      line.setAttribute('aria-posinset', String(index + 1));
      line.setAttribute('aria-setsize', String(count));
      return line;
    });
    list.style.padding = `${next.above}px 0 ${next.below}px`;
    list.replaceChildren(...lines);
    mark();
  });

  return {
    node: scroll,
    set(many, row, linesOf) {
      count = many;
      rowOf = row;
      view.set(many, (index) => LINE * linesOf(index) + ROOM);
    },
    choose(index) {
      chosen = index;
      mark();
      view.reveal(Math.max(0, index));
    },
  };
}

const NO_ROW: ListedRow = { mark: '', isWrong: false, text: '', number: '', lines: [], title: '' };
