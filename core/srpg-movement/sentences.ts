/** Sentences of what a step of SRPG movement reports. */
import type { Narration } from '../system/system.js';
import { narrationOfEvents, type Template, type Wording } from '../system/tell-events.js';
import { EVENTS } from './events.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  calculated: '{unit} can reach {squares:square}',
  destinationTested: '({x},{y}) is {result} destination of the MoveMap',
  stepRead: ({ value = 0 }) =>
    value < 0 ? '({x},{y}) is not reached' : '({x},{y}) is reached with {value} movement left',
  squareTested: '({x},{y}) {result} be entered with {move} movement left',
  moved: '{unit} moves to ({x},{y})',
  notMoved: '{unit} cannot move to ({x},{y})',
  placed: '{unit} is placed on ({x},{y})',
  added: ({ isNew }) => (isNew === 0 ? '{unit} is on the map already' : '{unit} joins'),
  printed: 'text is printed, {bytes:byte} in all',
  // the squares of the path begin with the unit's own
  pathFound: ({ squares = 1 }) => `{unit} has a path of ${squares - 1} step${squares === 2 ? '' : 's'}`,
  turnsCounted: ({ turns = 0 }) => (turns < 0 ? '{unit} never gets there' : '{unit} needs {turns:turn}'),
  threatCounted: '{units:unit} of side {side} could move and strike the square',
  attacked: '{unit} attacks {target}, {damage} damage, {hp} HP left',
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

export const NARRATION: Narration = narrationOfEvents({ events: EVENTS, templates: TEMPLATES, wordings: WORDINGS });
