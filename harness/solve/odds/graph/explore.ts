/**
 * One step of a battle played with every kind of value at every draw: each draw that matters
 * becomes a point, and draws with the same image that came by the same draw sites become one.
 */
import {
  type Battle,
  type DrawPart,
  type DrawSource,
  EVERYBODY,
  type FramePlay,
} from '../../../../core/system/system.js';
import type { Steps } from '../../../base/index.js';
import { extended, type ImageKeys, type Tally } from './image-key.js';

import {
  isOpen,
  lastingOf,
  leftOfLasting,
  type OpenTime,
  openTime,
  type Parting,
  partingOf,
  stillOpen,
  withOpen,
} from './status-times.js';

export interface Edge {
  /** Number of the point that it leads to. */
  readonly to: number;
  /** Draws on the way whose value does not matter. */
  readonly skips: number;
}

interface DrawPoint {
  readonly is: 'draw';
  readonly site: number;
  readonly kinds: Uint8Array;
  readonly edges: Edge[];
  /** The times of the status that it inflicts, and the timer that takes one; -1: it took none. */
  readonly times: Uint8Array | undefined;
  timer: number;
  /** Where in the order of a skill's draws it stands; 0 where all of it is looked at. */
  readonly phase: number;
}

export type Point =
  /** A draw: edges by the kind of its value. */
  | DrawPoint
  /** Times of a status that were one: the edge of those that end, and of those that last. */
  | { readonly is: 'parting'; readonly parting: Parting; readonly edges: Edge[] }
  /** A frame is over; the next one begins. */
  | { readonly is: 'frame'; next: Edge | undefined }
  /** The horizon is reached. */
  | { readonly is: 'end'; readonly image: Uint8Array; readonly frames: number; readonly tallied: number };

/** Number that stands for a point that was not looked at. */
export const OPEN = -1;
const UNKNOWN: Edge = { to: OPEN, skips: 0 };
/** In the place of a draw site, where times part. */
const PARTING_SITE = -1;

/** What was decided at a point: a value of its draw, or the edge of a parting. */
interface Decision {
  readonly value: number;
  /** The draw's point; undefined where nothing was to be told apart. */
  readonly point: DrawPoint | undefined;
}

interface Ask {
  readonly point: number;
  readonly path: readonly Decision[];
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
  readonly tally: Tally | undefined;
  /** One target of a skill, or everybody else, is looked at alone. */
  readonly part: DrawPart | undefined;
  /** Draws of a part did not come in the order of a skill's. */
  isMixed: boolean;
  /** Owners of draws that are not the part's own. */
  readonly owners: Set<number>;
}

/** Frames played between two pauses. */
const PAUSE = 256;

/** What a run of one frame has before it and leaves behind. */
interface Run {
  path: Decision[];
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
  /** Timers of which more than one time is possible now. */
  open: readonly OpenTime[];
  /** The last draw's point, if it has times. */
  last: DrawPoint | undefined;
  /** Where in the order of a skill's draws the last one stood, whose it was included. */
  place: number;
}

/** The site of the draw before a point, and the values of its row. */
interface Before {
  readonly site: number;
  readonly row: number;
  readonly place: number;
}

/** Where the step of one state has got to. */
interface Exploring {
  readonly making: Making;
  readonly known: Map<string, Ask>;
  readonly before: Map<number, Before>;
  readonly ways: Way[];
  readonly kinds: Uint8Array;
  /** The times of the draw that is asked for. */
  readonly drawn: Uint8Array;
  /** Numbers of the lists of times. */
  readonly lists: Map<string, number>;
  /** The step's first draw that matters, or its end. */
  first: Edge;
  run: Run;
}

function freshRun(open: readonly OpenTime[]): Run {
  return {
    path: [],
    at: 0,
    history: 0,
    site: 0,
    row: 0,
    skips: 0,
    from: undefined,
    kind: 0,
    isKnown: false,
    open,
    last: undefined,
    place: 0,
  };
}

/** Places that the phase of a draw is ahead of whose it is. */
const OWNERS = 256;

/**
 * Notes where a draw of a part stands, whether in the order of a skill's draws or not.
 * @returns whether it is the part's own
 */
function placed({ run, making }: Exploring): boolean {
  const { part } = making;
  if (part === undefined) return false;
  const isCommon = part.owner === EVERYBODY;
  const place = part.phase * OWNERS + (isCommon ? 0 : part.owner + 1);
  if (place < run.place) making.isMixed = true;
  run.place = place;
  if (!isCommon) making.owners.add(part.owner);
  return isCommon || part.owner === part.target;
}

function join(exploring: Exploring, to: number): void {
  const { run, making } = exploring;
  const edge = { to, skips: run.skips };
  const point = run.from === undefined ? undefined : making.points[run.from.point];
  if (point?.is === 'draw' || point?.is === 'parting') point.edges[run.kind] = edge;
  else exploring.first = edge;
}

/** Notes a draw and the value it takes. */
function pass({ run, making }: Exploring, site: number, kind: number, decision: Decision): void {
  run.path.push(decision);
  run.at++;
  run.history = extended(run.history, site);
  if (site === PARTING_SITE) return;
  run.row = extended(run.site === site ? run.row : 0, kind);
  run.site = site;
  run.last = decision.point;
  if (making.play.isLasting(site)) run.history = extended(run.history, kind);
}

/** The draws of the step so far, and what is tallied of it, as a number. */
function historyNow({ run, making }: Exploring): number {
  const tallied = making.tally?.now() ?? 0;
  return tallied === 0 ? run.history : extended(run.history, -1 - tallied);
}

/** A number for the open times: equal ones have equal numbers. */
function numberOf({ lists }: Exploring, open: readonly OpenTime[]): number {
  let number = 0;
  for (const { timer, times, least } of open) {
    const text = String.fromCharCode(...times);
    const list = lists.get(text) ?? lists.size;
    lists.set(text, list);
    number = extended(extended(extended(number, timer), list), least);
  }
  return number;
}

/** The point of a decision that a way came to before; the rest of the frame is known then. */
function isSeen(exploring: Exploring, key: string): boolean {
  const seen = exploring.known.get(key);
  if (seen === undefined) return false;
  join(exploring, seen.point);
  exploring.run.isKnown = true;
  return true;
}

/** Adds a point for a decision that no way has come to yet; its first kind is taken at once. */
function addPoint(exploring: Exploring, key: string, point: Point, values: ArrayLike<number>, count: number): void {
  const { run, making, known, before, ways } = exploring;
  const ask: Ask = { point: making.points.length, path: run.path.slice(), history: run.history };
  known.set(key, ask);
  before.set(ask.point, { site: run.site, row: run.row, place: run.place });
  making.points.push(point);
  join(exploring, ask.point);
  for (let kind = count - 1; kind > 0; kind--) ways.push({ ask, kind, value: values[kind] as number });
  run.from = ask;
  run.kind = 0;
  run.skips = 0;
}

/** A draw that no way has come to yet is taken at its least value; the others wait. */
function chooseValue(exploring: Exploring, values: Uint8Array, count: number, site: number): number {
  const { run, making, kinds, drawn } = exploring;
  const value = values[0] as number;
  const times = isOpen(drawn) ? drawn.slice() : undefined;
  // whoever follows several parts at once takes each of a part's own draws
  if (!placed(exploring) && count === 1 && times === undefined) {
    pass(exploring, site, 0, { value, point: undefined });
    run.skips++;
    return value;
  }
  const history = extended(extended(historyNow(exploring), site), numberOf(exploring, run.open));
  const key = making.keys.whole(history, run.site === site ? run.row : 0);
  if (isSeen(exploring, key)) return value;
  const edges = Array<Edge>(count).fill(UNKNOWN);
  const point: DrawPoint = {
    is: 'draw',
    site,
    kinds: kinds.slice(),
    edges,
    times,
    timer: -1,
    phase: making.part?.phase ?? 0,
  };
  addPoint(exploring, key, point, values, count);
  pass(exploring, site, 0, { value, point });
  return value;
}

/** A timer was set: to one of the times of the draw before, or to a time that is known. */
function timerBegins({ run }: Exploring, timer: number): void {
  if (run.isKnown) return;
  const { last } = run;
  if (last?.times !== undefined) last.timer = timer;
  run.open = withOpen(run.open, timer, last?.times === undefined ? undefined : openTime(timer, last.times));
}

const ENDS_OR_LASTS = [0, 1];

/** Time takes the shortest time of a timer to 0: the times part, if not all of them end. */
function timerEnds(exploring: Exploring, timer: number, step: number): void {
  const { run, making } = exploring;
  const open = run.open.find((one) => one.timer === timer);
  if (run.isKnown || open === undefined) return;
  const { image } = making.battle;
  const left = image[timer] as number;
  const parting = partingOf(open, left, step);
  let edge = 0;
  if (parting.counts[1] > 0) {
    if (run.at < run.path.length) edge = (run.path[run.at++] as Decision).value;
    else {
      const history = extended(extended(historyNow(exploring), PARTING_SITE), timer);
      const key = making.keys.whole(extended(history, numberOf(exploring, run.open)), run.row);
      if (isSeen(exploring, key)) return;
      const point: Point = { is: 'parting', parting, edges: [UNKNOWN, UNKNOWN] };
      addPoint(exploring, key, point, ENDS_OR_LASTS, 2);
      pass(exploring, PARTING_SITE, 0, { value: 0, point: undefined });
    }
  }
  if (edge === 1) image[timer] = leftOfLasting(parting, left);
  run.open = withOpen(run.open, timer, edge === 1 ? lastingOf(parting) : undefined);
}

/** Begins a run behind a way: its path and that way's value are given. */
function beginBehind(exploring: Exploring, { ask, kind, value }: Way, open: readonly OpenTime[]): void {
  const point = exploring.making.points[ask.point];
  const before = exploring.before.get(ask.point);
  exploring.run = { ...freshRun(open), path: [...ask.path], history: ask.history, ...before, from: ask, kind };
  if (point?.is === 'draw') pass(exploring, point.site, kind, { value, point });
  else pass(exploring, PARTING_SITE, kind, { value, point: undefined });
}

/** What is known of the end of a step, besides the image. */
export interface StepEnd {
  readonly stalled: boolean;
  /** What is tallied of it. */
  readonly tallied: number;
  readonly open: readonly OpenTime[];
}

interface Explorer {
  readonly source: DrawSource;
  /**
   * Plays one step of a state in every way; `end` is asked for the point at the end of each.
   * @param open timers of the state of which more than one time is possible
   * A pause every few frames; told to end there, it plays no more.
   * @returns the edge to the step's first draw that matters, or to its end
   */
  explore(
    image: Uint8Array,
    open: readonly OpenTime[],
    step: () => boolean,
    end: (end: StepEnd) => number,
  ): Steps<Edge>;
  /** A number for open times: equal ones have equal numbers. */
  numberOf(open: readonly OpenTime[]): number;
}

/** The next value of the path that is given, or -1: it is over. */
function givenValue({ run }: Exploring): number {
  const decision = run.path[run.at];
  if (decision === undefined) return run.isKnown ? 0 : -1;
  run.at++;
  run.last = decision.point;
  return decision.value;
}

/** @param isUntimed the times of a status are told apart only where they end */
export function createExplorer(making: Making, isUntimed: boolean): Explorer {
  const exploring: Exploring = {
    making,
    known: new Map(),
    before: new Map(),
    ways: [],
    kinds: new Uint8Array(256),
    drawn: new Uint8Array(256),
    lists: new Map(),
    first: UNKNOWN,
    run: freshRun([]),
  };
  const { known, before, ways, kinds, drawn } = exploring;
  const times = {
    drawn,
    begins: (timer: number) => timerBegins(exploring, timer),
    ends: (timer: number, step: number) => timerEnds(exploring, timer, step),
  };

  function playRun(image: Uint8Array, step: () => boolean, end: (end: StepEnd) => number): void {
    making.battle.image.set(image);
    making.plays++;
    exploring.run.at = 0;
    exploring.run.last = undefined;
    making.tally?.begin();
    const stalled = step();
    const { isKnown, open, place } = exploring.run;
    if (isKnown) return;
    const to = end({ stalled, tallied: making.tally?.now() ?? 0, open: stillOpen(open, making.battle.image) });
    join(exploring, to);
    // a skill's own draws are made in one frame, its last
    if (place >= OWNERS && making.points[to]?.is !== 'end') making.isMixed = true;
  }

  return {
    source: {
      kinds,
      ...(isUntimed ? { times } : {}),
      ...(making.part === undefined ? {} : { part: making.part }),
      given: () => givenValue(exploring),
      choose: (values, count, site) => chooseValue(exploring, values, count, site),
    },
    *explore(image, open, step, end) {
      known.clear();
      before.clear();
      ways.length = 0;
      exploring.first = UNKNOWN;
      exploring.run = freshRun(open);
      playRun(image, step, end);
      for (let way = ways.pop(); way !== undefined && making.plays < making.limit; way = ways.pop()) {
        beginBehind(exploring, way, open);
        playRun(image, step, end);
        if (making.plays % PAUSE === 0 && (yield)) making.limit = 0;
      }
      return exploring.first;
    },
    numberOf: (open) => numberOf(exploring, open),
  };
}
