/**
 * The actions of a battle as frames with pad words. An action writes one pad word after the other
 * and looks at the state in between, so that it takes exactly the frames it needs; its last word is
 * the phase it has come to.
 */

import { read16 } from '../../int/uint.js';
import type { ActionSet, ActionShape, InputShape, ParameterShape } from '../../system/system.js';
import { PHASE_RUNNING } from '../frame/frame.js';
import { dueEnemy } from '../frame/time-half.js';
import { ALLIES_TURN, allyToAct, ENEMIES_TURN, NOBODYS_TURN, nextActingEnemy, whoseTurn } from '../frame/whose-turn.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { type Machine, machineOf } from '../memory/machine.js';
import {
  PAD_A,
  PAD_B,
  PAD_DOWN,
  PAD_L,
  PAD_LEFT,
  PAD_R,
  PAD_RIGHT,
  PAD_SELECT,
  PAD_START,
  PAD_UP,
  PAD_X,
  PAD_Y,
} from '../memory/pad.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { DISABLING, STEP_X, STEP_Y } from '../memory/state-bits.js';
import { turnCost } from '../turn/action-points.js';
import { ALLY_CHARGING, STEP_RUNNING } from '../turn/ally-actions.js';
import { pressesToOverflow } from '../turn/predict.js';
import { isListEnd } from '../turn/time-passes.js';
import { DRILL } from './program.js';

// The actions of a battle in the field's words: names, parameters, who does them and what they
// count as.

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

// One pad word for each effect that the pad can have in a frame: the branches of `program.ts` and
// `program.ts`. Evidence: decision, as those (traces/homebrew/PROGRAM.md).

/** Code of the turn engine's only command. */
export const COMMAND_FRAME = 1;

const WORDS: readonly (readonly [pad: number, label: string])[] = [
  [0, 'nothing'],
  [PAD_A, 'use the skill'],
  [PAD_B, 'use the skill with a charge'],
  [PAD_X, 'use an item'],
  [PAD_Y, 'step in place'],
  [PAD_L | PAD_R, 'pass'],
  [PAD_R, 'turn to face, right'],
  [PAD_L, 'turn to face, left'],
  [PAD_UP, 'step up'],
  [PAD_DOWN, 'step down'],
  [PAD_LEFT, 'step left'],
  [PAD_RIGHT, 'step right'],
  [PAD_SELECT | PAD_RIGHT, 'next skill'],
  [PAD_SELECT | PAD_LEFT, 'previous skill'],
  [PAD_SELECT | PAD_DOWN, 'next target'],
  [PAD_SELECT | PAD_UP, 'previous target'],
  [PAD_SELECT | PAD_START, 'choose an area'],
  [PAD_START | PAD_A, 'enemy: use the skill'],
  [PAD_START | PAD_B, 'enemy: use the skill with a charge'],
  [PAD_START | PAD_X, 'enemy: leg-locked move'],
  [PAD_START | PAD_Y, 'enemy: next step of its decision'],
  [PAD_START | PAD_L, 'enemy: turn left'],
  [PAD_START | PAD_R, 'enemy: turn right'],
  [PAD_START | PAD_UP, 'enemy: step'],
];

const numberOf = (label: string): number => WORDS.findIndex((word) => word[1] === label);

export const INPUTS: InputShape = {
  choices: WORDS.map(([pad, label]) => ({ command: [COMMAND_FRAME, pad], label })),
  cells: ['pad1', 'pad2', 'pad1Copy', 'pad2Copy', 'padWord', 'joypad1', 'joypad2'],
  sequence: { begin: 'sequenceBegin', end: 'sequenceEnd' },
  dials: [
    { cell: 'skillCursor', count: 16, raise: numberOf('next skill'), lower: numberOf('previous skill') },
    { cell: 'targetCursor', count: 15, raise: numberOf('next target'), lower: numberOf('previous target') },
    { cell: 'areaMode', count: 2, raise: numberOf('choose an area'), lower: numberOf('use the skill with a charge') },
  ],
};

/** Numbers of the rule errors; `systems/frame-system.ts` says what they mean. */
export const ERROR_COMMAND = 1;
export const ERROR_PAD = 2;
export const ERROR_BUSY = 32;
export const ERROR_BLOCKED = 33;
export const ERROR_RANGE = 34;

const STEP_PADS = Uint16Array.of(PAD_UP, PAD_DOWN, PAD_LEFT, PAD_RIGHT);
const TARGETS = 15;
const PHASE_BUTTON = 1;
const PHASE_SETTLES = 2;
/** No charge is longer; a wait that is longer waits for nothing. */
const LONGEST_WAIT = 600;

/** Whether the cell that a step leads to is on the field and free. */
function canStep(ram: Uint8Array, ally: number, direction: number): boolean {
  const x = (ram[ally + Ally.CELL_X] as number) + (STEP_X[direction] as number);
  const y = (ram[ally + Ally.CELL_Y] as number) + (STEP_Y[direction] as number);
  if (x < 0 || x > 6 || y < 0 || y > 6) return false;
  return ((ram[Cell.FIELD_GRID + 8 * y + x] as number) & 0x0f) === 0;
}

function refusesAlly(ram: Uint8Array, code: number, action: Int32Array): number {
  const inArea = ram[Host.AREA_MODE] !== 0;
  // the last three codes of allies
  const areaOnly = code >= ACTION.areaTurn;
  if (code !== ACTION.skill && areaOnly !== inArea) return ERROR_COMMAND;
  const ally = allyToAct(ram);
  if (ally === 0) return ERROR_BUSY;
  if (code === ACTION.step) return canStep(ram, ally, action[1] as number) ? 0 : ERROR_BLOCKED;
  if (code !== ACTION.areaTurnToOverflow) return 0;
  const presses = pressesToOverflow(read16(ram, Cell.ACTION_POINTS), turnCost(ram[ally + Ally.SPEED] as number));
  return presses > 0 ? 0 : ERROR_RANGE;
}

/**
 * A disabled enemy can do nothing but be held; nobody else is. Cursors move only while an ally is
 * able.
 */
function refusesEnemy(machine: Machine, code: number, action: Int32Array): number {
  const ram = machine.ram;
  if (code === ACTION.enemySkill && ram[Host.SKILL_CURSOR] !== action[1] && allyToAct(ram) === 0) return ERROR_BUSY;
  let anyDisabled = false;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy) && ((ram[enemy + Enemy.STATUSES] as number) & DISABLING) !== 0) anyDisabled = true;
  }
  if (!anyDisabled) return 0;
  const disabled = ((ram[nextActingEnemy(machine, DRILL) + Enemy.STATUSES] as number) & DISABLING) !== 0;
  return disabled === (code === ACTION.enemyHeld) ? 0 : ERROR_BUSY;
}

/** The next pad word towards the wanted cursors, or 0 when both are there. */
function cursorPad(ram: Uint8Array, skill: number, target: number): number {
  const atSkill = ram[Host.SKILL_CURSOR] as number;
  if (atSkill !== skill) return PAD_SELECT | (((skill - atSkill) & 15) <= 8 ? PAD_RIGHT : PAD_LEFT);
  const atTarget = ram[Host.TARGET_CURSOR] as number;
  if (target < 0 || atTarget === target) return 0;
  return PAD_SELECT | ((target - atTarget + TARGETS) % TARGETS <= 7 ? PAD_DOWN : PAD_UP);
}

/** Whether a skill that was chosen without a charge has still to fire. */
function allyAboutToFire(ram: Uint8Array): boolean {
  for (let slot = 0; slot < 4; slot++) {
    const ally = Ally.FIRST + Ally.STRIDE * slot;
    if (!isAllyPresent(ram, ally) || ram[ally + Ally.SKILL_STATE] !== ALLY_CHARGING) continue;
    if (ram[ally + Ally.CHARGE] === 0) return true;
  }
  return false;
}

/**
 * Cursors, button, and the frame in which a skill without a charge fires. @returns pad word, or -1:
 * over
 */
function useSkill(ram: Uint8Array, action: Int32Array, at: number, target: number, button: number): number {
  const phase = action[at] as number;
  if (phase < PHASE_BUTTON) {
    const cursor = cursorPad(ram, action[1] as number, target);
    if (cursor !== 0) return cursor;
    action[at] = PHASE_BUTTON;
    return button;
  }
  if (phase === PHASE_BUTTON && (allyAboutToFire(ram) || dueEnemy(ram) !== 0)) {
    action[at] = PHASE_SETTLES;
    return 0;
  }
  return -1;
}

/** A button once, then frames as long as a step runs. */
function pressOnce(ram: Uint8Array, action: Int32Array, at: number, button: number): number {
  if ((action[at] as number) === 0) {
    action[at] = 1;
    return button;
  }
  return ((ram[Cell.ALLY_ACTION_FLAGS] as number) & STEP_RUNNING) !== 0 ? 0 : -1;
}

/** The same word so many times. */
function pressOften(action: Int32Array, at: number, times: number, button: number): number {
  const done = action[at] as number;
  if (done >= times) return -1;
  action[at] = done + 1;
  return button;
}

function sideButton(action: Int32Array): number {
  return action[1] === 0 ? PAD_L : PAD_R;
}

function useItem(ram: Uint8Array, action: Int32Array, at: number): number {
  const phase = action[at] as number;
  if (phase === 0) {
    const cursor = cursorPad(ram, ram[Host.SKILL_CURSOR] as number, action[1] as number);
    if (cursor !== 0) return cursor;
    action[at] = PHASE_BUTTON;
    return PAD_X;
  }
  if (phase !== PHASE_BUTTON) return -1;
  action[at] = PHASE_SETTLES;
  return 0;
}

function turnToOverflow(ram: Uint8Array, action: Int32Array, at: number): number {
  if (action[at] === 0) {
    const cost = turnCost(ram[allyToAct(ram) + Ally.SPEED] as number);
    action[2] = pressesToOverflow(read16(ram, Cell.ACTION_POINTS), cost);
  }
  return pressOften(action, at, action[2] as number, sideButton(action));
}

/** At least one frame, then on until somebody can do something. */
function waitForAlly(machine: Machine, action: Int32Array, at: number): number {
  const frames = action[at] as number;
  if (frames === LONGEST_WAIT || (frames > 0 && whoseTurn(machine, DRILL) !== NOBODYS_TURN)) return -1;
  action[at] = frames + 1;
  return 0;
}

/** Pad word of the action's next frame, or -1: it is over. @param at where its phase is */
function nextPad(machine: Machine, action: Int32Array, at: number): number {
  const ram = machine.ram;
  switch (action[0]) {
    case ACTION.step:
      return pressOnce(ram, action, at, STEP_PADS[action[1] as number] as number);
    case ACTION.turn:
      return pressOnce(ram, action, at, sideButton(action));
    case ACTION.pass:
      return pressOnce(ram, action, at, PAD_L | PAD_R);
    case ACTION.stepInPlace:
      return pressOnce(ram, action, at, PAD_Y);
    case ACTION.skill:
      return useSkill(ram, action, at, action[2] as number, action[3] === 1 ? PAD_B : PAD_A);
    case ACTION.item:
      return useItem(ram, action, at);
    case ACTION.openArea:
      return pressOnce(ram, action, at, PAD_SELECT | PAD_START);
    case ACTION.areaTurn:
      return pressOften(action, at, action[2] as number, sideButton(action));
    case ACTION.areaTurnToOverflow:
      return turnToOverflow(ram, action, at);
    case ACTION.cancelArea:
      return pressOnce(ram, action, at, PAD_B);
    case ACTION.wait:
      return pressOften(action, at, action[1] as number, 0);
    case ACTION.waitForAlly:
      return waitForAlly(machine, action, at);
    case ACTION.enemySkill:
      return useSkill(ram, action, at, -1, PAD_START | (action[2] === 1 ? PAD_B : PAD_A));
    case ACTION.enemyTurn:
      return pressOnce(ram, action, at, PAD_START | sideButton(action));
    case ACTION.enemyStep:
      return pressOnce(ram, action, at, PAD_START | PAD_UP);
    case ACTION.enemyNothing:
      return pressOnce(ram, action, at, PAD_START | PAD_Y);
    case ACTION.enemyHeld:
      return pressOnce(ram, action, at, PAD_START | PAD_X);
    default:
      return -1;
  }
}

/**
 * Where the phase of an action is, by its code: after its parameters. `areaTurnToOverflow` keeps
 * its number of presses beside its side.
 */
function phasesOf(shapes: typeof ACTION_SHAPES): Uint8Array {
  const places = new Uint8Array(32);
  for (const { code, parameters } of shapes) places[code] = 1 + parameters.length;
  places[ACTION.areaTurnToOverflow] = 3;
  return places;
}

const PHASE_AT = phasesOf(ACTION_SHAPES);

export const ACTIONS: ActionSet = {
  shapes: ACTION_SHAPES,
  refuses(battle, action, known) {
    const machine = machineOf(battle);
    const ram = machine.ram;
    const code = action[0] as number;
    if (code === ACTION.wait) return 0;
    if (ram[Host.PHASE] !== PHASE_RUNNING) return ERROR_COMMAND;
    const turn = known ?? whoseTurn(machine, DRILL);
    if (code === ACTION.waitForAlly) return turn === NOBODYS_TURN ? 0 : ERROR_COMMAND;
    if (code >= ACTION.enemySkill) return turn === ENEMIES_TURN ? refusesEnemy(machine, code, action) : ERROR_COMMAND;
    if (turn === ENEMIES_TURN) return ERROR_COMMAND;
    return turn === ALLIES_TURN ? refusesAlly(ram, code, action) : ERROR_BUSY;
  },
  next(battle, action, command) {
    const pad = nextPad(machineOf(battle), action, PHASE_AT[action[0] as number] as number);
    command[0] = COMMAND_FRAME;
    command[1] = pad;
    return pad >= 0;
  },
  turn: (battle) => whoseTurn(machineOf(battle), DRILL),
  actor(battle) {
    const enemy = nextActingEnemy(machineOf(battle), DRILL);
    return enemy === 0 ? -1 : (enemy - Enemy.FIRST) / Enemy.STRIDE;
  },
};
