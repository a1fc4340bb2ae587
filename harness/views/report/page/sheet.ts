/** Board, forecast, ledger, what happened and what is known besides, of one line. */
import { element } from '../../parts/dom.js';
import { createRowList, type ListedRow } from '../../parts/row-list.js';
import { createHappened, createSidePanel, type Happened } from '../../parts/side-panel.js';
import { frameOf, indexAt, numberText, placeOf } from '../../parts/steps.js';
import type { ReportLine, ReportOdds } from '../data.js';
import { factNodes } from './header.js';
import { changesAt, changeText, greatestHealth, placeText, shownAt, turnAt } from './lines.js';

// What happened at a place of a line; below it, folded, the calls and who wrote each cell.

/** Tells what happened at a place. */
type Teller = (place: number) => Happened;

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

function createTeller(line: ReportLine): Teller {
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

// The entries with news as rows, and which of them are found by their words.

interface Ledger {
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

function createLedger(line: ReportLine, onPick: (place: number) => void): Ledger {
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

// Odds of a dice system as bars, with the exact fractions beside them.

function percent(part: number): string {
  return `${(100 * part).toFixed(4)} %`;
}

/** `damage 1, risk 0, destroyed 0`: what each number is. */
function named(outcomes: readonly string[], label: string): string {
  const values = label.split(', ');
  return outcomes.map((outcome, index) => `${outcome} ${values[index] ?? ''}`).join(', ');
}

function createOdds(odds: ReportOdds): HTMLElement {
  const rows = [...odds.rows].sort((first, second) => second.part - first.part);
  const most = Math.max(...rows.map(({ part }) => part));
  const body = element('tbody');
  for (const { label, fraction, part } of rows) {
    const bar = element('div', { class: 'bar' });
    bar.style.width = `${((100 * part) / most).toFixed(2)}%`;
    const cells = [named(odds.outcomes, label), fraction, percent(part)].map((text) => element('td', {}, text));
    body.append(element('tr', {}, ...cells, element('td', { class: 'bars' }, bar)));
  }
  const titles = ['outcome', 'exact', 'per cent', ''].map((text) => element('th', {}, text));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...titles)), body);
  return element('section', { class: 'odds' }, element('h3', {}, 'Odds'), element('div', { class: 'scroll' }, table));
}

export interface Sheet {
  readonly nodes: readonly HTMLElement[];
  readonly ledger: Ledger;
  /** Opens or folds the changed cells. */
  fold(): void;
  show(frame: number): void;
}

const NOWHERE: ReadonlySet<string> = new Set();

export function createSheet(line: ReportLine, goTo: (frame: number) => void): Sheet {
  const ledger = createLedger(line, (place) => goTo(frameOf(line, place)));
  const happened = createHappened({ isOpen: true });
  const tell = createTeller(line);
  const odds = line.odds === undefined ? [] : [createOdds(line.odds)];
  // a narrow screen has no room for them in its head
  const about = element('section', { class: 'about' }, element('dl', {}, ...factNodes(line)));
  const side = createSidePanel({ choose: () => undefined }, greatestHealth(line), odds);
  return {
    nodes: [side.node, ledger.node, happened.node, about],
    ledger,
    fold: happened.fold,
    show(frame) {
      const place = placeOf(line, frame);
      side.show(shownAt(line, place), NOWHERE);
      ledger.show(place);
      happened.show(tell(place));
    },
  };
}
