/**
 * Every line of play up to a number of moves, one after the other, without bounds, tables or order:
 * the slow reference of the search.
 */
import { createEventBuffer, type PlainCommand, readEvents } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { createPlayer, encodeMove } from '../../../../harness/play/plan/moves.js';

export interface SmallSearch {
  readonly system: System;
  readonly battle: Battle;
  /** Plain moves in the order in which equal routes are preferred. */
  readonly moves: readonly PlainCommand[];
  /**
   * Cost of an ally action, an enemy action, a press, a frame waited, any frame; of an action that
   * an enemy does by itself.
   */
  readonly costs: Readonly<Record<'ally' | 'enemy' | 'press' | 'wait', number>> & { readonly frame?: number };
  readonly own: number;
  readonly goal: (battle: Battle) => boolean;
  /** @param path places of the moves so far */
  readonly keep: (battle: Battle, path: readonly number[]) => boolean;
  readonly last: string | undefined;
  readonly depth: number;
}
type SmallAnswer = { readonly cost: number; readonly path: readonly number[] };
const ACTS = [0xc1941e, 0xc1283a, 0xc1e44a]; // an enemy's skill fires, its step begins, its turn is booked

/**
 * @param worst the enemies' moves are the dearest of theirs, not the cheapest
 * @returns undefined: no line reaches the goal
 */
export function enumerate(search: SmallSearch, worst = false): SmallAnswer | undefined {
  const { system, battle, costs, own, goal, keep, last, depth } = search;
  const moves = search.moves.map((plain) => ({ plain, ...encodeMove(system, battle, plain) }));
  const player = createPlayer(system, battle);
  const events = createEventBuffer(1 << 17);
  const clock = (): number => system.capabilities.planning?.frames?.(battle) ?? 0;
  function visit(path: readonly number[]): SmallAnswer | undefined {
    if (path.length === depth) return undefined;
    const here = battle.image.slice();
    const dearest = worst && system.capabilities.actions?.turn(battle) === 1;
    let best: SmallAnswer | undefined;
    let lost = false;
    for (const [index, move] of moves.entries()) {
      battle.image.set(here);
      const before = clock();
      if (player.play(move, events) !== 0) continue;
      const { action, plain } = move;
      const frames = action === undefined ? clock() - before : player.commands;
      const kind = action?.kind ?? (plain.command === 'wait' ? 'wait' : 'action');
      const acting = action?.side === 'enemy' ? costs.enemy : costs.ally;
      let paid = { press: costs.press * frames, wait: costs.wait * frames, action: acting }[kind];
      paid += (costs.frame ?? 0) * frames;
      if (action === undefined) {
        const acts = readEvents(system, events).filter(({ values }) => ACTS.includes(values['routine'] ?? 0));
        paid += own * acts.length + costs.press * Number(plain['presses'] ?? 0);
      }
      const ends = goal(battle) && (last === undefined || last === plain.command);
      const now = [...path, index];
      const rest = !keep(battle, now) ? undefined : ends ? { cost: 0, path: now } : visit(now);
      const cost = paid + (rest?.cost ?? 0);
      const better = best === undefined || (dearest ? cost > best.cost : cost < best.cost);
      if (rest === undefined) lost = true;
      else if (better) best = { ...rest, cost };
    }
    return dearest && lost ? undefined : best;
  }
  return visit([]);
}
