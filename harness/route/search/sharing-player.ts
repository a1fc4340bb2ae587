/**
 * Plays the moves of one state after the other: what several of them begin with is played once, and its changes are put there for the
 * others. The state that each move leads to is the same as when it is played by itself.
 */
import type { Battle, System } from '../../../core/system.js';
import { createPlayer, type Player } from '../../plan/moves.js';
import type { Codec } from './codec.js';

export interface SharingPlayer extends Player {
  /** Another state is loaded. */
  forget(): void;
}

/** Parts that are kept of one state; moves that begin with further ones are played by themselves. */
export const MOST_PARTS = 64;
/** The state itself, before any part. */
const LOADED = -1;
const UNKNOWN = -1;

/** @param codec whose loaded state the battle is in before every move */
export function createSharingPlayer(system: System, battle: Battle, codec: Codec): SharingPlayer {
  const plain = createPlayer(system, battle);
  const parts = (battle.unit ?? system.unit) === 'command' ? system.capabilities.firstParts : undefined;
  const count = parts?.count ?? 0;
  /** Slots of what follows the loaded state and every slot, by the part that leads there. */
  const next = new Int32Array((1 + MOST_PARTS) * count);
  const ends = new Uint8Array(MOST_PARTS);
  let slots = 0;

  function forgetNext(slot: number): void {
    for (let part = 0; part < count; part++) next[(1 + slot) * count + part] = UNKNOWN;
  }

  const player: SharingPlayer = {
    commands: 0,
    forget() {
      slots = 0;
      forgetNext(LOADED);
    },
    play(move, events, listener, whose) {
      // parts report no events
      const shares = move.action === undefined && events === undefined;
      let slot = LOADED;
      for (let part = -1; parts !== undefined && shares; ) {
        part = parts.of(battle, move.words);
        if (part < 0) break;
        const place = (1 + slot) * count + part;
        const known = next[place] as number;
        if (known === UNKNOWN) {
          if (slots === MOST_PARTS) break;
          ends[slots] = parts.play(battle, part) ? 1 : 0;
          codec.keep(slots, slot);
          forgetNext(slots);
          next[place] = slots;
          slot = slots++;
        } else {
          codec.putKept(known);
          slot = known;
        }
        if (ends[slot] === 1) break;
      }
      if (parts === undefined || slot === LOADED) {
        const result = plain.play(move, events, listener, whose);
        player.commands = plain.commands;
        return result;
      }
      if (ends[slot] === 1) codec.isKept(slot);
      else parts.goOn(battle, move.words);
      player.commands = 1;
      listener?.(move.words, 0);
      return 0;
    },
  };
  return player;
}
