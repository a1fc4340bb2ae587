/** The report page: unpacks its data, makes a column for each line of time, follows keys, clicks and the address. */
import type { ReportData } from '../data.js';
import { type Column, createColumn } from './column.js';
import { element } from './dom.js';
import { frameOf, indexAt, placeOf } from './steps.js';

const HELP = [
  ['\u2190 \u2192', 'one frame back, on'],
  ['Shift + \u2190 \u2192', 'entry before, next entry in which something happened'],
  ['Page up, Page down', '60 frames'],
  ['Home, End', 'start, end'],
  ['n, N', 'next difference, the one before'],
  ['+ \u2212 0', 'zoom in, out, all'],
  ['?', 'this list'],
] as const;

async function unpacked(): Promise<ReportData> {
  const text = document.getElementById('data')?.textContent ?? '';
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream).json()) as ReportData;
}

function start(data: ReportData): void {
  const number = element('input', { type: 'number', id: 'frame', 'aria-label': 'frame' });
  const help = element('dialog', { id: 'help' }, element('h2', {}, 'Keys'));
  const keys = element('dl');
  for (const [key, meaning] of HELP) keys.append(element('dt', {}, key), element('dd', {}, meaning));
  help.append(keys, element('form', { method: 'dialog' }, element('button', {}, 'Close')));
  const bar = element('nav', {}, element('label', { for: 'frame' }, data.lines[0]?.unit ?? 'frame'), number);
  const button = (text: string, label: string, run: () => void): void => {
    const made = element('button', { type: 'button', 'aria-label': label, title: label }, text);
    made.addEventListener('click', run);
    bar.append(made);
  };
  const main = element('main', { class: data.lines.length > 1 ? 'several' : 'one' });
  document.body.append(bar, main, help);
  const columns: Column[] = data.lines.map((line) => createColumn(main, line, (to) => goTo(to)));
  const first = Math.min(...data.lines.map((line) => frameOf(line, 0)));
  const last = Math.max(...data.lines.map((line) => frameOf(line, line.length)));
  let frame = first;
  let whole: readonly [number, number] = [first, last];

  function goTo(to: number): void {
    frame = Math.min(last, Math.max(first, Math.round(to)));
    number.value = String(frame);
    for (const column of columns) column.show(frame);
    history.replaceState(null, '', `#frame=${frame}`);
  }

  /** The nearest of some places of all lines, before or after the frame. */
  function toNearest(placesOf: (column: Column) => readonly number[], step: 1 | -1): void {
    const frames = columns.flatMap((column) => {
      const places = placesOf(column);
      const index = indexAt(places, placeOf(column.line, frame));
      const at =
        step > 0 ? places[index + 1] : places[places[index] === placeOf(column.line, frame) ? index - 1 : index];
      return at === undefined ? [] : [frameOf(column.line, at)];
    });
    if (frames.length > 0) goTo(step > 0 ? Math.min(...frames) : Math.max(...frames));
  }
  const entries = new Map(columns.map((column) => [column, column.line.ledger.map(([at]) => at)]));
  const differences = new Map(columns.map((column) => [column, column.line.differences.map(({ at }) => at)]));
  const toEntry = (step: 1 | -1): void => toNearest((column) => entries.get(column) ?? [], step);
  const toDifference = (step: 1 | -1): void => toNearest((column) => differences.get(column) ?? [], step);

  function zoom(factor: number): void {
    const [from, to] = columns[0]?.charts[0]?.range() ?? whole;
    const half = Math.max(4, ((to - from) * factor) / 2);
    show(Math.max(first, frame - half), Math.min(last, frame + half));
  }
  function show(from: number, to: number): void {
    whole = [from, to];
    for (const { charts } of columns) for (const chart of charts) chart.zoom(from, to);
  }

  const actions: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => goTo(frame - 1),
    ArrowRight: () => goTo(frame + 1),
    'Shift+ArrowLeft': () => toEntry(-1),
    'Shift+ArrowRight': () => toEntry(1),
    PageUp: () => goTo(frame - 60),
    PageDown: () => goTo(frame + 60),
    Home: () => goTo(first),
    End: () => goTo(last),
    n: () => toDifference(1),
    'Shift+N': () => toDifference(-1),
    '+': () => zoom(0.5),
    'Shift++': () => zoom(0.5),
    '-': () => zoom(2),
    '0': () => show(first, last),
    'Shift+?': () => help.showModal(),
    '?': () => help.showModal(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    const action = actions[`${event.shiftKey ? 'Shift+' : ''}${event.key}`];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  number.addEventListener('change', () => goTo(Number(number.value)));
  addEventListener('hashchange', fromAddress);
  button('\u25c0', 'entry before', () => toEntry(-1));
  button('\u2039', 'one back', () => goTo(frame - 1));
  button('\u203a', 'one on', () => goTo(frame + 1));
  button('\u25b6', 'next entry', () => toEntry(1));
  button('\u2260', 'next difference', () => toDifference(1));
  button('+', 'zoom in', () => zoom(0.5));
  button('\u2212', 'zoom out', () => zoom(2));
  button('?', 'keys', () => help.showModal());

  function fromAddress(): void {
    const given = /^#frame=(-?[0-9]+)$/u.exec(location.hash)?.[1];
    goTo(given === undefined ? frame : Number(given));
  }
  if (columns.length > 1) show(first, last);
  fromAddress();
}

unpacked().then(start, (error: unknown) => {
  document.body.append(element('p', { class: 'failed' }, `The page's data cannot be unpacked: ${String(error)}`));
});
