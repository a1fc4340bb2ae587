/**
 * Every line of play up to a number of moves with every way its draws may come out: the slow
 * reference of the worst case.
 */
import { createEventBuffer, type PlainCommand, readEvents } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { createPlayer, encodeMove, type Move } from '../../../../harness/play/plan/moves.js';

export interface DrawnSearch {
  readonly system: System;
  readonly battle: Battle;
  readonly moves: readonly PlainCommand[];
  /** Cost of an action, of a frame waited, and of an action that an enemy does meanwhile. */
  readonly costs: { readonly action: number; readonly wait: number; readonly own: number };
  readonly goal: (battle: Battle) => boolean;
  readonly keep: (battle: Battle) => boolean;
  readonly depth: number;
}
const ACTS = [0xc1941e, 0xc1283a, 0xc1e44a]; // an enemy's skill fires, its step begins, its turn is booked
type Outcome = { readonly image: Uint8Array; readonly cost: number };

/** @returns least cost that reaches the goal whatever is drawn; infinite: it cannot be forced */
export function enumerateDraws({ system, battle, costs, goal, keep, depth, ...given }: DrawnSearch): number {
  const moves = given.moves.map((plain) => encodeMove(system, battle, plain));
  const clock = (): number => system.capabilities.planning?.frames?.(battle) ?? 0;
  const player = createPlayer(system, battle);
  const events = createEventBuffer(1 << 17);

  /** Undefined: the move is refused. */
  function outcomesOf(move: Move, here: Uint8Array, draws: readonly number[]): Outcome[] | undefined {
    let [at, next]: [number, readonly number[] | undefined] = [0, undefined];
    const choose = (values: Uint8Array, count: number): number => {
      next ??= [...values.subarray(0, count)];
      return values[0] as number;
    };
    system.capabilities.planning?.forceDraws?.(battle, { given: () => draws[at++] ?? -1, choose });
    battle.image.set(here);
    const before = clock();
    if (player.play(move, events) !== 0) return undefined;
    const paid = move.shape.kind === 'wait' ? costs.wait * (clock() - before) : costs.action;
    const more = next as readonly number[] | undefined;
    if (more !== undefined) return more.flatMap((value) => outcomesOf(move, here, [...draws, value]) ?? []);
    const acts = readEvents(system, events).filter(({ values }) => ACTS.includes(values['routine'] ?? 0));
    return [{ image: battle.image.slice(), cost: paid + costs.own * acts.length }];
  }
  function visit(here: Uint8Array, left: number): number {
    if (left === 0) return Number.POSITIVE_INFINITY;
    const worths = moves.map((move) => {
      const outcomes = outcomesOf(move, here, []) ?? [];
      const each = outcomes.map(({ image, cost }) => {
        battle.image.set(image);
        if (!keep(battle)) return Number.POSITIVE_INFINITY;
        return goal(battle) ? cost : cost + visit(image, left - 1);
      });
      return each.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...each);
    });
    return Math.min(...worths);
  }
  return visit(battle.image.slice(), depth);
}
