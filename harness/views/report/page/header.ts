/** The head of the report: name, verdict, facts, where to go, find, and the lines of the page. */
import { countText } from '../../../../core/system/names.js';
import { element } from '../../parts/dom.js';
import { createPageHeader, type PageHeader } from '../../parts/header.js';
import { frameOf, START } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';

const BUTTONS = {
  previousRow: ['\u25c0 Row', 'listed row before (\u2191)'],
  back: ['\u2212 1', 'one back (\u2190)'],
  on: ['+ 1', 'one on (\u2192)'],
  nextRow: ['Row \u25b6', 'next listed row (\u2193)'],
  nextDifference: ['\u2260 Next', 'next difference (n)'],
  closer: ['Zoom in', 'fewer frames (+)'],
  wider: ['Zoom out', 'more frames (\u2212)'],
  help: ['? Keys', 'list of keys (?)'],
} as const;

export type ButtonName = keyof typeof BUTTONS;

interface HeaderActions {
  press(name: ButtonName): void;
  number(text: string): void;
  /** Shows a line of the page by its index. */
  line(index: number): void;
}

export interface Header extends Pick<PageHeader, 'node' | 'theme'> {
  readonly find: HTMLInputElement;
  setNumber(text: string): void;
  setFound(found: readonly [found: number, all: number]): void;
  query(): string;
  /** Marks the shown line and tells how it stands. */
  show(index: number): void;
}

/** Sentences below the verdict. */
function notes(line: ReportLine): string[] {
  const found: string[] = [];
  if (line.endsEarly !== '') {
    found.push(`It ends early, at ${line.unit} ${frameOf(line, line.length)}: ${line.endsEarly}`);
  }
  for (const reason of line.notRun) found.push(`N${reason.slice(1)}`);
  return found;
}

/** What is known of a line besides its verdict. */
export function factNodes({ head }: ReportLine): HTMLElement[] {
  return head.facts.map(([label, value]) => element('div', {}, element('dt', {}, label), element('dd', {}, value)));
}

function mark({ head }: ReportLine): string {
  if (head.holds === undefined) return '';
  return head.holds ? '\u2713 ' : '\u2717 ';
}

/** Where the page is, and what it looks for. */
function createFields(number: (text: string) => void) {
  const unit = element('label', { for: 'frame' });
  const frame = element('input', { type: 'number', id: 'frame', placeholder: START });
  frame.addEventListener('change', () => number(frame.value));
  const hint = 'find: word, number';
  const find = element('input', { type: 'search', id: 'find', placeholder: hint, 'aria-label': 'find' });
  const count = element('span', { id: 'found', class: 'quiet', role: 'status' });
  return { unit, frame, find, count };
}

function createTabs(lines: readonly ReportLine[], choose: (index: number) => void): HTMLElement {
  const tabs = lines.map((line, index) => {
    const tab = element('button', { type: 'button', class: 'tab' }, `${mark(line)}${line.name}`);
    tab.addEventListener('click', () => choose(index));
    return tab;
  });
  const node = element('nav', { class: 'tabs', 'aria-label': 'lines' }, ...tabs);
  node.hidden = lines.length < 2;
  return node;
}

/** @param title of the page: the heading where it shows one line */
export function createHeader(title: string, lines: readonly ReportLine[], actions: HeaderActions): Header {
  const facts = element('dl', { class: 'facts' });
  const { unit, frame, find, count } = createFields(actions.number);
  const fields = { before: [unit, frame], behind: [find, count] };
  const { node, theme, name, say } = createPageHeader(BUTTONS, actions.press, facts, fields);
  const more = element('div', { class: 'notes' });
  const tabs = createTabs(lines, actions.line);
  node.firstElementChild?.after(more, tabs);
  return {
    ...{ node, theme, find },
    setNumber(text) {
      frame.value = text;
    },
    setFound([found, all]) {
      count.textContent = found === all ? countText(all, 'row') : `${found} of ${countText(all, 'row')}`;
    },
    query: () => find.value,
    show(index) {
      const line = lines[index] as ReportLine;
      name(lines.length === 1 ? title : line.name);
      say(`${mark(line)}${line.head.verdict}`, line.head.holds === false);
      facts.replaceChildren(...factNodes(line));
      more.replaceChildren(...notes(line).map((note) => element('p', {}, note)));
      unit.textContent = line.unit;
      for (const [other, tab] of [...tabs.children].entries())
        tab.setAttribute('aria-pressed', String(other === index));
    },
  };
}
