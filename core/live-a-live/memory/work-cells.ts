/**
 * Work cells of the combat routines and what they hold there. The bytes 0320-0327 hold an abnormality row at other
 * times; 0310-0317 also carry arguments from one routine to the next.
 */
import {
  AREA_CENTRE_Y,
  NO_TIME_PASSES,
  ORDINARY_ENEMY_PRESENT,
  ROW,
  ROW_ATTACK_DECREASE,
  ROW_BYTE_7,
  ROW_LEVEL_CHANGE,
  ROW_NON_ATTACK_INCREASE,
  WORK_0308,
  WORK_0310,
  WORK_0312,
  WORK_0314,
} from './cells.js';

/** Counters of loops; 0308/0309 together count the shifts that single out an attribute's bit. */
export const COUNTER = WORK_0308;
export const SECOND_COUNTER = WORK_0308 + 1;

/** The block in hand (word); also the hits of a skill or of its target (byte). */
export const TARGET = WORK_0310;
export const HITS = WORK_0310;
/** Displacements that succeeded: 1 knockback, 2 quarter turn, 4 half turn. */
export const DISPLACED = WORK_0310 + 1;

/** Base cell of the attacker. */
export const BASE_X = WORK_0312;
export const BASE_Y = WORK_0312 + 1;
/** Attribute of the skill before, plus 1; 0 = none. */
export const PREVIOUS_ATTRIBUTE = WORK_0314;
/** Evaded mark of the target as copied for an ally, and for an enemy. */
export const EVADED_BY_ALLY = AREA_CENTRE_Y;
export const EVADED_BY_ENEMY = ROW_BYTE_7;

/** Statuses or stats still to be looked at, shifted out bit by bit. */
export const BITS_LEFT = WORK_0312;
/** Statuses that took, shifted in bit by bit. */
export const STATUSES_TAKEN = WORK_0312 + 1;
/** Record byte 18 and the user's stat. */
export const STATUS_FORMULA = WORK_0314;
export const USER_STAT = WORK_0314 + 1;
export const DEFENCE_STAT = ORDINARY_ENEMY_PRESENT;
/** What the stat was ahead of the defence by. */
export const LEAD = AREA_CENTRE_Y;

/** Level that a change of stats has to beat, its factor, 1 for a raise, the difference of a decrease. */
export const LEVEL_TO_BEAT = WORK_0312 + 1;
export const CHANGE_FACTOR = WORK_0314;
export const CHANGE_RAISES = WORK_0314 + 1;
export const DECREASE = ORDINARY_ENEMY_PRESENT;

/** Value of a hit, then a total or HP (word); part of it that is multiplied with a draw, then the step bonus (word). */
export const VALUE = ROW;
export const RANDOM_PART = ROW_LEVEL_CHANGE;
export const STEP_BONUS = ROW_LEVEL_CHANGE;
/** Level and stat of the target. */
export const TARGET_LEVEL = ROW_NON_ATTACK_INCREASE;
export const TARGET_STAT = ROW_ATTACK_DECREASE;

/** Attributes that a counter must name, high and low byte. */
export const COUNTER_MASK = NO_TIME_PASSES;
