/** The entries with news as rows, and which of them are found by their words. */
import { element } from '../../parts/dom.js';
import { createRowList, type ListedRow } from '../../parts/row-list.js';
import { frameOf, indexAt } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';
import { changesAt, changeText } from './lines.js';

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

/** Indexes of the rows that have all words. */
function found(line: ReportLine, text: string): Int32Array {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean);
  const tables = words.map((word) => rowsWith(line, word));
  const all = Int32Array.from(line.rows.places, (_, index) => index);
  return tables.length === 0 ? all : all.filter((index) => tables.every((table) => table[index] === 1));
}

/** What happened in a row, and the gauges that changed. */
function effectOf(line: ReportLine, row: number, place: number): string {
  const told = (line.texts[line.rows.told[row] as number] ?? '').replaceAll('\n', '; ');
  const gauges = changesAt({ ...line, cells: [] }, place).filter(({ gauge }) => gauge?.role !== 'other');
  return [told, gauges.map(changeText).join(', ')].filter((text) => text !== '').join('; ');
}

/** Its input stands above its effect; without one the effect stands alone. */
function listedRow(line: ReportLine, row: number, isWrong: boolean): ListedRow {
  const { rows, texts, unit, entryUnit, entryAt } = line;
  const place = rows.places[row] as number;
  const entry = rows.entries[row] as number;
  const frame = frameOf(line, place);
  const number = entryAt === undefined || entry === 0 ? String(frame) : `${frame} (${entryUnit} ${entry})`;
  const input = texts[rows.inputs[row] as number] ?? '';
  const effect = effectOf(line, row, place);
  return {
    ...{ mark: isWrong ? '\u2260' : '', isWrong, number },
    text: input === '' ? effect : input,
    lines: input === '' || effect === '' ? [] : [['effect', effect]],
    title: `${unit} ${number}  ${input}  ${effect}`,
  };
}

/** Lines of each row: an input, and an effect below it where there is one. */
function linesOf(line: ReportLine): Uint8Array {
  const { rows, texts, gauges } = line;
  const lines = Uint8Array.from(rows.inputs, (input, row) => {
    const hasTold = texts[rows.told[row] as number] !== '';
    return (texts[input] ?? '') !== '' && hasTold ? 2 : 1;
  });
  for (const { role, places } of gauges) {
    if (role === 'other') continue;
    let row = 0;
    // the first value of a gauge is no change
    for (const place of places.slice(1)) {
      while ((rows.places[row] ?? Number.POSITIVE_INFINITY) < place) row++;
      if (rows.places[row] === place && texts[rows.inputs[row] as number] !== '') lines[row] = 2;
    }
  }
  return lines;
}

export function createLedger(line: ReportLine, onPick: (place: number) => void): Ledger {
  const { rows } = line;
  const lines = linesOf(line);
  const differing = new Set(line.differences.map(({ at }) => at));
  /** Places of the listed rows, ascending. */
  let places: Int32Array = new Int32Array(0);
  const list = createRowList({ label: 'ledger', pick: (index) => onPick(places[index] as number) });
  const empty = element('p', { class: 'quiet' }, 'No row has all of these words.');
  list.node.append(empty);

  function filter(text: string): readonly [found: number, all: number] {
    const listed = found(line, text);
    places = listed.map((row) => rows.places[row] as number);
    const rowOf = (index: number): ListedRow =>
      listedRow(line, listed[index] as number, differing.has(places[index] as number));
    list.set(listed.length, rowOf, (index) => lines[listed[index] as number] as number);
    empty.hidden = listed.length > 0;
    return [listed.length, rows.places.length];
  }
  filter('');

  return {
    node: element('section', { class: 'ledger' }, list.node),
    filter,
    show: (place) => list.choose(indexAt(places, place)),
    next(place, step) {
      const index = step > 0 ? indexAt(places, place) + 1 : indexAt(places, place - 1);
      return places[index];
    },
  };
}
