/**
 * The report page: unpacks its data, shows one line with the others laid over its plots, follows
 * keys, clicks and the address.
 */
import { element } from '../../parts/dom.js';
import { keysDialog } from '../../parts/help.js';
import { writtenData } from '../../parts/packed.js';
import { frameOf, numberText, placeOf, START } from '../../parts/steps.js';
import { centered, isIn, panned, type View, whole, zoomed } from '../../parts/view.js';
import type { ReportData, ReportLine } from '../data.js';
import { createHeader, type Header } from './header.js';
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
  ['t', 'light or dark'],
  ['?', 'this list'],
] as const;

/** The page and what it shows. */
interface Page {
  readonly lines: readonly ReportLine[];
  readonly main: HTMLElement;
  readonly header: Header;
  readonly help: HTMLDialogElement;
  /** Index of the shown line. */
  shown: number;
  sheet: Sheet;
  frame: number;
  view: View;
}

const lineOf = ({ lines, shown }: Page): ReportLine => lines[shown] as ReportLine;

function setView(page: Page, view: View): void {
  page.view = view;
  page.sheet.charts.setView(view);
}

function goTo(page: Page, to: number): void {
  const line = lineOf(page);
  const { first, last } = page.view;
  page.frame = Math.min(last, Math.max(first, Number.isFinite(to) ? Math.round(to) : first));
  const text = numberText(line, page.frame);
  page.header.setNumber(text === START ? '' : text);
  if (!isIn(page.view, page.frame)) setView(page, centered(page.view, page.frame));
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
  const frame = page.frame;
  page.shown = index;
  const line = lineOf(page);
  const others = page.lines.filter(
    (other) => other !== line && other.system === line.system && other.unit === line.unit,
  );
  const over = [line, ...others];
  const first = Math.min(...over.map((one) => frameOf(one, 0)));
  const last = Math.max(...over.map((one) => frameOf(one, one.length)));
  page.view = { first, last, from: first, to: Math.max(last, first + 1) };
  page.sheet.charts.end();
  page.sheet = createSheet(over, page.view, {
    goTo: (to) => goTo(page, to),
    zoom: (around, factor) => setView(page, zoomed(page.view, around, factor, page.frame)),
    pan: (by) => setView(page, panned(page.view, by)),
  });
  page.main.replaceChildren(page.sheet.node);
  page.header.show(index);
  setView(page, page.view);
  page.header.setFound(page.sheet.ledger.filter(page.header.query()));
  goTo(page, frame);
}

const zoom = (page: Page, factor: number): void => setView(page, zoomed(page.view, page.frame, factor, page.frame));

/** What the keys do; `Shift+` stands before a key with Shift. */
function keyActions(page: Page): Readonly<Record<string, () => void>> {
  const [before, next] = [() => toRow(page, -1), () => toRow(page, 1)];
  const help = (): void => page.help.showModal();
  const closer = (): void => zoom(page, 0.5);
  return {
    ArrowLeft: () => goTo(page, page.frame - 1),
    ArrowRight: () => goTo(page, page.frame + 1),
    ArrowUp: before,
    ArrowDown: next,
    'Shift+ArrowLeft': before,
    'Shift+ArrowRight': next,
    PageUp: () => goTo(page, page.frame - 60),
    PageDown: () => goTo(page, page.frame + 60),
    Home: () => goTo(page, page.view.first),
    End: () => goTo(page, page.view.last),
    n: () => toDifference(page, 1),
    'Shift+N': () => toDifference(page, -1),
    '+': closer,
    'Shift++': closer,
    '-': () => zoom(page, 2),
    '0': () => setView(page, whole(page.view)),
    '[': () => setView(page, panned(page.view, -0.25)),
    ']': () => setView(page, panned(page.view, 0.25)),
    b: () => show(page, (page.shown + 1) % page.lines.length),
    t: () => page.header.theme.click(),
    '/': () => page.header.find.focus(),
    'Shift+/': () => page.header.find.focus(),
    'Shift+?': help,
    '?': help,
  };
}

/** Goes to the frame that the address names. */
function goToAddress(page: Page): void {
  const given = /^#frame=(start|-?[0-9]+)$/u.exec(location.hash)?.[1];
  if (given === START) goTo(page, page.view.first);
  else goTo(page, given === undefined ? page.frame : Number(given));
}

/** Keys that a field, a list of details or a button has itself. */
function isOwn({ target, key, shiftKey }: KeyboardEvent): boolean {
  if (target instanceof HTMLInputElement) return true;
  if (target instanceof HTMLButtonElement) return key === 'Enter' || key === ' ';
  const isText = target instanceof HTMLElement && target.closest('.detail') !== null;
  return isText && !shiftKey && ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'].includes(key);
}

function listen(page: Page): void {
  const { header, help } = page;
  const { find } = header;
  const actions = keyActions(page);
  document.addEventListener('keydown', (event) => {
    if (isOwn(event) || event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    const action = actions[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  find.addEventListener('input', () => {
    header.setFound(page.sheet.ledger.filter(find.value));
    page.sheet.ledger.show(placeOf(lineOf(page), page.frame));
  });
  find.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') toRow(page, event.shiftKey ? -1 : 1);
    if (event.key !== 'Escape') return;
    find.value = '';
    find.dispatchEvent(new Event('input'));
    find.blur();
  });
  addEventListener('hashchange', () => goToAddress(page));
}

function start({ title, lines: packed }: ReportData): void {
  const lines = packed.map(unpackedLine);
  const [first] = lines;
  if (first === undefined) {
    document.body.append(element('p', { class: 'failed' }, 'There is no line in this page.'));
    return;
  }
  const header = createHeader(title, lines, {
    previousRow: () => toRow(page, -1),
    back: () => goTo(page, page.frame - 1),
    on: () => goTo(page, page.frame + 1),
    nextRow: () => toRow(page, 1),
    nextDifference: () => toDifference(page, 1),
    closer: () => zoom(page, 0.5),
    wider: () => zoom(page, 2),
    help: () => page.help.showModal(),
    number: (text) => goTo(page, text === '' ? page.view.first : Number(text)),
    line: (index) => show(page, index),
  });
  const main = element('main');
  const help = keysDialog(HELP);
  document.body.append(header.node, main, help);
  const view = { first: 0, last: 1, from: 0, to: 1 };
  const sheet = createSheet([first], view, { goTo: () => undefined, zoom: () => undefined, pan: () => undefined });
  const page: Page = { lines, main, header, help, shown: 0, sheet, frame: frameOf(first, 0), view };
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
