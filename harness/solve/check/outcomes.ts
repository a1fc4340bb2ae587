/**
 * Everything that may come of a move in one state: by the values of its draws, or by its dice. What
 * comes of it has a name, by which a line of a certificate tells it from the others.
 */
import type { DrawSource } from '../../../core/system/system.js';
import type { TaskMove } from './play-move.js';
import type { StoredState } from './stored-states.js';
import type { Task } from './task.js';
import type { RouteValues, Transition, Transitions } from './transitions.js';

/** Values of the draws, or the place of an outcome of the dice; empty: nothing is left open. */
type Choice = readonly number[];

/** A state whose moves are tried. */
export interface From {
  readonly stored: StoredState;
  readonly values: RouteValues;
}

/** What comes of a move: undefined where it is refused, a text for a fault. */
export type Made = Transition | string | undefined;

/** How often it comes: of so many equal cases, of 256 for each draw. */
export interface Share {
  readonly cases: bigint;
  readonly draws: number;
}

export interface Outcomes {
  /** One outcome; a text where there is none of that name. */
  one(from: From, move: number, choice: Choice): Made;
  /**
   * Makes every outcome, one after the other, with the battle left in it.
   * @param take is given each; true: no more are needed
   * @returns whether all were made that there are
   */
  all(from: From, move: number, take: (made: Made, share: Share) => boolean): boolean;
  /** The battle's own generator is put back. */
  finish(): void;
  /** Moves that were made. */
  readonly count: () => number;
}

/** Draws that are given, and then each of those that the rules tell apart, as a counter counts. */
interface Draws {
  readonly source: DrawSource;
  begin(given: Choice): void;
  /** Before the next play. @returns false after the last one */
  next(): boolean;
  readonly share: () => Share;
}

const ONCE: Share = { cases: 1n, draws: 0 };

const LARGEST = 255;

function createDraws(): Draws {
  /** Of each open draw: its values, and the place of the present one. */
  const open: { readonly values: Uint8Array; readonly counts: readonly number[]; at: number }[] = [];
  const kinds = new Uint8Array(LARGEST + 1);
  let given: Choice = [];
  let draw = 0;

  return {
    source: {
      kinds,
      given() {
        const place = draw - given.length;
        if (place < 0) return given[draw++] as number;
        const known = open[place];
        if (known === undefined) return -1;
        draw++;
        return known.values[known.at] as number;
      },
      choose(values, count) {
        draw++;
        const counts = Array.from({ length: count }, (_, kind) => kinds.filter((one) => one === kind).length);
        open.push({ values: values.slice(0, count), counts, at: 0 });
        return values[0] as number;
      },
    },
    begin(choice) {
      given = choice;
      open.length = 0;
      draw = 0;
    },
    next() {
      draw = 0;
      for (let last = open.at(-1); last !== undefined; last = open.at(-1)) {
        if (++last.at < last.values.length) return true;
        open.pop();
      }
      return false;
    },
    share: () => ({
      cases: open.reduce((cases, { counts, at }) => cases * BigInt(counts[at] as number), 1n),
      draws: open.length,
    }),
  };
}

/**
 * @param transitions of the task
 * @param load puts the battle into a state
 */
export function createOutcomes(task: Task, { make }: Transitions, load: (state: StoredState) => void): Outcomes {
  const { system, battle, moves, outcomes: most } = task;
  const { forceDraws, outcomes: rolled } = system.capabilities.planning ?? {};
  const draws = forceDraws === undefined ? undefined : createDraws();
  if (draws !== undefined) forceDraws?.(battle, draws.source);
  let count = 0;

  function made({ stored, values }: From, move: number, words?: Int32Array): Made {
    load(stored);
    count++;
    return make(move, values, words);
  }

  /** What the dice of a move may show; undefined: it is refused; a number: they are too many. */
  function shown({ stored }: From, { words }: TaskMove) {
    load(stored);
    return rolled?.(battle, words[0] as number, most);
  }

  return {
    one(from, move, choice) {
      const listed = moves[move] as TaskMove;
      if (listed.rolls === true) {
        const found = shown(from, listed);
        if (found === undefined) return undefined;
        const one = typeof found === 'number' ? undefined : found[choice[0] ?? -1];
        return one === undefined ? `move ${move} has no such outcome` : made(from, move, one.command);
      }
      if (choice.some((value) => value > LARGEST)) return 'a draw has values of 0 to 255';
      draws?.begin(choice);
      return made(from, move);
    },
    all(from, move, take) {
      const listed = moves[move] as TaskMove;
      if (listed.rolls === true) {
        const found = shown(from, listed);
        if (typeof found === 'number') return false;
        if (found === undefined) take(undefined, ONCE);
        else found.some(({ command, cases }) => take(made(from, move, command), { cases, draws: 0 }));
        return true;
      }
      draws?.begin([]);
      for (let plays = 0; plays < most; plays++) {
        const one = made(from, move);
        if (take(one, draws?.share() ?? ONCE) || draws?.next() !== true) return true;
      }
      return false;
    },
    finish: () => forceDraws?.(battle, undefined),
    count: () => count,
  };
}
