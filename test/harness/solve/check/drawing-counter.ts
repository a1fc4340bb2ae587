/** A counter whose additions draw: what is added is up to `most` more. */
import type { Battle, DrawSource, System } from '../../../../core/system/system.js';
import { counter } from './certificates.js';

/** @param refuses sums after which an amount is refused */
export function drawingCounter(most: number, refuses: (sum: number, amount: number) => boolean = () => false): System {
  const sources = new WeakMap<Battle, DrawSource | undefined>();
  const plain = counter();
  return {
    ...plain,
    capabilities: {
      ...plain.capabilities,
      planning: {
        forceDraws: (battle, source) => {
          sources.set(battle, source);
        },
      },
    },
    create(setup, switches) {
      const { step, ...rest } = plain.create(setup, switches);
      const battle: Battle = {
        ...rest,
        step(command, events) {
          const amount = command[1] as number;
          if (refuses(battle.image[0] as number, amount)) return 1;
          const source = sources.get(battle);
          const given = source?.given() ?? 0;
          const values = Uint8Array.from({ length: most + 1 }, (_, value) => value);
          // every value above the largest counts as that one
          const drawn = source === undefined || given >= 0 ? given : source.choose(values, values.length, 7);
          return step(Int32Array.of(command[0] as number, amount + Math.min(drawn, most)), events);
        },
      };
      return battle;
    },
  };
}

/** Text of a plan that is sure of a sum in a range, whatever is drawn. */
export function surePlan(amounts: readonly number[], [min, max]: readonly [number, number], cost: number): string {
  return `plan = 1
system = "counter"
title = "To ${min} at least"
[search]
moves = [{ command = "add", amount = [${amounts.join(', ')}] }]
enemies = "worst"
limits = { cost = ${cost} }
goal = { total = { min = ${min}, max = ${max} } }
`;
}

/** Lowest cost that is sure, or -1: counted out, addition by addition. */
export function sureCost(
  { amounts, range: [min, max], cost, most }: Sure,
  refuses: (sum: number, amount: number) => boolean,
): number {
  const costFrom = (sum: number, left: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (const amount of left > 0 ? amounts : []) {
      if (refuses(sum, amount)) continue;
      let dearest = 1;
      for (let drawn = 0; drawn <= most; drawn++) {
        const next = sum + amount + drawn;
        if (next < min || next > max) dearest = Math.max(dearest, 1 + costFrom(next, left - 1));
      }
      best = Math.min(best, dearest);
    }
    return best;
  };
  const found = costFrom(0, cost);
  return Number.isFinite(found) ? found : -1;
}

export interface Sure {
  readonly amounts: readonly number[];
  readonly range: readonly [number, number];
  readonly cost: number;
  readonly most: number;
}
