/**
 * A species' block: constants are added to the block's 16-bit address, `ram[species + Species.ID]`.
 */
import { field } from '../../../../rom-map/cells.js';

export const ID = field('species', 'id');
export const STATE = field('species', 'state');
export const START_ABNORMALITY = field('species', 'startAbnormality');
export const LEVEL = field('species', 'level');
export const MAX_HP = field('species', 'maxHp');
export const HP_BYTE = field('species', 'hpByte');
export const STATS = field('species', 'power');
export const INTELLECT = field('species', 'intellect');
export const LEVEL_BYTE = field('species', 'levelByte');
export const TYPE = field('species', 'type');
export const RACE = field('species', 'race');
export const START_STATUSES = field('species', 'startStatuses');
export const START_CHANCE = field('species', 'startChance');
export const WIDTH = field('species', 'width');
export const HEIGHT = field('species', 'height');
export const COUNTER_HIGH = field('species', 'counterHigh');
export const SKILL_FLAGS = field('species', 'skillFlags');
export const SKILL_DISABLING = field('species', 'skillDisabling');
export const MOVE_PATTERN = field('species', 'movePattern');
export const FIELD_ABSORB = field('species', 'fieldAbsorb');
export const IMMUNITY = field('species', 'immunity');
export const SKILLS = field('species', 'skill1');
export const CORRECTIONS = field('species', 'corrections');
export const EVADE = field('species', 'evade');
export const COUNTER_ABNORMALITY = field('species', 'counterAbnormality');
export const DROP = field('species', 'drop');
/** 16-bit address of the first block. */
export const FIRST = 0x1a00;
/** Bytes from one block to the next. */
export const STRIDE = 0x40;
/** Species of a battle. */
export const COUNT = 4;
