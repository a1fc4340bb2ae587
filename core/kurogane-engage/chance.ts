/**
 * What chance decides, for a search: the roll of step 4 (K11). Rolls with equally many successes
 * and criticals are one outcome, because no later step reads single faces.
 */
import type { Outcome, Planning } from '../system/planning.js';
import type { Battle } from '../system/system.js';
import { HEAD, STAGE_IDLE, STAGE_SIZED } from './cells.js';
import { COMMAND_ROLL, DICE_CAPACITY } from './commands.js';
import { CRITICAL_FACE } from './damage.js';
import { jointDistribution } from './distribution.js';

/** No success under any lowest face, which is 2 to 6. */
const MISS_FACE = 1;

function rollWith(pool: number, successes: number, criticals: number): Int32Array {
  const command = new Int32Array(2 + DICE_CAPACITY);
  command[0] = COMMAND_ROLL;
  command[1] = pool;
  // a 5 succeeds unless 6 alone does, and then every success is critical
  command.fill(CRITICAL_FACE, 2, 2 + criticals);
  command.fill(CRITICAL_FACE - 1, 2 + criticals, 2 + successes);
  command.fill(MISS_FACE, 2 + successes, 2 + pool);
  return command;
}

function outcomes({ image }: Battle, code: number, most: number): readonly Outcome[] | number | undefined {
  if (code !== COMMAND_ROLL || image[HEAD.stage] !== STAGE_SIZED) return undefined;
  const pool = image[HEAD.pool] as number;
  const atMost = ((pool + 1) * (pool + 2)) / 2;
  if (atMost > most) return atMost;
  return jointDistribution(pool, image[HEAD.successMin] as number).map(({ successes, criticals, ways }) => ({
    command: rollWith(pool, successes, criticals),
    cases: ways,
  }));
}

/** Between attacks nothing of the last one is read: the next declaration wipes it. */
function forgetPast({ image }: Battle): void {
  if (image[HEAD.stage] === STAGE_IDLE) image.fill(0, HEAD.stage, HEAD.round);
}

export const PLANNING: Planning = { chanceParameters: { roll: 'faces' }, outcomes, forgetPast };
