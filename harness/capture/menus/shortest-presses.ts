/** The fewest presses that bring a cursor from one place to another. */
import { DIRECTIONS, type Direction } from './target-search.js';

/** @param next where a press leads @returns undefined when no presses lead there */
export function shortestPresses(
  from: number,
  to: number,
  next: (place: number, direction: Direction) => number,
): Direction[] | undefined {
  const ways = new Map<number, Direction[]>([[from, []]]);
  const queue = [from];
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    const way = ways.get(place) ?? [];
    if (place === to) return way;
    for (const direction of DIRECTIONS) {
      const reached = next(place, direction);
      if (ways.has(reached)) continue;
      ways.set(reached, [...way, direction]);
      queue.push(reached);
    }
  }
  return undefined;
}
