/**
 * All that the draws may make of a command, as a graph: a point for every draw that matters, with
 * an edge for each kind of value, and ends. Points that are the same are one: at a draw those with
 * the same image that came by the same draw sites, between two frames those with the same image.
 * Evidence: decision; `test/harness/solve/odds` holds it against the enumeration of every draw.
 */
import type { Battle, CellDeclaration, DrawPart, DrawSource, FramePlay } from '../../../../core/system/system.js';
import { drained, type Steps } from '../../../base/index.js';

import { CERTAIN, type Chance, NEVER, partOf, shareOf, sumOf } from './chance.js';
import { createExplorer, type Edge, type Making, OPEN, type Point, type StepEnd } from './explore.js';
import { createImageKeys, extended, type Tally } from './image-key.js';
import type { OpenTime } from './status-times.js';

/**
 * Where a graph ends. `effect`: the skill has taken effect. `turn`: the player is asked again and
 * the enemies' turn is over. `command`: where the command itself ends.
 */
export type Horizon = 'effect' | 'turn' | 'command' | number;

export interface DrawGraph {
  readonly points: readonly Point[];
  readonly start: Edge;
  /** Frames that were played to make it. */
  readonly plays: number;
  /** False: the limit was reached, and edges without an end are left. */
  readonly isWhole: boolean;
  /** Draws of a part did not come in the order of a skill's: the graph tells nothing. */
  readonly isMixed: boolean;
  /** Whose draws there were: those of a part's graph, or none. */
  readonly owners: ReadonlySet<number>;
}

interface State {
  readonly image: Uint8Array;
  readonly stalls: number;
  /** A step was under way before its last frame. */
  readonly stepped: boolean;
  /** What is tallied so far. */
  readonly tallied: number;
  /** Timers of which more than one time is possible. */
  readonly open: readonly OpenTime[];
  readonly point: number;
}

/** What of a state is no part of its image. */
type Soon = Pick<State, 'stalls' | 'stepped' | 'tallied' | 'open'>;

interface GraphOptions {
  readonly horizon: Horizon;
  /** Frames played at most. */
  readonly plays: number;
  /**
   * Of an end only what a player sees of the units is asked. Not asked is how long a status lasts:
   * its times are told apart only where one ends before the horizon and another does not. Nor are
   * cells that no later frame reads.
   */
  readonly forUnits?: boolean;
  /** Ends with different numbers of it are different ends. */
  readonly tally?: Tally;
  /** One target of a skill, or everybody else, is looked at alone. */
  readonly part?: DrawPart | undefined;
}

/** Frames after which a horizon other than a number of frames is given up. */
const LONGEST = 2048;

/** Cells that tell no states apart. */
function notAsked(battle: Battle, play: FramePlay, forUnits: boolean): CellDeclaration[] {
  return [...battle.cells.filter((cell) => cell.scratch === true), ...(forUnits ? play.unread : [])];
}

type Force = (battle: Battle, source: DrawSource | undefined) => void;

/**
 * Makes the graph of a command from the battle as it is; the battle is left as it was.
 * @returns the graph, or the number of the rule error
 */
export function drawGraph(
  battle: Battle,
  play: FramePlay,
  force: Force,
  command: Int32Array,
  options: GraphOptions,
): DrawGraph | number {
  return drained(drawGraphSteps(battle, play, force, command, options));
}

/** The same with pauses; told to end at one, it leaves the rest open. */
export function* drawGraphSteps(
  battle: Battle,
  play: FramePlay,
  force: Force,
  command: Int32Array,
  { horizon, plays, forUnits = false, tally, part }: GraphOptions,
): Steps<DrawGraph | number> {
  const start = battle.image.slice();
  const error = play.give(command);
  battle.image.set(start);
  if (error !== 0) return error;
  const points: Point[] = [];
  const keys = createImageKeys(battle.image, notAsked(battle, play, forUnits));
  const owners = new Set<number>();
  const making: Making = { battle, play, keys, points, limit: plays, plays: 0, tally, part, isMixed: false, owners };
  const explorer = createExplorer(making, forUnits);
  let layer: State[] = [];
  let next = new Map<string, State>();
  let given = start;
  const joined = tally?.joined ?? (() => 0);

  function isEnd(frames: number, stalls: number, stepped: boolean): boolean {
    if (play.isOver()) return true;
    if (horizon === 'command') return play.isAnswered(command, { frames, stalls, stepped });
    if (typeof horizon === 'number') return frames >= horizon;
    if (horizon === 'effect') return play.hasTakenEffect(given);
    return frames > 0 && play.isTurnOver({ frames, stalls, stepped });
  }

  /** The point behind a step: an end, or a state that goes on. */
  function reach(frames: number, { stalls, stepped, tallied, open }: Soon): number {
    const passed = extended(explorer.numberOf(open), stepped ? -1 - stalls : stalls);
    const key = keys.between(tallied === 0 ? passed : extended(passed, tallied));
    const seen = next.get(key);
    if (seen !== undefined) return seen.point;
    const state = { image: battle.image.slice(), stalls, stepped, tallied, open, point: points.length };
    next.set(key, state);
    if (isEnd(frames, stalls, stepped)) points.push({ is: 'end', image: state.image, frames, tallied });
    else points.push({ is: 'frame', next: undefined });
    return state.point;
  }

  force(battle, explorer.source);
  try {
    const giving = () => {
      play.give(command);
      given = battle.image.slice();
      return false;
    };
    const edge = yield* explorer.explore(start, [], giving, ({ tallied, open }) =>
      reach(0, { stalls: 0, stepped: false, tallied, open }),
    );
    let frames = 0;
    for (layer = [...next.values()]; layer.length > 0; layer = [...next.values()]) {
      next = new Map();
      frames++;
      for (const state of layer) {
        const point = points[state.point];
        if (point?.is !== 'frame' || making.plays >= making.limit || frames > LONGEST) continue;
        battle.image.set(state.image);
        const stepped = (horizon === 'command' || horizon === 'turn') && play.isStepping();
        const after = ({ stalled, tallied, open }: StepEnd): number => {
          const stalls = state.stalls + (stalled ? 1 : 0);
          return reach(frames, { stalls, stepped, tallied: joined(state.tallied, tallied), open });
        };
        point.next = yield* explorer.explore(state.image, state.open, play.frame, after);
      }
    }
    const { isMixed } = making;
    return { points, start: edge, plays: making.plays, isWhole: points.every(isClosed), isMixed, owners };
  } finally {
    force(battle, undefined);
    battle.image.set(start);
  }
}

function isClosed(point: Point): boolean {
  if (point.is === 'end') return true;
  if (point.is === 'frame') return point.next !== undefined && point.next.to !== OPEN;
  return point.edges.every(({ to }) => to !== OPEN);
}

// How likely each end of a graph is, where every value of every draw is alike.

interface Weighed {
  /** By the number of the point; of ends it is the chance to end there. */
  readonly chances: readonly Chance[];
  /** What was not looked at. */
  readonly open: Chance;
}

/** Values of each kind. */
function kindCounts(kinds: Uint8Array, count: number): readonly number[] {
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
