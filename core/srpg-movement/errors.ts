/**
 * The errors of a step by number, and those that only `create` and the position functions throw.
 * Source: seed 002's quirks SA1 to SA12 and the codes shared by all systems; the rest belongs to
 * the extensions.
 */
import { declareErrors } from '../system/declare-system.js';
import { READING_CODES } from '../system/plain-data.js';

export const ERRORS = declareErrors({
  UNKNOWN_ID: [1, 'no such command or unit', 'Name a unit by its id of [setup]'],
  WIDTH: [2, 'a parameter does not fit in its width', 'Give x, y and side 0 to 255, move 0 to 254, damage 0 to 65535'],
  RANGE: [
    3,
    'a parameter fits in its width but has no meaning there',
    'Leave damage out where the switch damage is difference; draws are 0 to 15',
  ],
  OUT_OF_MAP: [
    4,
    'the square lies outside the map (SA4)',
    'Name a square of the map, and put a unit that stands outside back on it',
  ],
  OCCUPIED: [5, 'another unit stands on the square (SA9)', 'Name a free square, or move the other unit away first'],
  UNREACHABLE: [
    6,
    'the MoveMap does not reach the square (SA10)',
    'Name a square within its movement; dumpMoveMap prints them after calc',
  ],
  PHASE: [
    7,
    'not now: it is not the turn, or no MoveMap of this unit is there',
    'Give calc for this unit before; where turns are taken, let the others act and finish first',
  ],
  ENDED: [8, 'only one side is left', 'Leave out what follows the end'],
  DEFEATED: [9, 'the unit is defeated or was never added', 'Name a unit that stands on the map'],
  ATTACK_RANGE: [
    10,
    'the target is nearer or farther than the unit strikes',
    'Name a target within minRange and maxRange of the unit, or move first',
  ],
  NOT_ENEMY: [11, 'the target is on the same side', 'Name a unit of another side'],
  DRAW_COUNT: [
    12,
    'idle needs one draw for every low byte that becomes 0',
    'Give one draw for each unit whose order points would have a low byte of 0',
  ],
  PATH_FULL: [
    13,
    'the path has more squares than the battle has path cells',
    'Raise pathCapacity in [setup], or leave it out',
  ],
  TRANSCRIPT_FULL: [
    14,
    'setup.transcript has no room for this text',
    'Raise transcript in [setup], or leave it out: a plan then has the room that it needs',
  ],
});

/** Return values of a step. */
export const ERROR = ERRORS.numbers;

/** In this system data of the wrong type have a code of their own. */
export const SETUP_CODES = { type: 'E_TYPE' } as const;

/** Thrown with the path of the wrong data; a step never returns them. */
export const SETUP_ERROR_CODES: readonly string[] = [
  ...READING_CODES,
  SETUP_CODES.type,
  'E_RAGGED_MAP',
  'E_OCCUPIED',
  'E_TABLE_MISSING',
];
