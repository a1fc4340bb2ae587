/** One line on the page: its plots, board and ledger, and the facts of the chosen entry. */
import type { ReportLine } from '../data.js';
import { createBoard } from './board.js';
import { type Chart, createChart, ROLES } from './chart.js';
import { element } from './dom.js';
import { createLedgerView } from './ledger.js';
import { createOdds } from './odds.js';
import { frameOf, indexAt, placeOf } from './steps.js';

export interface Column {
  readonly line: ReportLine;
  readonly charts: readonly Chart[];
  show(frame: number): void;
}

function notes(line: ReportLine): string[] {
  const found = [`${line.system}, ${line.length} ${line.unit}s`];
  if (line.endsEarly !== '')
    found.push(`It ends early, at ${line.unit} ${frameOf(line, line.length)}: ${line.endsEarly}`);
  const [first] = line.differences;
  if (first !== undefined) {
    const more = line.differences.length > 1 ? `, ${line.differences.length} in all` : '';
    found.push(`First difference: ${line.unit} ${frameOf(line, first.at)}${more}`);
  }
  if (line.detailsLeftOut > 0) found.push(`Details of ${line.detailsLeftOut} more ${line.unit}s are not in this page`);
  for (const reason of line.notRun) found.push(`N${reason.slice(1)}`);
  return found;
}

/** The facts of an entry, differences first, as far as the page has them. */
function createDetails(line: ReportLine): (place: number) => string {
  const [detailPlaces, ledgerPlaces] = [line.details.map(([at]) => at), line.ledger.map(([at]) => at)];
  const differing = new Map(line.differences.map(({ at, text }) => [at, text]));

  function textOf(place: number): readonly string[] {
    const detail = line.details[indexAt(detailPlaces, place)];
    if (detail?.[0] === place) return detail[1];
    const listed = line.ledger[indexAt(ledgerPlaces, place)];
    if (listed?.[0] === place) return [listed[1]];
    return place === 0 ? ['start'] : [`${line.unit} ${frameOf(line, place)}`, '  nothing changed'];
  }

  return (place) => {
    const difference = differing.get(place) ?? [];
    // A difference to the recording is a part of the details already.
    const before = difference[0]?.startsWith('DIFFERENCE') === true ? [...difference, ''] : [];
    return [...before, ...textOf(place)].join('\n');
  };
}

export function createColumn(parent: HTMLElement, line: ReportLine, goTo: (frame: number) => void): Column {
  const head = element(
    'header',
    {},
    element('h1', {}, line.name),
    ...notes(line).map((note) => element('p', {}, note)),
  );
  const plots = element('div', { class: 'plots' });
  const board = element('div', { class: 'boardbox' });
  const detail = element('pre', { class: 'detail', tabindex: '0', 'aria-live': 'polite' });
  const list = element('div', { class: 'listbox' });
  const lower = element('div', { class: 'lower' }, board, list, detail);
  parent.append(element('section', { class: 'column' }, head, plots, lower));
  const charts = ROLES.flatMap(([role, title]) => createChart(plots, line, role, title, `${line.unit}s`, goTo) ?? []);
  const boardView = createBoard(board, line);
  const details = createDetails(line);
  const ledger = createLedgerView(list, line, (place) => goTo(frameOf(line, place)));
  if (line.odds !== undefined) createOdds(plots, line.odds);
  return {
    line,
    charts,
    show(frame) {
      const place = placeOf(line, frame);
      for (const chart of charts) chart.show(frame);
      boardView.show(place);
      ledger.show(place);
      detail.textContent = details(place);
    },
  };
}
