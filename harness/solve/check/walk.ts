/**
 * Walks through the states of a certificate in the order of its lines, and sees that every route
 * below its cost leads from listed state to listed state and never to the goal.
 */
import type { CertificateHeader, StateLine } from './form.js';
import { createStoredStates, type StoredState } from './stored-states.js';
import type { Task } from './task.js';
import { createTransitions, type RouteValues } from './transitions.js';

/** A state that a listed one leads to and whose line is still to come. */
interface Awaited {
  readonly cost: number;
  readonly stored: StoredState;
  readonly values: RouteValues;
}

/** What a walk counted. */
export interface WalkCounts {
  readonly states: number;
  /** Moves that were tried. */
  readonly moves: number;
}

interface Walk {
  /** Takes the next line. @returns why it is wrong, or undefined */
  take(line: StateLine): string | undefined;
  /** After the last line. @returns what is missing, or undefined */
  end(): string | undefined;
  readonly counts: () => WalkCounts;
}

/** The states that are still to come, by name and by cost. */
interface AwaitedStates {
  /** Sets a state, in place of one at a higher cost. */
  set(state: string, awaited: Awaited): void;
  get(state: string): Awaited | undefined;
  take(state: string): void;
  /** Lowest cost of one; infinite without any. */
  lowest(): number;
}

function createAwaitedStates(): AwaitedStates {
  const states = new Map<string, Awaited>();
  /** Number of states at each cost. */
  const counts = new Map<number, number>();
  let lowest = 0;

  function count(cost: number, more: 1 | -1): void {
    counts.set(cost, (counts.get(cost) ?? 0) + more);
    if (more > 0 && cost < lowest) lowest = cost;
  }
  function take(state: string): void {
    const known = states.get(state);
    if (known !== undefined) count(known.cost, -1);
    states.delete(state);
  }
  return {
    set(state, awaited) {
      take(state);
      states.set(state, awaited);
      count(awaited.cost, 1);
    },
    get: (state) => states.get(state),
    take,
    lowest() {
      if ((counts.get(lowest) ?? 0) > 0) return lowest;
      lowest = Number.POSITIVE_INFINITY;
      for (const [cost, number] of counts) {
        if (number === 0) counts.delete(cost);
        else if (cost < lowest) lowest = cost;
      }
      return lowest;
    },
  };
}

function missing(cost: number): string {
  return `a state that is reached at cost ${cost} has no line: what follows from it is not refuted`;
}

/** @param below the claim: no route costs less */
export function createWalk(task: Task, { trusts }: CertificateHeader, below: number, file: string): Walk {
  const { first, tried, make, bound, key } = createTransitions(task, trusts);
  const states = createStoredStates(task.battle.image, file);
  const awaited = createAwaitedStates();
  /** Cost of every state with a line. */
  const done = new Map<string, number>();
  let [last, moves] = [{ cost: 0, state: '' }, 0];

  /** The present state is reached at this cost. */
  function reach(cost: number, values: RouteValues): void {
    if (cost + bound(values) >= below) return;
    const state = key(values);
    const known = done.get(state);
    if (known !== undefined && known <= cost) return;
    const before = awaited.get(state);
    if (before !== undefined && before.cost <= cost) return;
    if (before !== undefined) states.drop(before.stored);
    awaited.set(state, { cost, stored: states.store(), values });
  }

  /** Refutes every move of a state. @returns why one is not refuted, or undefined */
  function refute({ cost, stored, values }: Awaited, claimed: number): string | undefined {
    states.load(stored);
    const own = bound(values);
    if (own !== claimed) return `the bound of this state is ${own}, not ${claimed}`;
    for (const move of tried(values)) {
      states.load(stored);
      moves++;
      const child = make(move, values);
      if (typeof child === 'string') return child;
      if (child === undefined || child.isLost) continue;
      const reached = cost + child.paid;
      if (child.paid <= 0) return `move ${move} costs nothing`;
      if (!child.atGoal) reach(reached, child.values);
      else if (reached < below) return `move ${move} leads from here to the goal at cost ${reached}`;
    }
    return undefined;
  }

  reach(0, first);
  return {
    take({ cost, bound: claimed, state }) {
      if (cost < last.cost || (cost === last.cost && state <= last.state)) return 'the lines are not in order';
      last = { cost, state };
      const least = awaited.lowest();
      if (least < cost) return missing(least);
      const found = awaited.get(state);
      if (found === undefined) return 'no move leads to this state';
      if (found.cost !== cost) return `this state is reached at cost ${found.cost}, not ${cost}`;
      awaited.take(state);
      done.set(state, cost);
      const wrong = refute(found, claimed);
      states.drop(found.stored);
      return wrong;
    },
    end: () => (Number.isFinite(awaited.lowest()) ? missing(awaited.lowest()) : undefined),
    counts: () => ({ states: done.size, moves }),
  };
}
