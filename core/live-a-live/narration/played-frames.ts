/**
 * The frames of a played command with the orders that the player gave between them: what menus and
 * buttons must say for the same battle. Read from the events of the command and from the image
 * before each order; no rule reads it.
 */

import { read8 } from '../../int/uint.js';
import type { Battle, EventBuffer } from '../../system/system.js';
import {
  ENEMY_SKILLS,
  type MenuTargets,
  type PlayedFrame,
  type PlayedMenus,
  type PlayedOrder,
  type TimedThing,
} from '../../system/timed.js';
import { reachChoice, slotOfSkill } from '../battle/choices.js';
import { pressesOf } from '../battle/commands.js';
import { LEFT, RIGHT, slotOfItem } from '../battle/player-commands.js';
import { isReached } from '../field/marks.js';
import { ENEMY_SIDE, GRID_WIDTH, OCCUPANT, OCCUPANT_NUMBER } from '../field/occupancy.js';
import { GRID_CELLS } from '../field/targets.js';
import { dueAlly, dueEnemy } from '../frame/time-half.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import { Action, Effect, EVENT_ACTION, EVENT_EFFECT, eventWords } from '../memory/happenings.js';
import { EVENT_ROUTINE, type Machine, machineOf, quietMachine } from '../memory/machine.js';
import {
  allySkillRecord,
  SKILL_RANGE,
  SKILL_TYPE,
  skillByte,
  TYPE_HEAL,
  TYPE_SURROUNDINGS,
} from '../memory/skill-record.js';
import { FACINGS, STEP_X, STEP_Y } from '../memory/state-bits.js';
import { turnsRight } from '../turn/ally-moves.js';
import { isEnemyTurn } from '../turn/enemy-choice.js';

// What takes time on the screen beside the frames of the rules: uses of skills with their
// animations and windows, turns, steps of enemies, the battle's start and end. Read from the events
// of a step; no rule reads it.

/** The routine that clears the flags as a battle starts (C1:F3CE). */
const START_FLAGS = 0xc1f3ce;

/** A use of a skill while its hits are counted. */
interface Use {
  readonly number: number;
  readonly units: Set<number>;
}

function thingOfAction(unit: number, action: number): TimedThing | undefined {
  const isAlly = unit >= Ally.FIRST;
  if (action === Action.TURN && isAlly) return { what: 'turn', number: 0, units: 0 };
  if (action === Action.WALK && !isAlly) return { what: 'enemyStep', number: 0, units: 0 };
  if (action === Action.OVER) return { what: 'end', number: 0, units: 0 };
  return undefined;
}

/**
 * @param events of one step
 * @param enemyList what is added to the number of an enemy's skill, where the sides have own lists
 * @returns in order; a use stands with the number of its skill and how many units it hit
 */
export function timedOf({ words, length }: EventBuffer, enemyList = 0): readonly TimedThing[] {
  const things: (TimedThing | Use)[] = [];
  let use: Use | undefined;
  for (let at = 0; at < length; at += eventWords(words[at] as number)) {
    const [unit, what, first] = [words[at + 1] as number, words[at + 2] as number, words[at + 3] as number];
    if (words[at] === EVENT_ROUTINE && unit === START_FLAGS) things.push({ what: 'start', number: 0, units: 0 });
    else if (words[at] === EVENT_ACTION && (what === Action.SKILL || what === Action.COUNTER)) {
      use = { number: unit >= Ally.FIRST ? first : first + enemyList, units: new Set() };
      things.push(use);
    } else if (words[at] === EVENT_ACTION) {
      const thing = thingOfAction(unit, what);
      if (thing !== undefined) things.push(thing);
    } else if (words[at] === EVENT_EFFECT && what === Effect.CHECK && first === 1) use?.units.add(unit);
  }
  return things.map((thing) =>
    'what' in thing ? thing : { what: 'skill', number: thing.number, units: thing.units.size },
  );
}

const NEXT_BATTLE = 'the way on the map to the next battle has inputs of its own';
const TOO_MUCH = 'more happens in the command than is told';

interface Watch {
  readonly machine: Machine;
  /** The battle as it was behind the last frame: an order is given there. */
  readonly asked: Machine;
  readonly scratch: Machine;
  /** Words of the events that were read already. */
  read: number;
  frames: PlayedFrame[];
}

/** A machine with the same tables over an image of its own. */
function besides(machine: Machine): Machine {
  const ram = new Uint8Array(machine.ram.length);
  return quietMachine(ram, new Int32Array(ram.buffer), machine);
}

function isSought(ram: Uint8Array, cell: number, side: number): boolean {
  const code = read8(ram, Cell.FIELD_GRID + cell) & OCCUPANT;
  return (code & OCCUPANT_NUMBER) !== 0 && (code & ENEMY_SIDE) === side;
}

/** Who can be chosen for a skill: its side in its range, whichever way its user faces. */
function targetsOf({ asked, scratch }: Watch, ally: number, skill: number, chosen: number): MenuTargets {
  const record = allySkillRecord(asked, skill);
  const type = skillByte(asked, record, SKILL_TYPE);
  const isOwn = (type & TYPE_SURROUNDINGS) !== 0 || (skillByte(asked, record, SKILL_RANGE) & 0x0f) === 0;
  if (isOwn) return { cells: [chosen], chosen };
  const side = (type & TYPE_HEAL) !== 0 ? 0 : ENEMY_SIDE;
  const inRange = new Set<number>();
  for (let facing = 0; facing < FACINGS; facing++) {
    reachChoice(asked, scratch, ally, skill, facing);
    for (let cell = 0; cell < GRID_CELLS; cell++) {
      if (isReached(cell) && isSought(asked.ram, cell, side)) inRange.add(cell);
    }
  }
  const cells = [...inRange].sort((one, other) => one - other);
  return { cells, chosen: inRange.has(chosen) ? chosen : -1 };
}

/** Whether another frame before the order would change clocks alone. */
function mayWait({ asked }: Watch): boolean {
  return !isEnemyTurn(asked) && dueAlly(asked.ram) === 0 && dueEnemy(asked.ram) === 0;
}

function directionOf(from: number, to: number): number {
  return STEP_X.findIndex((x, direction) => to - from === x + GRID_WIDTH * (STEP_Y[direction] as number));
}

/**
 * A chosen skill, or an item with its skill: its place in the list as it stood, and whom it may be
 * used on.
 */
function chosenOrder(watch: Watch, ally: number, item: number, skill: number): Omit<PlayedOrder, 'before'> {
  const { asked, machine } = watch;
  const ram = machine.ram;
  const chosen = GRID_WIDTH * read8(ram, ally + Ally.TARGET_Y) + read8(ram, ally + Ally.TARGET_X);
  const place = item === 0 ? slotOfSkill(asked.ram, ally, skill) : slotOfItem(asked.ram, item);
  const targets = targetsOf(watch, ally, skill, chosen);
  const name = item === 0 ? 'skill' : 'item';
  return { name, parameters: { place }, targets, presses: 0, mayWait: mayWait(watch) };
}

/** The orders among events. */
function ordersOf(watch: Watch, { words, length }: EventBuffer): PlayedOrder[] {
  const orders: Omit<PlayedOrder, 'before'>[] = [];
  let item = 0;
  const give = (name: string, parameters: PlayedOrder['parameters'] = {}): void => {
    orders.push({ name, parameters, targets: undefined, presses: 0, mayWait: mayWait(watch) });
  };
  for (let at = 0; at < length; at += eventWords(words[at] as number)) {
    const [unit, what] = [words[at + 1] as number, words[at + 2] as number];
    if (words[at] !== EVENT_ACTION || unit < Ally.FIRST) continue;
    const [first, second] = [words[at + 3] as number, words[at + 4] as number];
    if (what === Action.WALK) give('step', { direction: directionOf(first, second) });
    else if (what === Action.TURN) give('turn', { side: turnsRight(first, second) ? RIGHT : LEFT });
    else if (what === Action.STEP_IN_PLACE) give('stepInPlace');
    else if (what === Action.PASS) give('pass');
    else if (what === Action.ESCAPE) give('escape');
    else if (what === Action.ITEM) item = first;
    else if (what === Action.CHARGE) {
      // the cursor turns the user: no button does
      if (orders.at(-1)?.name === 'turn') orders.pop();
      orders.push(chosenOrder(watch, unit, item, first));
      item = 0;
    }
  }
  if (orders.length === 0) return [];
  const before = watch.asked.ram.slice();
  return orders.map((order) => ({ ...order, before }));
}

function hasNextBattle({ words, length }: EventBuffer): boolean {
  for (let at = 0; at < length; at += eventWords(words[at] as number)) {
    if (words[at] === EVENT_ACTION && words[at + 2] === Action.NEXT_BATTLE) return true;
  }
  return false;
}

/** What was told since the last frame, as one frame. */
function tell(watch: Watch, passes: boolean): void {
  const { machine, asked } = watch;
  const { events, ram } = machine;
  if (events !== undefined) {
    const since = { ...events, words: events.words.subarray(watch.read), length: events.length - watch.read };
    const unknown = events.lost > 0 ? TOO_MUCH : hasNextBattle(since) ? NEXT_BATTLE : '';
    watch.frames.push({ orders: ordersOf(watch, since), timed: timedOf(since, ENEMY_SKILLS), passes, unknown });
    watch.read = events.length;
  }
  asked.ram.set(ram);
}

/** Presses of L or R: a command that has some is one order. */
function withPresses({ orders, ...frame }: PlayedFrame, presses: number): PlayedFrame {
  return { ...frame, orders: orders.map((order) => ({ ...order, presses })) };
}

function watchOrders(battle: Battle): (command: Int32Array) => readonly PlayedFrame[] {
  const machine = machineOf(battle);
  const watch: Watch = { machine, asked: besides(machine), scratch: besides(machine), read: 0, frames: [] };
  const before = besides(machine).ram;
  watch.asked.ram.set(machine.ram);
  before.set(machine.ram);
  machine.onFrame = () => tell(watch, true);
  return (command) => {
    tell(watch, false);
    const presses = pressesOf(before, command);
    const told = watch.frames.map((frame) => withPresses(frame, presses));
    before.set(machine.ram);
    watch.read = 0;
    watch.frames = [];
    return told;
  };
}

export const PLAYED_MENUS: PlayedMenus = { timed: (events) => timedOf(events, ENEMY_SKILLS), watch: watchOrders };
