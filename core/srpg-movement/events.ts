/**
 * The events of a step. Rules S1 to S19 are the seed's, SA its quirks, SE1 battle parameters, SE2
 * turns, SE3 movement types, SE4 features of other engines (paths, threat, several turns). Order
 * points have the address of their routine.
 */
import type { EventShape } from '../system/system.js';

export const EVENT_CALCULATED = 1;
export const EVENT_DESTINATION_TESTED = 2;
export const EVENT_STEP_READ = 3;
export const EVENT_SQUARE_TESTED = 4;
export const EVENT_MOVED = 5;
export const EVENT_NOT_MOVED = 6;
export const EVENT_PLACED = 7;
export const EVENT_ADDED = 8;
export const EVENT_PRINTED = 9;
export const EVENT_PATH_FOUND = 10;
export const EVENT_TURNS_COUNTED = 11;
export const EVENT_THREAT_COUNTED = 12;
export const EVENT_ATTACKED = 13;
export const EVENT_DEFEATED = 14;
export const EVENT_FINISHED = 15;
export const EVENT_PHASE_BEGAN = 16;
export const EVENT_UNIT_ACTIVE = 17;
export const EVENT_ORDER_MOVE = 18;
export const EVENT_ORDER_ATTACK = 19;
export const EVENT_ORDER_DAMAGE = 20;
export const EVENT_ORDER_IDLE = 21;
export const EVENT_ORDER_HALVED = 22;
export const EVENT_BATTLE_ENDED = 23;

export const EVENTS: readonly EventShape[] = [
  { kind: EVENT_CALCULATED, name: 'calculated', rule: 'S13', provenance: 'seed', fields: ['unit', 'squares'] },
  {
    kind: EVENT_DESTINATION_TESTED,
    name: 'destinationTested',
    rule: 'S17',
    provenance: 'seed',
    fields: ['x', 'y', 'result'],
  },
  { kind: EVENT_STEP_READ, name: 'stepRead', rule: 'S13', provenance: 'seed', fields: ['x', 'y', 'value'] },
  {
    kind: EVENT_SQUARE_TESTED,
    name: 'squareTested',
    rule: 'S10',
    provenance: 'seed',
    fields: ['x', 'y', 'move', 'result'],
  },
  { kind: EVENT_MOVED, name: 'moved', rule: 'S17', provenance: 'seed', fields: ['unit', 'x', 'y'] },
  { kind: EVENT_NOT_MOVED, name: 'notMoved', rule: 'S17', provenance: 'seed', fields: ['unit', 'x', 'y'] },
  { kind: EVENT_PLACED, name: 'placed', rule: 'SA10', provenance: 'seed', fields: ['unit', 'x', 'y'] },
  { kind: EVENT_ADDED, name: 'added', rule: 'S11', provenance: 'seed', fields: ['unit', 'isNew'] },
  { kind: EVENT_PRINTED, name: 'printed', rule: 'S18', provenance: 'seed', fields: ['bytes'] },
  { kind: EVENT_PATH_FOUND, name: 'pathFound', rule: 'SE4', provenance: 'extension', fields: ['unit', 'squares'] },
  {
    kind: EVENT_TURNS_COUNTED,
    name: 'turnsCounted',
    rule: 'SE4',
    provenance: 'extension',
    fields: ['unit', 'turns', 'x', 'y'],
  },
  {
    kind: EVENT_THREAT_COUNTED,
    name: 'threatCounted',
    rule: 'SE4',
    provenance: 'extension',
    fields: ['side', 'units', 'x', 'y'],
  },
  {
    kind: EVENT_ATTACKED,
    name: 'attacked',
    rule: 'SE1',
    provenance: 'extension',
    fields: ['unit', 'target', 'damage', 'hp'],
  },
  { kind: EVENT_DEFEATED, name: 'defeated', rule: 'SE1', provenance: 'extension', fields: ['unit'] },
  { kind: EVENT_FINISHED, name: 'finished', rule: 'SE2', provenance: 'extension', fields: ['unit'] },
  { kind: EVENT_PHASE_BEGAN, name: 'phaseBegan', rule: 'SE2', provenance: 'extension', fields: ['side', 'turn'] },
  { kind: EVENT_UNIT_ACTIVE, name: 'unitActive', rule: 'SE2', provenance: 'extension', fields: ['unit'] },
  {
    kind: EVENT_ORDER_MOVE,
    name: 'orderPointsMove',
    rule: 'C1:8F77',
    provenance: 'executed',
    fields: ['unit', 'before', 'after'],
  },
  {
    kind: EVENT_ORDER_ATTACK,
    name: 'orderPointsAttack',
    rule: 'C1:1C77',
    provenance: 'executed',
    fields: ['unit', 'before', 'after'],
  },
  {
    kind: EVENT_ORDER_DAMAGE,
    name: 'orderPointsDamage',
    rule: 'C1:1CAC',
    provenance: 'executed',
    fields: ['unit', 'before', 'after'],
  },
  {
    kind: EVENT_ORDER_IDLE,
    name: 'orderPointsIdle',
    rule: 'C1:1C02',
    provenance: 'executed',
    fields: ['unit', 'before', 'after'],
  },
  {
    kind: EVENT_ORDER_HALVED,
    name: 'orderPointsHalved',
    rule: 'C1:8E64',
    provenance: 'executed',
    fields: ['unit', 'before', 'after'],
  },
  { kind: EVENT_BATTLE_ENDED, name: 'battleEnded', rule: 'SE2', provenance: 'extension', fields: ['side'] },
];
