/** What chance decides, for a search: the draws of `idle` under order points (C1:1C02), 0 to 15. */
import type { Outcome, Planning } from '../system/planning.js';
import type { Battle } from '../system/system.js';
import { idleDraws, idlePhaseError } from './check.js';
import { COMMAND_IDLE, DRAW_CAPACITY } from './commands.js';
import type { World } from './world.js';

const VALUES = 16;

/** @param worldOf the world of a battle */
export function chanceOf(worldOf: (battle: Battle) => World): Planning {
  function outcomes(battle: Battle, code: number, most: number): readonly Outcome[] | number | undefined {
    const world = worldOf(battle);
    if (code !== COMMAND_IDLE || idlePhaseError(world) !== 0) return undefined;
    const draws = idleDraws(world);
    const count = VALUES ** draws;
    if (count > most) return count;
    return Array.from({ length: count }, (_, number) => {
      const command = new Int32Array(2 + DRAW_CAPACITY);
      command.set([COMMAND_IDLE, draws]);
      for (let draw = 0, rest = number; draw < draws; draw++, rest = Math.floor(rest / VALUES)) {
        command[2 + draw] = rest % VALUES;
      }
      return { command, cases: 1n };
    });
  }
  return { chanceParameters: { idle: 'draws' }, outcomes };
}
