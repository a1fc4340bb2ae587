/**
 * Every route up to a number of moves, one after the other, without bounds, tables or order: the slow reference of the search. It knows
 * the rules only through the system's actions and a copy of the image, and counts costs on its own.
 */
import { encodeAction } from '../../../core/battle.js';
import type { ActionShape, Battle, System } from '../../../core/system.js';

export interface SmallSearch {
  readonly system: System;
  readonly battle: Battle;
  /** Plain moves in the order in which equal routes are preferred. */
  readonly moves: readonly { readonly command: string }[];
  /** Cost of an ally action, an enemy action, a press, a frame waited. */
  readonly costs: { readonly ally: number; readonly enemy: number; readonly press: number; readonly wait: number };
  readonly goal: (battle: Battle) => boolean;
  readonly keep: (battle: Battle) => boolean;
  readonly last: string | undefined;
  readonly depth: number;
}

export interface SmallAnswer {
  readonly cost: number;
  readonly path: readonly number[];
}

export function enumerate(search: SmallSearch): SmallAnswer | undefined {
  const { system, battle, moves, costs, goal, keep, last, depth } = search;
  const set = system.capabilities.actions;
  if (set === undefined) throw new Error('the system has no actions');
  const shapes = moves.map(({ command }) => set.shapes.find(({ name }) => name === command) as ActionShape);
  const words = moves.map((move, index) => encodeAction(system, battle, move, shapes[index] as ActionShape));
  const command = new Int32Array(8);
  let best: SmallAnswer | undefined;

  function visit(path: readonly number[], cost: number): void {
    const here = battle.image.slice();
    for (const [index, shape] of shapes.entries()) {
      battle.image.set(here);
      const action = (words[index] as Int32Array).slice();
      if (set?.refuses(battle, action) !== 0) continue;
      let frames = 0;
      for (; set.next(battle, action, command); frames++) battle.step(command, undefined);
      if (!keep(battle)) continue;
      const price = { press: costs.press * frames, wait: costs.wait * frames, action: costs.ally }[shape.kind];
      const paid = cost + (shape.side === 'enemy' ? costs.enemy : price);
      const longer = [...path, index];
      if (goal(battle) && (last === undefined || last === shape.name)) {
        if (best === undefined || paid < best.cost || (paid === best.cost && isBefore(longer, best.path))) {
          best = { cost: paid, path: longer };
        }
      } else if (longer.length < depth) visit(longer, paid);
    }
  }

  visit([], 0);
  return best;
}

function isBefore(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((move, index) => move !== other[index]);
  return at >= 0 && (one[at] as number) < (other[at] ?? -1);
}

const ENEMIES = 1;

/** Least cost that reaches the goal whatever the enemies do, by looking at every line of play; undefined: none within the cost. */
export function enumerateWorst(search: SmallSearch, largest: number): number | undefined {
  const { system, battle, moves, costs, goal, keep, last, depth } = search;
  const set = system.capabilities.actions;
  if (set === undefined) throw new Error('the system has no actions');
  const shapes = moves.map(({ command }) => set.shapes.find(({ name }) => name === command) as ActionShape);
  const words = moves.map((move, index) => encodeAction(system, battle, move, shapes[index] as ActionShape));
  const command = new Int32Array(8);

  function worth(done: number): number {
    if (done === depth) return Number.POSITIVE_INFINITY;
    const here = battle.image.slice();
    const enemies = set?.turn(battle) === ENEMIES;
    const values: number[] = [];
    for (const [index, shape] of shapes.entries()) {
      battle.image.set(here);
      const action = (words[index] as Int32Array).slice();
      if (set?.refuses(battle, action) !== 0) continue;
      let frames = 0;
      for (; set.next(battle, action, command); frames++) battle.step(command, undefined);
      const price = { press: costs.press * frames, wait: costs.wait * frames, action: costs.ally }[shape.kind];
      const paid = shape.side === 'enemy' ? costs.enemy : price;
      const ended = goal(battle) && (last === undefined || last === shape.name);
      values.push(keep(battle) ? paid + (ended ? 0 : worth(done + 1)) : Number.POSITIVE_INFINITY);
    }
    if (values.length === 0) return Number.POSITIVE_INFINITY;
    return enemies ? Math.max(...values) : Math.min(...values);
  }

  const value = worth(0);
  return value <= largest ? value : undefined;
}
