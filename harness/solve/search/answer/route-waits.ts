/** What the moves of a found route show on the console's screen. */
import { createEventBuffer, restore } from '../../../../core/system/battle.js';
import type { WaitTally } from '../../../capture/menus/waits.js';
import { createPlayer, encodeMove } from '../../../play/plan/moves.js';
import type { Problem } from '../problem/problem.js';
import type { Route } from './routes.js';

/** Words of events of one move: a battle that a policy plays to its end. */
const EVENT_WORDS = 1 << 20;

/**
 * Plays a route again and counts what it shows.
 * @param start the battle's state where the routes begin
 * @returns false for a route that no play of its moves repeats: a chosen start, or forced draws
 */
export function countRouteWaits(
  { system, battle }: Problem,
  start: Uint8Array,
  route: Route,
  tally: WaitTally,
): boolean {
  if (route.start !== undefined || route.moves.some(({ draws, isBefore }) => draws !== undefined || isBefore === true))
    return false;
  restore(battle, start);
  const player = createPlayer(system, battle);
  const events = createEventBuffer(EVENT_WORDS);
  for (const { command } of route.moves) {
    const error = player.play(encodeMove(system, battle, command), events, () => tally.add(events));
    if (error !== 0) return false;
  }
  return true;
}
