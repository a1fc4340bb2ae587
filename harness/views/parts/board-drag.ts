/** Units of a board that can be put to other squares: by a pointer, or by arrow keys. */
import { prefixOf, type ShownUnit } from './steps.js';

/** Puts a unit to another square. @param unit the first name of its cells, such as `enemy[0]` */
export type PlaceUnit = (unit: string, x: number, y: number) => void;

export interface BoardDrag {
  /**
   * Names the pieces that were drawn.
   * @param units of the pieces, in their order
   * @param place puts a unit elsewhere; undefined: they stay
   */
  show(units: readonly ShownUnit[], place: PlaceUnit | undefined): void;
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** What can be moved now. */
interface Movable {
  readonly units: readonly ShownUnit[];
  readonly place: PlaceUnit;
}

const isOn = ({ x, y, size: [columns, rows] }: ShownUnit, column: number, row: number): boolean =>
  column >= x && column < x + columns && row >= y && row < y + rows;

/**
 * Lets units be dragged. A unit that is let go where it was is only pressed.
 *
 * @param cell its side
 */
function listenToDrags(
  picture: SVGElement,
  cell: number,
  pieceOf: (name: string) => SVGElement | undefined,
  movable: () => Movable | undefined,
): void {
  /** The square under a pointer. */
  const squareUnder = ({ clientX, clientY }: PointerEvent): readonly [x: number, y: number] => {
    const box = picture.getBoundingClientRect();
    const [, , width = 1, height = 1] = (picture.getAttribute('viewBox') ?? '').split(' ').map(Number);
    // the picture keeps its proportions within the box
    const scale = Math.min(box.width / width, box.height / height);
    const at = (client: number, start: number, side: number, whole: number): number =>
      Math.floor(((client - start - (side - whole * scale) / 2) / scale - 1) / cell);
    return [at(clientX, box.left, box.width, width), at(clientY, box.top, box.height, height)];
  };

  picture.addEventListener('pointerdown', (down) => {
    const now = movable();
    const [fromX, fromY] = squareUnder(down);
    const unit = now?.units.find((one) => isOn(one, fromX, fromY));
    if (now === undefined || unit === undefined || down.button !== 0) return;
    const dragged = pieceOf(prefixOf(unit));
    const before = dragged?.getAttribute('transform') ?? '';
    let [byX, byY] = [0, 0];

    const follow = (move: PointerEvent): void => {
      const [x, y] = squareUnder(move);
      [byX, byY] = [x - fromX, y - fromY];
      dragged?.setAttribute('transform', `translate(${byX * cell} ${byY * cell}) ${before}`);
      picture.classList.toggle('dragging', byX !== 0 || byY !== 0);
    };
    const end = ({ type }: PointerEvent): void => {
      document.removeEventListener('pointermove', follow);
      document.removeEventListener('pointerup', end);
      document.removeEventListener('pointercancel', end);
      dragged?.setAttribute('transform', before);
      picture.classList.remove('dragging');
      if (type === 'pointerup' && (byX !== 0 || byY !== 0)) now.place(prefixOf(unit), unit.x + byX, unit.y + byY);
    };
    document.addEventListener('pointermove', follow);
    document.addEventListener('pointerup', end);
    document.addEventListener('pointercancel', end);
  });
}

/** Lets the unit with the focus be moved by arrow keys. */
function listenToArrows(pieces: SVGElement, movable: () => Movable | undefined): void {
  pieces.addEventListener('keydown', (event) => {
    const now = movable();
    const step = ARROWS[event.key];
    const name = event.target instanceof SVGElement ? event.target.dataset['unit'] : undefined;
    const unit = now?.units.find((one) => prefixOf(one) === name);
    if (now === undefined || unit === undefined || step === undefined) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    now.place(prefixOf(unit), unit.x + step[0], unit.y + step[1]);
  });
}

/**
 * @param picture the whole board
 * @param pieces holds a piece for each unit
 * @param cell side of a square
 */
export function createBoardDrag(picture: SVGElement, pieces: SVGElement, cell: number): BoardDrag {
  let movable: Movable | undefined;
  /** The unit that had the focus last, until something else has it. */
  let focused = '';
  const pieceOf = (name: string): SVGElement | undefined =>
    [...pieces.children].find((one): one is SVGElement => one instanceof SVGElement && one.dataset['unit'] === name);
  listenToDrags(picture, cell, pieceOf, () => movable);
  listenToArrows(pieces, () => movable);
  pieces.addEventListener('focusin', ({ target }) => {
    focused = target instanceof SVGElement ? (target.dataset['unit'] ?? '') : '';
  });
  return {
    show(units, place) {
      movable = place === undefined ? undefined : { units, place };
      // what can have the focus is no part of one image
      picture.setAttribute('role', place === undefined ? 'img' : 'group');
      picture.classList.toggle('movable', place !== undefined);
      for (const [index, one] of [...pieces.children].entries()) {
        const unit = units[index];
        if (unit === undefined || !(one instanceof SVGElement)) continue;
        one.dataset['unit'] = prefixOf(unit);
        if (place === undefined) continue;
        one.setAttribute('tabindex', '0');
        one.setAttribute('role', 'group');
        one.setAttribute('aria-label', `${unit.label} at ${unit.x}, ${unit.y}: arrow keys move it`);
      }
      // the piece that had the focus was drawn anew
      if (place !== undefined && document.activeElement === document.body) pieceOf(focused)?.focus();
      else if (document.activeElement !== pieceOf(focused)) focused = '';
    },
  };
}
