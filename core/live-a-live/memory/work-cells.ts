/**
 * Work cells of the combat routines and what they hold there. The bytes 0320-0327 hold an
 * abnormality row at other times; 0310-0317 also carry arguments from one routine to the next.
 */

import { type CellRow, PLACES, type Place, WORK_RAM } from '../../../rom-map/index.js';
import type { CellDeclaration } from '../../system/system.js';
import * as AbnormalityRow from './cells/abnormality-row.js';
import * as Cell from './cells/cell.js';

// The cell table as the system interface declares cells.

/**
 * Work cells of the routines, data of the test ROM's second image, hardware registers: never
 * compared.
 */
function isScratch({ name, address }: CellRow): boolean {
  return WORK.has(name) || SCRATCH_NAMES.test(name) || address < WORK_RAM;
}

const SCRATCH_NAMES = /^(work0|multiply|drillBattleSkill)/;

/** Work cells with a name of their own. */
const WORK = new Set([
  'patternX',
  'patternY',
  'nearestAllyPointer',
  'areaCentreY',
  'lineWatchedCell',
  'lineWatchedDirection',
]);

/** Timer and pad cells: they change without anything happening in the battle. */
const PASSIVE = new Set([
  'battleTimer',
  'pad1',
  'pad2',
  'pad1Copy',
  'pad2Copy',
  'padWord',
  'sequenceBegin',
  'sequenceEnd',
]);

/** Every named cell of the table. */
export const LIVE_A_LIVE_CELLS: readonly CellDeclaration[] = PLACES.map(declared);

function declared({ name, address, offset, width, row }: Place): CellDeclaration {
  const cell = { name, address, offset, width, meaning: row.meaning };
  if (isScratch(row)) return { ...cell, scratch: true };
  return PASSIVE.has(name) ? { ...cell, passive: true } : cell;
}

/** Counters of loops; 0308/0309 together count the shifts that single out an attribute's bit. */
export const COUNTER = Cell.WORK_0308;
export const SECOND_COUNTER = Cell.WORK_0308 + 1;

/** The block in hand (word); also the hits of a skill or of its target (byte). */
export const TARGET = Cell.WORK_0310;
export const HITS = Cell.WORK_0310;
/** Displacements that succeeded: 1 knockback, 2 quarter turn, 4 half turn. */
export const DISPLACED = Cell.WORK_0310 + 1;

/** Base cell of the attacker. */
export const BASE_X = Cell.WORK_0312;
export const BASE_Y = Cell.WORK_0312 + 1;
/** Attribute of the skill before, plus 1; 0 = none. */
export const PREVIOUS_ATTRIBUTE = Cell.WORK_0314;
/** Evaded mark of the target as copied for an ally, and for an enemy. */
export const EVADED_BY_ALLY = Cell.AREA_CENTRE_Y;
export const EVADED_BY_ENEMY = AbnormalityRow.BYTE_7;

/** Statuses or stats still to be looked at, shifted out bit by bit. */
export const BITS_LEFT = Cell.WORK_0312;
/** Statuses that took, shifted in bit by bit. */
export const STATUSES_TAKEN = Cell.WORK_0312 + 1;
/** Record byte 18 and the user's stat. */
export const STATUS_FORMULA = Cell.WORK_0314;
export const USER_STAT = Cell.WORK_0314 + 1;
export const DEFENCE_STAT = Cell.ORDINARY_ENEMY_PRESENT;
/** What the stat was ahead of the defence by. */
export const LEAD = Cell.AREA_CENTRE_Y;

/**
 * Level that a change of stats has to beat, its factor, 1 for a raise, the difference of a
 * decrease.
 */
export const LEVEL_TO_BEAT = Cell.WORK_0312 + 1;
export const CHANGE_FACTOR = Cell.WORK_0314;
export const CHANGE_RAISES = Cell.WORK_0314 + 1;
export const DECREASE = Cell.ORDINARY_ENEMY_PRESENT;

/**
 * Value of a hit, then a total or HP (word); part of it that is multiplied with a draw, then the
 * step bonus (word).
 */
export const VALUE = AbnormalityRow.DISABLED;
export const RANDOM_PART = AbnormalityRow.LEVEL_CHANGE;
export const STEP_BONUS = AbnormalityRow.LEVEL_CHANGE;
/** Level and stat of the target. */
export const TARGET_LEVEL = AbnormalityRow.NON_ATTACK_INCREASE;
export const TARGET_STAT = AbnormalityRow.ATTACK_DECREASE;

/** Attributes that a counter must name, high and low byte. */
export const COUNTER_MASK = Cell.NO_TIME_PASSES;
