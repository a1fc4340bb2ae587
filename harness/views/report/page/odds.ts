/** Odds of a dice system as bars, with the exact fractions beside them. */
import uPlot from 'uplot';
import type { ReportOdds } from '../data.js';
import { color, element } from './dom.js';

/** Bars that still can be read. */
const MAX_BARS = 60;

function percent(part: number): string {
  return `${(100 * part).toFixed(4)} %`;
}

export function createOdds(parent: HTMLElement, odds: ReportOdds): void {
  const rows = [...odds.rows].sort((first, second) => second.part - first.part).slice(0, MAX_BARS);
  const bars = uPlot.paths.bars?.({ size: [0.8, 64] });
  const axis = { stroke: color('text'), grid: { stroke: color('grid'), width: 1 } };
  const holder = element('div', { class: 'plot' });
  parent.append(element('h2', {}, `Odds: ${odds.outcomes.join(', ')}`), holder);
  new uPlot(
    {
      width: Math.max(280, parent.clientWidth),
      height: 240,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false, range: [-0.6, rows.length - 0.4] } },
      axes: [
        { ...axis, values: (_plot, places) => places.map((place) => rows[place]?.label ?? ''), incrs: [1, 2, 5, 10] },
        { ...axis, size: 60, values: (_plot, parts) => parts.map((part) => `${(100 * part).toFixed(1)} %`) },
      ],
      series: [
        {},
        {
          fill: color('series-0'),
          stroke: color('series-0'),
          points: { show: false },
          ...(bars === undefined ? {} : { paths: bars }),
        },
      ],
    },
    [rows.map((_, index) => index), rows.map((row) => row.part)],
    holder,
  );
  const body = element('tbody');
  for (const { label, fraction, part } of odds.rows) {
    body.append(
      element('tr', {}, element('td', {}, label), element('td', {}, fraction), element('td', {}, percent(part))),
    );
  }
  const head = element(
    'tr',
    {},
    element('th', {}, odds.outcomes.join(', ')),
    element('th', {}, 'exact'),
    element('th', {}, 'per cent'),
  );
  parent.append(element('div', { class: 'scroll' }, element('table', {}, element('thead', {}, head), body)));
}
