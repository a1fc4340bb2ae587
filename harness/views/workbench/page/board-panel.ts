/** The board and the forecast, with what the chosen command reaches, hits and aims at. */
import { keyOf } from '../../parts/board-picture.js';
import type { ShownState } from '../../parts/shown-state.js';
import { createSidePanel } from '../../parts/side-panel.js';
import type { ChoiceRow } from '../choice-table.js';
import type { Actions, Panel, Shown } from './context.js';

export interface BoardPanel extends Panel {
  /** Shows what a choice reaches, aims at and hits; undefined: nothing. */
  point(row: ChoiceRow | undefined): void;
  /** Shows the state of a running game; undefined: that of the plan again. */
  follow(state: ShownState | undefined): void;
}

const placesOf = (rows: readonly ChoiceRow[]): Set<string> =>
  new Set(rows.flatMap(({ cell }) => (cell === undefined ? [] : [keyOf(...cell)])));

/** @param above stands above the board */
export function createBoardPanel(actions: Actions, above: HTMLElement): BoardPanel {
  const side = createSidePanel(actions.choose);
  side.node.prepend(above);
  side.node.addEventListener('dblclick', ({ target }) => {
    if (target instanceof SVGElement && target.dataset['cell'] !== undefined) actions.playChosen();
  });
  let now: Shown | undefined;
  let game: ShownState | undefined;

  function draw(): void {
    if (now === undefined) return;
    side.node.classList.toggle('of-game', game !== undefined);
    side.show(game ?? now.state, placesOf(now.choices.rows));
  }
  return {
    node: side.node,
    show(shown) {
      now = shown;
      draw();
    },
    follow(state) {
      if (state === game) return;
      game = state;
      draw();
    },
    point(row) {
      if (now === undefined) return;
      const { session, choices } = now;
      const named = session.system.capabilities.choices;
      const area = row === undefined ? [] : (named?.area(session.battle, row.words) ?? []);
      // commands that only ask name every square, and would hide the grounds
      const isReach = row?.cell !== undefined && named !== undefined;
      const others = isReach ? choices.rows.filter(({ name }) => name === row.name) : [];
      const aimed = row?.cell === undefined ? '' : keyOf(...row.cell);
      side.mark({ reach: placesOf(others), hit: new Set(area.map((cell) => keyOf(...cell))), aimed });
    },
  };
}
