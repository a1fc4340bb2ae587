/** The commands of a played battle as the system declares, steps and lists them. */

import { CHARACTERS } from '../../../rom-map/tables/characters.js';
import { ITEMS } from '../../../rom-map/tables/items.js';
import { ALLY_SKILLS } from '../../../rom-map/tables/skills.js';
import { read8 } from '../../int/uint.js';
import type { CommandShape, ParameterShape, RuleErrorShape } from '../../system.js';
import { RUNNING } from '../combat/defeat.js';
import { isReached } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Host from '../memory/cells/host.js';
import type { Machine } from '../memory/machine.js';
import { numberOfName } from '../memory/table-names.js';
import { isEscapeForbidden, itemsForbidden } from '../turn/menu.js';
import { actor, canMove, isFree, LIST_SLOTS, reachChoice, SKILL_USABLE, skillAt } from './choices.js';
import { STEP_X, STEP_Y } from './pathfinding.js';
import * as player from './player-commands.js';
import { COMMAND_WORDS, choosePolicy, POLICIES } from './policies.js';
import { MAX_PRESSES, OVERFLOW, pressesNow, TO_OVERFLOW } from './presses.js';
import { UNTIL_TURN_OVER } from './run.js';

/** Code of the command that lets a policy play. */
export const AUTO = 10;
/** Commands that a policy gives at most before the user is asked again. */
const LONGEST_AUTO = 10_000;
const E_COMMAND = 1;

const X: ParameterShape = { name: 'x', min: 0, max: 6, meaning: 'column 0-6, from the left' };
const Y: ParameterShape = { name: 'y', min: 0, max: 6, meaning: 'row 0-6, from the top' };
const ALLY: ParameterShape = {
  name: 'ally',
  min: player.ANY_ALLY,
  max: 3,
  ids: 'ally',
  optional: player.ANY_ALLY,
  meaning: 'who acts: a name, a slot 0-3, or left out for the one whose turn it is',
};
const FRAMES: ParameterShape = {
  name: 'frames',
  min: UNTIL_TURN_OVER,
  max: player.LARGEST_WAIT,
  optional: UNTIL_TURN_OVER,
  meaning:
    "frames before the next command may come: left out = until the enemies' turn is over; 0 = as soon as an ally can act",
};
const FACING: ParameterShape = {
  name: 'facing',
  min: player.ANY_FACING,
  max: 3,
  ids: 'facing',
  optional: player.ANY_FACING,
  meaning: 'facing from which the target is reached: lower-right, lower-left, upper-right, upper-left',
};

export const PLAY_COMMANDS: readonly CommandShape[] = [
  {
    code: player.MOVE,
    name: 'move',
    parameters: [X, Y, ALLY, FRAMES],
    meaning: 'walk to a free cell, cell by cell, until the enemies get a turn',
  },
  {
    code: player.TURN,
    name: 'turn',
    parameters: [{ name: 'way', min: 0, max: 1, ids: 'way', meaning: 'left or right (clockwise)' }, ALLY, FRAMES],
    meaning: 'turn to face',
  },
  { code: player.STEP, name: 'step', parameters: [ALLY, FRAMES], meaning: 'step in place' },
  { code: player.PASS, name: 'pass', parameters: [ALLY, FRAMES], meaning: 'hand on to the next ally' },
  {
    code: player.SKILL,
    name: 'skill',
    parameters: [
      { name: 'skill', min: 1, max: 255, ids: 'skill', meaning: "skill of the ally's list" },
      X,
      Y,
      FACING,
      {
        name: 'presses',
        min: 0,
        max: TO_OVERFLOW,
        ids: 'presses',
        optional: 0,
        meaning: 'presses of L or R while the area is chosen; overflow = as many as let a skill without a charge wrap',
      },
      ALLY,
      FRAMES,
    ],
    meaning: 'use a skill on a cell',
  },
  {
    code: player.ITEM,
    name: 'item',
    parameters: [{ name: 'item', min: 1, max: 255, ids: 'item', meaning: 'item at hand' }, X, Y, FACING, ALLY, FRAMES],
    meaning: 'use an item on a cell',
  },
  { code: player.ESCAPE, name: 'escape', parameters: [ALLY], meaning: 'leave the battle' },
  {
    code: player.WAIT,
    name: 'wait',
    parameters: [{ ...FRAMES, meaning: "frames to wait; left out = until the enemies' turn is over" }],
    meaning: 'let frames pass',
    kind: 'wait',
  },
  {
    code: AUTO,
    name: 'auto',
    parameters: [
      { name: 'policy', min: 0, max: POLICIES.length - 1, ids: 'policy', meaning: `${POLICIES.join(' or ')}` },
      {
        name: 'commands',
        min: 0,
        max: LONGEST_AUTO,
        optional: 0,
        meaning: 'commands it gives; 0 = until the battle is over',
      },
      { name: 'seed', min: 0, max: 0x7fff_ffff, optional: 1, meaning: 'seed of its choices' },
    ],
    meaning: 'let a policy play',
  },
];

export const PLAY_ERRORS: readonly RuleErrorShape[] = [
  { number: E_COMMAND, code: 'E_PHASE', meaning: 'the battle has no command of this number' },
  { number: player.E_OVER, code: 'E_OVER', meaning: 'the battle is over', remedy: 'Leave out what follows its end' },
  {
    number: player.E_ACTOR,
    code: 'E_ACTOR',
    meaning: 'it is not the turn of this ally, or it is out of the fight, charging or disabled',
    parameter: 'ally',
    remedy: 'Leave the ally out for the one whose turn it is, or pass or wait before',
  },
  {
    number: player.E_NOBODY,
    code: 'E_NOBODY',
    meaning: 'no ally can act',
    remedy: 'Only wait is possible: somebody charges, sleeps or is paralysed',
  },
  {
    number: player.E_UNREACHABLE,
    code: 'E_UNREACHABLE',
    meaning: 'no way leads to this cell, it is taken, or it lies outside of 0-6',
    parameter: 'x',
    remedy: 'Name a free cell; --print and the cells fieldGrid show who stands where',
  },
  {
    number: player.E_SKILL,
    code: 'E_SKILL',
    meaning: 'the ally does not know this skill, or it is for counters only',
    parameter: 'skill',
    remedy: 'Name one of its battle list, or list it in skills of the [[setup.party]]',
  },
  {
    number: player.E_DISABLED,
    code: 'E_DISABLED',
    meaning: 'a status keeps the ally from using this skill',
    parameter: 'skill',
    remedy: 'Take another skill, or wait until the status is over',
  },
  {
    number: player.E_TARGET,
    code: 'E_TARGET',
    meaning: 'the skill does not reach this cell',
    parameter: 'x',
    remedy: 'Move first, name another cell, or leave the facing out',
  },
  {
    number: player.E_ITEM,
    code: 'E_ITEM',
    meaning: 'this item is not at hand, does nothing, or items are forbidden in this chapter',
    parameter: 'item',
    remedy: 'List it in items of [setup], or use a skill',
  },
  {
    number: player.E_ESCAPE,
    code: 'E_ESCAPE',
    meaning: 'this battle cannot be left',
    remedy: 'Set escape = true in [setup] where the game allows it',
  },
  {
    number: player.E_PARAMETER,
    code: 'E_RANGE',
    meaning: 'a parameter is outside of its range',
    remedy: 'frames are -1 to 255, presses 0 to 65535 or overflow, facings 0 to 3',
  },
  {
    number: player.E_PRESSES,
    code: 'E_RANGE',
    meaning: 'no number of presses leads to the overflow',
    parameter: 'presses',
    remedy: 'Another ally may: the presses of this one jump over the 256 values in question',
  },
  {
    number: player.E_LEG_LOCK,
    code: 'E_LEG_LOCK',
    meaning: 'a locked leg keeps the ally from moving and turning',
    remedy: 'Use a skill, step in place, or wait until the lock is over',
  },
];

/** Where the presses of an encoded skill stand. */
const PRESSES_AT = 5;

const AUTO_COMMAND = new Int32Array(COMMAND_WORDS);

function playAlone(machine: Machine, scratch: Machine, policy: number, commands: number, seed: number): number {
  if (machine.ram[Host.BATTLE_RESULT] !== RUNNING) return player.E_OVER;
  if (policy < 0 || policy >= POLICIES.length || commands < 0 || commands > LONGEST_AUTO) return player.E_PARAMETER;
  const limit = commands === 0 ? LONGEST_AUTO : commands;
  for (let count = 0; count < limit; count++) {
    if (!choosePolicy(machine, scratch, policy, seed, AUTO_COMMAND)) break;
    stepPlayed(machine, scratch, AUTO_COMMAND);
  }
  return 0;
}

/**
 * Runs an encoded command. @returns 0 or the number of a rule error, then with the image untouched
 */
export function stepPlayed(machine: Machine, scratch: Machine, words: Int32Array): number {
  const a = words[1] as number;
  const b = words[2] as number;
  const c = words[3] as number;
  const d = words[4] as number;
  switch (words[0]) {
    case player.MOVE:
      return player.move(machine, a, b, c, d);
    case player.TURN:
      return player.turn(machine, a, b, c);
    case player.STEP:
      return player.stepInPlace(machine, a, b);
    case player.PASS:
      return player.passOn(machine, a, b);
    case player.SKILL:
      return player.skill(machine, scratch, a, b, c, d, words[5] as number, words[6] as number, words[7] as number);
    case player.ITEM:
      return player.item(machine, scratch, a, b, c, d, words[5] as number, words[6] as number);
    case player.ESCAPE:
      return player.leaveBattle(machine, a);
    case player.WAIT:
      return player.wait(machine, a);
    case AUTO:
      return playAlone(machine, scratch, a, b, c);
    default:
      return E_COMMAND;
  }
}

/** Presses of L or R that a command is, as the battle stands. */
export function pressesOf(ram: Uint8Array, words: Int32Array): number {
  return words[0] === player.SKILL ? Math.max(0, pressesNow(ram, words[PRESSES_AT] as number)) : 0;
}

/**
 * Where entries go: the caller's words and how many are used. The module's own, so that listing
 * allocates nothing.
 */
const listing: { out: Int32Array; length: number } = { out: new Int32Array(0), length: 0 };

/** Begins an entry. @returns false when it does not fit: then it is left out */
function open(code: number, parameters: number): boolean {
  if (listing.length + 1 + 2 * parameters > listing.out.length) return false;
  listing.out[listing.length++] = code;
  return true;
}

/** Adds the range of the entry's next parameter. */
function bound(min: number, max: number): void {
  listing.out[listing.length++] = min;
  listing.out[listing.length++] = max;
}

/** The ally and the frames that every entry ends with. */
function close(): void {
  bound(player.ANY_ALLY, player.ANY_ALLY);
  bound(UNTIL_TURN_OVER, player.LARGEST_WAIT);
}

function listCell(code: number, number: number, x: number, y: number, facing: number): void {
  if (!open(code, code === player.SKILL ? 7 : 6)) return;
  bound(number, number);
  bound(x, x);
  bound(y, y);
  bound(facing, facing);
  if (code === player.SKILL) bound(0, MAX_PRESSES);
  close();
}

/** A skill or item on every cell that it reaches. @param effect the skill whose range it has */
function listSkill(
  machine: Machine,
  scratch: Machine,
  ally: number,
  code: number,
  number: number,
  effect: number,
): void {
  for (let facing = 0; facing < 4; facing++) {
    reachChoice(machine, scratch, ally, effect, facing);
    for (let y = 0; y < FIELD_SIDE; y++) {
      for (let x = 0; x < FIELD_SIDE; x++) {
        if (isReached(GRID_WIDTH * y + x)) listCell(code, number, x, y, facing);
      }
    }
  }
}

function listWaits(): void {
  if (open(player.WAIT, 1)) bound(1, player.LARGEST_WAIT);
  if (open(player.WAIT, 1)) bound(UNTIL_TURN_OVER, UNTIL_TURN_OVER);
}

function listMoves(ram: Uint8Array, ally: number): void {
  if (open(player.TURN, 3)) {
    bound(player.LEFT, player.RIGHT);
    close();
  }
  for (let direction = 0; direction < 4; direction++) {
    const x = read8(ram, ally + Ally.CELL_X) + (STEP_X[direction] as number);
    const y = read8(ram, ally + Ally.CELL_Y) + (STEP_Y[direction] as number);
    if (!isFree(ram, x, y) || !open(player.MOVE, 4)) continue;
    bound(x, x);
    bound(y, y);
    close();
  }
}

/**
 * Everything the player may command now, but for `move` to cells further away, `auto`, and an ally
 * named on purpose: these are short for what is listed.
 */
export function listCommands(machine: Machine, scratch: Machine, out: Int32Array): number {
  const ram = machine.ram;
  listing.out = out;
  listing.length = 0;
  if (ram[Host.BATTLE_RESULT] !== RUNNING) return 0;
  listWaits();
  const ally = actor(ram);
  if (ally === 0) return listing.length;
  if (open(player.STEP, 2)) close();
  if (open(player.PASS, 2)) close();
  if (!isEscapeForbidden(ram) && open(player.ESCAPE, 1)) bound(player.ANY_ALLY, player.ANY_ALLY);
  if (canMove(ram, ally)) listMoves(ram, ally);
  for (let slot = 0; slot < LIST_SLOTS; slot++) {
    if (skillAt(ram, ally, slot) !== SKILL_USABLE) continue;
    const number = read8(ram, ally + slot + Ally.LIST_SKILL);
    listSkill(machine, scratch, ally, player.SKILL, number, number);
  }
  for (let slot = 0; slot < LIST_SLOTS && !itemsForbidden(machine); slot++) {
    const item = read8(ram, Host.INVENTORY + slot);
    const effect = item === 0 ? 0 : player.skillOfItem(machine, item);
    if (effect !== 0 && player.slotOfItem(ram, item) === slot)
      listSkill(machine, scratch, ally, player.ITEM, item, effect);
  }
  return listing.length;
}

const WAYS = ['left', 'right'];
const FACINGS = ['lower-right', 'lower-left', 'upper-right', 'upper-left'];

/** Number of an id of a kind, or -1. */
export function numberOfId(ram: Uint8Array, kind: string, id: string): number {
  if (kind === 'skill') return numberOfName(ALLY_SKILLS.rows, id);
  if (kind === 'item') return numberOfName(ITEMS.rows, id);
  if (kind === 'way') return WAYS.indexOf(id);
  if (kind === 'facing') return FACINGS.indexOf(id);
  if (kind === 'policy') return POLICIES.indexOf(id);
  if (kind === 'presses') return id === OVERFLOW ? TO_OVERFLOW : -1;
  if (kind !== 'ally') return -1;
  const character = numberOfName(CHARACTERS.rows, id);
  for (let slot = 0; slot < 4; slot++) {
    if (character >= 0 && ram[Ally.FIRST + Ally.STRIDE * slot + Ally.ID] === character) return slot;
  }
  return -1;
}

/** Id of a number of a kind, or undefined. */
export function idOfNumber(ram: Uint8Array, kind: string, number: number): string | undefined {
  if (kind === 'skill') return number === 0 ? undefined : ALLY_SKILLS.rows[number]?.id;
  if (kind === 'item') return number === 0 ? undefined : ITEMS.rows[number]?.id;
  if (kind === 'way') return WAYS[number];
  if (kind === 'facing') return FACINGS[number];
  if (kind === 'policy') return POLICIES[number];
  if (kind === 'presses') return number === TO_OVERFLOW ? OVERFLOW : undefined;
  if (kind !== 'ally' || number < 0 || number > 3) return undefined;
  return CHARACTERS.rows[read8(ram, Ally.FIRST + Ally.STRIDE * number + Ally.ID)]?.id;
}
