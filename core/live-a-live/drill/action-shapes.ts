/**
 * The actions of a battle in the field's words: names, parameters, who does them and what they
 * count as.
 */
import type { ActionShape, ParameterShape } from '../../system/system.js';

export const ACTION = {
  step: 1,
  turn: 2,
  pass: 3,
  stepInPlace: 4,
  skill: 5,
  item: 6,
  openArea: 7,
  areaTurn: 8,
  areaTurnToOverflow: 9,
  cancelArea: 10,
  wait: 11,
  waitForAlly: 12,
  enemySkill: 13,
  enemyTurn: 14,
  enemyStep: 15,
  enemyNothing: 16,
  enemyHeld: 17,
} as const;

export const DIRECTIONS = ['up', 'down', 'left', 'right'] as const;
export const SIDES = ['left', 'right'] as const;
/** Words of an encoded action: code, three parameters, phase. */
export const ACTION_WORDS = 5;

const direction: ParameterShape = { name: 'direction', min: 0, max: 3, ids: 'direction', meaning: 'way of the step' };
const side: ParameterShape = {
  name: 'side',
  min: 0,
  max: 1,
  ids: 'side',
  optional: 1,
  meaning: 'left (L) or right (R)',
};
const skill: ParameterShape = { name: 'skill', min: 0, max: 15, optional: 0, meaning: 'number of the skill' };
const target: ParameterShape = { name: 'target', min: 0, max: 14, optional: 0, meaning: 'enemy number' };
const charged: ParameterShape = {
  name: 'charged',
  min: 0,
  max: 1,
  optional: 0,
  meaning: '1: a skill without a charge time is charged for 16',
};
const count = (name: string, meaning: string): ParameterShape => ({ name, min: 1, max: 65_535, optional: 1, meaning });

function shape(
  name: keyof typeof ACTION,
  who: ActionShape['side'],
  kind: ActionShape['kind'],
  parameters: readonly ParameterShape[],
  meaning: string,
): ActionShape {
  return { code: ACTION[name], name, side: who, kind, parameters, meaning };
}

export const ACTION_SHAPES: readonly ActionShape[] = [
  shape('step', 'ally', 'action', [direction], 'the current ally walks one cell (C1:96CB)'),
  shape('turn', 'ally', 'action', [side], 'it turns to face another way (C1:9920)'),
  shape('pass', 'ally', 'action', [], 'it passes to the next ally (C1:9572)'),
  shape('stepInPlace', 'ally', 'action', [], 'it steps in place (C1:9572)'),
  shape('skill', 'ally', 'action', [skill, target, charged], 'it uses a skill, at once or after its charge (C1:93C5)'),
  shape('item', 'ally', 'action', [target], 'it uses an item'),
  shape('openArea', 'ally', 'press', [], 'the choice of an area begins: time and enemies stand still'),
  shape('areaTurn', 'ally', 'press', [side, count('presses', 'how often')], 'L or R in area selection (C1:281B)'),
  shape('areaTurnToOverflow', 'ally', 'press', [side], 'L or R until one skill wraps the action points to 0..255'),
  shape('cancelArea', 'ally', 'press', [], 'the choice of an area ends without a skill'),
  shape('wait', 'nobody', 'wait', [count('frames', 'how many')], 'frames without a button'),
  shape('waitForAlly', 'nobody', 'wait', [], 'frames until an ally can act or the enemies have their turn'),
  shape('enemySkill', 'enemy', 'action', [skill, charged], 'the chosen enemy uses a skill (C1:941E)'),
  shape('enemyTurn', 'enemy', 'action', [side], 'it turns (C1:E429, E476)'),
  shape('enemyStep', 'enemy', 'action', [], 'it steps, and in the drill program keeps its cell (C1:283A)'),
  shape('enemyNothing', 'enemy', 'action', [], 'its decision finds nothing and goes on (C1:8F49)'),
  shape(
    'enemyHeld',
    'enemy',
    'action',
    [],
    'it cannot move, or is disabled: only its order points fall (C1:8F5A, 8E64)',
  ),
];
