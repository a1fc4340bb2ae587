/** Board, forecast, ledger, what happened and what is known besides, of one line. */
import { element } from '../../parts/dom.js';
import { createHappened } from '../../parts/happened.js';
import { createSidePanel } from '../../parts/side-panel.js';
import { frameOf, placeOf } from '../../parts/steps.js';
import type { ReportLine } from '../data.js';
import { createTeller } from './details.js';
import { factNodes } from './header.js';
import { createLedger, type Ledger } from './ledger.js';
import { createOdds } from './odds.js';
import { greatestHealth, shownAt } from './shown-at.js';

export interface Sheet {
  readonly nodes: readonly HTMLElement[];
  readonly ledger: Ledger;
  /** Opens or folds the changed cells. */
  fold(): void;
  show(frame: number): void;
}

const NOWHERE: ReadonlySet<string> = new Set();

export function createSheet(line: ReportLine, goTo: (frame: number) => void): Sheet {
  const ledger = createLedger(line, (place) => goTo(frameOf(line, place)));
  const happened = createHappened({ isOpen: true });
  const tell = createTeller(line);
  const odds = line.odds === undefined ? [] : [createOdds(line.odds)];
  // a narrow screen has no room for them in its head
  const about = element('section', { class: 'about' }, element('dl', {}, ...factNodes(line)));
  const side = createSidePanel(() => undefined, greatestHealth(line), odds);
  return {
    nodes: [side.node, ledger.node, happened.node, about],
    ledger,
    fold: happened.fold,
    show(frame) {
      const place = placeOf(line, frame);
      side.show(shownAt(line, place), NOWHERE);
      ledger.show(place);
      happened.show(tell(place));
    },
  };
}
