/** Bits of battle states and statuses. */

// Bits of attributes: attribute 0 is the top bit of the first byte, 15 the lowest of the second.

/**
 * Bit that `shifts` left shifts push out of two bytes, 0 or 1; none for 0 or more than 16 shifts.
 * @param high first byte @param low second byte
 */
export function bitShiftedOut(high: number, low: number, shifts: number): number {
  return shifts === 0 || shifts > 16 ? 0 : (((high << 8) | low) >> (16 - shifts)) & 1;
}

/** The two bytes with only the attribute's bit, high byte first. */
export function attributeBit(attribute: number): number {
  return 0x8000 >> attribute;
}

// Directions of a step and facings of a unit. Source: C1:E327, E348, E372, E393 (executed), in the
// order in which a random draw chooses them.

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

/** Bit of a battle state: present. */
export const PRESENT = 0x40;
/** Battle state of an enemy slot that ends the list. */
export const END_OF_LIST = 0x80;
/** Petrify, sleep, paralysis: statuses that keep one from acting. */
export const DISABLING = 0xb0;
export const SLEEP = 0x20;
export const POISON = 0x08;
/** Status that keeps from moving and turning. */
export const LEG_LOCK = 0x02;
/** Petrification: the status that stays until it is cured. */
export const PETRIFIED = 0x80;
/** Sleep and paralysis: a hit is certain (C1:D870). */
export const DEFENCELESS = 0x30;
/** Battle state, as a whole byte, of an ally that fights in an enemy's body and of that body. */
export const TAKEN_OVER = 0x40;
/** Bit of the cell `acted` of an ally: it acted in a way that earns experience (C1:2363). */
export const ACTED = 0x80;
/** Enemy action flag of a running step. */
export const ENEMY_STEP_RUNNING = 0x08;
/** Statuses of an ally that is out of the fight. */
export const OUT_OF_FIGHT = 0xff;
