/** Everything below the head for one line: plots, board, ledger, details, panels, odds. */
import { element } from '../../parts/dom.js';
import { frameOf, placeOf } from '../../parts/steps.js';
import type { View } from '../../parts/view.js';
import type { ReportLine } from '../data.js';
import { createBoard } from './board.js';
import { type ChartActions, type Charts, createCharts } from './charts.js';
import { createDetails } from './details.js';
import { createLedger, type Ledger } from './ledger.js';
import { createOdds } from './odds.js';
import { createPanels } from './panels.js';

export interface Sheet {
  readonly node: HTMLElement;
  readonly charts: Charts;
  readonly ledger: Ledger;
  show(frame: number): void;
}

/** @param lines the shown line, then those that are laid over its plots */
export function createSheet(lines: readonly ReportLine[], view: View, actions: ChartActions): Sheet {
  const line = lines[0] as ReportLine;
  const charts = createCharts(lines, view, actions);
  const ledger = createLedger(line, (place) => actions.goTo(frameOf(line, place)));
  const board = createBoard(line);
  const details = createDetails(line);
  const panels = createPanels(line);
  const odds = line.odds === undefined ? [] : [createOdds(line.odds)];
  const left = element(
    'div',
    { class: 'left', tabindex: '0', 'aria-label': 'board' },
    board.node,
    panels.node,
    ...odds,
  );
  const lower = element('div', { class: 'lower' }, left, ledger.node, details.node);
  return {
    node: element('section', { class: 'sheet' }, charts.node, lower),
    charts,
    ledger,
    show(frame) {
      const place = placeOf(line, frame);
      charts.show(frame);
      board.show(place);
      panels.show(place);
      ledger.show(place);
      details.show(place);
    },
  };
}
