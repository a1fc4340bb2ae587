/**
 * What a frame is given: the parts of a battle that the frame itself leaves open. The test ROM's
 * program stands in `drill/program.ts`, that of a battle played by commands in `battle/program.ts`.
 * A machine is always run with the same one.
 */
import type { Machine } from '../memory/machine.js';

export interface Program {
  /** Gives the enemies their values at the battle's start, where setting it up has not done so. */
  startEnemies(machine: Machine): void;
  /** Lets the skill of an ally take effect, once it has fired (C1:93C5). */
  useAllySkill(machine: Machine, ally: number): void;
  /** Lets the skill of an enemy take effect, once it has fired (C1:941E). */
  useEnemySkill(machine: Machine, enemy: number): void;
  /**
   * Decides for the enemy whose turn it is (C1:8E85).
   * @param pad accepted pad word
   * @returns false when nothing came of it, so that the player may go on before the enemies' turn
   *   is over
   */
  decideForEnemy(machine: Machine, enemy: number, pad: number): boolean;
  /**
   * Carries an enemy's running step on by a frame. @returns whether one runs: then no ally acts in
   * this frame
   */
  walkEnemy(machine: Machine): boolean;
  /**
   * Carries out what the player's buttons say for the ally whose turn it is. @param pad accepted
   * pad word
   */
  pressButtons(machine: Machine, ally: number, pad: number): void;
}
