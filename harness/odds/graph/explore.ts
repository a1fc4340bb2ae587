/**
 * One step of a battle played with every kind of value at every draw: each draw that matters
 * becomes a point, and draws with the same image that came by the same draw sites become one.
 */
import type { Battle, DrawSource, FramePlay } from '../../../core/system/system.js';
import { extended, type ImageKeys } from './image-key.js';

export interface Edge {
  /** Number of the point that it leads to. */
  readonly to: number;
  /** Draws on the way whose value does not matter. */
  readonly skips: number;
}

export type Point =
  /** A draw: edges by the kind of its value. */
  | { readonly is: 'draw'; readonly site: number; readonly kinds: Uint8Array; readonly edges: Edge[] }
  /** A frame is over; the next one begins. */
  | { readonly is: 'frame'; next: Edge | undefined }
  /** The horizon is reached. */
  | { readonly is: 'end'; readonly image: Uint8Array; readonly frames: number };

/** Number that stands for a point that was not looked at. */
export const OPEN = -1;
const UNKNOWN: Edge = { to: OPEN, skips: 0 };

interface Ask {
  readonly point: number;
  readonly path: readonly number[];
  readonly history: number;
}

/** A way that is still to be played: the draws up to a point, and the kind of value it takes. */
interface Way {
  readonly ask: Ask;
  readonly kind: number;
  readonly value: number;
}

export interface Making {
  readonly battle: Battle;
  readonly play: FramePlay;
  readonly keys: ImageKeys;
  readonly points: Point[];
  /** Frames that may be played. */
  limit: number;
  plays: number;
}

/** What a run of one frame has before it and leaves behind. */
interface Run {
  path: number[];
  at: number;
  /** Draw sites so far, with what lasts of their values. */
  history: number;
  site: number;
  /** Values of the draws of one site in a row. */
  row: number;
  /** Draws since the last point. */
  skips: number;
  from: Ask | undefined;
  kind: number;
  /** The rest of the frame was seen before. */
  isKnown: boolean;
}

/** The site of the draw before a point, and the values of its row. */
interface Before {
  readonly site: number;
  readonly row: number;
}

/** Where the step of one state has got to. */
interface Exploring {
  readonly making: Making;
  readonly known: Map<string, Ask>;
  readonly before: Map<number, Before>;
  readonly ways: Way[];
  readonly kinds: Uint8Array;
  /** The step's first draw that matters, or its end. */
  first: Edge;
  run: Run;
}

function freshRun(): Run {
  return { path: [], at: 0, history: 0, site: 0, row: 0, skips: 0, from: undefined, kind: 0, isKnown: false };
}

function join(exploring: Exploring, to: number): void {
  const { run, making } = exploring;
  const edge = { to, skips: run.skips };
  const point = run.from === undefined ? undefined : making.points[run.from.point];
  if (point?.is === 'draw') point.edges[run.kind] = edge;
  else exploring.first = edge;
}

/** Notes a draw and the value it takes. */
function pass({ run, making }: Exploring, site: number, kind: number, value: number): void {
  run.row = extended(run.site === site ? run.row : 0, kind);
  run.site = site;
  run.history = extended(run.history, site);
  if (making.play.isLasting(site)) run.history = extended(run.history, kind);
  run.path.push(value);
  run.at++;
}

/** A draw that no way has come to yet is taken at its least value; the others wait. */
function chooseValue(exploring: Exploring, values: Uint8Array, count: number, site: number): number {
  const { run, making, known, before, ways, kinds } = exploring;
  const { points, keys } = making;
  const value = values[0] as number;
  if (count === 1) {
    pass(exploring, site, 0, value);
    run.skips++;
    return value;
  }
  const key = keys.whole(extended(run.history, site), run.site === site ? run.row : 0);
  const seen = known.get(key);
  if (seen !== undefined) {
    join(exploring, seen.point);
    run.isKnown = true;
    return value;
  }
  const ask: Ask = { point: points.length, path: run.path.slice(), history: run.history };
  known.set(key, ask);
  before.set(ask.point, { site: run.site, row: run.row });
  points.push({ is: 'draw', site, kinds: kinds.slice(), edges: Array<Edge>(count).fill(UNKNOWN) });
  join(exploring, ask.point);
  for (let kind = count - 1; kind > 0; kind--) ways.push({ ask, kind, value: values[kind] as number });
  run.from = ask;
  run.kind = 0;
  run.skips = 0;
  pass(exploring, site, 0, value);
  return value;
}

/** Begins a run behind a way: its path and that way's value are given. */
function beginBehind(exploring: Exploring, { ask, kind, value }: Way): void {
  const point = exploring.making.points[ask.point];
  const site = point?.is === 'draw' ? point.site : 0;
  const before = exploring.before.get(ask.point);
  exploring.run = { ...freshRun(), path: [...ask.path], history: ask.history, ...before, from: ask, kind };
  pass(exploring, site, kind, value);
}

export interface Explorer {
  readonly source: DrawSource;
  /**
   * Plays one step of a state in every way; `end` is asked for the point at the end of each.
   * @returns the edge to the step's first draw that matters, or to its end
   */
  explore(image: Uint8Array, step: () => boolean, end: (stalled: boolean) => number): Edge;
}

/**
 * @param statusEnds makes the times of a status one kind; called, and no more is played, where that
 *   may be wrong
 */
export function createExplorer(making: Making, statusEnds: (() => void) | undefined): Explorer {
  const kinds = new Uint8Array(256);
  const exploring: Exploring = {
    making,
    known: new Map(),
    before: new Map(),
    ways: [],
    kinds,
    first: UNKNOWN,
    run: freshRun(),
  };
  const { known, before, ways } = exploring;

  function stop(): void {
    making.limit = 0;
    statusEnds?.();
  }

  function playRun(image: Uint8Array, step: () => boolean, end: (stalled: boolean) => number): void {
    making.battle.image.set(image);
    making.plays++;
    exploring.run.at = 0;
    const stalled = step();
    if (!exploring.run.isKnown) join(exploring, end(stalled));
  }

  return {
    source: {
      kinds,
      ...(statusEnds === undefined ? {} : { statusEnds: stop }),
      given() {
        const { run } = exploring;
        if (run.at < run.path.length) return run.path[run.at++] as number;
        return run.isKnown ? 0 : -1;
      },
      choose: (values, count, site) => chooseValue(exploring, values, count, site),
    },
    explore(image, step, end) {
      known.clear();
      before.clear();
      ways.length = 0;
      exploring.first = UNKNOWN;
      exploring.run = freshRun();
      playRun(image, step, end);
      for (let way = ways.pop(); way !== undefined && making.plays < making.limit; way = ways.pop()) {
        beginBehind(exploring, way);
        playRun(image, step, end);
      }
      return exploring.first;
    },
  };
}
