/** Sentences of what a step of SRPG movement reports. */
import type { Narration } from '../system/system.js';
import { narrationOfEvents } from '../system/tell-events.js';
import { EVENTS } from './events.js';

/** By the event's name. */
const TEMPLATES: Readonly<Record<string, string>> = {
  calculated: '{unit} can reach {squares} squares',
  destinationTested: '({x},{y}) is tested as a destination: {result}',
  stepRead: '({x},{y}) costs {value}',
  squareTested: '({x},{y}) is tested with {move} left: {result}',
  moved: '{unit} moves to ({x},{y})',
  notMoved: '{unit} cannot move to ({x},{y})',
  placed: '{unit} is placed on ({x},{y})',
  added: '{unit} joins',
  printed: 'the map is printed, {bytes} bytes',
  pathFound: '{unit} has a path of {squares} squares',
  turnsCounted: '{unit} needs {turns} turns',
  threatCounted: '{units} units of side {side} are threatened',
  attacked: '{unit} attacks {target}, {damage} damage, {hp} HP left',
  defeated: '{unit} is defeated',
  finished: '{unit} is done',
  phaseBegan: 'turn {turn}: the phase of side {side} begins',
  unitActive: 'next: {unit}',
  orderPointsMove: 'order points of {unit}: {before} to {after}, it moved',
  orderPointsAttack: 'order points of {unit}: {before} to {after}, it attacked',
  orderPointsDamage: 'order points of {unit}: {before} to {after}, it was hit',
  orderPointsIdle: 'order points of {unit}: {before} to {after}, it waits',
  orderPointsHalved: 'order points of {unit}: {before} to {after}, halved',
  battleEnded: 'the battle is over, side {side} stands',
};

/** Kinds of ids behind the fields. */
const KINDS: Readonly<Record<string, string>> = {
  target: 'unit',
};

export const NARRATION: Narration = narrationOfEvents({ events: EVENTS, templates: TEMPLATES, kinds: KINDS });
