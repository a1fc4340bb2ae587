/** What the system shows besides its cells, and what comes next. */
import { element } from '../../parts/dom.js';
import { valueAt } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';

export interface Panels {
  readonly node: HTMLElement;
  show(place: number): void;
}

export function createPanels(line: ReportLine): Panels {
  const node = element('div', { class: 'panels' });
  return {
    node,
    show(place) {
      if (place >= line.panelsTo) {
        const more = `What comes next is not in this page from ${line.unit} ${line.panelsTo} on.`;
        node.replaceChildren(element('p', { class: 'quiet' }, more));
        return;
      }
      const shown = line.panels[valueAt(line.panelsAt, place)] ?? [];
      node.replaceChildren(
        ...shown.map(({ title, lines }) => {
          const rows = element('dl');
          for (const [label, value] of lines) rows.append(element('dt', {}, label), element('dd', {}, value));
          return element('section', { class: 'panel' }, element('h3', {}, title), rows);
        }),
      );
    },
  };
}
