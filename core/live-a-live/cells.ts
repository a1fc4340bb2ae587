/**
 * Offsets of the cells that the routines use, taken from the one table. A block cell's constant is added to the block's
 * 16-bit address: `ram[enemy + ENEMY_STATE]`.
 */
import { array, cell, field } from '../../rom-map/cells.js';

export const MAP_GENERATOR = cell('mapGenerator');
export const MULTIPLY_FACTOR_A = cell('multiplyFactorA');
export const MULTIPLY_FACTOR_B = cell('multiplyFactorB');
export const MULTIPLY_PRODUCT = cell('multiplyProduct');
export const MAP_ARGUMENT = cell('mapArgument');
export const BACKGROUND = cell('background');
export const DEMO_FLAG = cell('demoFlag');
export const WORK_0308 = cell('work0308');
export const WORK_0310 = cell('work0310');
export const WORK_0312 = cell('work0312');
export const WORK_0314 = cell('work0314');
export const ORDINARY_ENEMY_PRESENT = cell('ordinaryEnemyPresent');
export const ROW = cell('abnormalityRow.disabled');
export const ROW_LEVEL_CHANGE = cell('abnormalityRow.levelChange');
export const ROW_ONSET = cell('abnormalityRow.onset');
export const ROW_DAMAGE_CONSTANT = cell('abnormalityRow.damageConstant');
export const ROW_NON_ATTACK_INCREASE = cell('abnormalityRow.nonAttackIncrease');
export const ROW_ATTACK_DECREASE = cell('abnormalityRow.attackDecrease');
export const ROW_BYTE_7 = cell('abnormalityRow.byte7');
export const BATTLE_GENERATOR = cell('battleGenerator.a0');
export const PAD_1 = cell('pad1');
export const PAD_2 = cell('pad2');
export const PAD_1_COPY = cell('pad1Copy');
export const AREA_NUMBER = cell('areaNumber');
export const MACHINE_FLAG = cell('machineFlag');
export const PARTY_ARGUMENT = cell('partyArgument');
export const CURRENT_ALLY = cell('currentAlly');
export const SUBJECT = cell('subject');
export const ALLY_ACTION_FLAGS = cell('allyActionFlags');
export const ENEMY_ACTION_FLAGS = cell('enemyActionFlags');
export const TIME_CODE = cell('timeCode');
export const TIME_STEP = cell('timeStep');
export const ABSORB_FLAG = cell('absorbFlag');
export const NO_TIME_PASSES = cell('noTimePasses');
export const START_FLAG_038B = cell('startFlag038B');
export const START_FLAG_0395 = cell('startFlag0395');
export const START_FLAG_0396 = cell('startFlag0396');
export const START_FLAG_03AA = cell('startFlag03AA');
export const ACTING_ENEMY = cell('actingEnemy');
export const ACTION_POINTS = cell('actionPoints');
export const ALLY_SKILL_FLAG = cell('allySkillFlag');
export const TURN_FLAG = cell('turnFlag');
export const PLAYER_STATE = cell('playerState');
export const FIELD_GRID = array('fieldGrid');
export const ALLY_RANK = array('allyRank');
export const BATTLE_TIMER = cell('battleTimer');
export const DRILL_SKILLS = array('drillSkill');
export const SEQUENCE_BEGIN = cell('sequenceBegin');
export const SEQUENCE_END = cell('sequenceEnd');
export const PAD_WORD = cell('padWord');
export const PHASE = cell('phase');
export const AREA_MODE = cell('areaMode');
export const SKILL_CURSOR = cell('skillCursor');
export const TARGET_CURSOR = cell('targetCursor');
export const PPU_PRODUCT = cell('ppuProduct');
export const JOYPAD_1 = cell('joypad1');
export const JOYPAD_2 = cell('joypad2');

export const RECORD_LEVEL = field('record', 'level');
export const RECORD_HP = field('record', 'hp');
export const RECORD_LEFT_ITEM = field('record', 'leftItem');

export const SPECIES_ID = field('species', 'id');
export const SPECIES_STATE = field('species', 'state');
export const SPECIES_START_ABNORMALITY = field('species', 'startAbnormality');
export const SPECIES_LEVEL = field('species', 'level');
export const SPECIES_MAX_HP = field('species', 'maxHp');
export const SPECIES_HP_BYTE = field('species', 'hpByte');
export const SPECIES_STATS = field('species', 'power');
export const SPECIES_INTELLECT = field('species', 'intellect');
export const SPECIES_LEVEL_BYTE = field('species', 'levelByte');
export const SPECIES_TYPE = field('species', 'type');
export const SPECIES_RACE = field('species', 'race');
export const SPECIES_START_STATUSES = field('species', 'startStatuses');
export const SPECIES_START_CHANCE = field('species', 'startChance');

export const ENEMY_ID = field('enemy', 'id');
export const ENEMY_STATE = field('enemy', 'state');
export const ENEMY_SPECIES = field('enemy', 'species');
export const ENEMY_FACING = field('enemy', 'facing');
export const ENEMY_SKILL_STATE = field('enemy', 'skillState');
export const ENEMY_CHARGE = field('enemy', 'charge');
export const ENEMY_CELL_X = field('enemy', 'cellX');
export const ENEMY_HP = field('enemy', 'hp');
export const ENEMY_ABNORMALITY = field('enemy', 'abnormality');
export const ENEMY_STATS = field('enemy', 'power');
export const ENEMY_SPEED = field('enemy', 'speed');
export const ENEMY_STATUSES = field('enemy', 'statuses');
export const ENEMY_TIMERS = field('enemy', 'timerNeck');
export const ENEMY_TIMER_SLEEP = field('enemy', 'timerSleep');
export const ENEMY_LEVEL = field('enemy', 'level');
export const ENEMY_HITS_ASSIGNED = field('enemy', 'hitsAssigned');
export const ENEMY_HITS_LANDED = field('enemy', 'hitsLanded');
export const ENEMY_SINGLE_HIT = field('enemy', 'singleHit');
export const ENEMY_PENDING_ABNORMALITY = field('enemy', 'pendingAbnormality');
export const ENEMY_PENDING_CELL_09 = field('enemy', 'pendingCell09');
export const ENEMY_CHOSEN_SKILL = field('enemy', 'chosenSkill');
export const ENEMY_ORDER_POINTS = field('enemy', 'orderPoints');
export const ENEMY_AI_STEP = field('enemy', 'aiStep');
export const ENEMY_NEAREST_ALLY = field('enemy', 'nearestAlly');
export const ENEMY_BONUS = field('enemy', 'bonus');
export const ENEMY_ATTRIBUTE_MARK = field('enemy', 'attributeMark');

export const ALLY_ID = field('ally', 'id');
export const ALLY_STATE = field('ally', 'state');
export const ALLY_RECORD = field('ally', 'record');
export const ALLY_SKILL_STATE = field('ally', 'skillState');
export const ALLY_CHARGE = field('ally', 'charge');
export const ALLY_CHARGE_LENGTH = field('ally', 'chargeLength');
export const ALLY_LAST_SKILL = field('ally', 'lastSkill');
export const ALLY_CELL_X = field('ally', 'cellX');
export const ALLY_CELL_Y = field('ally', 'cellY');
export const ALLY_WANTED_X = field('ally', 'wantedX');
export const ALLY_WANTED_Y = field('ally', 'wantedY');
export const ALLY_FACING = field('ally', 'facing');
export const ALLY_WALK_1E = field('ally', 'walk1E');
export const ALLY_WALK_1F = field('ally', 'walk1F');
export const ALLY_BASE_STATS = field('ally', 'basePower');
export const ALLY_STATS = field('ally', 'power');
export const ALLY_SPEED = field('ally', 'speed');
export const ALLY_LEVEL = field('ally', 'level');
export const ALLY_STATUSES = field('ally', 'statuses');
export const ALLY_HITS_ASSIGNED = field('ally', 'hitsAssigned');
export const ALLY_HITS_LANDED = field('ally', 'hitsLanded');
export const ALLY_SINGLE_HIT = field('ally', 'singleHit');
export const ALLY_TIMERS = field('ally', 'timerNeck');
export const ALLY_TIMER_SLEEP = field('ally', 'timerSleep');
export const ALLY_BONUS = field('ally', 'bonus');
export const ALLY_ATTRIBUTE_MARK = field('ally', 'attributeMark');

/** 16-bit addresses of the first block, of the step to the next, and of the address after the last. */
export const FIRST_ENEMY = 0x1b00;
export const ENEMY_STRIDE = 0x10;
export const ENEMIES_END = 0x1c00;
export const FIRST_ALLY = 0x1c00;
export const LAST_ALLY = 0x1cc0;
export const ALLY_STRIDE = 0x40;
export const FIRST_SPECIES = 0x1a00;
export const SPECIES_STRIDE = 0x40;

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
