/**
 * Offsets of cells of our own: what the model keeps for a battle that no cell of the cartridge
 * holds.
 */
import { array, cell } from '../../../../rom-map/cells.js';

export const DRILL_SKILLS = array('drillSkill');
export const SEQUENCE_BEGIN = cell('sequenceBegin');
export const SEQUENCE_END = cell('sequenceEnd');
export const PAD_WORD = cell('padWord');
export const PHASE = cell('phase');
export const AREA_MODE = cell('areaMode');
export const SKILL_CURSOR = cell('skillCursor');
export const TARGET_CURSOR = cell('targetCursor');
export const PROGRAM = cell('program');
export const BATTLE_RESULT = cell('battleResult');
export const BATTLE_FRAMES = cell('battleFrames');
export const ASSUMED_FRAMES = cell('assumedFrames');
export const UNPUBLISHED_USED = cell('unpublishedUsed');
export const UNPUBLISHED_USED_MORE = cell('unpublishedUsedMore');
export const HOLES_FILLED = cell('holesFilled');
export const DROPPED_ITEMS = array('droppedItem');
export const ENEMY_STEP_FRAMES = cell('enemyStepFrames');
export const ALLY_SKILL_FRAMES = cell('allySkillFrames');
export const ENEMY_SKILL_FRAMES = cell('enemySkillFrames');
export const WINDOW_FRAMES = cell('windowFrames');
export const START_FRAMES = cell('startFrames');
export const ALLY_SKILL_COUNT = cell('allySkillCount');
export const ENEMY_SKILL_COUNT = cell('enemySkillCount');
export const BATTLE_SKILLS = array('drillBattleSkill');
export const ENEMY_STEP_COUNT = cell('enemyStepCount');
export const WINDOW_COUNT = cell('windowCount');
export const LEVELS_GAINED = cell('levelsGained');
export const BATTLE_NUMBER = cell('battleNumber');
export const INVENTORY = array('inventory');
