/**
 * Plays the moves of one state after the other: what several of them begin with is played once, and its changes are put there for the
 * others. The state that each move leads to is the same as when it is played by itself.
 */
import type { Battle, EventBuffer, System } from '../../core/system.js';
import { createPlayer, type Player } from '../plan/moves.js';
import type { Codec } from './codec.js';

export interface SharingPlayer extends Player {
  /** Another state is loaded. @param moves how many will be tried */
  forget(moves: number): void;
}

/** Parts that are kept of one state; moves that begin with further ones are played by themselves. */
export const MOST_PARTS = 64;
/** The state itself, before any part. */
const LOADED = -1;
const UNKNOWN = -1;

/** @param codec whose loaded state the battle is in before every move */
export function createSharingPlayer(system: System, battle: Battle, codec: Codec): SharingPlayer {
  const parts = system.capabilities.planning?.sharedPrefixes?.(battle);
  const count = parts?.count ?? 0;
  /** Slots of what follows the loaded state and every slot, by the part that leads there. */
  const next = new Int32Array((1 + MOST_PARTS) * count);
  const ends = new Uint8Array(MOST_PARTS);
  let slots = 0;
  /** Whether it is worth it for this state, and whether the battle is still in it. */
  let shares = false;
  let atLoaded = false;
  /** The next step is all of the move. */
  let isWhole = false;

  function forgetNext(slot: number): void {
    for (let part = 0; part < count; part++) next[(1 + slot) * count + part] = UNKNOWN;
  }

  /** Plays the parts that the command begins with. @returns slot of the last one, or `LOADED` */
  function playParts(command: Int32Array): number {
    let slot = LOADED;
    if (parts === undefined) return slot;
    for (let part = -1; ; ) {
      part = parts.of(command, part);
      if (part < 0) return slot;
      const place = (1 + slot) * count + part;
      const known = next[place] as number;
      if (known === UNKNOWN) {
        if (slots === MOST_PARTS) return slot;
        ends[slots] = parts.play(part) ? 1 : 0;
        codec.keep(slots, slot);
        forgetNext(slots);
        next[place] = slots;
        slot = slots++;
      } else {
        codec.putKept(known);
        slot = known;
      }
      if (ends[slot] === 1) return slot;
    }
  }

  function step(command: Int32Array, events: EventBuffer | undefined): number {
    // parts report no events
    const slot = atLoaded && shares && events === undefined ? playParts(command) : LOADED;
    atLoaded = false;
    if (slot === LOADED) return battle.step(command, events);
    if (ends[slot] === 0) parts?.playRest(command);
    else if (isWhole) codec.isKept(slot);
    return 0;
  }

  const plain = createPlayer(system, battle, step);
  const player: SharingPlayer = {
    commands: 0,
    forget(moves) {
      slots = 0;
      shares = parts !== undefined && moves > 1;
      forgetNext(LOADED);
    },
    play(move, events, listener, whose) {
      atLoaded = true;
      isWhole = move.action === undefined;
      const result = plain.play(move, events, listener, whose);
      player.commands = plain.commands;
      return result;
    },
  };
  return player;
}
