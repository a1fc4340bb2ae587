/** The head of the page: name, verdict, result, where to go, find, light or dark. */
import { element } from '../../parts/dom.js';
import { frameOf, START } from '../../parts/steps.js';
import { themeButton } from '../../parts/theme.js';
import type { ReportLine } from '../data.js';

export interface HeaderActions {
  previousRow(): void;
  back(): void;
  on(): void;
  nextRow(): void;
  nextDifference(): void;
  closer(): void;
  wider(): void;
  help(): void;
  number(text: string): void;
  /** Shows a line of the page by its index. */
  line(index: number): void;
}

export interface Header {
  readonly node: HTMLElement;
  readonly find: HTMLInputElement;
  readonly theme: HTMLButtonElement;
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

function mark({ head }: ReportLine): string {
  if (head.holds === undefined) return '';
  return head.holds ? '\u2713 ' : '\u2717 ';
}

function buttonsOf(actions: HeaderActions): HTMLElement[] {
  const rows = [
    ['\u25c0 Row', 'listed row before', actions.previousRow],
    ['\u2212 1', 'one back', actions.back],
    ['+ 1', 'one on', actions.on],
    ['Row \u25b6', 'next listed row', actions.nextRow],
    ['\u2260 Next', 'next difference', actions.nextDifference],
    ['Zoom in', 'zoom in', actions.closer],
    ['Zoom out', 'zoom out', actions.wider],
    ['? Keys', 'keys', actions.help],
  ] as const;
  return rows.map(([text, label, run]) => {
    const button = element('button', { type: 'button', 'aria-label': label, title: label }, text);
    button.addEventListener('click', () => run());
    return button;
  });
}

export function createHeader(title: string, lines: readonly ReportLine[], actions: HeaderActions): Header {
  const name = element('h1');
  const verdict = element('span', { class: 'verdict', role: 'status' });
  const facts = element('dl', { class: 'facts' });
  const more = element('div', { class: 'notes' });
  const unit = element('label', { for: 'frame' });
  const number = element('input', { type: 'number', id: 'frame', placeholder: START });
  number.addEventListener('change', () => actions.number(number.value));
  const find = element('input', {
    type: 'search',
    id: 'find',
    placeholder: 'find: kick, HP, 2406',
    'aria-label': 'find',
  });
  const count = element('span', { id: 'found', class: 'quiet', role: 'status' });
  const theme = themeButton();
  const tabs = lines.map((line, index) => {
    const tab = element('button', { type: 'button', class: 'tab' }, `${mark(line)}${line.name}`);
    tab.addEventListener('click', () => actions.line(index));
    return tab;
  });
  const bar = element('nav', { 'aria-label': 'go to' }, unit, number, ...buttonsOf(actions), find, count, theme);
  const choice = element('nav', { class: 'tabs', 'aria-label': 'lines' }, ...tabs);
  choice.hidden = lines.length < 2;
  document.title = title;
  return {
    node: element('header', {}, element('div', { class: 'top' }, name, verdict, facts), more, choice, bar),
    find,
    theme,
    setNumber(text) {
      number.value = text;
    },
    setFound([found, all]) {
      count.textContent = found === all ? `${all} rows` : `${found} of ${all} rows`;
    },
    query: () => find.value,
    show(index) {
      const line = lines[index] as ReportLine;
      name.textContent = line.name;
      verdict.textContent = `${mark(line)}${line.head.verdict}`;
      verdict.classList.toggle('differs', line.head.holds === false);
      facts.replaceChildren(
        ...line.head.facts.map(([label, value]) =>
          element('div', {}, element('dt', {}, label), element('dd', {}, value)),
        ),
      );
      more.replaceChildren(...notes(line).map((note) => element('p', {}, note)));
      unit.textContent = line.unit;
      for (const [other, tab] of tabs.entries()) tab.setAttribute('aria-pressed', String(other === index));
    },
  };
}
