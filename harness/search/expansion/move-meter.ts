/** What a move was: the frames it took, and what enemies did in it by their own rules. */
import { createEventBuffer } from '../../../core/battle.js';
import type { Battle, EventBuffer, System } from '../../../core/system.js';
import { LockstepError } from '../../base/errors.js';
import { actionsOf, type Move, type Player } from '../../plan/moves.js';
import type { MoveAmounts } from '../problem/metrics.js';
import { planningOf } from '../problem/planning-access.js';

/** Words of events of one command: a whole enemies' turn. */
const EVENT_WORDS = 1 << 17;
const MAX_ENEMIES = 16;
const ENEMIES = 1;

export interface MoveMeter extends MoveAmounts {
  /** Plays a move; the number of a rule error, or 0. @param side whose move it is @param whose turn it is before, when that is known */
  play(move: Move, side: number, whose?: number): number;
  /** 1 for every enemy that acted in the last move. */
  readonly acted: Uint8Array;
}

/** @param seesEnemies false: nobody asks for the enemies' own actions, and noting events would take time */
export function createMoveMeter(system: System, battle: Battle, player: Player, seesEnemies: boolean): MoveMeter {
  const { enemyActions, frames, presses } = planningOf(system);
  const actions = actionsOf(system, battle);
  const events: EventBuffer | undefined =
    seesEnemies && actions === undefined && enemyActions !== undefined ? createEventBuffer(EVENT_WORDS) : undefined;
  const framesNow = actions === undefined && frames !== undefined ? () => frames(battle) : undefined;
  const turn = (): number => (actions === undefined ? -1 : actions.turn(battle));

  const meter: MoveMeter = {
    frames: 0,
    enemyActions: 0,
    presses: 0,
    acted: new Uint8Array(MAX_ENEMIES),
    play(move, side, whose) {
      const before = framesNow?.() ?? 0;
      const enemiesTurn = side !== ENEMIES && (whose ?? turn()) === ENEMIES;
      meter.presses = presses === undefined || move.action !== undefined ? 0 : presses(battle, move.words);
      const result = player.play(move, events, undefined, whose);
      if (result !== 0) return result;
      meter.frames = framesNow === undefined ? player.commands : framesNow() - before;
      meter.enemyActions = enemiesTurn && turn() !== ENEMIES ? 1 : 0;
      if (events === undefined) return 0;
      if (events.lost > 0) {
        throw new LockstepError('E_INTERNAL', 'a move has more events than a search has room for');
      }
      meter.acted.fill(0);
      meter.enemyActions = enemyActions?.(events, meter.acted) ?? 0;
      return 0;
    },
  };
  return meter;
}
