/** An ally's block: constants are added to the block's 16-bit address, `ram[ally + Ally.STATE]`. */
import { field } from '../../../../rom-map/cells.js';

export const ID = field('ally', 'id');
export const STATE = field('ally', 'state');
export const RECORD = field('ally', 'record');
export const SKILL_STATE = field('ally', 'skillState');
export const CHARGE = field('ally', 'charge');
export const CHARGE_LENGTH = field('ally', 'chargeLength');
export const LAST_SKILL = field('ally', 'lastSkill');
export const CELL_X = field('ally', 'cellX');
export const CELL_Y = field('ally', 'cellY');
export const WANTED_X = field('ally', 'wantedX');
export const WANTED_Y = field('ally', 'wantedY');
export const FACING = field('ally', 'facing');
export const WALK_1E = field('ally', 'walk1E');
export const WALK_1F = field('ally', 'walk1F');
export const BASE_STATS = field('ally', 'basePower');
export const STATS = field('ally', 'power');
export const SPEED = field('ally', 'speed');
export const LEVEL = field('ally', 'level');
export const STATUSES = field('ally', 'statuses');
export const HITS_ASSIGNED = field('ally', 'hitsAssigned');
export const HITS_LANDED = field('ally', 'hitsLanded');
export const SINGLE_HIT = field('ally', 'singleHit');
export const TIMERS = field('ally', 'timerNeck');
export const TIMER_SLEEP = field('ally', 'timerSleep');
export const BONUS = field('ally', 'bonus');
export const ATTRIBUTE_MARK = field('ally', 'attributeMark');
export const LIST_SKILL = field('ally', 'listSkill');
export const LIST_DISABLING = field('ally', 'listDisabling');
export const LIST_COUNTER_HIGH = field('ally', 'listCounterHigh');
export const LIST_FLAGS = field('ally', 'listFlags');
export const LIST_TYPE = field('ally', 'listType');
export const PLACE = field('ally', 'place');
export const PIXEL_X = field('ally', 'pixelX');
export const PIXEL_Y = field('ally', 'pixelY');
export const TARGET_X = field('ally', 'targetX');
export const TARGET_Y = field('ally', 'targetY');
export const ACTED = field('ally', 'acted');
export const CHANGED_STATS = field('ally', 'changedStats');
export const CORRECTED_LEVEL = field('ally', 'correctedLevel');
export const TOTAL = field('ally', 'totalDamage');
export const HITS_COPY = field('ally', 'hitsCopy');
/** 16-bit address of the first block. */
export const FIRST = 0x1c00;
/** 16-bit address of the last block. */
export const LAST = 0x1cc0;
/** Bytes from one block to the next. */
export const STRIDE = 0x40;
/** Number of blocks. */
export const COUNT = 4;
