/** The list of entries with news. Only the visible rows are in the page. */
import type { ReportLine } from '../data.js';
import { element } from './dom.js';
import { indexAt } from './steps.js';

const ROW = 22;
const MARGIN = 10;
/** Browsers stop counting pixels somewhere above this. */
const MAX_PIXELS = 8_000_000;

export interface LedgerView {
  show(place: number): void;
}

export function createLedgerView(parent: HTMLElement, line: ReportLine, onPick: (place: number) => void): LedgerView {
  const places = line.ledger.map(([at]) => at);
  const differing = new Set(line.differences.map(({ at }) => at));
  const box = element('div', { class: 'ledger', tabindex: '0', role: 'listbox', 'aria-label': 'ledger' });
  const total = Math.min(MAX_PIXELS, places.length * ROW);
  const space = element('div', { class: 'space', style: `height: ${total}px` });
  box.append(space);
  parent.append(box);
  let current = -1;
  /** Rows of the whole list for a pixel of the scrolled height. */
  const scale = total === 0 ? 1 : (places.length * ROW) / total;

  function paint(): void {
    const first = Math.max(0, Math.floor((box.scrollTop * scale) / ROW) - MARGIN);
    const last = Math.min(places.length, first + Math.ceil(box.clientHeight / ROW) + 2 * MARGIN);
    const rows: HTMLElement[] = [];
    for (let index = first; index < last; index++) {
      const [at, text] = line.ledger[index] as readonly [number, string];
      const kind = `row${differing.has(at) ? ' differs' : ''}${index === current ? ' current' : ''}`;
      const top = box.scrollTop + (index * ROW - box.scrollTop * scale);
      const row = element(
        'div',
        { class: kind, style: `top: ${top}px`, role: 'option', 'aria-selected': String(index === current) },
        text,
      );
      row.addEventListener('click', () => onPick(at));
      rows.push(row);
    }
    space.replaceChildren(...rows);
  }

  box.addEventListener('scroll', paint);
  new ResizeObserver(paint).observe(box);
  return {
    show(place) {
      current = indexAt(places, place);
      const top = (Math.max(0, current) * ROW) / scale;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - ROW)
        box.scrollTop = top - box.clientHeight / 2;
      paint();
    },
  };
}
