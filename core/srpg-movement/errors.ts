/**
 * The errors of a step by number, and those that only `create` and the position functions throw.
 * Source: seed 002's quirks SA1 to SA12 and the codes shared by all systems; the rest belongs to
 * the extensions.
 */
import { READING_CODES } from '../system/plain-data.js';
import type { RuleErrorShape } from '../system/system.js';

export const ERROR_UNKNOWN_ID = 1;
export const ERROR_WIDTH = 2;
export const ERROR_RANGE = 3;
export const ERROR_OUT_OF_MAP = 4;
export const ERROR_OCCUPIED = 5;
export const ERROR_UNREACHABLE = 6;
export const ERROR_PHASE = 7;
export const ERROR_ENDED = 8;
export const ERROR_DEFEATED = 9;
export const ERROR_ATTACK_RANGE = 10;
export const ERROR_NOT_ENEMY = 11;
export const ERROR_DRAW_COUNT = 12;
export const ERROR_PATH_FULL = 13;
export const ERROR_TRANSCRIPT_FULL = 14;

export const ERRORS: readonly RuleErrorShape[] = [
  {
    number: ERROR_UNKNOWN_ID,
    code: 'E_UNKNOWN_ID',
    meaning: 'no such command or unit',
    remedy: 'Name a unit by its id of [setup]',
  },
  {
    number: ERROR_WIDTH,
    code: 'E_WIDTH',
    meaning: 'a parameter does not fit in its width',
    remedy: 'Give x, y and side 0 to 255, move 0 to 254, damage 0 to 65535',
  },
  {
    number: ERROR_RANGE,
    code: 'E_RANGE',
    meaning: 'a parameter fits in its width but has no meaning there',
    remedy: 'Leave damage out where the switch damage is difference; draws are 0 to 15',
  },
  {
    number: ERROR_OUT_OF_MAP,
    code: 'E_OUT_OF_MAP',
    meaning: 'the square lies outside the map (SA4)',
    remedy: 'Name a square of the map, and put a unit that stands outside back on it',
  },
  {
    number: ERROR_OCCUPIED,
    code: 'E_OCCUPIED',
    meaning: 'another unit stands on the square (SA9)',
    remedy: 'Name a free square, or move the other unit away first',
  },
  {
    number: ERROR_UNREACHABLE,
    code: 'E_UNREACHABLE',
    meaning: 'the MoveMap does not reach the square (SA10)',
    remedy: 'Name a square within its movement; dumpMoveMap prints them after calc',
  },
  {
    number: ERROR_PHASE,
    code: 'E_PHASE',
    meaning: 'not now: it is not the turn, or no MoveMap of this unit is there',
    remedy: 'Give calc for this unit before; where turns are taken, let the others act and finish first',
  },
  { number: ERROR_ENDED, code: 'E_ENDED', meaning: 'only one side is left', remedy: 'Leave out what follows the end' },
  {
    number: ERROR_DEFEATED,
    code: 'E_DEFEATED',
    meaning: 'the unit is defeated or was never added',
    remedy: 'Name a unit that stands on the map',
  },
  {
    number: ERROR_ATTACK_RANGE,
    code: 'E_ATTACK_RANGE',
    meaning: 'the target is nearer or farther than the unit strikes',
    remedy: 'Name a target within minRange and maxRange of the unit, or move first',
  },
  {
    number: ERROR_NOT_ENEMY,
    code: 'E_NOT_ENEMY',
    meaning: 'the target is on the same side',
    remedy: 'Name a unit of another side',
  },
  {
    number: ERROR_DRAW_COUNT,
    code: 'E_DRAW_COUNT',
    meaning: 'idle needs one draw for every low byte that becomes 0',
    remedy: 'Give one draw for each unit whose order points would have a low byte of 0',
  },
  {
    number: ERROR_PATH_FULL,
    code: 'E_PATH_FULL',
    meaning: 'the path has more squares than the battle has path cells',
    remedy: 'Raise pathCapacity in [setup], or leave it out',
  },
  {
    number: ERROR_TRANSCRIPT_FULL,
    code: 'E_TRANSCRIPT_FULL',
    meaning: 'setup.transcript has no room for this text',
    remedy: 'Raise transcript in [setup], or leave it out: a plan then has the room that it needs',
  },
];

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
