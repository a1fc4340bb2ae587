/** A record of the party: constants are added to the record's 16-bit address. */
import { field } from '../../../../rom-map/cells.js';

/** 16-bit address of the first record. */
export const FIRST = 0x0d00;
/** Bytes from one record to the next. */
export const STRIDE = 0x40;
/** Records of a party. */
export const COUNT = 11;
export const LEVEL = field('record', 'level');
export const HP = field('record', 'hp');
export const LEFT_ITEM = field('record', 'leftItem');
export const ID = field('record', 'id');
export const TABLE_ENTRY = field('record', 'tableEntry');
export const MAX_HP = field('record', 'maxHp');
export const LAST_LEARNED = field('record', 'lastLearned');
export const SKILL_BITS = field('record', 'skillBits');
export const POWER = field('record', 'power');
export const SPEED = field('record', 'speed');
export const BODY = field('record', 'body');
export const INTELLECT = field('record', 'intellect');
export const SIDE_CORRECTION = field('record', 'sideCorrection');
export const BACK_CORRECTION = field('record', 'backCorrection');
export const IMMUNITY = field('record', 'immunity');
export const EVADE = field('record', 'evade');
export const ATTACK = field('record', 'attack');
export const DEFENCE = field('record', 'defence');
export const EQUIPMENT = field('record', 'equipment');
export const FIELD_ABSORB = field('record', 'fieldAbsorb');
export const WEAPON_STATUSES = field('record', 'weaponStatuses');
export const EXPERIENCE = field('record', 'experience');
export const SAVED_SKILL_BITS = field('record', 'savedSkillBits');
export const GEAR_EVADE = field('record', 'gearEvade');
export const POWER_BASE = field('record', 'powerBase');
export const POWER_GEAR = field('record', 'powerGear');
/** Counters of the NAME classes: the cells of the eleventh record from its power on. */
export const NAME_COUNTERS = field('record', 'power') + 0x0f80;
