/** Sentences of what a step of SRPG movement reports. */
import { read16 } from '../int/uint.js';
import type { Battle, EventValues, Narration } from '../system/system.js';
import { narrationOfEvents, type Template, type Wording } from '../system/tell-events.js';
import { PATH_LENGTH, UNIT_MAX_HP, UNIT_MOVE, unitAt } from './cells.js';
import { EVENTS } from './events.js';
import { strikersOf, type Way, wayOf } from './threat.js';
import type { World } from './world.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  calculated: (_values, word) =>
    `{unit} can reach {squares:square}${word('move') === '' ? '' : ' with {move} movement'}`,
  destinationTested: '({x},{y}) is {result} destination of the MoveMap',
  stepRead: ({ value = 0 }) =>
    value < 0 ? '({x},{y}) is out of reach' : '({x},{y}) is reached with {value} movement left',
  squareTested: '({x},{y}) {result} be entered with {move} movement left',
  moved: '{unit} moves to ({x},{y}){way}',
  notMoved: '{unit} cannot move to ({x},{y})',
  placed: '{unit} is placed on ({x},{y})',
  added: ({ isNew }) => (isNew === 0 ? '{unit} is on the map already' : '{unit} joins'),
  printed: 'text is printed, {bytes:byte} in all',
  // the squares of the path begin with the unit's own
  pathFound: ({ squares = 1 }) => `the way of {unit}, ${squares - 1} step${squares === 2 ? '' : 's'}{way}`,
  turnsCounted: ({ turns = 0 }) =>
    turns < 0 ? '{unit} never gets to ({x},{y})' : '{unit} needs {turns:turn} to ({x},{y})',
  threatCounted: ({ units = 0 }) =>
    units === 0
      ? 'nobody of side {side} could move and strike ({x},{y})'
      : '{units:unit} of side {side} could move and strike ({x},{y}){strikers}',
  attacked: '{unit} attacks {target}: {damage} damage, {hp}{maxHp} HP left',
  defeated: '{unit} is defeated',
  finished: '{unit} is done',
  phaseBegan: 'turn {turn}: the phase of side {side} begins',
  unitActive: 'next: {unit}',
  orderPointsMove: 'order points of {unit}: {before} to {after}, it moved',
  orderPointsAttack: 'order points of {unit}: {before} to {after}, it attacked',
  orderPointsDamage: 'order points of {unit}: {before} to {after}, it was hit',
  orderPointsIdle: 'order points of {unit}: {before} to {after}, time passes',
  orderPointsHalved: 'order points of {unit}: {before} to {after}, it ends its turn without moving',
  battleEnded: 'the battle is over, side {side} stands',
};

const WORDINGS: Readonly<Record<string, Wording>> = {
  target: 'unit',
  'destinationTested.result': ['no', 'a'],
  'squareTested.result': ['cannot', 'can'],
  'stepRead.value': (value) => (value < 0 ? 'never' : undefined),
  turns: (turns) => (turns < 0 ? 'never' : undefined),
};

function squaresText(way: Way): string {
  return way.squares.map(([x, y]) => `(${x},${y})`).join(' ');
}

/** The way that a move took: found anew on the map as it was before. */
function wayTaken(world: World, before: Uint8Array, unit: number, x: number, y: number): string {
  const after = world.image.slice();
  world.image.set(before);
  const way = wayOf(world, unit, x, y);
  world.image.set(after);
  if (way === undefined || way.squares.length < 2) return '';
  return ` by ${squaresText(way)}, ${way.left} movement left`;
}

function cellText(world: World, unit: number, field: number, width: 1 | 2): string {
  const at = unitAt(unit) + field;
  return String(width === 1 ? world.image[at] : read16(world.image, at));
}

/** @param worldOf the world of a battle; undefined: nothing but its events is known */
export function narrationOf(worldOf: (battle: Battle) => World | undefined): Narration {
  const beside = (battle: Battle, before: Uint8Array, event: string, values: EventValues): Record<string, string> => {
    const world = worldOf(battle);
    if (world === undefined) return {};
    const { unit = 0, target = 0, side = 0, x = 0, y = 0 } = values;
    if (event === 'calculated') return { move: cellText(world, unit, UNIT_MOVE, 1) };
    if (event === 'moved') return { way: wayTaken(world, before, unit, x, y) };
    if (event === 'attacked') return { maxHp: ` of ${cellText(world, target, UNIT_MAX_HP, 2)}` };
    if (event === 'threatCounted') return { strikers: `: ${strikersOf(world, side, x, y).join(', ')}` };
    return event === 'pathFound' ? { way: `: ${squaresText(writtenWay(world))}` } : {};
  };
  return narrationOfEvents({ events: EVENTS, templates: TEMPLATES, wordings: WORDINGS, beside });
}

/** The way in the path cells. */
function writtenWay({ image, layout }: World): Way {
  const squares = Array.from({ length: read16(image, PATH_LENGTH) }, (_, index) => {
    const at = layout.pathAt + 2 * index;
    return [image[at] as number, image[at + 1] as number] as const;
  });
  return { squares, left: 0 };
}
