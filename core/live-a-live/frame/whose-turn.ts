/**
 * Whose turn the next frame is, from the state alone. Rules: C1:8E51, 92C3, 8E64, 7AED. Where somebody charges or is disabled, it
 * matters what comes first: then the frame's time half is run on a copy, so that no rule stands here twice.
 */
import { IMAGE_BYTES } from '../../../rom-map/index.js';
import { read16 } from '../../int/uint.js';
import {
  ACTING_ENEMY,
  ACTION_POINTS,
  ALLY_ACTION_FLAGS,
  ALLY_SKILL_STATE,
  ALLY_STRIDE,
  AREA_MODE,
  DISABLING,
  ENEMY_SKILL_STATE,
  ENEMY_SPECIES,
  ENEMY_STATE,
  ENEMY_STATUSES,
  ENEMY_STRIDE,
  FIRST_ALLY,
  FIRST_ENEMY,
  LAST_ALLY,
  PRESENT,
  SPECIES_TYPE,
  TURN_FLAG,
} from '../memory/cells.js';
import type { Machine } from '../memory/machine.js';
import { isAllyPresent, isEnemyPresent } from '../memory/presence.js';
import { ALLY_CHARGING, STEP_RUNNING } from '../turn/ally-actions.js';
import { isAllyAble } from '../turn/ally-order.js';
import { isListEnd } from '../turn/time-passes.js';
import { isBusy, runTimeHalf } from './time-half.js';

export const ALLIES_TURN = 0;
export const ENEMIES_TURN = 1;
export const NOBODYS_TURN = 2;

const copy = new Uint8Array(IMAGE_BYTES);
const words = new Int32Array(copy.buffer);

/** The enemy that the next frame's choice takes, its block, or 0. Leaves the machine as it is. */
export function nextActingEnemy(machine: Machine): number {
  copy.set(machine.ram);
  copy[ACTING_ENEMY] = 0;
  copy[ACTING_ENEMY + 1] = 0;
  const { tables, settings } = machine;
  runTimeHalf({ ram: copy, words, tables, events: undefined, settings, unpublished: undefined, script: undefined }, 0);
  return read16(copy, ACTING_ENEMY);
}

/** Whether any ally may act in the next frame. */
export function anyAllyAble(ram: Uint8Array): boolean {
  if (((ram[ALLY_ACTION_FLAGS] as number) & STEP_RUNNING) !== 0) return false;
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (isAllyPresent(ram, ally) && isAllyAble(ram, ally)) return true;
  }
  return false;
}

function anyAllyCharging(ram: Uint8Array): boolean {
  for (let ally = FIRST_ALLY; ally <= LAST_ALLY; ally += ALLY_STRIDE) {
    if (isAllyPresent(ram, ally) && ram[ally + ALLY_SKILL_STATE] === ALLY_CHARGING) return true;
  }
  return false;
}

/** Charging, busy or disabled. */
function isHeldUp(ram: Uint8Array, enemy: number): boolean {
  return ram[enemy + ENEMY_SKILL_STATE] !== 0 || ((ram[enemy + ENEMY_STATUSES] as number) & DISABLING) !== 0;
}

/** Whether an enemy decides in the next frame; the points and the flag say that it is their turn. Nobody does while a step runs. */
function anEnemyDecides(machine: Machine): boolean {
  const ram = machine.ram;
  if (isBusy(ram)) return false;
  let candidates = 0;
  for (let enemy = FIRST_ENEMY; !isListEnd(ram, enemy); enemy += ENEMY_STRIDE) {
    if (!isEnemyPresent(ram, enemy)) continue;
    const type = ram[read16(ram, enemy + ENEMY_SPECIES) + SPECIES_TYPE] as number;
    if (type !== 0 || isHeldUp(ram, enemy)) return decidesOnCopy(machine);
    candidates++;
  }
  return candidates > 0 && (!anyAllyCharging(ram) || decidesOnCopy(machine));
}

function decidesOnCopy(machine: Machine): boolean {
  const enemy = nextActingEnemy(machine);
  if (enemy === 0 || ((copy[enemy + ENEMY_STATE] as number) & PRESENT) === 0) return false;
  return copy[enemy + ENEMY_SKILL_STATE] === 0;
}

/** `ALLIES_TURN`, `ENEMIES_TURN` or `NOBODYS_TURN`. An enemy that is disabled has its turn, and its order points are halved in it. */
export function whoseTurn(machine: Machine): number {
  const ram = machine.ram;
  if (ram[AREA_MODE] !== 0) return anyAllyAble(ram) ? ALLIES_TURN : NOBODYS_TURN;
  if (ram[ACTION_POINTS + 1] !== 0 && ram[TURN_FLAG] !== 0 && anEnemyDecides(machine)) return ENEMIES_TURN;
  return anyAllyAble(ram) ? ALLIES_TURN : NOBODYS_TURN;
}
