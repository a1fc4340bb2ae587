/** Plays a move and measures its frames, its presses and the enemies' actions within it. */
import { createEventBuffer } from '../../../../core/system/battle.js';
import type { Battle, EventBuffer, System } from '../../../../core/system/system.js';
import { LockstepError } from '../../../base/errors.js';
import { createPlayer, type Move } from '../../../play/plan/moves.js';
import type { MoveAmounts } from '../problem/metrics.js';
import { planningOf } from '../problem/planning-access.js';
import type { PrefixSharing } from './shared-prefixes.js';

/** Words for the events of one command: a whole enemies' turn. */
const EVENT_WORDS = 1 << 17;
const MAX_ENEMIES = 16;
const ENEMIES = 1;

export interface MoveMeter extends MoveAmounts {
  /**
   * Plays a move. Returns 0 or the number of a rule error.
   * @param side whose move it is
   * @param turn whose turn it is before, if known
   */
  play(move: Move, side: number, turn?: number): number;
  /** Lets a frame before the battle pass. */
  advance(by: (battle: Battle) => void): void;
  /** Commands of the last move that were accepted. */
  commands: number;
  /** 1 for every enemy that acted in the last move. */
  readonly acted: Uint8Array;
}

export interface MeterOptions {
  /** False when the enemies' own actions do not matter, because reporting events takes time. */
  readonly countsEnemies: boolean;
  /** Steps the battle in place of `Battle.step`, with the same results. */
  readonly sharing?: PrefixSharing;
}

export function createMoveMeter(system: System, battle: Battle, { countsEnemies, sharing }: MeterOptions): MoveMeter {
  const { enemyActions, frames, presses } = planningOf(system);
  const player = createPlayer(system, battle, sharing?.step);
  const actions = system.capabilities.actions;
  const events: EventBuffer | undefined =
    countsEnemies && actions === undefined && enemyActions !== undefined ? createEventBuffer(EVENT_WORDS) : undefined;
  const framesNow = actions === undefined && frames !== undefined ? () => frames(battle) : undefined;
  const turnNow = (): number => (actions === undefined ? -1 : actions.turn(battle));

  const meter: MoveMeter = {
    frames: 0,
    enemyActions: 0,
    presses: 0,
    commands: 0,
    acted: new Uint8Array(MAX_ENEMIES),
    advance(by) {
      by(battle);
      meter.frames = 1;
      meter.presses = 0;
      meter.enemyActions = 0;
      meter.commands = 1;
      meter.acted.fill(0);
    },
    play(move, side, turn) {
      const before = framesNow?.() ?? 0;
      const enemiesTurn = side !== ENEMIES && (turn ?? turnNow()) === ENEMIES;
      meter.presses = presses === undefined || move.action !== undefined ? 0 : presses(battle, move.words);
      sharing?.beginMove(move.action === undefined);
      const result = player.play(move, events, undefined, turn);
      meter.commands = player.commands;
      if (result !== 0) return result;
      meter.frames = framesNow === undefined ? player.commands : framesNow() - before;
      meter.enemyActions = enemiesTurn && turnNow() !== ENEMIES ? 1 : 0;
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
