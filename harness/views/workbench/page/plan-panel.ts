/** The plan as rows: a mark where all is as expected, else the first difference. */
import { element } from '../../parts/dom.js';
import type { PlayedRow } from '../play-rows.js';
import type { Actions, Panel } from './context.js';
import { createRowsInView, type InView } from './rows-in-view.js';

/** Height of a line, and what a row has besides its lines, in pixels. */
const [LINE, ROOM] = [18, 7];

function markOf({ fault, differences, compared }: PlayedRow): string {
  if (fault !== '' || differences.length > 0) return '\u2717';
  return compared > 0 ? '\u2713' : '';
}

/** Lines below the first one: the command where a label stands above it, the first difference. */
function linesOf(row: PlayedRow): readonly (readonly [kind: string, text: string])[] {
  const lines: (readonly [string, string])[] = [];
  if (row.label !== '') lines.push(['command quiet', commandOf(row)]);
  const [difference] = row.fault === '' ? row.differences : [row.fault];
  if (difference !== undefined) lines.push(['fault', difference]);
  return lines;
}

const commandOf = ({ text, repeat }: PlayedRow): string => (repeat === 1 ? text : `${text} \u00d7 ${repeat}`);
const heightOf = (row: PlayedRow): number => LINE * (1 + linesOf(row).length) + ROOM;

function option(place: number, parts: readonly HTMLElement[]): HTMLElement {
  const made = element('li', { role: 'option' });
  made.dataset['place'] = String(place);
  made.append(...parts);
  return made;
}

function lineOf(row: PlayedRow, place: number): HTMLElement {
  const lines = linesOf(row);
  const mark = markOf(row);
  const made = option(place, [
    element('span', { class: mark === '\u2717' ? 'mark wrong' : 'mark' }, mark),
    element('span', {}, row.label === '' ? commandOf(row) : row.label),
    element('span', { class: 'quiet' }, String(row.clock)),
    ...lines.map(([kind, text]) => element('span', { class: kind }, text)),
  ]);
  made.draggable = true;
  made.style.height = `${heightOf(row)}px`;
  made.title = [row.label, commandOf(row), ...row.differences, row.fault].filter((text) => text !== '').join('\n');
  return made;
}

/** Place in the list of the row that an event happened on, or -1: on none; 0 is the start. */
function placeOf({ target }: Event): number {
  const row = target instanceof Element ? target.closest('li') : null;
  return Number(row?.dataset['place'] ?? -1);
}

function listen(list: HTMLElement, actions: Actions): void {
  list.addEventListener('click', (event) => {
    const place = placeOf(event);
    if (place >= 0) actions.goTo(place);
  });
  list.addEventListener('dragstart', (event) => {
    event.dataTransfer?.setData('text/x-row', String(placeOf(event) - 1));
  });
  list.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('text/x-row') && placeOf(event) > 0) event.preventDefault();
  });
  list.addEventListener('drop', (event) => {
    const from = event.dataTransfer?.getData('text/x-row') ?? '';
    const place = placeOf(event);
    if (from === '' || place < 1) return;
    event.preventDefault();
    actions.move(Number(from), place - 1);
  });
}

/** @param branches stands above the rows */
export function createPlanPanel(actions: Actions, branches: HTMLElement): Panel {
  const list = element('ol', { role: 'listbox', 'aria-label': 'plan', tabindex: '0' });
  const scroll = element('div', { class: 'scroll' }, list);
  const title = element('h2', {}, 'Plan');
  const node = element('section', { id: 'plan' }, element('div', { class: 'bar' }, title), branches, scroll);
  listen(list, actions);
  let rows: readonly PlayedRow[] = [];
  let at = 0;
  let inView: InView = { from: 0, to: 0, above: 0, below: 0 };

  function mark(): void {
    for (const [index, line] of [...list.children].entries()) {
      const place = inView.from + index;
      line.setAttribute('aria-selected', String(place === at));
      line.classList.toggle('behind', place > at);
    }
  }

  const view = createRowsInView(scroll, 0, (next) => {
    inView = next;
    const lines = Array.from({ length: next.to - next.from }, (_, index) => {
      const place = next.from + index;
      const row = rows[place - 1];
      const line = row === undefined ? option(0, [element('span'), element('span', {}, 'start')]) : lineOf(row, place);
      line.setAttribute('aria-posinset', String(place + 1));
      line.setAttribute('aria-setsize', String(rows.length + 1));
      return line;
    });
    list.style.padding = `${next.above}px 0 ${next.below}px`;
    list.replaceChildren(...lines);
    mark();
  });

  return {
    node,
    show({ session }) {
      at = session.at();
      if (rows === session.rows() && rows.length > 0) mark();
      else {
        rows = session.rows();
        title.textContent = `Plan: ${rows.length === 1 ? '1 command' : `${rows.length} commands`}`;
        view.set([LINE + ROOM, ...rows.map(heightOf)]);
      }
      view.reveal(at);
    },
  };
}
