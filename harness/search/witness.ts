/** What a move was: the frames it took, and what enemies did in it by their own rules. */
import { createEventBuffer } from '../../core/battle.js';
import type { Battle, EventBuffer, System } from '../../core/system.js';
import { LockstepError } from '../base/errors.js';
import type { Move, Player } from '../plan/moves.js';
import type { Done } from './metrics.js';

/** Words of events of one command: a whole enemies' turn. */
const EVENT_WORDS = 1 << 17;
const MOST_ENEMIES = 16;
const ENEMIES = 1;

export interface Witness extends Done {
  /** Plays a move; the number of a rule error, or 0. @param side whose move it is @param whose turn it is before, when that is known */
  play(move: Move, side: number, whose?: number): number;
  /** 1 for every enemy that acted in the last move. */
  readonly acted: Uint8Array;
}

/** @param seesEnemies false: nobody asks for the enemies' own actions, and noting events would take time */
export function createWitness(system: System, battle: Battle, player: Player, seesEnemies: boolean): Witness {
  const { enemyActions, frames, presses } = system.capabilities.planning ?? {};
  const actions = system.capabilities.actions;
  const events: EventBuffer | undefined =
    seesEnemies && actions === undefined && enemyActions !== undefined ? createEventBuffer(EVENT_WORDS) : undefined;
  const framesNow = actions === undefined && frames !== undefined ? () => frames(battle) : undefined;
  const turn = (): number => (actions === undefined ? -1 : actions.turn(battle));

  const witness: Witness = {
    frames: 0,
    enemyActions: 0,
    presses: 0,
    acted: new Uint8Array(MOST_ENEMIES),
    play(move, side, whose) {
      const before = framesNow?.() ?? 0;
      const enemiesTurn = side !== ENEMIES && (whose ?? turn()) === ENEMIES;
      witness.presses = presses === undefined || move.action !== undefined ? 0 : presses(battle, move.words);
      const result = player.play(move, events, undefined, whose);
      if (result !== 0) return result;
      witness.frames = framesNow === undefined ? player.commands : framesNow() - before;
      witness.enemyActions = enemiesTurn && turn() !== ENEMIES ? 1 : 0;
      if (events === undefined) return 0;
      if (events.lost > 0) {
        throw new LockstepError('E_INTERNAL', 'a move has more events than a search has room for');
      }
      witness.acted.fill(0);
      witness.enemyActions = enemyActions?.(events, witness.acted) ?? 0;
      return 0;
    },
  };
  return witness;
}
