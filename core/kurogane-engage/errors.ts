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
  {
    number: ERROR_UNKNOWN_ID,
    code: 'E_UNKNOWN_ID',
    meaning: 'no such command, unit or weapon of this unit',
    remedy: 'Name a unit of [setup], and a weapon that this unit carries',
  },
  {
    number: ERROR_WIDTH,
    code: 'E_WIDTH',
    meaning: 'a number does not fit in its width, dice pool and risk included',
    remedy: 'Give a smaller number: distances, squares, dice and risk are at most 255, flags 0 or 1',
  },
  {
    number: ERROR_RANGE,
    code: 'E_RANGE',
    meaning: 'a parameter has no meaning here, such as distance 0 when it is strict',
    remedy: 'Give a distance from 1 on; a unit falls no deeper than its level, and takes off no more risk than it has',
  },
  {
    number: ERROR_PHASE,
    code: 'E_PHASE',
    meaning: 'not at this step of the attack (K1)',
    remedy: 'Keep the order: declare, sizePool, special actions, roll, testDamage, applyResult, overkill, endAttack',
  },
  {
    number: ERROR_ENDED,
    code: 'E_ENDED',
    meaning: 'the last round is over',
    remedy: 'Leave out what follows the last round, or raise rounds in [setup]',
  },
  {
    number: ERROR_NOT_ENEMY,
    code: 'E_NOT_ENEMY',
    meaning: 'the target is on the same side (K2)',
    remedy: 'Name a unit of the other side',
  },
  {
    number: ERROR_NOT_VISIBLE,
    code: 'E_NOT_VISIBLE',
    meaning: 'nobody on the side sees the target (K2)',
    remedy: 'Name a target that is seen; visible = 1 says so',
  },
  {
    number: ERROR_NOT_INDIRECT,
    code: 'E_NOT_INDIRECT',
    meaning: 'only an ally sees the target and the weapon fires directly (K6)',
    remedy: 'Take an indirect weapon, or a target that the attacker sees itself',
  },
  {
    number: ERROR_TARGET_DESTROYED,
    code: 'E_TARGET_DESTROYED',
    meaning: 'the target is destroyed (KA18)',
    remedy: 'Name another target',
  },
  {
    number: ERROR_ATTACKER_DESTROYED,
    code: 'E_ATTACKER_DESTROYED',
    meaning: 'the acting unit is destroyed',
    remedy: 'Name another attacker',
  },
  {
    number: ERROR_SPECIAL_ORDER,
    code: 'E_SPECIAL_ORDER',
    meaning: 'the defender has already reacted (K10)',
    remedy: 'Give the attacker’s special actions before the reaction',
  },
  {
    number: ERROR_SPECIAL_NOT_ALLOWED,
    code: 'E_SPECIAL_NOT_ALLOWED',
    meaning: 'this unit or weapon does not have that, or not twice',
    remedy: 'Leave it out, or give the unit or its weapon that action in [setup]',
  },
  {
    number: ERROR_TWO_REACTIONS,
    code: 'E_TWO_REACTIONS',
    meaning: 'the defender reacts once an attack (K10)',
    remedy: 'Leave the second reaction out',
  },
  {
    number: ERROR_DICE_COUNT,
    code: 'E_DICE_COUNT',
    meaning: 'as many dice are rolled as the pool has (K11)',
    remedy: 'Give as many faces as the pool has dice',
  },
  { number: ERROR_DICE_FACE, code: 'E_DICE_FACE', meaning: 'a die shows 1 to 6', remedy: 'Give faces from 1 to 6' },
  {
    number: ERROR_NOT_CANDIDATE,
    code: 'E_NOT_CANDIDATE',
    meaning: 'the unit cannot overkill, or not onto that square (K16)',
    remedy: 'Leave overkill out, or move an own unit that may onto a free square beside the destroyed one',
  },
];

/** In this system data of the wrong type have a code of their own. */
export const SETUP_CODES = { type: 'E_TYPE' } as const;

/** Thrown with the path of the wrong data; a step never returns them. */
export const SETUP_ERROR_CODES: readonly string[] = [...READING_CODES, SETUP_CODES.type];
