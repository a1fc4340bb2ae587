/**
 * The report: the page of the workbench without what changes a plan. It unpacks its data, shows one
 * line with the others laid over its plots, follows keys, clicks and the address.
 */

import { createTimeChart, type TimeChart } from '../../parts/charts.js';
import { createTabs, element, type KeyActions, keysDialog, listenToKeys } from '../../parts/dom.js';

import { writtenData } from '../../parts/packed.js';
import { frameOf, numberText, placeOf, START } from '../../parts/steps.js';

import type { ReportData, ReportLine } from '../data.js';
import { type ButtonName, createHeader, type Header } from './header.js';
import { unpackedLine } from './lines.js';
import { createSheet, type Sheet } from './sheet.js';

const HELP = [
  ['\u2190 \u2192', 'one back, on'],
  ['\u2191 \u2193', 'listed row before, next listed row (also Shift + \u2190 \u2192)'],
  ['Page up, Page down', '60 back, on'],
  ['Home, End', 'start, end'],
  ['n, N', 'next difference, the one before'],
  ['/', 'find; Enter goes to the next row found, Escape lists all'],
  ['+ \u2212 0', 'zoom in, out, all (also the wheel)'],
  ['[ ]', 'pan back, on (also a drag)'],
  ['b', 'next line beside this one'],
  ['c', 'open or fold the changed cells'],
  ['t', 'light or dark'],
  ['?', 'this list'],
] as const;

/** Panels of a narrow screen, each with the name that the style sheet knows it by. */
const TABS: Readonly<Record<string, string>> = {
  Rows: 'ledger',
  Board: 'side',
  Plots: 'time',
  Happened: 'happened',
  About: 'about',
};

/** The page and what it shows. */
interface Page {
  readonly lines: readonly ReportLine[];
  readonly main: HTMLElement;
  readonly header: Header;
  readonly help: HTMLDialogElement;
  readonly chart: TimeChart;
  /** Index of the shown line. */
  shown: number;
  sheet: Sheet;
  frame: number;
}

const lineOf = ({ lines, shown }: Page): ReportLine => lines[shown] as ReportLine;

function goTo(page: Page, to: number): void {
  const { first, last } = page.chart.range();
  page.frame = Math.min(last, Math.max(first, Number.isFinite(to) ? Math.round(to) : first));
  const text = numberText(lineOf(page), page.frame);
  page.header.setNumber(text === START ? '' : text);
  page.chart.mark(page.frame);
  page.sheet.show(page.frame);
  history.replaceState(null, '', `#frame=${text}`);
}

/** Goes to a listed row: the keyboard walks the list wherever it is. */
function toRow(page: Page, step: 1 | -1): void {
  const line = lineOf(page);
  const place = page.sheet.ledger.next(placeOf(line, page.frame), step);
  if (place !== undefined) goTo(page, frameOf(line, place));
}

function toDifference(page: Page, step: 1 | -1): void {
  const found = page.lines.flatMap((line) => line.differences.map(({ at }) => frameOf(line, at)));
  const [next] = found
    .filter((frame) => (step > 0 ? frame > page.frame : frame < page.frame))
    .sort((first, second) => step * (first - second));
  if (next !== undefined) goTo(page, next);
}

/** Shows a line; the others of its system are laid over its plots. */
function show(page: Page, index: number): void {
  page.shown = index;
  const line = lineOf(page);
  const others = page.lines.filter(
    (other) => other !== line && other.system === line.system && other.unit === line.unit,
  );
  page.chart.draw([line, ...others]);
  page.sheet = createSheet(line, (to) => goTo(page, to));
  page.main.replaceChildren(page.chart.node, ...page.sheet.nodes);
  page.header.show(index);
  page.header.setFound(page.sheet.ledger.filter(page.header.query()));
  goTo(page, page.frame);
}

const pressed = (page: Page): Readonly<Record<ButtonName, () => void>> => ({
  previousRow: () => toRow(page, -1),
  back: () => goTo(page, page.frame - 1),
  on: () => goTo(page, page.frame + 1),
  nextRow: () => toRow(page, 1),
  nextDifference: () => toDifference(page, 1),
  closer: () => page.chart.zoom(0.5),
  wider: () => page.chart.zoom(2),
  help: () => page.help.showModal(),
});

/** What the keys do; `Shift+` stands before an arrow or Enter with Shift. */
function keyActions(page: Page): KeyActions {
  const { previousRow, back, on, nextRow, nextDifference, closer, wider, help } = pressed(page);
  return {
    ...{ ArrowLeft: back, ArrowRight: on, ArrowUp: previousRow, ArrowDown: nextRow },
    ...{ 'Shift+ArrowLeft': previousRow, 'Shift+ArrowRight': nextRow },
    ...{ Enter: nextRow, 'Shift+Enter': previousRow },
    PageUp: () => goTo(page, page.frame - 60),
    PageDown: () => goTo(page, page.frame + 60),
    Home: () => goTo(page, page.chart.range().first),
    End: () => goTo(page, page.chart.range().last),
    n: nextDifference,
    N: () => toDifference(page, -1),
    '+': closer,
    '-': wider,
    '0': () => page.chart.zoom(0),
    '[': () => page.chart.pan(-0.25),
    ']': () => page.chart.pan(0.25),
    b: () => show(page, (page.shown + 1) % page.lines.length),
    c: () => page.sheet.fold(),
    t: () => page.header.theme.click(),
    '/': () => page.header.find.focus(),
    '?': help,
  };
}

/** Goes to the frame that the address names. */
function goToAddress(page: Page): void {
  const given = /^#frame=(start|-?[0-9]+)$/u.exec(location.hash)?.[1];
  if (given === START) goTo(page, page.chart.range().first);
  else goTo(page, given === undefined ? page.frame : Number(given));
}

function listen(page: Page): void {
  const { find, setFound } = page.header;
  listenToKeys(keyActions(page));
  const look = (): void => {
    setFound(page.sheet.ledger.filter(find.value));
    page.sheet.ledger.show(placeOf(lineOf(page), page.frame));
  };
  find.addEventListener('input', look);
  find.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    find.value = '';
    look();
  });
  addEventListener('hashchange', () => goToAddress(page));
}

function start({ title, lines: packed }: ReportData): void {
  document.title = title;
  const lines = packed.map(unpackedLine);
  const [first] = lines;
  if (first === undefined) {
    document.body.append(element('p', { class: 'failed' }, 'There is no line in this page.'));
    return;
  }
  const page: Page = {
    lines,
    main: element('main', { id: 'report' }),
    header: createHeader(title, lines, {
      press: (name) => pressed(page)[name](),
      number: (text) => goTo(page, text === '' ? page.chart.range().first : Number(text)),
      line: (index) => show(page, index),
    }),
    help: keysDialog(HELP),
    chart: createTimeChart((frame) => goTo(page, frame)),
    shown: 0,
    sheet: createSheet(first, () => undefined),
    frame: frameOf(first, 0),
  };
  const tabs = createTabs(Object.keys(TABS), (name) => {
    page.main.dataset['tab'] = TABS[name];
  });
  document.body.append(page.header.node, tabs, page.main, page.help);
  const given = /^#frame=(-?[0-9]+)$/u.exec(location.hash)?.[1];
  if (given !== undefined) page.frame = Number(given);
  show(page, 0);
  listen(page);
}

writtenData().then(
  (data) => start(data as ReportData),
  (error: unknown) => {
    document.body.append(element('p', { class: 'failed' }, `The page's data cannot be unpacked: ${String(error)}`));
  },
);
