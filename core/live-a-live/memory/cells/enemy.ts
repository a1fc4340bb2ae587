/**
 * An enemy's block: constants are added to the block's 16-bit address, `ram[enemy + Enemy.STATE]`.
 */
import { field } from '../../../../rom-map/cells.js';

export const ID = field('enemy', 'id');
export const STATE = field('enemy', 'state');
export const SPECIES = field('enemy', 'species');
export const FACING = field('enemy', 'facing');
export const SKILL_STATE = field('enemy', 'skillState');
export const CHARGE = field('enemy', 'charge');
export const CELL_X = field('enemy', 'cellX');
export const HP = field('enemy', 'hp');
export const ABNORMALITY = field('enemy', 'abnormality');
export const STATS = field('enemy', 'power');
export const SPEED = field('enemy', 'speed');
export const STATUSES = field('enemy', 'statuses');
export const TIMERS = field('enemy', 'timerNeck');
export const TIMER_SLEEP = field('enemy', 'timerSleep');
export const LEVEL = field('enemy', 'level');
export const HITS_ASSIGNED = field('enemy', 'hitsAssigned');
export const HITS_LANDED = field('enemy', 'hitsLanded');
export const SINGLE_HIT = field('enemy', 'singleHit');
export const PENDING_ABNORMALITY = field('enemy', 'pendingAbnormality');
export const PENDING_CELL_09 = field('enemy', 'pendingCell09');
export const CHOSEN_SKILL = field('enemy', 'chosenSkill');
export const ORDER_POINTS = field('enemy', 'orderPoints');
export const AI_STEP = field('enemy', 'aiStep');
export const NEAREST_ALLY = field('enemy', 'nearestAlly');
export const BONUS = field('enemy', 'bonus');
export const ATTRIBUTE_MARK = field('enemy', 'attributeMark');
export const CELL_07 = field('enemy', 'cell07');
export const WANTED_X = field('enemy', 'wantedX');
export const WANTED_Y = field('enemy', 'wantedY');
export const CELL_Y = field('enemy', 'cellY');
export const PIXEL_X = field('enemy', 'pixelX');
export const PIXEL_Y = field('enemy', 'pixelY');
export const FOUGHT_ALLY = field('enemy', 'foughtAlly');
export const CHOSEN_KIND = field('enemy', 'chosenKind');
export const TARGET_X = field('enemy', 'targetX');
export const TARGET_Y = field('enemy', 'targetY');
export const NAME_NUMBER = field('enemy', 'nameNumber');
export const IN_RANGE = field('enemy', 'inRange');
export const CORRECTED_LEVEL = field('enemy', 'correctedLevel');
export const STRUCK_FROM = field('enemy', 'struckFrom');
export const PENDING_STATUSES = field('enemy', 'pendingStatuses');
export const CHANGED_STATS = field('enemy', 'changedStats');
export const TOTAL = field('enemy', 'totalDamage');
/** 16-bit address of the first block. */
export const FIRST = 0x1b00;
/** Bytes from one block to the next. */
export const STRIDE = 0x10;
/** 16-bit address after the last block. */
export const END = 0x1c00;
/** Number of blocks. */
export const COUNT = 16;
