/**
 * A skill is used: its effect, the answers of who was hit, the field whose turn it is, and what a
 * due skill counts.
 */

import { read8, read16, read32, write16, write32 } from '../../int/uint.js';
import * as Ally from '../memory/cells/ally.js';
import * as Cell from '../memory/cells/cell.js';
import * as Enemy from '../memory/cells/enemy.js';
import * as Host from '../memory/cells/host.js';
import { reportPassed } from '../memory/happenings.js';
import type { Machine } from '../memory/machine.js';
import { ACTED } from '../memory/state-bits.js';
import { ALLY_EXECUTING, SKILL_FIRING } from '../turn/ally-actions.js';
import { answerAttack } from './counters.js';
import { RUNNING } from './defeat.js';
import { beginEffect, endSkill } from './skill-effect.js';

/**
 * Counts frames that pass without the turn engine. @param assumed their number is an input without
 * a source
 */
export function passFrames(machine: Machine, frames: number, assumed: boolean): void {
  const ram = machine.ram;
  write16(ram, Cell.BATTLE_TIMER, read16(ram, Cell.BATTLE_TIMER) - frames);
  write32(ram, Host.BATTLE_FRAMES, read32(ram, Host.BATTLE_FRAMES) + frames);
  if (assumed) write32(ram, Host.ASSUMED_FRAMES, read32(ram, Host.ASSUMED_FRAMES) + frames);
  reportPassed(machine, frames, assumed ? 1 : 0);
}

/**
 * Carries out a skill of a user on a target cell, counters included.
 * @param timePasses false for a counter, which is not answered either
 */
export function useSkill(
  machine: Machine,
  user: number,
  skill: number,
  x: number,
  y: number,
  timePasses: boolean,
): void {
  const hit = beginEffect(machine, user, skill, x, y, timePasses);
  if (hit && timePasses && machine.ram[Host.BATTLE_RESULT] === RUNNING) answerAttack(machine, user);
  endSkill(machine);
}

function count(ram: Uint8Array, cell: number): void {
  write16(ram, cell, read16(ram, cell) + 1);
}

/** A due skill of an ally takes effect. */
export function useAllySkill(machine: Machine, ally: number): void {
  const ram = machine.ram;
  ram[ally + Ally.ACTED] = read8(ram, ally + Ally.ACTED) | ACTED;
  count(ram, Host.ALLY_SKILL_COUNT);
  passFrames(machine, read16(ram, Host.ALLY_SKILL_FRAMES), true);
  const skill = read8(ram, ally + Ally.LAST_SKILL);
  useSkill(machine, ally, skill, read8(ram, ally + Ally.TARGET_X), read8(ram, ally + Ally.TARGET_Y), true);
  if (ram[ally + Ally.SKILL_STATE] === ALLY_EXECUTING) ram[ally + Ally.SKILL_STATE] = 0;
  ram[Cell.ALLY_ACTION_FLAGS] = read8(ram, Cell.ALLY_ACTION_FLAGS) & ~SKILL_FIRING;
  ram[Cell.ALLY_SKILL_FLAG] = 0;
  ram[Cell.TIME_CODE] = 0;
}

/** A due skill of an enemy takes effect. */
export function useEnemySkill(machine: Machine, enemy: number): void {
  const ram = machine.ram;
  count(ram, Host.ENEMY_SKILL_COUNT);
  passFrames(machine, read16(ram, Host.ENEMY_SKILL_FRAMES), true);
  const skill = read8(ram, enemy + Enemy.CHOSEN_SKILL);
  useSkill(machine, enemy, skill, read8(ram, enemy + Enemy.TARGET_X), read8(ram, enemy + Enemy.TARGET_Y), true);
  ram[enemy + Enemy.SKILL_STATE] = 0;
  ram[Cell.ENEMY_ACTION_FLAGS] = read8(ram, Cell.ENEMY_ACTION_FLAGS) & ~SKILL_FIRING;
  ram[Cell.TIME_CODE] = 0;
}
