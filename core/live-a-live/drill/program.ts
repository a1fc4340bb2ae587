/**
 * The test ROM's part of a frame: the pad decides for allies and enemies alike, and skills are
 * records of up to three effects. Evidence: decision (traces/homebrew/PROGRAM.md).
 */
import { PLAYED_BATTLE } from '../battle/program.js';
import type { Program } from '../frame/program.js';
import * as Enemy from '../memory/cells/enemy.js';
import type { Machine } from '../memory/machine.js';
import { isEnemyPresent } from '../memory/presence.js';
import { startEnemyValues } from '../turn/battle-start.js';
import { isListEnd } from '../turn/time-passes.js';
import { pressButtons } from './buttons.js';
import { decideByPad } from './decision.js';
import { decideForDuellist, isDuel, useDuelSkillOfAlly, useDuelSkillOfEnemy } from './duel.js';
import { resolveAllySkill, resolveEnemySkill } from './skills.js';

function startEnemies(machine: Machine): void {
  const ram = machine.ram;
  for (let enemy = Enemy.FIRST; !isListEnd(ram, enemy); enemy += Enemy.STRIDE) {
    if (isEnemyPresent(ram, enemy)) startEnemyValues(machine, enemy);
  }
}

export const DRILL: Program = {
  startEnemies,
  useAllySkill(machine, ally) {
    if (isDuel(machine.ram)) useDuelSkillOfAlly(machine, ally);
    else resolveAllySkill(machine, ally);
  },
  useEnemySkill(machine, enemy) {
    if (isDuel(machine.ram)) useDuelSkillOfEnemy(machine, enemy);
    else resolveEnemySkill(machine, enemy);
  },
  decideForEnemy(machine, enemy, pad) {
    if (isDuel(machine.ram)) return decideForDuellist(machine, enemy);
    decideByPad(machine, enemy, pad);
    return true;
  },
  // its enemies step in one frame, but for those of the duel
  walkEnemy(machine) {
    return isDuel(machine.ram) && PLAYED_BATTLE.walkEnemy(machine);
  },
  pressButtons,
};
