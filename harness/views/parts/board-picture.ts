/**
 * The board: squares with their grounds, what a choice reaches and hits, and the units. Sides
 * differ in form, not only in colour.
 */
import { createBoardDrag, type PlaceUnit } from './board-drag.js';
import { element, shape } from './dom.js';
import { CELL, type NotePlace, notePlaces } from './note-places.js';
import {
  type BoardNote,
  type BoardTrace,
  healthOf,
  keyOf,
  prefixOf,
  type ShownState,
  type ShownUnit,
} from './steps.js';

/** Part of a cell that stays free around a unit. */
const MARGIN = 0.14;
/** Shades of grounds, by the order in which they are met. */
const SHADES = 6;
const TURNED: Readonly<Record<string, number>> = {
  'upper right': -45,
  'lower right': 45,
  'lower left': 135,
  'upper left': 225,
};

/** Squares by their place, such as `2,3`. */
export type Places = ReadonlySet<string>;

/** What a choice reaches, hits and aims at, and what may come of it on whom. */
interface BoardMarks {
  readonly reach: Places;
  readonly hit: Places;
  readonly aimed: string;
  readonly notes: readonly BoardNote[];
}

export interface BoardPicture {
  readonly node: HTMLElement;
  /**
   * @param reached squares that a command may name
   * @param acting name of the unit that acts, or empty
   */
  show(state: ShownState, reached: Places, acting: string): void;
  mark(marks: BoardMarks): void;
  /** Draws what happened; undefined: nothing. */
  trace(happened: BoardTrace | undefined): void;
  /** Lets the units that are shown be put to other squares; undefined: they stay. */
  movable(place: PlaceUnit | undefined): void;
  /** Counts enemies who could strike each square, row by row; undefined: it is not shown. */
  threat(counts: readonly number[] | undefined): void;
  /** Draws other units on the same squares: a moment on the way. */
  moment(units: readonly ShownUnit[]): void;
}

/** What a board tells of the mouse. */
export interface BoardActions {
  /** A square is pressed. */
  choose(x: number, y: number): void;
  /** A thing of a table is pressed. */
  find?(name: string): void;
  /** The pointer is on a square, or has left the board. */
  hover?(at: readonly [x: number, y: number] | undefined): void;
}

interface Square {
  readonly place: SVGElement;
  readonly title: SVGElement;
  readonly kind: SVGElement;
  readonly rest: SVGElement;
  readonly danger: SVGElement;
}

/**
 * What a unit is called on the board: numbers of one's own side, letters of others, by the number
 * that its cells have, else by its place in the list.
 */
export function tagsOf(units: readonly ShownUnit[]): ReadonlyMap<ShownUnit, string> {
  const seen = new Map<boolean, number>();
  return new Map(
    units.map((unit) => {
      const isOwn = unit.side <= 0;
      const next = seen.get(isOwn) ?? 0;
      seen.set(isOwn, next + 1);
      const number = Number(/\[(\d+)\]/u.exec(unit.prefixes[0] ?? '')?.[1] ?? next);
      const letter = String.fromCharCode(65 + (number % 26)) + (number < 26 ? '' : String(Math.floor(number / 26)));
      return [unit, isOwn ? String(number + 1) : letter] as const;
    }),
  );
}

/** What a unit suffers or prepares. */
interface Mark {
  /** `charge`, `poison`. */
  readonly word: string;
  /** With its value, where it has one that counts. */
  readonly text: string;
  /** That value, behind a space. */
  readonly number: string;
}

/** The gauges of a unit's state that are not 0, in words. */
function marksOf({ gauges }: ShownUnit): Mark[] {
  return gauges.flatMap(({ role, label, value, words }): Mark[] => {
    if (value === 0 || (role !== 'status' && role !== 'charge')) return [];
    if (words === '') return [{ word: label, text: `${label} ${value}`, number: ` ${value}` }];
    return words.split(', ').map((word) => ({ word, text: word, number: '' }));
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

/** Part of the HP from which on a bar warns. */
const LITTLE = 0.25;
/** Letters of a name that a square has room for. */
const LETTERS = 5;

type Point = readonly [x: number, y: number];

/** The middle of a unit's squares. */
const middleOf = ({ x, y, size: [columns, rows] }: ShownUnit, at: Point = [x, y]): Point => [
  (at[0] + columns / 2) * CELL,
  (at[1] + rows / 2) * CELL,
];

/** Width and height of a unit's sign. */
const extentOf = ({ size: [columns, rows] }: ShownUnit): Point => [
  CELL * (columns - 2 * MARGIN),
  CELL * (rows - 2 * MARGIN),
];

/** The rectangle of a unit: round of one's own side, square of others. */
function bodyOf(unit: ShownUnit, kind: string): SVGElement {
  const [width, height] = extentOf(unit);
  const box = { x: `${-width / 2}`, y: `${-height / 2}`, width: `${width}`, height: `${height}` };
  return shape('rect', { ...box, rx: unit.side <= 0 ? `${Math.min(width, height) / 2}` : '3', class: kind });
}

/** A unit's sign with its letter or number, as many squares large as the unit. */
function piece(unit: ShownUnit, tag: string, health: number | undefined): SVGElement {
  const [columns] = unit.size;
  const [width, height] = extentOf(unit);
  const isOut = healthOf(unit) === 0;
  const kinds = ['piece', unit.side <= 0 ? 'own' : 'other', ...(isOut ? ['out'] : [])].join(' ');
  const group = shape('g', { class: kinds, transform: `translate(${middleOf(unit).join(' ')})` });
  group.append(...nose(unit, width, height), bodyOf(unit, 'body'), shape('text', { y: '6', class: 'tag' }, tag));
  // a wide unit has room for its name
  if (columns > 1 && unit.name.length <= LETTERS * columns) {
    group.append(shape('text', { y: '17', class: 'name' }, unit.name));
  }
  if (health !== undefined) {
    const bar = { x: `${-width / 2}`, y: `${height / 2}`, height: '4' };
    const rest = health <= LITTLE ? 'health little' : 'health';
    group.append(
      shape('rect', { ...bar, width: `${width}`, class: 'lost' }),
      shape('rect', { ...bar, width: `${width * Math.min(1, health)}`, class: rest }),
    );
  }
  const marks = marksOf(unit);
  if (marks.length === 0) return group;
  // above the piece: a name fills the width of a small one
  const corner = { x: `${width / 2 + 4}`, y: `${2 - height / 2}`, class: 'mark' };
  group.append(shape('text', corner, marks.map((mark) => `${signOf(mark)}${mark.number}`).join(' ')));
  return group;
}

/** Squares that a unit takes. */
function squaresOf({ x, y, size: [columns, rows] }: ShownUnit): string[] {
  return Array.from({ length: columns * rows }, (_, index) =>
    keyOf(x + (index % columns), y + Math.floor(index / columns)),
  );
}

function squareAt(x: number, y: number, { choose, hover }: BoardActions): Square {
  const at = { x: `${x * CELL}`, y: `${y * CELL}`, width: `${CELL}`, height: `${CELL}` };
  const place = shape('rect', { ...at, class: 'square' });
  const title = shape('title', {});
  place.append(title);
  place.dataset['cell'] = keyOf(x, y);
  place.addEventListener('click', () => choose(x, y));
  if (hover !== undefined) place.addEventListener('pointerenter', () => hover([x, y]));
  const kind = shape('text', { x: `${x * CELL + 3}`, y: `${y * CELL + 11}`, class: 'kind' });
  const rest = shape('text', { x: `${(x + 1) * CELL - 3}`, y: `${(y + 1) * CELL - 4}`, class: 'rest' });
  const danger = shape('text', { x: `${x * CELL + 3}`, y: `${(y + 1) * CELL - 4}`, class: 'danger' });
  return { place, title, kind, rest, danger };
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
export function squareText({ ground, units }: ShownState, key: string, index: number): string {
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

/**
 * Part of its greatest HP that a unit has left; undefined: it has none.
 * @param greatest greatest HP that was seen of each unit
 */
export function healthPart(unit: ShownUnit, greatest: Map<string, number>): number | undefined {
  const health = healthOf(unit);
  if (health === undefined) return undefined;
  const key = prefixOf(unit);
  const most = Math.max(greatest.get(key) ?? 1, health);
  greatest.set(key, most);
  return health / most;
}

/** @param greatest greatest HP that was seen of each unit: the whole length of its bar */
function drawPieces(
  pieces: SVGElement,
  units: readonly ShownUnit[],
  acting: string,
  greatest: Map<string, number>,
): void {
  const tags = tagsOf(units);
  const there = units.filter(({ x }) => x >= 0);
  pieces.replaceChildren(
    ...there.map((unit) => {
      const made = piece(unit, tags.get(unit) ?? '', healthPart(unit, greatest));
      if (unit.name === acting) made.classList.add('acting');
      return made;
    }),
  );
}

/** A way as a line with an arrow's head, and the unit as it stood at its beginning. */
function wayNodes({ unit, places, isPushed }: BoardTrace['ways'][number]): SVGElement[] {
  const points = places.map((place) => middleOf(unit, place));
  const [x, y] = points[0] as Point;
  const [[fromX, fromY], [toX, toY]] = points.slice(-2) as [Point, Point];
  const turn = (Math.atan2(toY - fromY, toX - fromX) * 180) / Math.PI;
  const side = unit.side <= 0 ? 'own' : 'other';
  const ghost = shape('g', { class: `ghost ${side}`, transform: `translate(${x} ${y})` });
  ghost.append(bodyOf(unit, 'body'));
  const head = `translate(${toX} ${toY}) rotate(${turn.toFixed(0)})`;
  return [
    ghost,
    shape('polyline', {
      points: points.map((point) => point.join()).join(' '),
      class: `way ${side}${isPushed ? ' pushed' : ''}`,
    }),
    shape('path', { d: 'M -25 -5 L -15 0 L -25 5 Z', transform: head, class: `wayhead ${side}` }),
  ];
}

function noteNodes(
  notes: readonly BoardNote[],
  size: readonly [columns: number, rows: number],
  taken: NotePlace[],
): SVGElement[] {
  const places = notePlaces(notes, size, taken);
  return notes.map(({ text, kind }, index) =>
    shape('text', { x: `${places[index]?.middle}`, y: `${places[index]?.base}`, class: `note ${kind}` }, text),
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
 * @param actions hears of the mouse
 * @param greatest greatest HP of each unit, where it is known: the whole length of its bar
 */
export function createBoardPicture(actions: BoardActions, greatest = new Map<string, number>()): BoardPicture {
  const picture = shape('svg', { class: 'board', role: 'img', 'aria-label': 'board' });
  const legend = element('p', { class: 'quiet legend' });
  const node = element('div', { class: 'boardbox' });
  const [ways, pieces, notes, expected] = [shape('g', {}), shape('g', {}), shape('g', {}), shape('g', {})];
  const squares = new Map<string, Square>();
  let size = '';
  let extent: readonly [columns: number, rows: number] = [0, 0];
  let expectedNotes: readonly BoardNote[] = [];
  let happenedNotes: readonly BoardNote[] = [];
  node.append(picture, legend);
  picture.addEventListener('pointerleave', () => actions.hover?.(undefined));
  const drag = createBoardDrag(picture, pieces, CELL);
  let shown: readonly ShownUnit[] = [];

  function layOut(columns: number, rows: number): void {
    if (size === keyOf(columns, rows)) return;
    size = keyOf(columns, rows);
    extent = [columns, rows];
    squares.clear();
    picture.replaceChildren();
    picture.setAttribute('viewBox', `-1 -1 ${columns * CELL + 2} ${rows * CELL + 2}`);
    for (let y = 0; y < rows; y++) {
      for (let x = 0; x < columns; x++) {
        const made = squareAt(x, y, actions);
        squares.set(keyOf(x, y), made);
        picture.append(made.place, made.kind, made.rest, made.danger);
      }
    }
    picture.append(ways, pieces, notes, expected);
  }

  /** What happened stands where it belongs, what is to be expected where there is room. */
  function writeNotes(): void {
    const taken: NotePlace[] = [];
    notes.replaceChildren(...noteNodes(happenedNotes, extent, taken));
    expected.replaceChildren(...noteNodes(expectedNotes, extent, taken));
  }

  return {
    node,
    show(state, reached, acting) {
      const { board } = state;
      node.hidden = board === undefined;
      if (board === undefined) return;
      layOut(...board);
      drawSquares(squares, state, reached);
      drawPieces(pieces, state.units, acting, greatest);
      shown = state.units.filter(({ x }) => x >= 0);
      legend.textContent = legendText(state);
    },
    mark(marks) {
      markSquares(squares, marks);
      expectedNotes = marks.notes;
      writeNotes();
    },
    trace(happened) {
      ways.replaceChildren(...(happened?.ways ?? []).filter(({ places }) => places.length > 1).flatMap(wayNodes));
      happenedNotes = happened?.notes ?? [];
      writeNotes();
    },
    threat(counts) {
      for (const [index, { place, danger }] of [...squares.values()].entries()) {
        const count = counts?.[index] ?? 0;
        place.classList.toggle('threatened', count > 0);
        danger.textContent = count > 0 ? String(count) : '';
      }
    },
    movable: (place) => drag.show(shown, place),
    moment: (units) => drawPieces(pieces, units, '', greatest),
  };
}
