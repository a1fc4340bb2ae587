/** A small generator with a seed that is printed when something is found: the same seed gives the same mutants. */
export interface Random {
  /** 0 to limit - 1. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % Math.max(1, limit);
  return {
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
  };
}
