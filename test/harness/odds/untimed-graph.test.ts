/** Graphs that leave out how long statuses last, against those that tell every time apart; and long stretches of draws without consequence. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../core/live-a-live/index.js';
import * as Ally from '../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../core/live-a-live/memory/cells/enemy.js';
import { passUnits } from '../../../core/live-a-live/turn/time-passes.js';
import { encodeCommand } from '../../../core/system/battle.js';
import type { Battle, DrawSource, FramePlay } from '../../../core/system/system.js';
import { NEVER } from '../../../harness/odds/graph/chance.js';
import { type DrawGraph, drawGraph, type Horizon } from '../../../harness/odds/graph/draw-graph.js';
import { countEnds, followState, ringsOf } from '../../../harness/odds/graph/follow.js';
import { weigh } from '../../../harness/odds/graph/weigh.js';
import { drawnSystem } from '../../../harness/odds/position/position.js';
import { createUnitReader } from '../../../harness/odds/table/units.js';
import { allyPointer, enemyPointer } from '../../fixtures/live-a-live/battle-cells.js';

const { force, framePlay, generator } = drawnSystem(LIVE_A_LIVE_BATTLE, 'test');
const BITS = 400n;

/** Tula Han answers a kick with one of his own, which may lock a leg for 17 to 30 units of time. */
function kicked(): { readonly battle: Battle; readonly words: Int32Array } {
  const battle = LIVE_A_LIVE_BATTLE.create({
    formation: 'tula-han',
    generator: [1, 2, 3, 4],
    party: [{ character: 'akira', x: 2, y: 1, skills: ['low-kick'] }],
  });
  const kick = { command: 'skill', skill: 'low-kick', x: 1, y: 1 };
  return { battle, words: encodeCommand(LIVE_A_LIVE_BATTLE, battle, kick) };
}

/** What a planner reads of the units at the ends, with the share of each. */
function shown(battle: Battle, graph: DrawGraph): Map<string, bigint> {
  const reader = createUnitReader(LIVE_A_LIVE_BATTLE, battle);
  const start = battle.image.slice();
  const { chances } = weigh(graph);
  const found = new Map<string, bigint>();
  graph.points.forEach((point, number) => {
    const chance = chances[number];
    if (point.is !== 'end' || chance === undefined) return;
    const key = JSON.stringify([...reader.read(point.image)]);
    found.set(key, (found.get(key) ?? 0n) + ((chance.numerator << BITS) >> BigInt(chance.bits)));
  });
  battle.image.set(start);
  return found;
}

function sorted(shares: ReadonlyMap<string, bigint>): string {
  return [...shares].map(String).sort().join('\n');
}

type Force = typeof force;

function graphWith(horizon: Horizon, isUntimed: boolean): { shares: string; graph: DrawGraph } {
  const { battle, words } = kicked();
  const graph = drawGraph(battle, framePlay(battle), force, words, { horizon, plays: 20_000, isUntimed });
  if (typeof graph === 'number') throw new Error(`refused: ${graph}`);
  expect(graph.isWhole).toBe(true);
  return { shares: sorted(shown(battle, graph)), graph };
}

test('until a skill has taken effect no status ends: the same chances from a quarter of the frames', () => {
  const short = graphWith('effect', true);
  const long = graphWith('effect', false);
  expect(short.shares === long.shares).toBe(true);
  expect(short.shares.split('\n').length).toBeGreaterThan(20);
  // nobody's leg, or locked for one of eight times
  expect(long.graph.plays).toBeGreaterThan(3 * short.graph.plays);
});

/**
 * A battle of three bytes: a draw gives a status for 2 or 3 frames, or none; the first byte is its
 * timer, the second the frame in which it ended.
 */
function small(isDeaf: boolean) {
  const image = new Uint8Array(4);
  const timeOf = (draw: number): number => (draw < 100 ? 0 : draw < 200 ? 2 : 3);
  let source: DrawSource | undefined;
  const draw = (): number => {
    const given = source?.given() ?? 0;
    if (given >= 0) return given;
    const isTimed = source?.statusEnds === undefined;
    for (let value = 0; value < 256; value++) {
      const time = timeOf(value);
      if (source?.kinds !== undefined) source.kinds[value] = isTimed ? Math.max(time - 1, 0) : Math.min(time, 1);
    }
    return source?.choose(Uint8Array.of(0, 100, 200), isTimed ? 3 : 2, 1) ?? 0;
  };
  const play = {
    give: () => {
      image[0] = timeOf(draw());
      return 0;
    },
    frame: () => {
      image[2] = (image[2] as number) + 1;
      if (image[0] === 1) source?.statusEnds?.();
      if (image[0] !== 0) image[0] = (image[0] as number) - 1;
      if (image[0] === 0 && image[1] === 0) image[1] = image[2] as number;
      return false;
    },
    isOver: () => false,
    isLasting: () => false,
  } as unknown as FramePlay;
  const forced: Force = (_, given) => {
    source = given === undefined || !isDeaf || given.statusEnds === undefined ? given : { ...given, statusEnds() {} };
  };
  return { battle: { image, cells: [] } as unknown as Battle, play, forced };
}

/** Shares out of 256 by the frame in which the status ended, 0 = it has not. */
function endedAt(horizon: number, isDeaf: boolean): Record<number, number> {
  const { battle, play, forced } = small(isDeaf);
  const options = { horizon, plays: 100, isUntimed: true };
  const graph = drawGraph(battle, play, forced, new Int32Array(1), options);
  if (typeof graph === 'number') throw new Error('refused');
  const { chances } = weigh(graph);
  const found: Record<number, number> = {};
  graph.points.forEach((point, number) => {
    const { numerator, bits } = chances[number] ?? NEVER;
    if (point.is !== 'end') return;
    const frame = point.image[1] as number;
    found[frame] = (found[frame] ?? 0) + Number((numerator << 8n) >> BigInt(bits));
  });
  return found;
}

test('where a status ends before the horizon, its times are told apart after all', () => {
  expect(endedAt(1, false)).toEqual({ 0: 156, 1: 100 });
  expect(endedAt(2, false)).toEqual({ 0: 56, 1: 100, 2: 100 });
  expect(endedAt(3, false)).toEqual({ 1: 100, 2: 100, 3: 56 });
  // who does not hear of the end is wrong
  expect(endedAt(2, true)).toEqual({ 1: 100, 2: 156 });
});

test('the end of a status is told before time takes its timer to 0, whatever the unit', () => {
  const { battle } = kicked();
  const { image, machine } = battle as LiveALiveBattle;
  let ends = 0;
  force(battle, { given: () => 0, choose: () => 0, statusEnds: () => ends++ });
  const [ally, enemy] = [allyPointer(0) + Ally.TIMERS + 3, enemyPointer(0) + Enemy.TIMERS];
  image[ally] = 20;
  image[enemy] = 9;
  passUnits(machine, 8, false);
  expect([ends, image[ally], image[enemy]]).toEqual([0, 12, 1]);
  passUnits(machine, 4, false);
  expect([ends, image[ally], image[enemy]]).toEqual([1, 8, 0]);
  passUnits(machine, 8, false);
  expect([ends, image[ally]]).toEqual([2, 0]);
  passUnits(machine, 8, false);
  expect(ends).toBe(2);
});

test('draws without consequence are taken, however many follow one another', () => {
  const image = new Uint8Array(1);
  const kinds = Uint8Array.from({ length: 256 }, (_, value) => (value < 100 ? 0 : 1));
  const graph: DrawGraph = {
    points: [
      {
        is: 'draw',
        site: 1,
        kinds,
        edges: [
          { to: 1, skips: 700 },
          { to: 2, skips: 255 },
        ],
      },
      { is: 'frame', next: { to: 2, skips: 600 } },
      {
        is: 'draw',
        site: 2,
        kinds,
        edges: [
          { to: 3, skips: 0 },
          { to: 4, skips: 900 },
        ],
      },
      { is: 'end', image, frames: 1 },
      { is: 'end', image, frames: 1 },
    ],
    start: { to: 0, skips: 256 },
    plays: 0,
    isWhole: true,
  };
  const expected = new Uint32Array(graph.points.length + 1);
  // the two short cycles: every state followed one by one
  const { cycles } = generator;
  const short = cycles.filter(({ length }) => length < 3000);
  for (const { first, length } of short) {
    let state = first;
    for (let at = 0; at < length; at++) {
      const { end } = followState(graph, generator, state);
      expected[end] = (expected[end] as number) + 1;
      state = generator.next(state);
    }
  }
  expect(countEnds(graph, ringsOf({ ...generator, cycles: short }))).toEqual(expected);
  expect(Math.min(expected[3] as number, expected[4] as number)).toBeGreaterThan(500);
});
