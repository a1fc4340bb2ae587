/** How many of something a set-up may name, in a battle and in the turn engine alike. */

/** Enemies 1 to 15; the place before them stays empty. */
export const MAX_ENEMIES = 15;
/** Bytes 0338 to 033B. */
export const GENERATOR_BYTES = 4;
