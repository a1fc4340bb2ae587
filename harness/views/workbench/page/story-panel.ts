/** What happened in the shown command, which cells it changed, and what a choice would do. */
import { readCell } from '../../../../core/system/battle.js';
import { element } from '../../parts/dom.js';
import type { ChoiceRow } from '../choice-rows.js';
import type { Session } from '../session.js';
import type { Panel } from './context.js';

export interface StoryPanel extends Panel {
  /** Tells what a choice would do. */
  point(row: ChoiceRow | undefined): void;
  /** Opens or folds the changed cells. */
  fold(): void;
}

/** Cells that the shown command changed, each with what it was before and is now. */
function changedCells({ battle, imageAt, at }: Session): (readonly [name: string, before: number, after: number])[] {
  const [before, after] = [imageAt(at() - 1), imageAt(at())];
  return battle.cells.flatMap((cell) => {
    const [was, is] = [readCell(before, cell), readCell(after, cell)];
    return was === is || cell.scratch === true ? [] : [[cell.name, was, is] as const];
  });
}

/**
 * @param odds stands beside what happened
 * @param chart stands beside both
 * @param why tells why a cell is as it is
 */
export function createStoryPanel(odds: HTMLElement, chart: HTMLElement, why: (cell: string) => void): StoryPanel {
  const told = element('ul');
  const would = element('ul');
  const wouldTitle = element('h2');
  const summary = element('summary', {}, 'changed cells');
  const cells = element('ul', { class: 'cells' });
  const folded = element('details', {}, summary, cells);
  const label = { class: 'scroll', tabindex: '0', 'aria-label': 'what happened' };
  const left = element('div', label, told, folded, wouldTitle, would);
  const node = element('section', { id: 'story' }, left, odds, chart);
  let session: Session | undefined;

  function listCells(): void {
    cells.replaceChildren();
    if (session === undefined || session.at() === 0 || !folded.open) return;
    const lines = changedCells(session).map(([name, before, after]) => {
      const ask = element('button', { type: 'button', class: 'ask', title: `why ${name} is ${after}` }, 'why');
      ask.addEventListener('click', () => why(name));
      return element('li', {}, `${name} ${before} \u2192 ${after} `, ask);
    });
    cells.replaceChildren(...(lines.length === 0 ? [element('li', {}, 'none')] : lines));
  }
  folded.addEventListener('toggle', listCells);

  return {
    node,
    fold() {
      folded.open = !folded.open;
    },
    point(row) {
      const lines = row?.preview?.told ?? [];
      wouldTitle.textContent = lines.length === 0 || row === undefined ? '' : `${row.name} ${row.where} would give`;
      would.replaceChildren(...lines.map((text) => element('li', {}, text)));
    },
    show(shown) {
      session = shown.session;
      const at = session.at();
      const row = session.rows()[at - 1];
      const lines = row === undefined ? ['The battle begins'] : row.told;
      const quiet = row !== undefined && row.told.length === 0 ? ['Nothing happened'] : lines;
      const wrong = row === undefined ? [] : [row.fault, ...row.differences].filter((text) => text !== '');
      told.replaceChildren(
        ...wrong.map((text) => element('li', { class: 'fault' }, text)),
        ...quiet.map((text) => element('li', {}, text)),
      );
      folded.hidden = at === 0;
      listCells();
    },
  };
}
