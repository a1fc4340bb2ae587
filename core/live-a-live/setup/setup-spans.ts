/** Ranges of a set-up's figures, for its readers and its published form. */
import type { Span } from '../../system/plain-data.js';
import { FIELD_SIDE } from '../field/occupancy.js';
import { LAST_LEVEL } from '../growth/experience.js';

export const CELL: Span = [0, FIELD_SIDE - 1];
export const FACING: Span = [0, 3];
export const LEVEL: Span = [1, LAST_LEVEL];
export const HP: Span = [1, 999];
/** A stat of a record: 99 is the cap of growth, equipment may go on to 255. */
export const STAT: Span = [0, 99];
export const GEAR: Span = [0, 99];
export const EXPERIENCE: Span = [0, 99];
/** An enemy's level has 7 bits in its record. */
export const ENEMY_LEVEL: Span = [1, 0x7f];
/** A record's byte stands for 2032 HP at most. */
export const ENEMY_HP: Span = [1, 2032];
export const PARTY_LEVEL: Span = [0, 99];
export const ITEM_RATE: Span = [0, 15];
export const SCENARIO: Span = [0, 8];
/** Frames of an enemy's step; the other times of `frames` are 16 bits wide. */
export const STEP_FRAMES: Span = [1, 255];
export const MAX_MEMBERS = 4;
export { GENERATOR_BYTES, MAX_ENEMIES } from '../memory/set-up-counts.js';
