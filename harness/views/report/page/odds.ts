/** Odds of a dice system as bars, with the exact fractions beside them. */
import { element } from '../../parts/dom.js';
import type { ReportOdds } from '../data.js';

function percent(part: number): string {
  return `${(100 * part).toFixed(4)} %`;
}

/** `damage 1, risk 0, destroyed 0`: what each number is. */
function named(outcomes: readonly string[], label: string): string {
  const values = label.split(', ');
  return outcomes.map((outcome, index) => `${outcome} ${values[index] ?? ''}`).join(', ');
}

export function createOdds(odds: ReportOdds): HTMLElement {
  const rows = [...odds.rows].sort((first, second) => second.part - first.part);
  const most = Math.max(...rows.map(({ part }) => part));
  const body = element('tbody');
  for (const { label, fraction, part } of rows) {
    const bar = element('div', { class: 'bar', style: `width: ${((100 * part) / most).toFixed(2)}%` });
    const cells = [named(odds.outcomes, label), fraction, percent(part)].map((text) => element('td', {}, text));
    body.append(element('tr', {}, ...cells, element('td', { class: 'bars' }, bar)));
  }
  const titles = ['outcome', 'exact', 'per cent', ''].map((text) => element('th', {}, text));
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...titles)), body);
  return element('section', { class: 'odds' }, element('h3', {}, 'Odds'), element('div', { class: 'scroll' }, table));
}
