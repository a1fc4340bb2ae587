/** Bits of battle states and statuses. */

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
