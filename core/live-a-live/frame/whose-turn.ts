/**
 * Whose turn the next frame is, from the state alone. Rules: C1:8E51, 92C3, 8E64, 7AED. Where
 * somebody charges, it matters what comes first: then the frame's time half is run on a copy up to
 * the decision, so that no rule stands here twice.
 */
import { IMAGE_BYTES } from '../../../rom-map/index.js';
import { read16 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import * as Species from '../memory/cells/species.js';
import { type Machine, quietMachine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { ALLY_CHARGING, STEP_RUNNING } from '../turn/ally-actions.js';
import { isAllyAble } from '../turn/ally-order.js';
import { isListEnd } from '../turn/time-passes.js';
import type { Program } from './program.js';
import { beginTimeHalf, isBusy } from './time-half.js';

export const ALLIES_TURN = 0;
export const ENEMIES_TURN = 1;
export const NOBODYS_TURN = 2;

const copy = new Uint8Array(IMAGE_BYTES);
const words = new Int32Array(copy.buffer);

/** The enemy that the next frame's choice takes, its block, or 0. Leaves the machine as it is. */
export function nextActingEnemy(machine: Machine, program: Program): number {
  copy.set(machine.ram);
  copy[Cell.ACTING_ENEMY] = 0;
  copy[Cell.ACTING_ENEMY + 1] = 0;
  beginTimeHalf(quietMachine(copy, words, machine), program);
  return read16(copy, Cell.ACTING_ENEMY);
}

/**
 * The ally that the next frame gives the buttons to, or 0: the search after C1:7B02 without its
 * writes.
 */
export function allyToAct(ram: Uint8Array): number {
  let ally = read16(ram, Cell.CURRENT_ALLY);
  for (let tries = 0; tries < 5; tries++) {
    if (isAllyPresent(ram, ally) && isAllyAble(ram, ally)) return ally;
    const rank = ((ram[Cell.ALLY_RANK + (((ally - Ally.FIRST) >> 6) & 3)] as number) + 1) & 3;
    let slot = 0;
    while (slot < 4 && ram[Cell.ALLY_RANK + slot] !== rank) slot++;
    if (slot === 4) return 0;
    ally = Ally.FIRST + Ally.STRIDE * slot;
  }
  return 0;
}

/** Whether any ally may act in the next frame. */
export function anyAllyAble(ram: Uint8Array): boolean {
  if (((ram[Cell.ALLY_ACTION_FLAGS] as number) & STEP_RUNNING) !== 0) return false;
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isAllyPresent(ram, ally) && isAllyAble(ram, ally)) return true;
  }
  return false;
}

function anyAllyCharging(ram: Uint8Array): boolean {
  for (let ally = Ally.FIRST; ally <= Ally.LAST; ally += Ally.STRIDE) {
    if (isAllyPresent(ram, ally) && ram[ally + Ally.SKILL_STATE] === ALLY_CHARGING) return true;
  }
  return false;
}

/**
 * Whether an enemy decides in the next frame; the points and the flag say that it is their turn.
 * Nobody does while a step runs.
 */
function anEnemyDecides(machine: Machine, program: Program): boolean {
  const ram = machine.ram;
  if (isBusy(ram)) return false;
  let candidates = 0;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const type = ram[read16(ram, enemy + Enemy.SPECIES) + Species.TYPE] as number;
    if (type !== 0 || ram[enemy + Enemy.SKILL_STATE] !== 0) return decidesOnCopy(machine, program);
    candidates++;
  }
  return candidates > 0 && (!anyAllyCharging(ram) || decidesOnCopy(machine, program));
}

function decidesOnCopy(machine: Machine, program: Program): boolean {
  const enemy = nextActingEnemy(machine, program);
  return enemy !== 0 && copy[enemy + Enemy.SKILL_STATE] === 0;
}

/**
 * `ALLIES_TURN`, `ENEMIES_TURN` or `NOBODYS_TURN`. An enemy that is disabled has its turn, and its
 * order points are halved in it.
 */
export function whoseTurn(machine: Machine, program: Program): number {
  const ram = machine.ram;
  if (ram[Host.AREA_MODE] !== 0) return anyAllyAble(ram) ? ALLIES_TURN : NOBODYS_TURN;
  if (ram[Cell.ACTION_POINTS + 1] !== 0 && ram[Cell.TURN_FLAG] !== 0 && anEnemyDecides(machine, program))
    return ENEMIES_TURN;
  return anyAllyAble(ram) ? ALLIES_TURN : NOBODYS_TURN;
}
