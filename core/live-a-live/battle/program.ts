/**
 * A played battle's part of a frame: skills by the cartridge's records, enemies by their own
 * decision. Its commands act between frames, so that no button is pressed.
 */
import { useAllySkill, useEnemySkill } from '../combat/use-skill.js';
import { decideEnemy, walkEnemy } from '../enemy/decide.js';
import type { Program } from '../frame/program.js';
import * as Cell from '../memory/cells/cell.js';
import { ENEMY_STEP_RUNNING } from '../memory/state-bits.js';

export const PLAYED_BATTLE: Program = {
  // the enemies got their values when they were set up
  startEnemies() {},
  useAllySkill,
  useEnemySkill,
  decideForEnemy: decideEnemy,
  walkEnemy(machine) {
    if (((machine.ram[Cell.ENEMY_ACTION_FLAGS] as number) & ENEMY_STEP_RUNNING) === 0) return false;
    walkEnemy(machine);
    return true;
  },
  pressButtons() {},
};
