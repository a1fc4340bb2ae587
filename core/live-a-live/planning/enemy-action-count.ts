/** Which enemies acted in a command: by the events of its frames. */
import type { EventBuffer } from '../../system/system.js';
import * as Enemy from '../memory/cells/enemy.js';
import { eventWords } from '../memory/happenings.js';
import { EVENT_ROUTINE } from '../memory/machine.js';

/** A skill fires (C1:941E), a step begins (C1:283A), a turn is booked (C1:E44A). */
const ACTS: readonly number[] = [0xc1941e, 0xc1283a, 0xc1e44a];

/** @param acted gets 1 at the number of every enemy that acted @returns how often one did */
export function countEnemyActions(events: EventBuffer, acted: Uint8Array): number {
  const { words } = events;
  let count = 0;
  for (let at = 0; at < events.length; at += eventWords(words[at] as number)) {
    if (words[at] !== EVENT_ROUTINE || !ACTS.includes(words[at + 1] as number)) continue;
    acted[((words[at + 2] as number) - Enemy.FIRST) / Enemy.STRIDE] = 1;
    count++;
  }
  return count;
}
