/**
 * The board at the chosen frame: places, sides, facing. Sides differ in form, not only in colour.
 */
import { facingArrow } from '../../../../core/system/facings.js';
import type { ReportLine } from '../data.js';
import { element, shape } from './dom.js';
import { valueAt } from './steps.js';

const CELL = 44;

/** `Takahara (ally 0)` as `T0`, `ally 0` as `A0`, `namcat` as `NA`. */
function initials(name: string): string {
  const number = /([0-9]+)\)?\s*$/u.exec(name)?.[1] ?? '';
  return `${[...name][0]?.toUpperCase() ?? ''}${number === '' ? ([...name][1] ?? '').toUpperCase() : number}`;
}

export interface Board {
  show(place: number): void;
}

export function createBoard(parent: HTMLElement, line: ReportLine): Board {
  const [columns, rows] = line.board ?? [0, 0];
  const width = columns * CELL;
  const height = rows * CELL;
  const picture = shape('svg', {
    viewBox: `-1 -1 ${width + 2} ${height + 2}`,
    class: 'board',
    role: 'img',
    'aria-label': 'board',
  });
  const ground = shape('g', {});
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      ground.append(
        shape('rect', {
          x: `${column * CELL}`,
          y: `${row * CELL}`,
          width: `${CELL}`,
          height: `${CELL}`,
          class: 'square',
        }),
      );
    }
  }
  const pieces = shape('g', {});
  const list = element('ul', { class: 'units' });
  picture.append(ground, pieces);
  if (columns > 0) parent.append(picture);
  parent.append(list);

  return {
    show(place) {
      pieces.replaceChildren();
      list.replaceChildren();
      for (const unit of line.units) {
        const pose = unit.poses[valueAt(unit.at, place)];
        if (pose === undefined) continue;
        const [column, row, facing] = pose;
        const where = column < 0 ? '' : ` at ${column},${row}`;
        list.append(element('li', {}, `${unit.name} (${line.sides[unit.side] ?? 'no side'})${where} ${facing}`));
        if (column < 0 || columns === 0) continue;
        const x = (column + 0.5) * CELL;
        const y = (row + 0.5) * CELL;
        const own = unit.side === 0;
        pieces.append(
          own
            ? shape('circle', { cx: `${x}`, cy: `${y}`, r: `${CELL * 0.4}`, class: 'own' })
            : shape('rect', {
                x: `${x - CELL * 0.38}`,
                y: `${y - CELL * 0.38}`,
                width: `${CELL * 0.76}`,
                height: `${CELL * 0.76}`,
                class: 'other',
              }),
          shape('text', { x: `${x}`, y: `${y + 1}`, class: 'piece' }, initials(unit.name)),
          shape('text', { x: `${x}`, y: `${y + 15}`, class: 'facing' }, facingArrow(facing)),
        );
      }
    },
  };
}
