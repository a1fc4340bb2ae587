/**
 * Plays the common beginning of several commands of one state once, and applies its changes for the
 * others. Every move leads to the same state as when it is played by itself.
 */
import type { Battle, EventBuffer, System } from '../../../../core/system/system.js';
import { planningOf } from '../problem/planning-access.js';
import type { Codec } from '../state/codec.js';

export interface PrefixSharing {
  /** Another state is loaded. @param moves number of moves to try */
  beginState(moves: number): void;
  /** The battle is in the loaded state. @param isOneCommand the next step is the whole move */
  beginMove(isOneCommand: boolean): void;
  /** Steps the battle; the result is that of `Battle.step`. */
  step(command: Int32Array, events: EventBuffer | undefined): number;
}

/** Maximum number of prefixes for one state; moves with further ones are played by themselves. */
export const MAX_PREFIXES = 64;
/** The state itself, before any prefix. */
const LOADED = -1;
const UNKNOWN = -1;

/** Creates the sharing. @param codec its loaded state is the battle's before every move */
export function createPrefixSharing(system: System, battle: Battle, { changes }: Codec): PrefixSharing {
  const prefixes = planningOf(system).sharedPrefixes?.(battle);
  const count = prefixes?.count ?? 0;
  /** Slots after the loaded state and after every slot, by prefix. */
  const next = new Int32Array((1 + MAX_PREFIXES) * count);
  const ends = new Uint8Array(MAX_PREFIXES);
  let slots = 0;
  /** Whether sharing pays for this state, and whether the battle is still in it. */
  let shares = false;
  let atLoaded = false;
  let isWhole = false;

  function forgetNext(slot: number): void {
    for (let prefix = 0; prefix < count; prefix++) next[(1 + slot) * count + prefix] = UNKNOWN;
  }

  /** Plays the prefixes of the command. @returns slot of the last one, or `LOADED` */
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
