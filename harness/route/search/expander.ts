/**
 * Makes the children of a node: every legal move is played on the battle, and what came of it is packed behind one another. Runs in the
 * main thread and in workers alike.
 */
import { actionsOf, createPlayer, type Player } from '../../plan/moves.js';
import type { Reading } from '../../plan/readings.js';
import { HEADER_WORDS, hashKey, mixWord } from './arena.js';
import { createBound } from './bound.js';
import { createCodec } from './codec.js';
import { countMove, METRICS, NO_LIMIT } from './metrics.js';
import type { Condition, Problem } from './problem.js';
import { createWitness } from './witness.js';

/** Words of a child before its state. */
export const CHILD_PARENT = 0;
export const CHILD_MOVE = 1;
export const CHILD_STEP_COST = 2;
export const CHILD_BOUND = 3;
export const CHILD_HASH = 4;
export const CHILD_HEADER = 5;

/** Turns as `ActionSet.turn` says them; -1: the system does not say. */
const ENEMIES = 1;
const NOT_TOLD = -1;
/** The first word of a key: 1 at the end of a route. */
const GOAL_WORD = 0;

export interface Expander {
  /** Words of a node's key, of its whole state, and of a child. */
  readonly keyWords: number;
  readonly stateWords: number;
  readonly childWords: number;
  readonly mostChildren: number;
  /** Packs the battle as it is as a root. @returns its bound */
  packRoot(target: Int32Array, at: number): number;
  /**
   * Writes the children of the node whose state is at `at`.
   * @returns the number of children
   */
  expand(source: Int32Array, at: number, node: number, out: Int32Array, outAt: number): number;
  /** Whose turn a state is: 0, 1, 2, or -1. Puts the battle into it. */
  turnOf(source: Int32Array, at: number): number;
  /** Moves played so far. */
  played: number;
  /** Legal moves of the last node that broke what must be kept, or a limit. */
  cut: number;
}

export function holds(conditions: readonly Condition[]): boolean {
  for (let index = 0; index < conditions.length; index++) {
    const { reading, min, max } = conditions[index] as Condition;
    const value = reading.read();
    if (value < min || value > max) return false;
  }
  return true;
}

/** What a state is asked for. */
export function asked({ goal, keep }: Problem): Reading[] {
  return [...goal, ...keep].map(({ reading }) => reading);
}

/** Whether the enemies' own actions cost something, are limited, or forbidden. */
function needsEnemies({ weights, limits, never }: Problem): boolean {
  const metric = METRICS.indexOf('enemyActions');
  return never.length > 0 || weights[metric] !== 0 || limits[metric] !== NO_LIMIT;
}

export function createExpander(problem: Problem): Expander {
  const { system, battle, moves, weights, limits, keep, goal, enemies, never } = problem;
  const codec = createCodec(system, battle, asked(problem));
  const actions = actionsOf(system, battle);
  const player: Player = createPlayer(system, battle);
  const witness = createWitness(system, battle, player, needsEnemies(problem));
  const bound = createBound(problem);
  // Limited metrics, the goal word and the place in a script are part of what a state is.
  const counted = METRICS.map((_, metric) => metric).filter((metric) => limits[metric] !== NO_LIMIT);
  const scripted = enemies === 'script';
  const extra = 1 + counted.length + (scripted ? 1 : 0);
  const scriptAt = 1 + counted.length;
  const firstEnemyMove = moves.findIndex(({ side }) => side === ENEMIES);
  const keyWords = extra + codec.keyWords;
  const stateWords = extra + codec.words;
  const childWords = CHILD_HEADER + stateWords;
  const amounts = new Int32Array(METRICS.length);

  /** Whether the move may be tried in this turn. */
  function belongs(index: number, turn: number, script: number): boolean {
    const { side } = moves[index] as Problem['moves'][number];
    if (side !== ENEMIES) return turn !== ENEMIES || enemies === 'own';
    if (turn !== ENEMIES && turn !== NOT_TOLD) return false;
    return !scripted || index === firstEnemyMove + script;
  }

  function turnNow(): number {
    return actions === undefined ? NOT_TOLD : actions.turn(battle);
  }

  /** The enemy that must not act is about to. */
  function isForbidden(turn: number): boolean {
    return turn === ENEMIES && never.length > 0 && never.includes(actions?.actor?.(battle) ?? -1);
  }

  /** Puts the battle back into the node's state: the words that the last move changed, or all where it was not packed. */
  function putBack(source: Int32Array, at: number, packed: boolean): void {
    if (packed) codec.undo(source, at + extra);
    else codec.unpack(source, at + extra);
  }

  const expander: Expander = {
    keyWords,
    stateWords,
    childWords,
    mostChildren: moves.length,
    played: 0,
    cut: 0,
    packRoot(target, at) {
      target.fill(0, at, at + extra);
      codec.pack(target, at + extra);
      return bound();
    },
    turnOf(source, at) {
      codec.unpack(source, at + extra);
      return turnNow();
    },
    expand(source, at, node, out, outAt) {
      expander.cut = 0;
      if (source[at + GOAL_WORD] !== 0) return 0;
      let children = 0;
      let dirty = false;
      let packed = false;
      codec.unpack(source, at + extra);
      const turn = turnNow();
      if (isForbidden(turn)) return 0;
      const hash = hashKey(source, at, keyWords);
      const script = scripted ? (source[at + scriptAt] as number) : 0;
      for (let index = 0; index < moves.length; index++) {
        const { move, side, kind, mayEnd } = moves[index] as Problem['moves'][number];
        if (!belongs(index, turn, script)) continue;
        if (dirty) putBack(source, at, packed);
        packed = false;
        const result = witness.play(move);
        if (result !== 0) {
          dirty = player.commands > 0;
          continue;
        }
        expander.played++;
        dirty = true;
        countMove(amounts, side, kind, witness);
        if (!holds(keep) || never.some((enemy) => witness.acted[enemy] === 1)) {
          expander.cut++;
          continue;
        }
        const child = outAt + children * childWords;
        const state = child + CHILD_HEADER;
        let within = true;
        for (let count = 0; count < counted.length; count++) {
          const metric = counted[count] as number;
          const amount = (source[at + 1 + count] as number) + (amounts[metric] as number);
          if (amount > (limits[metric] as number)) within = false;
          out[state + 1 + count] = amount;
        }
        if (!within) {
          expander.cut++;
          continue;
        }
        if (scripted) out[state + scriptAt] = script + (side === ENEMIES ? 1 : 0);
        let cost = 0;
        for (let metric = 0; metric < amounts.length; metric++) {
          cost += (weights[metric] as number) * (amounts[metric] as number);
        }
        const atGoal = mayEnd && holds(goal);
        out[state + GOAL_WORD] = atGoal ? 1 : 0;
        let childHash = codec.packAfter(out, state + extra, source, at + extra, extra, hash);
        packed = true;
        for (let word = 0; word < extra; word++) {
          childHash += mixWord(word, out[state + word] as number) - mixWord(word, source[at + word] as number);
        }
        out[child + CHILD_PARENT] = node;
        out[child + CHILD_MOVE] = index;
        out[child + CHILD_STEP_COST] = cost;
        out[child + CHILD_BOUND] = atGoal ? 0 : bound();
        out[child + CHILD_HASH] = childHash;
        children++;
      }
      return children;
    },
  };
  return expander;
}

/** Where the state of a node stands in an arena with this stride. */
export function stateAt(node: number, stride: number): number {
  return node * stride + HEADER_WORDS;
}
