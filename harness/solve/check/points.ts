/**
 * Points of a policy: what a player may know, as the states that look alike with their weights, and
 * what a move of them all may come to.
 */
import type { From, Outcomes, Share } from './outcomes.js';
import { inWholes, NOTHING, type Ratio, sum } from './ratio.js';
import { createSeen } from './seen.js';
import { nameOfPoint } from './state-key.js';
import type { StoredStates } from './stored-states.js';
import type { Task } from './task.js';
import type { RouteValues, Transition, Transitions } from './transitions.js';

/** One of the states that look alike. */
interface Member extends From {
  readonly key: string;
  /** Whole numbers, as small as can be. */
  readonly weight: bigint;
}

export interface Point {
  readonly name: string;
  readonly members: readonly Member[];
  /** Cost so far, where it has a limit; else 0. */
  readonly cost: number;
}

/** What may be seen after a move, and its share in the weight of the point before it. */
interface Branch {
  readonly point: Point;
  readonly share: Ratio;
}

/** What comes of a move: a share of the goal, and what may be seen else. */
export interface Played {
  readonly won: Ratio;
  readonly branches: readonly Branch[];
}

/** A state after a move. */
interface Arrival extends From {
  readonly key: string;
  share: Ratio;
}

/** States after a move that look alike. */
interface Group {
  readonly cost: number;
  readonly states: Map<string, Arrival>;
}

/** One outcome of a move of one state. */
interface End {
  readonly made: Transition;
  readonly share: Share;
  readonly image: Uint8Array;
}

const BITS_OF_DRAW = 8;

/** Whether a policy could make the move for ever: it counts towards no limit. */
function isStill({ values, isLost }: Transition, before: RouteValues): boolean {
  return !isLost && values.limited.every((amount, at) => amount <= (before.limited[at] as number));
}

/** The shares of a state's weight, in the order of its ends. */
function sharesOf(ends: readonly End[]): Ratio[] {
  const most = Math.max(...ends.map(({ share }) => share.draws));
  const wholes = ends.map(({ share: { cases, draws } }) => cases << BigInt(BITS_OF_DRAW * (most - draws)));
  const all = wholes.reduce((one, other) => one + other, 0n);
  return wholes.map((top) => ({ top, bottom: all }));
}

/** What the walk of a policy plays with. */
export interface Plays {
  readonly task: Task;
  readonly transitions: Transitions;
  readonly states: StoredStates;
  readonly outcomes: Outcomes;
}

/** Plays a move of a point; undefined: it is refused; a text: a fault. */
export type PlayPoint = (point: Point, move: number) => Played | string | undefined;

/** What looks alike: everything is told apart where dice fall, else what a player sees. */
function createLook({ task: { system, battle }, states }: Plays): (arrival: Arrival) => string {
  if (system.capabilities.planning?.outcomes !== undefined) return ({ key }) => key;
  const seen = createSeen(system, battle);
  return ({ stored }) => {
    states.load(stored);
    return seen();
  };
}

/** Every outcome of a move of one state; undefined: it is refused; a text: a fault. */
function createEnds({ task: { battle, costsBelow }, outcomes }: Plays) {
  const countsCost = Number.isFinite(costsBelow);

  function faultOf(made: Transition, { values }: From, move: number): string | undefined {
    if (made.paid <= 0) return `move ${move} costs nothing`;
    return !countsCost && isStill(made, values) ? `move ${move} counts towards no limit` : undefined;
  }

  return (from: From, move: number): readonly End[] | string | undefined => {
    const ends: End[] = [];
    let fault: string | undefined;
    let isRefused = false;
    const isWhole = outcomes.all(from, move, (made, share) => {
      if (typeof made === 'string') fault = made;
      else if (made === undefined) isRefused = true;
      else {
        fault = faultOf(made, from, move);
        ends.push({ made, share, image: battle.image.slice() });
      }
      return isRefused || fault !== undefined;
    });
    if (!isWhole) return `move ${move} has more outcomes than are looked at`;
    return fault ?? (isRefused ? undefined : ends);
  };
}

function branchOf(group: readonly Arrival[], cost: number): Branch {
  const weights = inWholes(group.map(({ share }) => share));
  const members = group.map(({ key, stored, values }, at) => ({ key, stored, values, weight: weights[at] as bigint }));
  const share = group.reduce((all, one) => sum(all, one.share), NOTHING);
  return { point: { name: nameOfPoint(members, cost), members, cost }, share };
}

export function createPlayPoint(plays: Plays): PlayPoint {
  const { task, transitions, states, outcomes } = plays;
  const { battle, moves, system, costsBelow } = task;
  const { framePlay, outcomes: rolled } = system.capabilities.planning ?? {};
  const frames = rolled === undefined ? framePlay?.(battle) : undefined;
  const lookOf = createLook(plays);
  const endsOf = createEnds(plays);
  const countsCost = Number.isFinite(costsBelow);

  /** Takes one outcome. @returns the share that is at the goal */
  function arrive({ made, image }: End, cost: number, share: Ratio, groups: Map<string, Group>): Ratio {
    if (made.isLost || cost >= costsBelow) return NOTHING;
    if (made.atGoal) return share;
    battle.image.set(image);
    if (frames?.isOver() === true) return NOTHING;
    const { values } = made;
    const arrival: Arrival = { key: transitions.key(values), stored: states.store(), values, share };
    const look = `${values.limited.join()}|${cost}|${lookOf(arrival)}`;
    const group = groups.get(look) ?? { cost, states: new Map<string, Arrival>() };
    groups.set(look, group);
    const before = group.states.get(arrival.key);
    if (before === undefined) group.states.set(arrival.key, arrival);
    else before.share = sum(before.share, share);
    return NOTHING;
  }

  function menuOf(from: From): string {
    return moves.map((_, move) => (outcomes.one(from, move, []) === undefined ? '0' : '1')).join('');
  }

  /** States that look alike, apart where the accepted moves tell them apart. */
  function apart({ cost, states: alike }: Group): Branch[] {
    const arrivals = [...alike.values()];
    if (arrivals.length === 1) return [branchOf(arrivals, cost)];
    const byMenu = new Map<string, Arrival[]>();
    for (const one of arrivals) {
      const menu = menuOf(one);
      byMenu.set(menu, [...(byMenu.get(menu) ?? []), one]);
    }
    return [...byMenu.values()].map((group) => branchOf(group, cost));
  }

  return ({ members, cost }, move) => {
    const all = members.reduce((weight, member) => weight + member.weight, 0n);
    const groups = new Map<string, Group>();
    let won = NOTHING;
    for (const member of members) {
      const ends = endsOf(member, move);
      if (ends === undefined || typeof ends === 'string') return ends;
      const shares = sharesOf(ends);
      for (const [at, end] of ends.entries()) {
        const { top, bottom } = shares[at] as Ratio;
        const spent = countsCost ? cost + end.made.paid : 0;
        won = sum(won, arrive(end, spent, { top: top * member.weight, bottom: bottom * all }, groups));
      }
    }
    return { won, branches: [...groups.values()].flatMap(apart) };
  };
}
