/** What happened in the shown command, which cells it changed, and what a choice would do. */
import { readCell, ruleErrorOf, stateHash } from '../../../../core/system/battle.js';
import { shownCellValue } from '../../../base/shown-cell-value.js';
import { unitPrefix } from '../../../play/entry-view/unit-prefix.js';
import { element } from '../../parts/dom.js';
import { type ChangedCell, createHappened } from '../../parts/happened.js';
import type { ChoiceRow } from '../choice-table.js';
import type { PlayedRow } from '../play-rows.js';
import type { Session } from '../session.js';
import type { Panel, Shown } from './context.js';

export interface StoryPanel extends Panel {
  /** Tells what a choice would do. */
  point(row: ChoiceRow | undefined): void;
  /** Opens or folds the changed cells. */
  fold(): void;
}

/** Cells that the shown command changed, each with what it was before and is now. */
function changedCells({ battle, imageAt, at }: Session, { units }: Shown['state']): ChangedCell[] {
  const [before, after] = [imageAt(at() - 1), imageAt(at())];
  return battle.cells.flatMap((cell) => {
    const [was, is] = [readCell(before, cell), readCell(after, cell)];
    if (was === is || cell.scratch === true) return [];
    const unit = units.find(({ prefixes }) => prefixes.includes(unitPrefix(cell)))?.label ?? '';
    return [
      { cell: cell.name, unit, text: `${cell.name} ${shownCellValue(cell, was)} \u2192 ${shownCellValue(cell, is)}` },
    ];
  });
}

/** What a command did of which nothing is told. */
function silentText({ system }: Session, row: PlayedRow | undefined): string {
  const code = row?.refusal ?? '';
  if (code === '') return 'Nothing happened';
  return `Refused with ${code}, as the plan expects: ${ruleErrorOf(system, code)?.meaning ?? 'it cannot be read'}`;
}

/**
 * @param odds stands beside what happened
 * @param chart stands beside both
 * @param why tells why a cell is as it is
 */
export function createStoryPanel(odds: HTMLElement, chart: HTMLElement, why: (cell: string) => void): StoryPanel {
  const happened = createHappened({ isOpen: false, why });
  const would = element('ul');
  const wouldTitle = element('h2');
  happened.node.append(wouldTitle, would);
  return {
    node: element('section', { id: 'story' }, happened.node, odds, chart),
    fold: happened.fold,
    point(row) {
      const lines = row?.preview.told ?? [];
      wouldTitle.textContent = lines.length === 0 || row === undefined ? '' : `${row.name} ${row.where} would give`;
      would.replaceChildren(...lines.map((text) => element('li', {}, text)));
    },
    show({ session, state }) {
      const at = session.at();
      const row = session.rows()[at - 1];
      const told = row === undefined ? ['The battle begins'] : row.told;
      happened.show({
        ...{ head: '', more: [] },
        // as `lockstep run --json` gives it at the end of the same commands
        notes: [`State ${stateHash(session.battle)}`],
        wrong: row === undefined ? [] : [row.fault, ...row.differences].filter((text) => text !== ''),
        told: told.length === 0 ? [silentText(session, row)] : told,
        changed: row === undefined ? undefined : () => changedCells(session, state),
      });
    },
  };
}
