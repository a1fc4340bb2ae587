/**
 * The board: squares with their grounds, what a choice reaches and hits, and the units. Sides
 * differ in form, not only in colour.
 */
import { element, shape } from './dom.js';
import type { ShownState, ShownUnit } from './steps.js';

const CELL = 40;
/** Part of a cell that stays free around a unit. */
const MARGIN = 0.14;
/** Shades of grounds, by the order in which they are met. */
const SHADES = 6;
/** A gauge that counts up to the HP. */
const DAMAGE = 'damage taken';
const TURNED: Readonly<Record<string, number>> = {
  'upper right': -45,
  'lower right': 45,
  'lower left': 135,
  'upper left': 225,
};

/** Squares by their place, such as `2,3`. */
export type Places = ReadonlySet<string>;

/** What a choice reaches, hits and aims at. */
interface BoardMarks {
  readonly reach: Places;
  readonly hit: Places;
  readonly aimed: string;
}

export interface BoardPicture {
  readonly node: HTMLElement;
  /** @param reached squares that a command may name */
  show(state: ShownState, reached: Places): void;
  mark(marks: BoardMarks): void;
}

interface Square {
  readonly place: SVGElement;
  readonly title: SVGElement;
  readonly kind: SVGElement;
  readonly rest: SVGElement;
}

/** HP that a unit has left; undefined: it has none. */
function healthOf({ gauges }: ShownUnit): number | undefined {
  const hp = gauges.find(({ role, label }) => role === 'health' && label === 'HP')?.value;
  const taken = gauges.find(({ label }) => label === DAMAGE)?.value ?? 0;
  return hp === undefined ? undefined : Math.max(0, hp - taken);
}

export const keyOf = (x: number, y: number): string => `${x},${y}`;

/** What a unit suffers or prepares. */
interface Mark {
  /** `charge`, `poison`. */
  readonly word: string;
  /** With its value, where it has one that counts. */
  readonly text: string;
}

/** The gauges of a unit's state that are not 0, in words. */
function marksOf({ gauges }: ShownUnit): Mark[] {
  return gauges.flatMap(({ role, label, value, words }): Mark[] => {
    if (value === 0 || (role !== 'status' && role !== 'charge')) return [];
    if (words === '') return [{ word: label, text: `${label} ${value}` }];
    return words.split(', ').map((word) => ({ word, text: word }));
  });
}

/** What stands for a mark beside a piece: two letters tell poison from paralysis. */
const signOf = ({ word }: Mark): string => word.charAt(0).toUpperCase() + word.slice(1, 2);

/** Nose of a piece, in the direction in which it looks. */
function nose(unit: ShownUnit, width: number, height: number): SVGElement[] {
  const turned = TURNED[unit.facing];
  if (turned === undefined) return [];
  const half = Math.min(width, height) / 2;
  const [x, y] = [turned > -90 && turned < 90 ? 1 : -1, turned > 0 && turned < 180 ? 1 : -1];
  const corner = `translate(${x * (width / 2 - half)} ${y * (height / 2 - half)}) rotate(${turned})`;
  return [shape('path', { d: `M ${half + 1} -4 L ${half + 7} 0 L ${half + 1} 4 Z`, transform: corner, class: 'nose' })];
}

/** A unit's sign: round of one's own side, square of others, as many squares as it takes. */
function piece(unit: ShownUnit, health: number | undefined): SVGElement {
  const [columns, rows] = unit.size;
  const [width, height] = [CELL * (columns - 2 * MARGIN), CELL * (rows - 2 * MARGIN)];
  const [x, y] = [(unit.x + columns / 2) * CELL, (unit.y + rows / 2) * CELL];
  const isOwn = unit.side === 0;
  const group = shape('g', { class: `piece ${isOwn ? 'own' : 'other'}`, transform: `translate(${x} ${y})` });
  const box = { x: `${-width / 2}`, y: `${-height / 2}`, width: `${width}`, height: `${height}` };
  const letters = Math.max(3, Math.floor((5 * columns) / 1.4));
  group.append(
    shape('rect', { ...box, rx: isOwn ? `${Math.min(width, height) / 2}` : '2', class: 'body' }),
    ...nose(unit, width, height),
    shape('text', { y: '4' }, [...unit.name].slice(0, letters).join('')),
  );
  if (health !== undefined) {
    const bar = { x: box.x, y: `${height / 2 - 1}`, height: '4' };
    group.append(
      shape('rect', { ...bar, width: `${width}`, class: 'lost' }),
      shape('rect', { ...bar, width: `${width * Math.min(1, health)}`, class: 'health' }),
    );
  }
  const marks = marksOf(unit);
  if (marks.length === 0) return group;
  // above the piece: a name fills the width of a small one
  const corner = { x: `${width / 2 + 3}`, y: `${1 - height / 2}`, class: 'mark' };
  group.append(shape('text', corner, marks.map(signOf).join(' ')));
  return group;
}

/** Squares that a unit takes. */
function squaresOf({ x, y, size: [columns, rows] }: ShownUnit): string[] {
  return Array.from({ length: columns * rows }, (_, index) =>
    keyOf(x + (index % columns), y + Math.floor(index / columns)),
  );
}

function squareAt(x: number, y: number, choose: (x: number, y: number) => void): Square {
  const at = { x: `${x * CELL}`, y: `${y * CELL}`, width: `${CELL}`, height: `${CELL}` };
  const place = shape('rect', { ...at, class: 'square' });
  const title = shape('title', {});
  place.append(title);
  place.dataset['cell'] = keyOf(x, y);
  place.addEventListener('click', () => choose(x, y));
  const kind = shape('text', { x: `${x * CELL + 3}`, y: `${y * CELL + 11}`, class: 'kind' });
  const rest = shape('text', { x: `${(x + 1) * CELL - 3}`, y: `${(y + 1) * CELL - 4}`, class: 'rest' });
  return { place, title, kind, rest };
}

/** Grounds, numbers and marks that the board shows now. */
function legendText({ ground, units }: ShownState): string {
  const grounds = Object.entries(ground?.meanings ?? {}).map(([kind, meaning]) => `${kind}: ${meaning}`);
  const reach = (ground?.reachOf ?? '') === '' ? [] : [`numbers: movement that ${ground?.reachOf} has left there`];
  const marks = units.filter(({ x }) => x >= 0).flatMap(marksOf);
  const signs = new Set(marks.map((mark) => `${signOf(mark)}: ${mark.word}`));
  return [...grounds, ...reach, ...signs].join('; ');
}

/** What a reader learns of a square by pointing at it. */
function squareText({ ground, units }: ShownState, key: string, index: number): string {
  const kind = ground?.kinds[index] ?? '';
  const here = units.filter((unit) => unit.x >= 0 && squaresOf(unit).includes(key));
  const told = here.map((unit) => {
    const health = healthOf(unit);
    const marks = marksOf(unit).map(({ text }) => text);
    return [unit.label, unit.facing, ...(health === undefined ? [] : [`HP ${health}`]), ...marks]
      .filter((text) => text !== '')
      .join(', ');
  });
  return [key, ...(kind === '' ? [] : [ground?.meanings[kind] ?? kind]), ...told].join('; ');
}

/** Grounds, what can be commanded where, and what is left of a movement. */
function drawSquares(squares: ReadonlyMap<string, Square>, state: ShownState, reached: Places): void {
  const { ground } = state;
  const kinds = Object.keys(ground?.meanings ?? {});
  let index = 0;
  for (const [key, { place, title, kind, rest }] of squares) {
    const name = ground?.kinds[index] ?? '';
    const left = ground?.reach?.[index] ?? -1;
    const shade = name === '' ? '' : ` ground-${kinds.indexOf(name) % SHADES}`;
    // where a reach is known its squares are marked, not all that a command may name
    const isMarked = ground?.reach === undefined ? reached.has(key) : left >= 0;
    place.setAttribute('class', `square${shade}${isMarked ? ' reached' : ''}`);
    title.textContent = squareText(state, key, index);
    kind.textContent = name;
    rest.textContent = left < 0 ? '' : String(left);
    index++;
  }
}

/** @param greatest greatest HP that was seen of each unit: the whole length of its bar */
function drawPieces(pieces: SVGElement, { units }: ShownState, greatest: Map<string, number>): void {
  const there = units.filter(({ x }) => x >= 0);
  pieces.replaceChildren(
    ...there.map((unit) => {
      const health = healthOf(unit);
      if (health === undefined) return piece(unit, undefined);
      const key = unit.prefixes[0] ?? unit.name;
      const most = Math.max(greatest.get(key) ?? 1, health);
      greatest.set(key, most);
      return piece(unit, health / most);
    }),
  );
}

function markSquares(squares: ReadonlyMap<string, Square>, { reach, hit, aimed }: BoardMarks): void {
  for (const [key, { place }] of squares) {
    place.classList.toggle('in-reach', reach.has(key));
    place.classList.toggle('hit', hit.has(key));
    place.classList.toggle('aimed', key === aimed);
  }
}

/**
 * @param choose gets the square that is pressed
 * @param greatest greatest HP of each unit, where it is known: the whole length of its bar
 */
export function createBoardPicture(
  choose: (x: number, y: number) => void,
  greatest = new Map<string, number>(),
): BoardPicture {
  const picture = shape('svg', { class: 'board', role: 'img', 'aria-label': 'board' });
  const legend = element('p', { class: 'quiet legend' });
  const node = element('div', { class: 'boardbox' });
  const pieces = shape('g', {});
  const squares = new Map<string, Square>();
  let size = '';
  node.append(picture, legend);

  function layOut(columns: number, rows: number): void {
    if (size === keyOf(columns, rows)) return;
    size = keyOf(columns, rows);
    squares.clear();
    picture.replaceChildren();
    picture.setAttribute('viewBox', `-1 -1 ${columns * CELL + 2} ${rows * CELL + 2}`);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const made = squareAt(x, y, choose);
        squares.set(keyOf(x, y), made);
        picture.append(made.place, made.kind, made.rest);
      }
    }
    picture.append(pieces);
  }

  return {
    node,
    show(state, reached) {
      const { board } = state;
      node.hidden = board === undefined;
      if (board === undefined) return;
      layOut(...board);
      drawSquares(squares, state, reached);
      drawPieces(pieces, state, greatest);
      legend.textContent = legendText(state);
    },
    mark: (marks) => markSquares(squares, marks),
  };
}
