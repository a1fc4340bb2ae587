/** The list of entries with news. Only the visible rows are in the page. */
import { element } from '../../parts/dom.js';
import { frameOf } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';
import { changesAt, changeText } from './lines.js';

const ROW = 40;
const MARGIN = 6;
/** Browsers stop counting pixels somewhere above this. */
const MAX_PIXELS = 8_000_000;

export interface Ledger {
  readonly node: HTMLElement;
  show(place: number): void;
  /** Lists rows that have all words. @returns how many there are, and of how many */
  filter(text: string): readonly [found: number, all: number];
  /** Place of the listed row after or before the current one; undefined: there is none. */
  next(place: number, step: 1 | -1): number | undefined;
}

/** The rows that have a word: in their texts, their number, or a gauge that changes there. */
function rowsWith(line: ReportLine, word: string): Uint8Array {
  const { rows, texts, gauges, cells } = line;
  const has = Uint8Array.from(texts, (text) => (text.toLowerCase().includes(word) ? 1 : 0));
  const places = new Set<number>();
  for (const { name, places: changed, label } of [...gauges, ...cells.map((cell) => ({ ...cell, label: '' }))]) {
    if (!`${label} ${name}`.toLowerCase().includes(word)) continue;
    for (let index = 1; index < changed.length; index++) places.add(changed[index] as number);
  }
  return Uint8Array.from(rows.places, (place, index) => {
    const isText = has[rows.inputs[index] as number] === 1 || has[rows.told[index] as number] === 1;
    return isText || places.has(place) || String(frameOf(line, place)) === word ? 1 : 0;
  });
}

function found(line: ReportLine, text: string): Int32Array {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const tables = words.map((word) => rowsWith(line, word));
  const all = Int32Array.from(line.rows.places, (_, index) => index);
  return tables.length === 0 ? all : all.filter((index) => tables.every((table) => table[index] === 1));
}

/** Number, input and effect of a row. */
function textOf(line: ReportLine, row: number): readonly [number: string, input: string, effect: string] {
  const { rows, texts } = line;
  const place = rows.places[row] as number;
  const entry = rows.entries[row] as number;
  const frame = frameOf(line, place);
  const number = line.entryAt === undefined || entry === 0 ? String(frame) : `${frame} (${line.entryUnit} ${entry})`;
  const told = (texts[rows.told[row] as number] ?? '').replaceAll('\n', '; ');
  const gauges = changesAt({ ...line, cells: [] }, place).filter(({ gauge }) => gauge?.role !== 'other');
  const effect = [told, gauges.map(changeText).join(', ')].filter((text) => text !== '').join('; ');
  return [number, texts[rows.inputs[row] as number] ?? '', effect];
}

/** A row of the list. */
function rowNode(line: ReportLine, row: number, isCurrent: boolean, isDiffering: boolean): HTMLElement {
  const [number, input, effect] = textOf(line, row);
  const made = element(
    'div',
    { id: `row-${row}`, role: 'option', 'aria-selected': String(isCurrent) },
    element('span', { class: 'number' }, number),
    element('span', { class: 'input' }, input),
    element('span', { class: 'effect' }, effect),
  );
  made.className = `row${isDiffering ? ' differs' : ''}${isCurrent ? ' current' : ''}`;
  made.title = `${line.unit} ${number}  ${input}  ${effect}`;
  return made;
}

/** Index of the last listed row up to a place, or -1. */
function lastUpTo(count: number, placeOfRow: (index: number) => number, place: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOfRow(middle) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Place of the row behind a place or before it; undefined: there is none. */
function neighbour(
  count: number,
  placeOfRow: (index: number) => number,
  place: number,
  step: 1 | -1,
): number | undefined {
  const index = step > 0 ? lastUpTo(count, placeOfRow, place) + 1 : lastUpTo(count, placeOfRow, place - 1);
  return index >= 0 && index < count ? placeOfRow(index) : undefined;
}

export function createLedger(line: ReportLine, onPick: (place: number) => void): Ledger {
  const { rows } = line;
  const differing = new Set(line.differences.map(({ at }) => at));
  let listed = found(line, '');
  let current = -1;
  const space = element('div', { class: 'space' });
  const empty = element('p', { class: 'quiet' }, 'No row has all of these words.');
  const node = element(
    'div',
    { class: 'ledger', tabindex: '0', role: 'listbox', 'aria-label': 'ledger' },
    space,
    empty,
  );

  const placeOfRow = (index: number): number => rows.places[listed[index] as number] as number;
  const pixels = (): number => Math.min(MAX_PIXELS, listed.length * ROW);
  /** Pixels of the whole list for one of the scrolled height: both ends are reached. */
  const scale = (): number => {
    const room = Math.max(1, pixels() - node.clientHeight);
    return Math.max(1, (listed.length * ROW - node.clientHeight) / room);
  };

  function paint(): void {
    const ratio = scale();
    const first = Math.max(0, Math.floor((node.scrollTop * ratio) / ROW) - MARGIN);
    const last = Math.min(listed.length, first + Math.ceil(node.clientHeight / ROW) + 2 * MARGIN);
    const made: HTMLElement[] = [];
    for (let index = first; index < last; index++) {
      const place = placeOfRow(index);
      const row = rowNode(line, listed[index] as number, index === current, differing.has(place));
      row.style.top = `${node.scrollTop + (index * ROW - node.scrollTop * ratio)}px`;
      row.addEventListener('click', () => onPick(place));
      made.push(row);
    }
    space.replaceChildren(...made);
    if (current < 0) node.removeAttribute('aria-activedescendant');
    else node.setAttribute('aria-activedescendant', `row-${listed[current]}`);
  }

  function list(): void {
    space.style.height = `${pixels()}px`;
    empty.hidden = listed.length > 0;
  }
  list();
  node.addEventListener('scroll', paint);
  new ResizeObserver(paint).observe(node);

  const rowUpTo = (place: number): number => lastUpTo(listed.length, placeOfRow, place);

  return {
    node,
    show(place) {
      const row = rowUpTo(place);
      current = row;
      const top = Math.max(0, row) * ROW;
      const seen = top - node.scrollTop * scale();
      if (seen < 0 || seen > node.clientHeight - ROW) node.scrollTop = (top - node.clientHeight / 2) / scale();
      paint();
    },
    filter(text) {
      listed = found(line, text);
      current = -1;
      node.scrollTop = 0;
      list();
      paint();
      return [listed.length, rows.places.length];
    },
    next: (place, step) => neighbour(listed.length, placeOfRow, place, step),
  };
}
