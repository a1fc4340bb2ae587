/** How likely each end of a graph is, where every value of every draw is alike. */
import { CERTAIN, type Chance, NEVER, partOf, shareOf, sumOf } from './chance.js';
import type { DrawGraph } from './draw-graph.js';
import { type Edge, OPEN, type Point } from './explore.js';

export interface Weighed {
  /** By the number of the point; of ends it is the chance to end there. */
  readonly chances: readonly Chance[];
  /** What was not looked at. */
  readonly open: Chance;
}

/** Values of each kind. */
export function kindCounts(kinds: Uint8Array, count: number): readonly number[] {
  const counts = Array<number>(count).fill(0);
  for (const kind of kinds) counts[kind] = (counts[kind] as number) + 1;
  return counts;
}

function edgesOf(point: Point): readonly Edge[] {
  if (point.is === 'draw' || point.is === 'parting') return point.edges;
  return point.is === 'frame' && point.next !== undefined ? [point.next] : [];
}

/** Points so that every edge leads to a later one. */
function ordered({ points, start }: DrawGraph): number[] {
  const order: number[] = [];
  const seen = new Uint8Array(points.length);
  const stack: { readonly point: number; at: number }[] = [];
  const visit = (point: number): void => {
    if (point === OPEN || seen[point] === 1) return;
    seen[point] = 1;
    stack.push({ point, at: 0 });
  };
  visit(start.to);
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const edges = edgesOf(points[top.point] as Point);
    if (top.at < edges.length) visit((edges[top.at++] as Edge).to);
    else {
      order.push(top.point);
      stack.pop();
    }
  }
  return order.reverse();
}

export function weigh(graph: DrawGraph): Weighed {
  const { points, start } = graph;
  const chances = Array<Chance>(points.length).fill(NEVER);
  let open = start.to === OPEN ? CERTAIN : NEVER;
  if (start.to !== OPEN) chances[start.to] = CERTAIN;
  const add = (to: number, chance: Chance): void => {
    if (to === OPEN) open = sumOf(open, chance);
    else chances[to] = sumOf(chances[to] as Chance, chance);
  };
  for (const number of ordered(graph)) {
    const point = points[number] as Point;
    const chance = chances[number] as Chance;
    if (point.is === 'frame') add(point.next?.to ?? OPEN, chance);
    if (point.is === 'parting') {
      const [ending, lasting] = point.parting.counts;
      point.edges.forEach(({ to }, kind) => {
        add(to, partOf(chance, kind === 0 ? ending : lasting, ending + lasting));
      });
    }
    if (point.is !== 'draw') continue;
    const counts = kindCounts(point.kinds, point.edges.length);
    point.edges.forEach(({ to }, kind) => {
      add(to, shareOf(chance, counts[kind] as number));
    });
  }
  return { chances, open };
}
