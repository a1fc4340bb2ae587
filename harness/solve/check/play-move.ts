/** Plays one move on a battle and counts what it takes. */
import { createEventBuffer, errorCode } from '../../../core/system/battle.js';
import type { Battle, System } from '../../../core/system/system.js';
import { LockstepError } from '../../base/index.js';
import type { Move } from '../../play/index.js';

/** What the cost and the limits of a route may name, in this order. */
export const AMOUNTS = ['frames', 'actions', 'allyActions', 'enemyActions', 'presses', 'waits'] as const;
export type AmountName = (typeof AMOUNTS)[number];
export type Amounts = Readonly<Record<AmountName, number>>;

export interface TaskMove {
  /** For people. */
  readonly text: string;
  /** It is an action, played by several commands. */
  readonly action: boolean;
  /** Encoded. */
  readonly words: Int32Array;
  readonly side: 'ally' | 'enemy' | 'nobody';
  readonly kind: 'action' | 'press' | 'wait';
  /** Frames that pass in it at least. */
  readonly leastFrames: number;
  /** A route may end with it. */
  readonly mayEnd: boolean;
  /** Dice are part of it, and the plan leaves them to chance. */
  readonly rolls?: true;
  /** It is the frame that may pass before the first command. */
  readonly isStart?: true;
  /** In place of a command: a frame on the map. */
  readonly advance?: () => void;
}

interface PlayMove {
  /** Plays a command or an action of the plan; false where it is refused. */
  command(move: Move): boolean;
  /** Plays and counts a move; undefined where it is refused, with the battle in any state. */
  counted(move: TaskMove): Amounts | undefined;
  /** Code with which the last move was refused. */
  refusal(): string;
  /** Whether one of these enemies acted by itself in the last move. */
  acted(enemies: readonly number[]): boolean;
}

/** Whose turn it is, where the system says so: `ActionSet.turn`. */
export const ENEMIES_TURN = 1;
const EVENT_WORDS = 1 << 17;
const MAX_ENEMIES = 16;
/** Words for the progress of an action. */
const OWN_WORDS = 64;

/** @param listens whether the enemies' own actions are counted, from the events of a step */
export function createPlayMove(system: System, battle: Battle, listens: boolean): PlayMove {
  const { actions, planning = {} } = system.capabilities;
  const { enemyActions, frames, presses } = planning;
  const events =
    listens && actions === undefined && enemyActions !== undefined ? createEventBuffer(EVENT_WORDS) : undefined;
  const actors = new Uint8Array(MAX_ENEMIES);
  const command = new Int32Array(OWN_WORDS);
  let commands = 0;
  let refused = 0;

  function isTaken(number: number): boolean {
    refused = number;
    return number === 0;
  }

  function playAction(words: Int32Array): boolean {
    const own = new Int32Array(OWN_WORDS);
    own.set(words);
    if (actions === undefined || !isTaken(actions.refuses(battle, own))) return false;
    for (; actions.next(battle, own, command); commands++) if (!isTaken(battle.step(command, undefined))) return false;
    return true;
  }

  function play(isAction: boolean, words: Int32Array): boolean {
    commands = 0;
    if (isAction) return playAction(words);
    if (events !== undefined) events.length = 0;
    if (!isTaken(battle.step(words, events))) return false;
    commands = 1;
    return true;
  }

  function amountsOf({ side, kind }: TaskMove, count: number, byEnemies: number, pressed: number): Amounts {
    const acts = Number(kind === 'action');
    return {
      frames: count,
      actions: acts,
      allyActions: side === 'ally' ? acts : 0,
      enemyActions: byEnemies + (side === 'enemy' ? acts : 0),
      presses: pressed + (kind === 'press' ? count : 0),
      waits: kind === 'wait' ? count : 0,
    };
  }

  return {
    command: ({ action, words }) => play(action !== undefined, words),
    counted(move) {
      const { action, words, side, advance } = move;
      actors.fill(0);
      if (advance !== undefined) {
        advance();
        return amountsOf(move, 1, 0, 0);
      }
      const pressed = action ? 0 : (presses?.(battle, words) ?? 0);
      const before = actions === undefined ? (frames?.(battle) ?? 0) : 0;
      const turn = actions?.turn(battle);
      if (!play(action, words)) return undefined;
      const timed = actions === undefined && frames !== undefined;
      const count = timed ? frames(battle) - before : commands;
      if (events !== undefined && events.lost > 0) {
        throw new LockstepError('E_INTERNAL', 'a move has more events than the checker has room for');
      }
      const seen = events === undefined ? 0 : (enemyActions?.(events, actors) ?? 0);
      const ended = turn === ENEMIES_TURN && side !== 'enemy' && actions?.turn(battle) !== ENEMIES_TURN;
      return amountsOf(move, count, seen + Number(ended), pressed);
    },
    refusal: () => errorCode(system, refused),
    acted: (enemies) => enemies.some((enemy) => actors[enemy] === 1),
  };
}
