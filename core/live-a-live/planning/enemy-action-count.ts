/** Which enemies acted in a command: by the events of its frames. */
import type { EventBuffer } from '../../system/system.js';
import * as Enemy from '../memory/cells/enemy.js';
import { EVENT_DRAW, EVENT_ROUTINE } from '../memory/machine.js';

/** A skill fires (C1:941E), a step begins (C1:283A), a turn is booked (C1:E44A). */
const ACTS: readonly number[] = [0xc1941e, 0xc1283a, 0xc1e44a];
/** Words of the events, with their kinds. */
const ROUTINE_WORDS = 3;
const DRAW_WORDS = 5;

/** @param acted gets 1 at the number of every enemy that acted @returns how often one did */
export function countEnemyActions(events: EventBuffer, acted: Uint8Array): number {
  const { words } = events;
  let count = 0;
  for (let at = 0; at < events.length; at += words[at] === EVENT_DRAW ? DRAW_WORDS : ROUTINE_WORDS) {
    if (words[at] !== EVENT_ROUTINE || !ACTS.includes(words[at + 1] as number)) continue;
    acted[((words[at + 2] as number) - Enemy.FIRST) / Enemy.STRIDE] = 1;
    count++;
  }
  return count;
}
