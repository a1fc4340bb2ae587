/**
 * The test ROM's part of a frame: the pad decides for allies and enemies alike, and skills are
 * records of up to three effects. Evidence: decision (traces/homebrew/PROGRAM.md).
 */
import type { Program } from '../frame/program.js';
import * as Enemy from '../memory/cells/enemy.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { startEnemyValues } from '../turn/battle-start.js';
import { isListEnd } from '../turn/time-passes.js';
import { pressButtons } from './buttons.js';
import { decideByPad } from './decision.js';
import { resolveAllySkill, resolveEnemySkill } from './skills.js';

function startEnemies(machine: Machine): void {
  const ram = machine.ram;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) startEnemyValues(machine, enemy);
  }
}

export const DRILL: Program = {
  startEnemies,
  useAllySkill: resolveAllySkill,
  useEnemySkill: resolveEnemySkill,
  decideForEnemy(machine, enemy, pad) {
    decideByPad(machine, enemy, pad);
    return true;
  },
  // its enemies step in one frame
  walkEnemy: () => false,
  pressButtons,
};
