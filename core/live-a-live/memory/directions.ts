/**
 * Directions of a step and facings of a unit. Source: C1:E327, E348, E372, E393 (executed), in the
 * order in which a random draw chooses them.
 */

/** Steps, by direction: columns, rows. */
export const STEP_X = Int8Array.of(0, 0, -1, 1);
export const STEP_Y = Int8Array.of(-1, 1, 0, 0);
/** Directions of a step, 0-3. */
export const STEP_DIRECTIONS = 4;
export const UP = 0;
export const DOWN = 1;
export const LEFT = 2;
export const RIGHT = 3;

/** Facings 0-3: lower right, lower left, upper right, upper left. */
export const FACINGS = 4;
/** Bits of a facing 0-3: it looks left, it looks up. */
export const FACES_LEFT = 1;
export const FACES_UP = 2;
