/**
 * Plays the beginning that several commands of one state have in common once, and applies what it
 * changed for the others. The state that each move leads to is the same as when the move is played
 * by itself.
 */
import type { Battle, EventBuffer, System } from '../../../core/system/system.js';
import { planningOf } from '../problem/planning-access.js';
import type { Codec } from '../state/codec.js';

export interface PrefixSharing {
  /** Another state is loaded. @param moves how many will be tried */
  beginState(moves: number): void;
  /** The battle is in the loaded state. @param isOneCommand the next step is all of the move */
  beginMove(isOneCommand: boolean): void;
  /** Steps the battle; the result is that of `Battle.step`. */
  step(command: Int32Array, events: EventBuffer | undefined): number;
}

/**
 * Prefixes that are saved of one state; moves that begin with further ones are played by
 * themselves.
 */
export const MAX_PREFIXES = 64;
/** The state itself, before any prefix. */
const LOADED = -1;
const UNKNOWN = -1;

/** @param codec whose loaded state the battle is in before every move */
export function createPrefixSharing(system: System, battle: Battle, { changes }: Codec): PrefixSharing {
  const prefixes = planningOf(system).sharedPrefixes?.(battle);
  const count = prefixes?.count ?? 0;
  /** Slots of what follows the loaded state and every slot, by the prefix that leads there. */
  const next = new Int32Array((1 + MAX_PREFIXES) * count);
  const ends = new Uint8Array(MAX_PREFIXES);
  let slots = 0;
  /** Whether sharing is worth it for this state, and whether the battle is still in it. */
  let shares = false;
  let atLoaded = false;
  let isWhole = false;

  function forgetNext(slot: number): void {
    for (let prefix = 0; prefix < count; prefix++) next[(1 + slot) * count + prefix] = UNKNOWN;
  }

  /** Plays the prefixes that the command begins with. @returns slot of the last one, or `LOADED` */
  function playPrefixes(command: Int32Array): number {
    let slot = LOADED;
    if (prefixes === undefined) return slot;
    for (let prefix = -1; ; ) {
      prefix = prefixes.of(command, prefix);
      if (prefix < 0) return slot;
      const place = (1 + slot) * count + prefix;
      const known = next[place] as number;
      if (known === UNKNOWN) {
        if (slots === MAX_PREFIXES) return slot;
        ends[slots] = prefixes.play(prefix) ? 1 : 0;
        changes.saveDelta(slots, slot);
        forgetNext(slots);
        next[place] = slots;
        slot = slots++;
      } else {
        changes.applyDelta(known);
        slot = known;
      }
      if (ends[slot] === 1) return slot;
    }
  }

  return {
    beginState(moves) {
      slots = 0;
      shares = prefixes !== undefined && moves > 1;
      forgetNext(LOADED);
    },
    beginMove(isOneCommand) {
      atLoaded = true;
      isWhole = isOneCommand;
    },
    step(command, events) {
      // prefixes report no events
      const slot = atLoaded && shares && events === undefined ? playPrefixes(command) : LOADED;
      atLoaded = false;
      if (slot === LOADED) return battle.step(command, events);
      if (ends[slot] === 0) prefixes?.playRest(command);
      else if (isWhole) changes.reuseDelta(slot);
      return 0;
    },
  };
}
