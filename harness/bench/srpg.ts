/**
 * Reach on the largest map, 256 x 256, from its middle: on grounds of cost 1 to 3, and on plain ground beside the npm package
 * `pathfinding`, if it is installed: it is no dependency, so without it that column is left out. It only finds paths, so it is asked for one
 * to a square that cannot be entered, which makes its Dijkstra search visit every square, as a reach does.
 */
import { createBattle, reach, type SrpgBattle, squareNumber } from '../../core/srpg-movement/index.js';
import { checksum } from './checksum.js';
import { chooserOf } from './fftcg.js';
import { ratesOf, type Spread, spreadOf, timed } from './measure.js';

export interface ReachResult {
  readonly map: string;
  readonly squares: number;
  readonly repeats: number;
  readonly reachesPerSecond: Spread;
  readonly checksum: string;
}

export interface SrpgResult {
  readonly reaches: readonly ReachResult[];
  /** Milliseconds of a search by the package, or why there is none. */
  readonly pathfinding: { readonly milliseconds: Spread; readonly ratio: number } | { readonly skipped: string };
}

const SIDE = 256;
const MOVE = 254;
const MIDDLE = SIDE / 2;
const REACHES_PER_REPEAT = 5;

/** What is used of the package. */
interface Pathfinding {
  readonly Grid: new (width: number, height: number) => PathfindingGrid;
  readonly DijkstraFinder: new () => {
    findPath(x: number, y: number, toX: number, toY: number, grid: unknown): unknown;
  };
}

interface PathfindingGrid {
  setWalkableAt(x: number, y: number, walkable: boolean): void;
  clone(): PathfindingGrid;
}

function battleOn(map: readonly (readonly number[])[]): SrpgBattle {
  const units = [{ id: 'scout', x: MIDDLE, y: MIDDLE, move: MOVE }];
  return createBattle({ map, grounds: { 1: 1, 2: 2, 3: 3 }, units });
}

function mapOf(cost: () => number): number[][] {
  return Array.from({ length: SIDE }, () => Array.from({ length: SIDE }, cost));
}

function benchReach(name: string, map: readonly (readonly number[])[], repeats: number): ReachResult {
  const { world } = battleOn(map);
  const field = world.fields[0];
  if (field === undefined) throw new TypeError('the plain grounds have a field');
  const start = squareNumber(field.stride, MIDDLE, MIDDLE);
  const run = (): void => {
    for (let count = REACHES_PER_REPEAT; count > 0; count--) reach(field, start, MOVE, world.buffers);
  };
  run();
  const times: number[] = [];
  for (let repeat = 0; repeat < repeats; repeat++) times.push(timed(run));
  return {
    map: name,
    squares: world.buffers.touchedCount,
    repeats,
    reachesPerSecond: ratesOf(times, REACHES_PER_REPEAT),
    checksum: checksum(world.buffers.remaining),
  };
}

async function loadPathfinding(): Promise<Pathfinding | undefined> {
  // a name in a variable: the compiler must not look for a package that is not installed
  const name = 'pathfinding';
  try {
    const loaded = (await import(name)) as { readonly default: Pathfinding };
    return loaded.default;
  } catch {
    return undefined;
  }
}

function timePathfinding(library: Pathfinding, repeats: number): Spread {
  const empty = new library.Grid(SIDE, SIDE);
  empty.setWalkableAt(0, 0, false);
  const finder = new library.DijkstraFinder();
  const times: number[] = [];
  for (let repeat = 0; repeat <= repeats; repeat++) {
    const grid = empty.clone();
    times.push(timed(() => finder.findPath(MIDDLE, MIDDLE, 0, 0, grid)) / 1e6);
  }
  return spreadOf(times.slice(1));
}

export async function benchSrpg(repeats: number): Promise<SrpgResult> {
  const choose = chooserOf(256);
  const plain = benchReach(
    'plain ground',
    mapOf(() => 1),
    repeats,
  );
  const reaches = [
    benchReach(
      'costs 1 to 3',
      mapOf(() => 1 + choose(3)),
      repeats,
    ),
    plain,
  ];
  const library = await loadPathfinding();
  if (library === undefined) return { reaches, pathfinding: { skipped: 'the package pathfinding is not installed' } };
  const milliseconds = timePathfinding(library, repeats);
  return {
    reaches,
    pathfinding: { milliseconds, ratio: (milliseconds.median * plain.reachesPerSecond.median) / 1000 },
  };
}
