/**
 * What a character has: its entry in the cartridge's table and the slots of its lists. Source:
 * C1:24D2, E94B (executed).
 */

/** Byte of a character's table entry that holds its first skill. */
export const FIRST_SKILL = 5;
/** Skills of a character, and slots of a battle list. */
export const SKILL_SLOTS = 16;
/**
 * Items at hand, as the model keeps them. Decision: the game's own list lies outside of the
 * battle's memory.
 */
export const INVENTORY_SLOTS = 16;
/** Stats of an ally, an enemy and a species, in the order of their cells. */
export const STAT_NAMES = ['power', 'speed', 'body', 'intellect'] as const;
export const STAT_COUNT = 4;
/** Bytes from one stat of a party record to the next: total, base, gear. */
export const STAT_STRIDE = 3;
