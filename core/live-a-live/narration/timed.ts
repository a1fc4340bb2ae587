/**
 * What takes time on the screen beside the frames of the rules: uses of skills with their
 * animations and windows, turns, steps of enemies, the battle's start and end. Read from the events
 * of a step; no rule reads it.
 */

import type { EventBuffer } from '../../system/system.js';
import type { TimedThing } from '../../system/timed.js';
import * as Ally from '../memory/cells/ally.js';
import { Action, Effect, EVENT_ACTION, EVENT_EFFECT, eventWords } from '../memory/happenings.js';
import { EVENT_ROUTINE } from '../memory/machine.js';

/** The routine that clears the flags as a battle starts (C1:F3CE). */
const START_FLAGS = 0xc1f3ce;

/** A use of a skill while its hits are counted. */
interface Use {
  readonly number: number;
  readonly units: Set<number>;
}

function thingOfAction(unit: number, action: number): TimedThing | undefined {
  const isAlly = unit >= Ally.FIRST;
  if (action === Action.TURN && isAlly) return { what: 'turn', number: 0, units: 0 };
  if (action === Action.WALK && !isAlly) return { what: 'enemyStep', number: 0, units: 0 };
  if (action === Action.OVER) return { what: 'end', number: 0, units: 0 };
  return undefined;
}

/**
 * @param events of one step
 * @param enemyList what is added to the number of an enemy's skill, where the sides have own lists
 * @returns in order; a use stands with the number of its skill and how many units it hit
 */
export function timedOf({ words, length }: EventBuffer, enemyList = 0): readonly TimedThing[] {
  const things: (TimedThing | Use)[] = [];
  let use: Use | undefined;
  for (let at = 0; at < length; at += eventWords(words[at] as number)) {
    const [unit, what, first] = [words[at + 1] as number, words[at + 2] as number, words[at + 3] as number];
    if (words[at] === EVENT_ROUTINE && unit === START_FLAGS) things.push({ what: 'start', number: 0, units: 0 });
    else if (words[at] === EVENT_ACTION && (what === Action.SKILL || what === Action.COUNTER)) {
      use = { number: unit >= Ally.FIRST ? first : first + enemyList, units: new Set() };
      things.push(use);
    } else if (words[at] === EVENT_ACTION) {
      const thing = thingOfAction(unit, what);
      if (thing !== undefined) things.push(thing);
    } else if (words[at] === EVENT_EFFECT && what === Effect.CHECK && first === 1) use?.units.add(unit);
  }
  return things.map((thing) =>
    'what' in thing ? thing : { what: 'skill', number: thing.number, units: thing.units.size },
  );
}
