/**
 * The errors of a step by number. Source: seed 003's list of refused declarations and the codes
 * shared by all systems; E_NOT_CANDIDATE and E_ATTACKER_DESTROYED belong to the extensions.
 */
import { declareErrors } from '../system/declare-system.js';
import { READING_CODES } from '../system/plain-data.js';

export const ERRORS = declareErrors({
  UNKNOWN_ID: [
    1,
    'no such command, unit or weapon of this unit',
    'Name a unit of [setup], and a weapon that this unit carries',
  ],
  WIDTH: [
    2,
    'a number does not fit in its width, dice pool and risk included',
    'Give a smaller number: distances, squares, dice and risk are at most 255, flags 0 or 1',
  ],
  RANGE: [
    3,
    'a parameter has no meaning here, such as distance 0 when it is strict',
    'Give a distance from 1 on; a unit falls no deeper than its level, and takes off no more risk than it has',
  ],
  PHASE: [
    4,
    'not at this step of the attack (K1)',
    'Keep the order: declare, sizePool, special actions, roll, testDamage, applyResult, overkill, endAttack',
  ],
  ENDED: [5, 'the last round is over', 'Leave out what follows the last round, or raise rounds in [setup]'],
  NOT_ENEMY: [6, 'the target is on the same side (K2)', 'Name a unit of the other side'],
  NOT_VISIBLE: [7, 'nobody on the side sees the target (K2)', 'Name a target that is seen; visible = 1 says so'],
  NOT_INDIRECT: [
    8,
    'only an ally sees the target and the weapon fires directly (K6)',
    'Take an indirect weapon, or a target that the attacker sees itself',
  ],
  TARGET_DESTROYED: [9, 'the target is destroyed (KA18)', 'Name another target'],
  ATTACKER_DESTROYED: [10, 'the acting unit is destroyed', 'Name another attacker'],
  SPECIAL_ORDER: [
    11,
    'the defender has already reacted (K10)',
    'Give the attacker’s special actions before the reaction',
  ],
  SPECIAL_NOT_ALLOWED: [
    12,
    'this unit or weapon does not have that, or not twice',
    'Leave it out, or give the unit or its weapon that action in [setup]',
  ],
  TWO_REACTIONS: [13, 'the defender reacts once an attack (K10)', 'Leave the second reaction out'],
  DICE_COUNT: [14, 'as many dice are rolled as the pool has (K11)', 'Give as many faces as the pool has dice'],
  DICE_FACE: [15, 'a die shows 1 to 6', 'Give faces from 1 to 6'],
  NOT_CANDIDATE: [
    16,
    'the unit cannot overkill, or not onto that square (K16)',
    'Leave overkill out, or move an own unit that may onto a free square beside the destroyed one',
  ],
});

/** Return values of a step. */
export const ERROR = ERRORS.numbers;

/** In this system data of the wrong type have a code of their own. */
export const SETUP_CODES = { type: 'E_TYPE' } as const;

/** Thrown with the path of the wrong data; a step never returns them. */
export const SETUP_ERROR_CODES: readonly string[] = [...READING_CODES, SETUP_CODES.type];
