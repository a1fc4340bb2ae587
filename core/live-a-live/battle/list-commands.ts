/** What the player may command now, as ranges. */
import { read8 } from '../../int/uint.js';
import { RUNNING } from '../combat/defeat.js';
import { isDriven } from '../enemy/driven-enemy.js';
import { isReached } from '../field/marks.js';
import { FIELD_SIDE, GRID_WIDTH } from '../field/occupancy.js';
import * as Ally from '../memory/cells/ally.js';
import * as Host from '../memory/cells/host.js';
import { INVENTORY_SLOTS, SKILL_SLOTS } from '../memory/character-entry.js';
import type { Machine } from '../memory/machine.js';
import { STEP_X, STEP_Y } from '../memory/state-bits.js';
import { isEscapeForbidden, itemsForbidden } from '../turn/menu.js';
import { actor, canMove, isFree, reachChoice, SKILL_USABLE, skillAt } from './choices.js';
import { BUTTON_COUNT, oneButton, USUAL_HOLD } from './command-shapes.js';
import * as player from './player-commands.js';
import { MAX_PRESSES } from './presses.js';
import { UNTIL_TURN_OVER } from './run.js';

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

/** One button, in place of all scripts. @returns words written */
function listPresses(): number {
  for (let button = 0; button < BUTTON_COUNT; button++) {
    if (!open(player.PRESS, 4)) break;
    bound(oneButton(button), oneButton(button));
    bound(0, 0);
    bound(USUAL_HOLD, USUAL_HOLD);
    bound(USUAL_HOLD, USUAL_HOLD);
  }
  return listing.length;
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
  if (isDriven(ram)) return listPresses();
  listWaits();
  const ally = actor(ram);
  if (ally === 0) return listing.length;
  if (open(player.STEP, 2)) close();
  if (open(player.PASS, 2)) close();
  if (!isEscapeForbidden(ram) && open(player.ESCAPE, 1)) bound(player.ANY_ALLY, player.ANY_ALLY);
  if (canMove(ram, ally)) listMoves(ram, ally);
  for (let slot = 0; slot < SKILL_SLOTS; slot++) {
    if (skillAt(ram, ally, slot) !== SKILL_USABLE) continue;
    const number = read8(ram, ally + slot + Ally.LIST_SKILL);
    listSkill(machine, scratch, ally, player.SKILL, number, number);
  }
  for (let slot = 0; slot < INVENTORY_SLOTS && !itemsForbidden(machine); slot++) {
    const item = read8(ram, Host.INVENTORY + slot);
    if (player.slotOfItem(ram, item) !== slot) continue;
    const effect = player.skillOfItem(machine, item);
    if (effect !== 0) listSkill(machine, scratch, ally, player.ITEM, item, effect);
  }
  return listing.length;
}
