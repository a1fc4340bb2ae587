/** Bits of battle states and statuses. */

/** Bit of a battle state: present. */
export const PRESENT = 0x40;
/** Battle state of an enemy slot that ends the list. */
export const END_OF_LIST = 0x80;
/** Petrify, sleep, paralysis: statuses that keep one from acting. */
export const DISABLING = 0xb0;
export const SLEEP = 0x20;
export const POISON = 0x08;
/** Statuses of an ally that is out of the fight. */
export const OUT_OF_FIGHT = 0xff;
