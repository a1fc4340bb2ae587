/**
 * Every line of play up to a number of moves, one after the other, without bounds, tables or order: the slow reference of the search. It
 * plays moves as a plan does, on a copy of the image, and counts costs on its own.
 */
import { createEventBuffer, type PlainCommand, readEvents } from '../../../core/battle.js';
import type { Battle, System } from '../../../core/system.js';
import { createPlayer, encodeMove, type Move } from '../../../harness/plan/moves.js';

export interface SmallSearch {
  readonly system: System;
  readonly battle: Battle;
  /** Plain moves in the order in which equal routes are preferred. */
  readonly moves: readonly PlainCommand[];
  /** Cost of an ally action, an enemy action, a press, a frame waited; of an action that an enemy does by itself. */
  readonly costs: { readonly ally: number; readonly enemy: number; readonly press: number; readonly wait: number };
  readonly own: number;
  readonly goal: (battle: Battle) => boolean;
  readonly keep: (battle: Battle) => boolean;
  readonly last: string | undefined;
  readonly depth: number;
}

export interface SmallAnswer {
  readonly cost: number;
  readonly path: readonly number[];
}

const ENEMIES = 1;
/** An enemy's skill fires, its step begins, its turn is booked. */
const ACTS = [0xc1941e, 0xc1283a, 0xc1e44a];

/** @param worst the enemies' moves are the dearest of theirs, not the cheapest @returns undefined: no line reaches the goal */
export function enumerate(search: SmallSearch, worst = false): SmallAnswer | undefined {
  const { system, battle, costs, own, goal, keep, last, depth } = search;
  const moves = search.moves.map((move) => encodeMove(system, battle, move));
  const player = createPlayer(system, battle);
  const events = createEventBuffer(1 << 17);

  function price({ shape, action }: Move, frames: number): number {
    if (action !== undefined) return action.side === 'enemy' ? costs.enemy : priceOf(action.kind, frames);
    const acts = readEvents(system, events).filter(({ values }) => ACTS.includes(values['routine'] ?? 0));
    return priceOf(shape.name === 'wait' ? 'wait' : 'action', frames) + own * acts.length;
  }
  const priceOf = (kind: 'action' | 'press' | 'wait', frames: number): number =>
    ({ press: costs.press * frames, wait: costs.wait * frames, action: costs.ally })[kind];
  const clock = (): number => system.capabilities.frames?.(battle) ?? 0;

  function visit(done: number): SmallAnswer | undefined {
    if (done === depth) return undefined;
    const here = battle.image.slice();
    const dearest = worst && system.capabilities.actions?.turn(battle) === ENEMIES;
    let best: SmallAnswer | undefined;
    let lost = false;
    for (const [index, move] of moves.entries()) {
      battle.image.set(here);
      const before = clock();
      if (player.play(move, events) !== 0) continue;
      const paid = price(move, move.action === undefined ? clock() - before : player.commands);
      const ends = goal(battle) && (last === undefined || last === move.shape.name);
      const rest = !keep(battle) ? undefined : ends ? { cost: 0, path: [] } : visit(done + 1);
      if (rest === undefined) lost = true;
      else {
        const cost = paid + rest.cost;
        const better = best === undefined || (dearest ? cost > best.cost : cost < best.cost);
        if (better) best = { cost, path: [index, ...rest.path] };
      }
    }
    return dearest && lost ? undefined : best;
  }

  return visit(0);
}
