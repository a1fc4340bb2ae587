/**
 * The player's commands: each is checked on the battle as it is, then carried out. The frames that
 * follow, until the player is asked again, are not played here. Evidence: the actions are executed
 * routines; windows and cursors are unpublished (`unpublished.ts`).
 */

import { read8, read16, write16 } from '../../int/uint.js';
import { ESCAPED, RUNNING } from '../combat/defeat.js';
import { passFrames } from '../combat/use-skill.js';
import { isDriven } from '../enemy/driven-enemy.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import { PHASE_START } from '../frame/frame.js';
import * as Ally from '../memory/cells/ally.js';
import * as Host from '../memory/cells/host.js';
import { INVENTORY_SLOTS } from '../memory/character-entry.js';
import { Action, reportAction } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { allySkillRecord, SKILL_CHARGE, skillByte } from '../memory/skill-record.js';
import { tableByte } from '../memory/tables.js';
import { assume, PLAYER_MOVES, TARGET_FACING } from '../memory/unpublished-used.js';
import { addAllyTurn } from '../turn/action-points.js';
import { ALLY_CHARGING, passTurn } from '../turn/ally-actions.js';
import { pass, turnAlly } from '../turn/ally-moves.js';
import { itemRecord } from '../turn/battle-start.js';
import { isEscapeForbidden, itemsForbidden } from '../turn/menu.js';
import { actor, canMove, facingFor, NO_SKILL, SKILL_DISABLED, skillAt, slotOfSkill } from './choices.js';
import { firstStepOnPath, walkToLastStep } from './pathfinding.js';
import { isPresses, pressesNow } from './presses.js';
import { beginPlayedBattle, UNTIL_TURN_OVER } from './run.js';

/** Codes of the commands. */
export const MOVE = 2;
export const TURN = 3;
export const STEP = 4;
export const PASS = 5;
export const SKILL = 6;
export const ITEM = 7;
export const ESCAPE = 8;
export const WAIT = 9;
export const PRESS = 12;

/** Numbers of the rule errors; 1 and 2 are those of a frame. */
export const E_OVER = 3;
export const E_ACTOR = 4;
export const E_NOBODY = 5;
export const E_UNREACHABLE = 6;
export const E_SKILL = 7;
export const E_DISABLED = 8;
export const E_TARGET = 9;
export const E_ITEM = 10;
export const E_ESCAPE = 11;
export const E_PARAMETER = 12;
export const E_LEG_LOCK = 13;
export const E_PRESSES = 14;
export const E_RUNNING = 15;
export const E_LOST = 16;
export const E_NO_ROOM = 17;
export const E_FALLEN = 18;
export const E_FORMATION = 19;
export const E_AREA = 20;
export const E_ENCOUNTER = 21;
export const E_NOWHERE = 22;
export const E_DRIVEN = 23;
export const E_NOT_DRIVEN = 24;
export const E_NO_IMAGE = 25;
export const E_NO_ROUND = 26;
export const E_OUTCOMES = 27;

/** Ways to turn. */
export const LEFT = 0;
export const RIGHT = 1;

/** Any ally: the one whose turn it is. */
export const ANY_ALLY = -1;
/** Any facing: the present one, or the first that reaches the target. */
export const ANY_FACING = -1;
export const LARGEST_WAIT = 255;

/** Byte of an item's record with its skill, and its kind. */
const ITEM_SKILL = 10;
const ITEM_KIND = 0;
const USED_UP_A = 3;
const USED_UP_B = 5;
/** Ranks of a party. */
const RANKS = 4;

/** Starts the battle when it has not begun. */
export function begin(machine: Machine): void {
  if (machine.ram[Host.PHASE] === PHASE_START) beginPlayedBattle(machine);
}

/**
 * Checks that the wanted ally, or any, may act now.
 * @returns 0, or a rule error: `E_NOBODY` where no ally can act and none is named
 */
function checkActor(ram: Uint8Array, wanted: number, frames: number): number {
  if (ram[Host.BATTLE_RESULT] !== RUNNING) return E_OVER;
  if (isDriven(ram)) return E_DRIVEN;
  if (frames < UNTIL_TURN_OVER || frames > LARGEST_WAIT) return E_PARAMETER;
  const ally = actor(ram);
  if (ally === 0) return wanted === ANY_ALLY ? E_NOBODY : E_ACTOR;
  return wanted === ANY_ALLY || ally === Ally.FIRST + Ally.STRIDE * wanted ? 0 : E_ACTOR;
}

function inField(x: number, y: number): boolean {
  return x >= 0 && x < FIELD_SIDE && y >= 0 && y < FIELD_SIDE;
}

/** Answer of `beginMove`: the walk has ended before its last step. */
export const WALK_ENDED = -1;

/**
 * Walks to a free cell by a shortest way, up to the beginning of the last step, whose frames are
 * not played; the walk ends early when the enemies get a turn or the way is taken.
 * @returns 0, `WALK_ENDED` or a rule error
 */
export function beginMove(machine: Machine, x: number, y: number, wanted: number, frames: number): number {
  const error = checkWalk(machine, x, y, wanted, frames);
  if (error !== 0) return error;
  const ally = actor(machine.ram);
  begin(machine);
  assume(machine, PLAYER_MOVES);
  return walkToLastStep(machine, ally, x, y) ? 0 : WALK_ENDED;
}

/** @returns 0, or the rule error of a walk to a cell */
export function checkWalk(machine: Machine, x: number, y: number, wanted: number, frames: number): number {
  const ram = machine.ram;
  const error = checkActor(ram, wanted, frames);
  if (error !== 0) return error;
  if (!inField(x, y)) return E_UNREACHABLE;
  if (!canMove(ram, actor(ram))) return E_LEG_LOCK;
  return firstStepOnPath(machine, actor(ram), x, y) < 0 ? E_UNREACHABLE : 0;
}

/** Turns the ally to face left or right; the frames that follow are not played. */
export function beginTurn(machine: Machine, way: number, wanted: number, frames: number): number {
  const ram = machine.ram;
  const error = checkActor(ram, wanted, frames);
  if (error !== 0) return error;
  if (way !== LEFT && way !== RIGHT) return E_PARAMETER;
  if (!canMove(ram, actor(ram))) return E_LEG_LOCK;
  begin(machine);
  turnAlly(machine, actor(ram), way === RIGHT);
  return 0;
}

/** Steps in place; the frames that follow are not played. */
export function beginStepInPlace(machine: Machine, wanted: number, frames: number): number {
  const error = checkActor(machine.ram, wanted, frames);
  if (error !== 0) return error;
  begin(machine);
  reportAction(machine, actor(machine.ram), Action.STEP_IN_PLACE);
  passTurn(machine, actor(machine.ram));
  return 0;
}

/** Hands on to the next ally; the frames that follow are not played. */
export function beginPassOn(machine: Machine, wanted: number, frames: number): number {
  const error = checkActor(machine.ram, wanted, frames);
  if (error !== 0) return error;
  begin(machine);
  pass(machine, actor(machine.ram), RANKS);
  return 0;
}

/**
 * Facing from which the actor's skill reaches a cell. @returns 0..3, or a number below 0 when none
 * does
 */
function facingToReach(
  machine: Machine,
  scratch: Machine,
  skill: number,
  x: number,
  y: number,
  facing: number,
): number {
  if (!inField(x, y)) return -1;
  const ally = actor(machine.ram);
  return facingFor(machine, scratch, ally, skill, GRID_WIDTH * y + x, facing);
}

/** Charges a skill at a cell. */
function choose(machine: Machine, ally: number, skill: number, x: number, y: number, facing: number): void {
  const ram = machine.ram;
  const before = read8(ram, ally + Ally.FACING);
  if (facing !== before) {
    assume(machine, TARGET_FACING);
    reportAction(machine, ally, Action.TURN, before & 3, facing);
  }
  ram[ally + Ally.FACING] = facing;
  ram[ally + Ally.TARGET_X] = x;
  ram[ally + Ally.TARGET_Y] = y;
  ram[ally + Ally.LAST_SKILL] = skill;
  const charge = skillByte(machine, allySkillRecord(machine, skill), SKILL_CHARGE) & 0xf0;
  ram[ally + Ally.CHARGE_LENGTH] = charge;
  ram[ally + Ally.CHARGE] = charge;
  ram[ally + Ally.SKILL_STATE] = ALLY_CHARGING;
  reportAction(machine, ally, Action.CHARGE, skill, charge);
  write16(ram, Host.WINDOW_COUNT, read16(ram, Host.WINDOW_COUNT) + 1);
  passFrames(machine, read16(ram, Host.WINDOW_FRAMES), true);
}

/**
 * Chooses a skill of the list for a cell in its range; the frames that follow are not played.
 * @param scratch a machine with an image of its own, used as work space
 * @param words encoded: code, skill, x, y, facing 0..3 or `ANY_FACING`, presses 0..65535 or
 *   `TO_OVERFLOW`, ally, frames
 */
export function chooseSkill(machine: Machine, scratch: Machine, words: Int32Array): number {
  const ram = machine.ram;
  const number = words[1] as number;
  const x = words[2] as number;
  const y = words[3] as number;
  const facing = words[4] as number;
  const presses = words[5] as number;
  const frames = words[7] as number;
  const error = checkActor(ram, words[6] as number, frames);
  if (error !== 0) return error;
  if (!isPresses(presses) || facing < ANY_FACING || facing > 3) return E_PARAMETER;
  const ally = actor(ram);
  const turns = pressesNow(ram, presses);
  if (turns < 0) return E_PRESSES;
  const slot = slotOfSkill(ram, ally, number);
  if (slot < 0) return E_SKILL;
  const usable = skillAt(ram, ally, slot);
  if (usable === NO_SKILL) return E_SKILL;
  if (usable === SKILL_DISABLED) return E_DISABLED;
  const found = facingToReach(machine, scratch, number, x, y, facing);
  if (found < 0) return E_TARGET;
  begin(machine);
  for (let press = 0; press < turns; press++) addAllyTurn(machine, ally);
  choose(machine, ally, number, x, y, found);
  return 0;
}

/** Slot of an item at hand, or -1. */
export function slotOfItem(ram: Uint8Array, item: number): number {
  if (item === 0) return -1;
  for (let slot = 0; slot < INVENTORY_SLOTS; slot++) if (read8(ram, Host.INVENTORY + slot) === item) return slot;
  return -1;
}

/** Skill of an item, 0 = none. */
export function skillOfItem(machine: Machine, item: number): number {
  return tableByte(machine.tables.bankD5, itemRecord(machine, item) + ITEM_SKILL);
}

/**
 * Chooses an item: its skill, by the allies' list; the frames that follow are not played.
 * @param scratch a machine with an image of its own, used as work space
 * @param words encoded: code, item, x, y, facing 0..3 or `ANY_FACING`, ally, frames
 */
export function chooseItem(machine: Machine, scratch: Machine, words: Int32Array): number {
  const ram = machine.ram;
  const number = words[1] as number;
  const x = words[2] as number;
  const y = words[3] as number;
  const facing = words[4] as number;
  const frames = words[6] as number;
  const error = checkActor(ram, words[5] as number, frames);
  if (error !== 0) return error;
  if (facing < ANY_FACING || facing > 3) return E_PARAMETER;
  const slot = slotOfItem(ram, number);
  const ally = actor(ram);
  if (slot < 0 || itemsForbidden(machine)) return E_ITEM;
  const effect = skillOfItem(machine, number);
  if (effect === 0) return E_ITEM;
  const found = facingToReach(machine, scratch, effect, x, y, facing);
  if (found < 0) return E_TARGET;
  begin(machine);
  const kind = tableByte(machine.tables.bankD5, itemRecord(machine, number) + ITEM_KIND) & 0x0f;
  if (kind === USED_UP_A || kind === USED_UP_B) ram[Host.INVENTORY + slot] = 0;
  reportAction(machine, ally, Action.ITEM, number);
  choose(machine, ally, effect, x, y, found);
  return 0;
}

/** Leaves the battle: it always succeeds where it is offered. */
export function leaveBattle(machine: Machine, wanted: number): number {
  const ram = machine.ram;
  const error = checkActor(ram, wanted, UNTIL_TURN_OVER);
  if (error !== 0) return error;
  if (isEscapeForbidden(ram)) return E_ESCAPE;
  begin(machine);
  reportAction(machine, actor(ram), Action.ESCAPE);
  ram[Host.BATTLE_RESULT] = ESCAPED;
  return 0;
}

/**
 * Lets frames pass without an action; they are not played. @param frames 1..255, or
 * `UNTIL_TURN_OVER`
 */
export function beginWait(machine: Machine, frames: number): number {
  const ram = machine.ram;
  if (ram[Host.BATTLE_RESULT] !== RUNNING) return E_OVER;
  if (isDriven(ram)) return E_DRIVEN;
  if (frames < UNTIL_TURN_OVER || frames === 0 || frames > LARGEST_WAIT) return E_PARAMETER;
  begin(machine);
  return 0;
}
