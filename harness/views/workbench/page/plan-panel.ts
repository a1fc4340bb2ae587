/** The plan as rows: a mark where all is as expected, else the first difference. */
import { countText } from '../../../../core/system/count-text.js';
import { element } from '../../parts/dom.js';
import { createRowList, type ListedRow } from '../../parts/row-list.js';
import type { PlayedRow } from '../play-rows.js';
import type { Actions, Panel } from './context.js';

const START: ListedRow = { mark: '', isWrong: false, text: 'start', number: '', lines: [], title: 'start' };

const isWrong = ({ fault, differences }: PlayedRow): boolean => fault !== '' || differences.length > 0;
const commandOf = ({ text, repeat }: PlayedRow): string => (repeat === 1 ? text : `${text} \u00d7 ${repeat}`);

/** A label stands above its command; below both, the first difference. */
function listedRow(row: PlayedRow): ListedRow {
  const { label, fault, differences, compared, clock } = row;
  const command = commandOf(row);
  const lines: (readonly [string, string])[] = [];
  if (label !== '') lines.push(['quiet', command]);
  const [difference] = fault === '' ? differences : [fault];
  if (difference !== undefined) lines.push(['fault', difference]);
  const right = compared > 0 ? '\u2713' : '';
  return {
    ...{ mark: isWrong(row) ? '\u2717' : right, isWrong: isWrong(row), lines, number: String(clock) },
    text: label === '' ? command : label,
    title: [label, command, ...differences, fault].filter((text) => text !== '').join('\n'),
  };
}

/** @param branches stands above the rows */
export function createPlanPanel(actions: Actions, branches: HTMLElement): Panel {
  const list = createRowList({
    label: 'plan',
    pick: actions.goTo,
    move: (from, to) => actions.move(from - 1, to - 1),
    firstMoved: 1,
  });
  const title = element('h2', {}, 'Plan');
  const node = element('section', { id: 'plan' }, element('div', { class: 'bar' }, title), branches, list.node);
  let shown: readonly PlayedRow[] | undefined;

  return {
    node,
    show({ session }) {
      const rows = session.rows();
      if (rows !== shown) {
        shown = rows;
        title.textContent = `Plan: ${countText(rows.length, 'command')}`;
        list.set(
          rows.length + 1,
          (index) => (index === 0 ? START : listedRow(rows[index - 1] as PlayedRow)),
          (index) =>
            1 +
            Number((rows[index - 1]?.label ?? '') !== '') +
            Number(index > 0 && isWrong(rows[index - 1] as PlayedRow)),
        );
      }
      list.choose(session.at());
    },
  };
}
