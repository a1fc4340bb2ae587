/**
 * The errors of a step by number. Source: seed 003's list of refused declarations and the codes
 * shared by all systems; E_NOT_CANDIDATE and E_ATTACKER_DESTROYED belong to the extensions.
 */
import { READING_CODES } from '../system/plain-data.js';
import type { RuleErrorShape } from '../system/system.js';

export const ERROR_UNKNOWN_ID = 1;
export const ERROR_WIDTH = 2;
export const ERROR_RANGE = 3;
export const ERROR_PHASE = 4;
export const ERROR_ENDED = 5;
export const ERROR_NOT_ENEMY = 6;
export const ERROR_NOT_VISIBLE = 7;
export const ERROR_NOT_INDIRECT = 8;
export const ERROR_TARGET_DESTROYED = 9;
export const ERROR_ATTACKER_DESTROYED = 10;
export const ERROR_SPECIAL_ORDER = 11;
export const ERROR_SPECIAL_NOT_ALLOWED = 12;
export const ERROR_TWO_REACTIONS = 13;
export const ERROR_DICE_COUNT = 14;
export const ERROR_DICE_FACE = 15;
export const ERROR_NOT_CANDIDATE = 16;

export const ERRORS: readonly RuleErrorShape[] = [
  { number: ERROR_UNKNOWN_ID, code: 'E_UNKNOWN_ID', meaning: 'no such command, unit or weapon of this unit' },
  { number: ERROR_WIDTH, code: 'E_WIDTH', meaning: 'a number does not fit in its width, dice pool and risk included' },
  {
    number: ERROR_RANGE,
    code: 'E_RANGE',
    meaning: 'a parameter has no meaning here, such as distance 0 when it is strict',
  },
  { number: ERROR_PHASE, code: 'E_PHASE', meaning: 'not at this step of the attack (K1)' },
  { number: ERROR_ENDED, code: 'E_ENDED', meaning: 'the last round is over' },
  { number: ERROR_NOT_ENEMY, code: 'E_NOT_ENEMY', meaning: 'the target is on the same side (K2)' },
  { number: ERROR_NOT_VISIBLE, code: 'E_NOT_VISIBLE', meaning: 'nobody on the side sees the target (K2)' },
  {
    number: ERROR_NOT_INDIRECT,
    code: 'E_NOT_INDIRECT',
    meaning: 'only an ally sees the target and the weapon fires directly (K6)',
  },
  { number: ERROR_TARGET_DESTROYED, code: 'E_TARGET_DESTROYED', meaning: 'the target is destroyed (KA18)' },
  { number: ERROR_ATTACKER_DESTROYED, code: 'E_ATTACKER_DESTROYED', meaning: 'the acting unit is destroyed' },
  { number: ERROR_SPECIAL_ORDER, code: 'E_SPECIAL_ORDER', meaning: 'the defender has already reacted (K10)' },
  {
    number: ERROR_SPECIAL_NOT_ALLOWED,
    code: 'E_SPECIAL_NOT_ALLOWED',
    meaning: 'this unit or weapon does not have that, or not twice',
  },
  { number: ERROR_TWO_REACTIONS, code: 'E_TWO_REACTIONS', meaning: 'the defender reacts once an attack (K10)' },
  { number: ERROR_DICE_COUNT, code: 'E_DICE_COUNT', meaning: 'as many dice are rolled as the pool has (K11)' },
  { number: ERROR_DICE_FACE, code: 'E_DICE_FACE', meaning: 'a die shows 1 to 6' },
  {
    number: ERROR_NOT_CANDIDATE,
    code: 'E_NOT_CANDIDATE',
    meaning: 'the unit cannot overkill, or not onto that square (K16)',
  },
];

/** In this system data of the wrong type have a code of their own. */
export const SETUP_CODES = { type: 'E_TYPE' } as const;

/** Thrown with the path of the wrong data; a step never returns them. */
export const SETUP_ERROR_CODES: readonly string[] = [...READING_CODES, SETUP_CODES.type];
