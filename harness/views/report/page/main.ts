/**
 * The report page: unpacks its data, makes a column for each line, follows keys, clicks and the
 * address.
 */
import { writtenData } from '../../parts/packed.js';
import type { ReportData, ReportLine } from '../data.js';
import { type Column, createColumn } from './column.js';
import { element } from './dom.js';
import { frameOf, indexAt, numberText, placeOf, START } from './steps.js';

const HELP = [
  ['\u2190 \u2192', 'one back, on'],
  ['Shift + \u2190 \u2192', 'entry before, next entry in which something happened'],
  ['Page up, Page down', '60 back, on'],
  ['Home, End', 'start, end'],
  ['n, N', 'next difference, the one before'],
  ['+ \u2212 0', 'zoom in, out, all'],
  ['?', 'this list'],
] as const;

/** The page: its columns and what they show. */
interface Page {
  readonly columns: readonly Column[];
  /** First and last frame of all lines. */
  readonly first: number;
  readonly last: number;
  readonly number: HTMLInputElement;
  readonly help: HTMLDialogElement;
  frame: number;
  /** Frames that the plots show. */
  range: readonly [from: number, to: number];
}

function helpDialog(): HTMLDialogElement {
  const help = element('dialog', { id: 'help' }, element('h2', {}, 'Keys'));
  const keys = element('dl');
  for (const [key, meaning] of HELP) keys.append(element('dt', {}, key), element('dd', {}, meaning));
  help.append(keys, element('form', { method: 'dialog' }, element('button', {}, 'Close')));
  return help;
}

/** Whether no line has an entry so early. */
function isStart({ columns, frame }: Page): boolean {
  return columns.every(({ line }) => numberText(line, frame) === START);
}

function goTo(page: Page, to: number): void {
  page.frame = Math.min(page.last, Math.max(page.first, Math.round(to)));
  const at = isStart(page) ? '' : String(page.frame);
  page.number.value = at;
  for (const column of page.columns) column.show(page.frame);
  history.replaceState(null, '', `#frame=${at === '' ? START : at}`);
}

/** Goes to the nearest of some places of all lines, before or after the frame. */
function toNearest(page: Page, placesOf: (line: ReportLine) => readonly number[], step: 1 | -1): void {
  const frames = page.columns.flatMap(({ line }) => {
    const places = placesOf(line);
    const place = placeOf(line, page.frame);
    const index = indexAt(places, place);
    const at = step > 0 ? places[index + 1] : places[places[index] === place ? index - 1 : index];
    return at === undefined ? [] : [frameOf(line, at)];
  });
  if (frames.length > 0) goTo(page, step > 0 ? Math.min(...frames) : Math.max(...frames));
}

const entriesOf = ({ ledger }: ReportLine): number[] => ledger.map(([at]) => at);
const differencesOf = ({ differences }: ReportLine): number[] => differences.map(({ at }) => at);

function showRange(page: Page, from: number, to: number): void {
  page.range = [from, to];
  for (const { charts } of page.columns) for (const chart of charts) chart.zoom(from, to);
}

function zoom(page: Page, factor: number): void {
  const [from, to] = page.columns[0]?.charts[0]?.range() ?? page.range;
  const half = Math.max(4, ((to - from) * factor) / 2);
  showRange(page, Math.max(page.first, page.frame - half), Math.min(page.last, page.frame + half));
}

/** What the keys do; `Shift+` stands before a key with Shift. */
function keyActions(page: Page): Readonly<Record<string, () => void>> {
  return {
    ArrowLeft: () => goTo(page, page.frame - 1),
    ArrowRight: () => goTo(page, page.frame + 1),
    'Shift+ArrowLeft': () => toNearest(page, entriesOf, -1),
    'Shift+ArrowRight': () => toNearest(page, entriesOf, 1),
    PageUp: () => goTo(page, page.frame - 60),
    PageDown: () => goTo(page, page.frame + 60),
    Home: () => goTo(page, page.first),
    End: () => goTo(page, page.last),
    n: () => toNearest(page, differencesOf, 1),
    'Shift+N': () => toNearest(page, differencesOf, -1),
    '+': () => zoom(page, 0.5),
    'Shift++': () => zoom(page, 0.5),
    '-': () => zoom(page, 2),
    '0': () => showRange(page, page.first, page.last),
    'Shift+?': () => page.help.showModal(),
    '?': () => page.help.showModal(),
  };
}

/** Sign, label and action of the buttons. */
function buttons(page: Page): readonly (readonly [sign: string, label: string, run: () => void])[] {
  return [
    ['\u25c0', 'entry before', () => toNearest(page, entriesOf, -1)],
    ['\u2039', 'one back', () => goTo(page, page.frame - 1)],
    ['\u203a', 'one on', () => goTo(page, page.frame + 1)],
    ['\u25b6', 'next entry', () => toNearest(page, entriesOf, 1)],
    ['\u2260', 'next difference', () => toNearest(page, differencesOf, 1)],
    ['+', 'zoom in', () => zoom(page, 0.5)],
    ['\u2212', 'zoom out', () => zoom(page, 2)],
    ['?', 'keys', () => page.help.showModal()],
  ];
}

/** Goes to the frame that the address names. */
function goToAddress(page: Page): void {
  const given = /^#frame=(start|-?[0-9]+)$/u.exec(location.hash)?.[1];
  if (given === START) goTo(page, page.first);
  else goTo(page, given === undefined ? page.frame : Number(given));
}

function listen(page: Page): void {
  const { number, help } = page;
  const actions = keyActions(page);
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    const action = actions[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  number.addEventListener('change', () => goTo(page, number.value === '' ? page.first : Number(number.value)));
  addEventListener('hashchange', () => goToAddress(page));
}

function start({ lines }: ReportData): void {
  const label = lines[0]?.unit ?? 'frame';
  const number = element('input', { type: 'number', id: 'frame', placeholder: START, 'aria-label': label });
  const help = helpDialog();
  const bar = element('nav', {}, element('label', { for: 'frame' }, label), number);
  const main = element('main', { class: lines.length > 1 ? 'several' : 'one' });
  document.body.append(bar, main, help);
  const first = Math.min(...lines.map((line) => frameOf(line, 0)));
  const last = Math.max(...lines.map((line) => frameOf(line, line.length)));
  const columns = lines.map((line) => createColumn(main, line, (to) => goTo(page, to)));
  const page: Page = { columns, first, last, number, help, frame: first, range: [first, last] };
  listen(page);
  for (const [sign, label, run] of buttons(page)) {
    const button = element('button', { type: 'button', 'aria-label': label, title: label }, sign);
    button.addEventListener('click', run);
    bar.append(button);
  }
  if (columns.length > 1) showRange(page, first, last);
  goToAddress(page);
}

writtenData().then(
  (data) => start(data as ReportData),
  (error: unknown) => {
    document.body.append(element('p', { class: 'failed' }, `The page's data cannot be unpacked: ${String(error)}`));
  },
);
