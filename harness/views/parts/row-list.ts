/**
 * The list of what was done: rows with a mark, a number and a few lines of text. The workbench
 * lists the commands of a plan, the report the entries of a log.
 */
import { element } from './dom.js';

// A long list of which only the rows in view stand in the page, a few more above and below.

interface RowsInView {
  /** Other rows. @param heightOf height of a row, in pixels */
  set(count: number, heightOf: (index: number) => number): void;
  /** Scrolls no farther than a row needs to be seen whole. */
  reveal(index: number): void;
}

/** What stands in the page: rows `from` to before `to`, with empty room around them in pixels. */
export interface InView {
  readonly from: number;
  readonly to: number;
  readonly above: number;
  readonly below: number;
}

/** Rows that are drawn above and below those in view. */
const MORE = 12;
/** Browsers stop counting pixels somewhere above this: a higher list scrolls in larger steps. */
const MOST_PIXELS = 8_000_000;

/** The last row that begins at a height or above it. */
function rowAt(tops: readonly number[], y: number): number {
  let [low, high] = [0, tops.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] as number) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where each row begins, and where the last one ends. */
function topsOf(count: number, heightOf: (index: number) => number): number[] {
  const tops = [0];
  for (let index = 0; index < count; index++) tops.push((tops[index] as number) + heightOf(index));
  return tops;
}

/**
 * @param head height of what stays at the top of the scrolled box, in pixels
 * @param draw puts rows into the page
 */
export function createRowsInView(scroll: HTMLElement, head: number, draw: (view: InView) => void): RowsInView {
  let tops: readonly number[] = [0];
  // asking the page for sizes and places would lay it out each time; `at` counts in the whole list
  let [height, at] = [innerHeight, 0];
  let [from, to] = [0, 0];
  /** Row that has to stay in view when the size changes, or -1. */
  let revealed = -1;

  /** Pixels of the whole list for one of the scrolled height: both ends are reached. */
  function scale(): number {
    const end = tops[tops.length - 1] as number;
    return end <= MOST_PIXELS ? 1 : (end - height) / (MOST_PIXELS - height);
  }

  function look(isNew: boolean): void {
    const count = tops.length - 1;
    const ratio = scale();
    const [first, last] = [rowAt(tops, at), Math.min(count, rowAt(tops, at + height) + 1)];
    if (!isNew && ratio === 1 && first >= from && last <= to) return;
    from = Math.max(0, Math.min(first, count) - MORE);
    to = Math.min(count, last + MORE);
    const [top, bottom, end] = [tops[from], tops[to], tops[count]] as [number, number, number];
    const above = Math.max(0, top - at + at / ratio);
    draw({ from, to, above, below: Math.max(0, Math.min(end, MOST_PIXELS) - above - (bottom - top)) });
  }

  function reveal(index: number): void {
    revealed = index;
    const [top, bottom] = [tops[index] ?? 0, tops[index + 1] ?? 0];
    let next = at;
    if (bottom + head > next + height) next = bottom + head - height;
    if (top < next) next = top;
    if (next === at) return;
    at = next;
    look(false);
    scroll.scrollTop = at / scale();
  }

  scroll.addEventListener('scroll', () => {
    const ratio = scale();
    const isOurs = Math.abs(scroll.scrollTop - at / ratio) <= 1;
    if (!isOurs) revealed = -1;
    // one pixel of the bar may be many of the list
    if (!isOurs || ratio === 1) at = scroll.scrollTop * ratio;
    look(false);
  });
  new ResizeObserver(() => {
    const isShown = height === 0 && scroll.clientHeight > 0;
    height = scroll.clientHeight;
    if (height === 0) return;
    look(false);
    // a box that is not shown forgets how far it was scrolled
    if (isShown) scroll.scrollTop = at / scale();
    if (revealed >= 0) reveal(revealed);
  }).observe(scroll);

  return {
    set(count, heightOf) {
      tops = topsOf(count, heightOf);
      at = Math.min(at, Math.max(0, (tops[count] as number) + head - height));
      look(true);
    },
    reveal,
  };
}

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

interface RowList {
  readonly node: HTMLElement;
  /** Other rows. @param linesOf number of lines of a row, from 1 on */
  set(count: number, rowOf: (index: number) => ListedRow, linesOf: (index: number) => number): void;
  /** Marks a row and scrolls to it; -1: none. */
  choose(index: number): void;
}

interface RowListOptions {
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
