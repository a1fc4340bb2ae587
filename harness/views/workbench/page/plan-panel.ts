/** The plan as rows: a mark where all is as expected, else the first difference. */
import { element } from '../../parts/dom.js';
import type { PlayedRow } from '../play-rows.js';
import type { Actions, Panel } from './context.js';

function markOf({ fault, differences, compared }: PlayedRow): string {
  if (fault !== '' || differences.length > 0) return '\u2717';
  return compared > 0 ? '\u2713' : '';
}

export function createPlanPanel(actions: Actions): Panel {
  const list = element('ol', { role: 'listbox', 'aria-label': 'plan' });
  const scroll = element('div', { class: 'scroll' }, list);
  const title = element('h2', {}, 'Plan');
  const node = element('section', { id: 'plan' }, element('div', { class: 'bar' }, title), scroll);

  function line(row: PlayedRow, index: number, at: number): HTMLElement {
    const repeat = row.repeat === 1 ? '' : ` \u00d7 ${row.repeat}`;
    const parts = [
      element('span', { class: markOf(row) === '\u2717' ? 'fault' : 'mark' }, markOf(row)),
      element('span', {}, row.label === '' ? `${row.text}${repeat}` : row.label),
      element('span', { class: 'quiet' }, String(row.clock)),
    ];
    if (row.label !== '') parts.push(element('span', { class: 'command quiet' }, `${row.text}${repeat}`));
    const [difference] = row.fault === '' ? row.differences : [row.fault];
    if (difference !== undefined) parts.push(element('span', { class: 'fault' }, difference));
    const made = element('li', { role: 'option', draggable: 'true', 'aria-selected': String(index + 1 === at) });
    made.append(...parts);
    if (index >= at) made.classList.add('behind');
    made.addEventListener('click', () => actions.goTo(index + 1));
    made.addEventListener('dragstart', (event) => event.dataTransfer?.setData('text/x-row', String(index)));
    made.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes('text/x-row')) event.preventDefault();
    });
    made.addEventListener('drop', (event) => {
      const from = event.dataTransfer?.getData('text/x-row') ?? '';
      if (from === '') return;
      event.preventDefault();
      actions.move(Number(from), index);
    });
    return made;
  }

  return {
    node,
    show({ session }) {
      const at = session.at();
      const start = element('li', { role: 'option', 'aria-selected': String(at === 0) }, element('span'), 'start');
      start.addEventListener('click', () => actions.goTo(0));
      const rows = session.rows().map((row, index) => line(row, index, at));
      title.textContent = `Plan: ${rows.length === 1 ? '1 command' : `${rows.length} commands`}`;
      list.replaceChildren(start, ...rows);
      list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    },
  };
}
