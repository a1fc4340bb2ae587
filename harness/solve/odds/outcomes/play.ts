/** States of a battle by number, and every outcome of a move from one of them with its cases. */
import { countText } from '../../../../core/system/names.js';
import { createPlayer, planError } from '../../../play/index.js';

import { conditionsHold } from '../../search/problem/lower-bound.js';
import { countMove, METRICS, NO_LIMIT, planningOf, type SearchMove } from '../../search/problem/outcome.js';
import type { Problem } from '../../search/problem/problem.js';

export interface Reached {
  readonly state: number;
  readonly fate: 'on' | 'won' | 'lost';
  /** Of each limited metric, and then the cost. */
  readonly amounts: readonly number[];
  /** Equally likely cases of the move that come to it. */
  readonly cases: bigint;
  /** The command as it was played. */
  readonly words: Int32Array;
}

export interface OutcomePlay {
  /** Number of the present state of the battle. */
  readonly start: number;
  /** Everything that a move may come to, or undefined: it is refused. */
  reached(state: number, move: number): readonly Reached[] | undefined;
  /** Weighted sum of the value's cells. */
  value(state: number): number;
  load(state: number): void;
  readonly count: () => number;
  readonly bytes: () => number;
}

const STATE_BYTES = 150;
const REACHED_BYTES = 100;

export function limitsOfPlay({ limits, costLimit }: Problem): number[] {
  const most = (limit: number): number => (limit === NO_LIMIT ? Number.POSITIVE_INFINITY : limit);
  return [...limits.filter((limit) => limit !== NO_LIMIT), most(costLimit)];
}

interface StateStore {
  put(): number;
  load(state: number): void;
  readonly values: number[];
  readonly count: () => number;
  readonly bytes: () => number;
}

/** States whose futures are equal are one. */
function createStore({ system, battle, goal, keep, value }: Problem): StateStore {
  const { image } = battle;
  const { forgetPast } = planningOf(system);
  const asked = [...goal, ...keep, ...value].map(({ reading }) => reading);
  const numbers = new Map<string, number>();
  const images: Uint8Array[] = [];
  const values: number[] = [];
  const text = new TextDecoder('latin1');

  /** What is asked for belongs to the state, even where no rule reads it any more. */
  function forget(): void {
    const before = image.slice();
    const read = asked.map((reading) => reading.read());
    forgetPast?.(battle);
    if (asked.some((reading, at) => reading.read() !== read[at])) image.set(before);
  }

  return {
    put() {
      forget();
      const key = text.decode(image);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, images.length);
      values.push(value.reduce((sum, { reading, weight }) => sum + weight * reading.read(), 0));
      return images.push(image.slice()) - 1;
    },
    load: (state) => image.set(images[state] as Uint8Array),
    values,
    count: () => images.length,
    bytes: () => images.length * (2 * image.length + STATE_BYTES),
  };
}

/** @throws LockstepError `E_PLAN_SEARCH` */
function tooMany({ plan, outcomes }: Problem, { text }: SearchMove, found: number): Error {
  return planError('E_PLAN_SEARCH', plan.file, plan.locate('search.moves'), `${text} may come to too much`, {
    found: countText(found, 'outcome'),
    expected: `at most ${outcomes} (outcomes)`,
    remedy: 'Roll fewer dice, or raise outcomes in [search]',
  });
}

export function createOutcomePlay(problem: Problem): OutcomePlay {
  const { system, battle, moves, goal, keep, weights, limits, outcomes } = problem;
  const store = createStore(problem);
  const player = createPlayer(system, battle);
  const planning = planningOf(system);
  const limited = METRICS.map((_, metric) => metric).filter((metric) => limits[metric] !== NO_LIMIT);
  const kept: (readonly Reached[] | undefined)[][] = [];
  let links = 0;

  function endNow({ side, kind, mayEnd }: SearchMove): Omit<Reached, 'cases' | 'words'> {
    const amounts = new Int32Array(METRICS.length);
    countMove(amounts, side, kind, { frames: 0, enemyActions: 0, presses: 0 });
    const cost = weights.reduce((sum, weight, metric) => sum + weight * (amounts[metric] as number), 0);
    const holds = conditionsHold(keep);
    const isWon = goal.length > 0 && holds && mayEnd && conditionsHold(goal);
    const fate = isWon ? 'won' : holds ? 'on' : 'lost';
    return { state: store.put(), fate, amounts: [...limited.map((metric) => amounts[metric] as number), cost] };
  }

  function rolled(state: number, move: SearchMove): readonly Reached[] | undefined {
    const code = move.move.words[0] as number;
    const found = planning.outcomes?.(battle, code, outcomes);
    if (typeof found === 'number') throw tooMany(problem, move, found);
    return found?.flatMap(({ command, cases }) => {
      store.load(state);
      return battle.step(command, undefined) === 0 ? [{ ...endNow(move), cases, words: command }] : [];
    });
  }

  function play(state: number, number: number): readonly Reached[] | undefined {
    const move = moves[number] as SearchMove;
    store.load(state);
    if (move.isChance === true) return rolled(state, move);
    if (player.play(move.move, undefined) !== 0) return undefined;
    return [{ ...endNow(move), cases: 1n, words: move.move.words }];
  }

  return {
    start: store.put(),
    reached(state, move) {
      const row = kept[state] ?? [];
      kept[state] = row;
      if (!(move in row)) {
        row[move] = play(state, move);
        links += row[move]?.length ?? 1;
      }
      return row[move];
    },
    value: (state) => store.values[state] as number,
    load: store.load,
    count: store.count,
    bytes: () => store.bytes() + REACHED_BYTES * links,
  };
}
