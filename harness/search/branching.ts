/**
 * What can come of a state: every legal move is played on the battle, and what it changed is written behind one another. Runs in the main
 * thread and in workers alike.
 */
import { mixWord } from './arena.js';
import { createBound } from './bound.js';
import { CHANGE_WORDS, type Codec, createCodec } from './codec.js';
import { asked, holds } from './conditions.js';
import { countMove, METRICS, NO_LIMIT } from './metrics.js';
import type { Problem, SearchMove } from './problem.js';
import { createSharingPlayer, MOST_PARTS } from './sharing-player.js';
import { createWitness } from './witness.js';

/** Words of a child before its own words of time and of the search, behind which its changes are. */
export const CHILD_PARENT = 0;
export const CHILD_MOVE = 1;
export const CHILD_STEP_COST = 2;
export const CHILD_BOUND = 3;
export const CHILD_HASH = 4;
export const CHILD_CHANGES = 5;
export const CHILD_WORDS = 6;

/** Turns as `ActionSet.turn` says them; -1: the system does not say. */
const ALLIES = 0;
const ENEMIES = 1;
const NOBODYS = 2;
const NOT_TOLD = -1;

export interface Branching {
  /** Words of the battle that may be part of a key. */
  readonly keyWords: number;
  readonly timeWords: number;
  /** Words that the search adds to a key; the first one is 1 at the end of a route. */
  readonly ownWords: number;
  readonly mostChildren: number;
  /** Words that the children of one state take at most. */
  readonly mostWords: number;
  /** What stands where in a state. */
  readonly layout: string;
  /** Puts the battle to the root. @returns the root's bound; its words of the search are 0, it differs from itself nowhere */
  root(times: Int32Array, at: number): number;
  /**
   * Puts the battle into a state.
   * @param at of its words of the search, behind which its differences from the root are @param timesAt of its words of time
   * @param numbers of the words that differ @param count how many of them
   */
  load(source: Int32Array, at: number, timesAt: number, numbers: Int32Array, count: number): void;
  /** The same for a node of an exact search; see `Codec.loadBytes`. @param bytesAt of its bytes @param lanes of its places */
  loadBytes: Codec['loadBytes'];
  /** Whose turn the battle's state is: 0, 1, 2, or -1. */
  turn(): number;
  /**
   * Writes the children of the state that is loaded.
   * @param source,at of its words of the search @param hash of its key @param node what the children call their parent
   * @returns where the children end
   */
  branch(source: Int32Array, at: number, hash: number, node: number, out: Int32Array, outAt: number): number;
  /** Moves played so far. */
  played: number;
  /** Legal moves of the last state that broke what must be kept, or a limit. */
  cut: number;
}

/** Whether the enemies' own actions cost something, are limited, or forbidden. */
function needsEnemies({ weights, limits, never }: Problem): boolean {
  const metric = METRICS.indexOf('enemyActions');
  return never.length > 0 || weights[metric] !== 0 || limits[metric] !== NO_LIMIT;
}

/** The moves that may be tried in a turn, by number. */
function movesIn(turn: number, { moves, enemies }: Problem): Int32Array {
  const fits = ({ side }: SearchMove): boolean =>
    side === ENEMIES ? turn === ENEMIES || turn === NOT_TOLD : turn !== ENEMIES || enemies === 'own';
  return Int32Array.from(moves.keys()).filter((index) => fits(moves[index] as SearchMove));
}

/** The battle of the problem as it is becomes the root. @param whole with every move that is ever tried: what bounds are of */
export function createBranching(problem: Problem, whole: Problem = problem): Branching {
  const { system, battle, moves, weights, limits, keep, goal, never } = problem;
  const actions = system.capabilities.actions;
  const slots = system.capabilities.planning?.sharedPrefixes === undefined ? 0 : MOST_PARTS;
  const codec = createCodec(system, battle, asked(problem), slots);
  const player = createSharingPlayer(system, battle, codec);
  const witness = createWitness(system, battle, player, needsEnemies(problem));
  const bound = createBound(whole);
  // Limited metrics, the goal word and the place in a script are part of what a state is.
  const counted = METRICS.map((_, metric) => metric).filter((metric) => limits[metric] !== NO_LIMIT);
  const least = counted.map((metric) =>
    createBound(
      whole,
      METRICS.map((_, other) => (other === metric ? 1 : 0)),
    ),
  );
  const scripted = problem.enemies === 'script';
  const ownWords = 1 + counted.length + (scripted ? 1 : 0);
  const scriptAt = 1 + counted.length;
  const firstEnemyMove = moves.findIndex(({ side }) => side === ENEMIES);
  const { keyWords, timeWords } = codec;
  const ownNumbers = keyWords;
  const tried = [NOT_TOLD, ALLIES, ENEMIES, NOBODYS].map((turn) => movesIn(turn, problem));
  const amounts = new Int32Array(METRICS.length);
  const weighted = METRICS.map((_, metric) => metric).filter((metric) => weights[metric] !== 0);

  function turnNow(): number {
    return actions === undefined ? NOT_TOLD : actions.turn(battle);
  }

  /** The enemy that must not act is about to. */
  function isForbidden(turn: number): boolean {
    return turn === ENEMIES && never.length > 0 && never.includes(actions?.actor?.(battle) ?? -1);
  }

  function anyActed(): boolean {
    for (let index = 0; index < never.length; index++) if (witness.acted[never[index] as number] === 1) return true;
    return false;
  }

  function costOfMove(): number {
    let cost = 0;
    for (let index = 0; index < weighted.length; index++) {
      const metric = weighted[index] as number;
      cost += (weights[metric] as number) * (amounts[metric] as number);
    }
    return cost;
  }

  /** Writes the amounts that are limited. @returns whether they and what is still to come are within their limits */
  function countLimited(source: Int32Array, at: number, out: Int32Array, own: number): boolean {
    let within = true;
    for (let count = 0; count < counted.length; count++) {
      const metric = counted[count] as number;
      const amount = (source[at + 1 + count] as number) + (amounts[metric] as number);
      if (amount + (least[count] as () => number)() > (limits[metric] as number)) within = false;
      out[own + 1 + count] = amount;
    }
    return within;
  }

  const branching: Branching = {
    keyWords,
    timeWords,
    ownWords,
    mostChildren: moves.length,
    mostWords: moves.length * (CHILD_WORDS + timeWords + ownWords + CHANGE_WORDS * keyWords),
    layout: `${codec.layout}\n${ownWords}`,
    played: 0,
    cut: 0,
    root(times, at) {
      codec.toRoot();
      codec.differences(times, at, at + timeWords);
      return bound();
    },
    load(source, at, timesAt, numbers, count) {
      codec.load(source, at + ownWords, timesAt, numbers, count);
    },
    loadBytes: codec.loadBytes,
    turn: turnNow,
    branch(source, at, hash, node, out, outAt) {
      branching.cut = 0;
      if (source[at] !== 0) return outAt;
      const turn = turnNow();
      if (isForbidden(turn)) return outAt;
      player.forget((tried[1 + turn] as Int32Array).length);
      const script = scripted ? (source[at + scriptAt] as number) : 0;
      const indexes = tried[1 + turn] as Int32Array;
      let child = outAt;
      for (let number = 0; number < indexes.length; number++) {
        const index = indexes[number] as number;
        const { move, side, kind, mayEnd } = moves[index] as SearchMove;
        if (scripted && side === ENEMIES && index !== firstEnemyMove + script) continue;
        if (witness.play(move, side, turn) !== 0) {
          if (player.commands > 0) codec.discard();
          continue;
        }
        branching.played++;
        const own = child + CHILD_WORDS + timeWords;
        countMove(amounts, side, kind, witness);
        if (!holds(keep) || anyActed() || !countLimited(source, at, out, own)) {
          branching.cut++;
          codec.discard();
          continue;
        }
        if (scripted) out[own + scriptAt] = script + (side === ENEMIES ? 1 : 0);
        const atGoal = mayEnd && holds(goal);
        out[own] = atGoal ? 1 : 0;
        const changesAt = own + ownWords;
        const changes = codec.differences(out, child + CHILD_WORDS, changesAt);
        let childHash = (hash + codec.hashed) | 0;
        for (let word = 0; word < ownWords; word++) {
          const [value, old] = [out[own + word] as number, source[at + word] as number];
          if (value === old) continue;
          childHash = (childHash + ((mixWord(ownNumbers + word, value) - mixWord(ownNumbers + word, old)) | 0)) | 0;
        }
        out[child + CHILD_PARENT] = node;
        out[child + CHILD_MOVE] = index;
        out[child + CHILD_STEP_COST] = costOfMove();
        out[child + CHILD_BOUND] = atGoal ? 0 : bound();
        out[child + CHILD_HASH] = childHash;
        out[child + CHILD_CHANGES] = changes;
        child = changesAt + CHANGE_WORDS * changes;
        codec.undo();
      }
      return child;
    },
  };
  return branching;
}
