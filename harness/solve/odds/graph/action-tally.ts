/** Counts the enemies' actions of what is played, by its events. */
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { EventBuffer, Planning } from '../../../../core/system/system.js';

export interface ActionTally {
  /** Receives the events of what is played. */
  readonly events: EventBuffer;
  /** Something is played anew. */
  begin(): void;
  /** How many there were since. */
  now(): number;
  /** Some events had no place: the number is too small. */
  isShort(): boolean;
}

/** Words of events of one command. */
const EVENT_WORDS = 1 << 16;
const ENEMIES = 256;

export function createActionTally(count: NonNullable<Planning['enemyActions']>): ActionTally {
  const events = createEventBuffer(EVENT_WORDS);
  const acted = new Uint8Array(ENEMIES);
  return {
    events,
    begin() {
      events.length = 0;
      events.lost = 0;
    },
    now: () => count(events, acted),
    isShort: () => events.lost > 0,
  };
}
