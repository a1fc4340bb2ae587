/** Every end of a move over unknown draws: of one command, or of several that it chooses itself. */
import type { SearchMove } from '../../search/problem/problem.js';
import { CERTAIN, type Chance, NEVER, productOf, sumOf } from '../graph/chance.js';
import { type DrawGraph, drawGraph } from '../graph/draw-graph.js';
import { weigh } from '../graph/weigh.js';
import { beforeMove, type End, endNow, type Playing } from './playing.js';

export interface WeighedEnd {
  readonly end: End;
  readonly chance: Chance;
}

export interface Weighed {
  readonly ends: readonly WeighedEnd[];
  /** What was not looked at. */
  readonly open: Chance;
}

/** Frames played for one command, at most: what is left then is open. */
export const PLAYS = 40_000;
/** The graph of a command from a state, or undefined: it is refused. @param plays frames at most */
export function graphOf(
  { problem: { battle }, states, play, force, tally }: Playing,
  from: number,
  words: Int32Array,
  plays: number,
) {
  states.load(from);
  // whoever played without a graph took the buffer away
  play.lend(tally?.events);
  const options = { horizon: 'command', plays, ...(tally === undefined ? {} : { tally }) } as const;
  const graph = drawGraph(battle, play, force, words, options);
  return typeof graph === 'number' ? undefined : graph;
}

/** The ends of a graph by the numbers of their points. */
export function endsOf(
  playing: Playing,
  state: number,
  move: SearchMove,
  { points }: DrawGraph,
): ReadonlyMap<number, End> {
  const { problem, states } = playing;
  states.load(state);
  const before = beforeMove(playing, move);
  const ends = new Map<number, End>();
  points.forEach((point, number) => {
    if (point.is !== 'end') return;
    problem.battle.image.set(point.image);
    ends.set(number, endNow(playing, move, before, point.enemyActions));
  });
  return ends;
}

/** Adds ends that are the same. */
function createMerging(): { readonly add: (end: End, chance: Chance) => void; readonly ends: () => WeighedEnd[] } {
  const merged = new Map<string, WeighedEnd>();
  return {
    add(end, chance) {
      const key = `${end.state} ${end.fate} ${end.amounts.join(' ')}`;
      merged.set(key, { end, chance: sumOf(merged.get(key)?.chance ?? NEVER, chance) });
    },
    ends: () => [...merged.values()],
  };
}

export function weighEnds(playing: Playing, state: number, move: SearchMove): Weighed | undefined {
  const { words } = move.move;
  if (playing.play.isSeveral(words[0] as number)) return weighSeveral(playing, state, move);
  const graph = graphOf(playing, state, words, PLAYS);
  if (graph === undefined) return undefined;
  const { chances, open } = weigh(graph);
  const merging = createMerging();
  for (const [number, end] of endsOf(playing, state, move, graph)) merging.add(end, chances[number] ?? NEVER);
  return { ends: merging.ends(), open };
}

/** A state in the middle of several commands. */
interface Between {
  readonly state: number;
  readonly enemyActions: number;
  readonly chance: Chance;
}

/**
 * Several commands, one after the other: each is chosen in every state that the one before it may
 * lead to. Undefined: not even a first one is.
 */
function weighSeveral(playing: Playing, first: number, move: SearchMove): Weighed | undefined {
  const { problem, states, play, notes } = playing;
  const { words } = move.move;
  states.load(first);
  const before = beforeMove(playing, move);
  if (play.chosen(words, 0) === undefined) return undefined;
  const merging = createMerging();
  let open = NEVER;
  let plays = PLAYS;
  let layer: readonly Between[] = [{ state: first, enemyActions: 0, chance: CERTAIN }];
  for (let given = 0; layer.length > 0; given++) {
    const next = new Map<string, Between>();
    for (const { state, enemyActions, chance } of layer) {
      states.load(state);
      const chosen = play.chosen(words, given)?.slice();
      const graph = chosen === undefined ? undefined : graphOf(playing, state, chosen, plays);
      if (graph === undefined) {
        states.load(state);
        merging.add(endNow(playing, move, before, enemyActions), chance);
        continue;
      }
      plays -= graph.plays;
      const weighed = weigh(graph);
      open = sumOf(open, productOf(chance, weighed.open));
      graph.points.forEach((point, number) => {
        if (point.is !== 'end') return;
        problem.battle.image.set(point.image);
        notes?.note();
        const to = { state: states.put(), enemyActions: enemyActions + point.enemyActions };
        const key = `${to.state} ${to.enemyActions}`;
        const share = productOf(chance, weighed.chances[number] ?? NEVER);
        next.set(key, { ...to, chance: sumOf(next.get(key)?.chance ?? NEVER, share) });
      });
    }
    layer = [...next.values()];
  }
  return { ends: merging.ends(), open };
}
