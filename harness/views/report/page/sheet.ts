/** Everything below the head for one line: plots, board, ledger, details, panels, odds. */
import { type ChartActions, type Charts, createCharts } from '../../parts/charts.js';
import { element } from '../../parts/dom.js';
import { createSidePanel } from '../../parts/side-panel.js';
import { frameOf, placeOf } from '../../parts/steps.js';
import type { View } from '../../parts/view.js';
import type { ReportLine } from '../data.js';
import { createDetails } from './details.js';
import { createLedger, type Ledger } from './ledger.js';
import { createOdds } from './odds.js';
import { greatestHealth, shownAt } from './shown-at.js';

export interface Sheet {
  readonly node: HTMLElement;
  readonly charts: Charts;
  readonly ledger: Ledger;
  show(frame: number): void;
}

const NOWHERE: ReadonlySet<string> = new Set();

/** @param lines the shown line, then those that are laid over its plots */
export function createSheet(lines: readonly ReportLine[], view: View, actions: ChartActions): Sheet {
  const line = lines[0] as ReportLine;
  const charts = createCharts(lines, view, actions);
  const ledger = createLedger(line, (place) => actions.goTo(frameOf(line, place)));
  const details = createDetails(line);
  const odds = line.odds === undefined ? [] : [createOdds(line.odds)];
  const side = createSidePanel(() => undefined, greatestHealth(line), odds);
  return {
    node: element('div', { id: 'report' }, side.node, charts.node, ledger.node, details.node),
    charts,
    ledger,
    show(frame) {
      const place = placeOf(line, frame);
      charts.show(frame);
      side.show(shownAt(line, place), NOWHERE);
      ledger.show(place);
      details.show(place);
    },
  };
}
