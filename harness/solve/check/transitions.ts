/** Where one move leads: refused, against a condition, to the goal, or on to another state. */
import { decidingReadings, notKeptText, refusalText, unmetText } from '../../play/index.js';
import { type Bound, createBound, leastOf, priceOf } from './bound.js';
import type { Trust } from './form.js';
import { AMOUNTS, createPlayMove, ENEMIES_TURN, type TaskMove } from './play-move.js';
import { createStateKey } from './state-key.js';
import { holds, type Task } from './task.js';

/** Values of a route that belong to a state besides the battle. */
export interface RouteValues {
  /** Of the amounts with a limit. */
  readonly limited: readonly number[];
  /** Enemies' moves of a script that were made. */
  readonly script: number;
  /** Frames before the first command; -1: it was given. */
  readonly start: number;
}

/** A move that is accepted. */
export interface Transition {
  /** It breaks a condition to keep, or a limit. */
  readonly isLost: boolean;
  readonly paid: number;
  readonly atGoal: boolean;
  readonly values: RouteValues;
}

export interface Transitions {
  readonly first: RouteValues;
  /** Places of the moves to try in the present state. */
  tried(values: RouteValues): readonly number[];
  /**
   * Makes a move in the present state.
   * @param words in the place of the move's own: what dice made of it
   * @returns undefined where it is refused; a text where it is cheaper than the bound allows
   */
  make(move: number, values: RouteValues, words?: Int32Array): Transition | string | undefined;
  /**
   * Why a move is none of a route, once `make` was asked for it and the battle stands behind it.
   * @returns undefined where nothing is wrong with it
   */
  faultOf(move: number, made: Transition | string | undefined): string | undefined;
  /** Lower bound on the cost of the rest. */
  bound(values: RouteValues): number;
  /** Hash of the state. */
  key(values: RouteValues): string;
}

const BEGUN = -1;

export function createTransitions(task: Task, trusts: readonly Trust[]): Transitions {
  const { system, battle, moves, never, limits, weights, goal, keep, scriptFrom, startFrames } = task;
  const { actions } = system.capabilities;
  const limited = AMOUNTS.map((_, index) => index).filter((index) => Number.isFinite(limits[index]));
  const byCore = trusts.includes('bound');
  const bound = createBound(task, weights, byCore);
  const rests: Bound[] = limited.map((index) =>
    createBound(
      task,
      AMOUNTS.map((_, other) => Number(other === index)),
      byCore,
    ),
  );
  const play = createPlayMove(system, battle, true);
  const given = moves.flatMap(({ action, words }) => (action ? [] : [words[0]]));
  const shapes = system.commands.filter(({ code }) => given.includes(code));
  const named = [...[...goal, ...keep].map(([reading]) => reading), ...decidingReadings(system, battle, shapes)];
  const asked = named.flatMap(({ cell }) => cell ?? []);
  const key = createStateKey(system, battle, asked, trusts.includes('key'));

  function isTried({ side, kind, isStart }: TaskMove, index: number, values: RouteValues): boolean {
    if (isStart === true) return values.start !== BEGUN;
    if (side === 'enemy' && scriptFrom >= 0 && index !== scriptFrom + values.script) return false;
    const turn = actions?.turn(battle);
    if (turn === undefined) return true;
    if (side === 'enemy') return turn === ENEMIES_TURN;
    const mayWait = side === 'nobody' && kind === 'wait' && task.kind === 'route' && scriptFrom < 0;
    return turn !== ENEMIES_TURN || task.enemiesAct || mayWait;
  }

  /** Whether an enemy acts next that must not. */
  function isForbidden(): boolean {
    if (never.length === 0 || actions?.turn(battle) !== ENEMIES_TURN) return false;
    return never.includes(actions.actor?.(battle) ?? -1);
  }

  /** Whether a limit leaves no room for what is missing. @param at of the limited amounts */
  function isOver(sum: number, at: number, isStart: boolean | undefined): boolean {
    return sum + (isStart === true ? 0 : (rests[at] as Bound)()) > (limits[limited[at] as number] as number);
  }

  return {
    first: { limited: limited.map(() => 0), script: 0, start: startFrames >= 0 ? 0 : BEGUN },
    tried: (values) =>
      isForbidden() ? [] : [...moves.keys()].filter((index) => isTried(moves[index] as TaskMove, index, values)),
    make(index, values, words) {
      const listed = moves[index] as TaskMove;
      const move = words === undefined ? listed : { ...listed, words };
      const amounts = play.counted(move);
      if (amounts === undefined) return undefined;
      task.passed?.note();
      const least = leastOf(move);
      const short = AMOUNTS.find((name) => amounts[name] < least[name]);
      if (short !== undefined)
        return `move ${index} has ${amounts[short]} ${short}, and at least ${least[short]} were counted on`;
      const waited = values.start + amounts.frames;
      if (move.isStart === true && waited > startFrames) return undefined;
      const sums = limited.map((amount, at) => (values.limited[at] as number) + amounts[AMOUNTS[amount] as 'frames']);
      const script = values.script + Number(scriptFrom >= 0 && move.side === 'enemy');
      return {
        isLost: !holds(keep) || play.acted(never) || sums.some((sum, at) => isOver(sum, at, move.isStart)),
        paid: priceOf(amounts, weights),
        atGoal: move.mayEnd && holds(goal),
        values: { limited: sums, script, start: move.isStart === true ? waited : BEGUN },
      };
    },
    faultOf(index, made) {
      const { text, isStart } = moves[index] as TaskMove;
      if (made === undefined) return refusalText(text, play.refusal());
      if (typeof made === 'string' || !made.isLost) return typeof made === 'string' ? made : undefined;
      if (!holds(keep)) return notKeptText(unmetText(keep));
      const { limited: sums } = made.values;
      const at = sums.findIndex((sum, place) => isOver(sum, place, isStart));
      if (at < 0) return notKeptText('');
      const [amount, spent] = [limited[at] as number, sums[at] as number];
      const most = limits[amount] as number;
      return `limits.${AMOUNTS[amount]} is ${most}: ${spent} with this move${spent > most ? '' : ', and the rest takes more'}`;
    },
    bound: ({ start }) => (start === BEGUN ? bound() : 0),
    key: ({ limited: sums, script, start }) =>
      key([...sums, ...(scriptFrom >= 0 ? [script] : []), ...(startFrames >= 0 ? [start] : [])]),
  };
}
