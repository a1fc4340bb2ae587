/** Graphs that leave out how long statuses last, against those that tell every time apart; and long stretches of draws without consequence. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import { passUnits } from '../../../../core/live-a-live/turn/time-passes.js';
import { encodeCommand } from '../../../../core/system/battle.js';
import type { Battle } from '../../../../core/system/system.js';
import { type DrawGraph, drawGraph, type Horizon, weigh } from '../../../../harness/solve/odds/graph/draw-graph.js';
import { countEnds, followState, ringsOf } from '../../../../harness/solve/odds/graph/follow.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { createUnitReader } from '../../../../harness/solve/odds/table/candidates.js';

import { allyPointer, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';

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

function graphWith(horizon: Horizon, forUnits: boolean): { shares: string; graph: DrawGraph } {
  const { battle, words } = kicked();
  const graph = drawGraph(battle, framePlay(battle), force, words, { horizon, plays: 20_000, forUnits });
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

test('the end of a status is told before time takes its timer to 0, whatever the unit', () => {
  const { battle } = kicked();
  const { image, machine } = battle as LiveALiveBattle;
  const told: number[][] = [];
  const times = { drawn: new Uint8Array(256), begins: () => undefined, ends: (...one: number[]) => told.push(one) };
  force(battle, { given: () => 0, choose: () => 0, times });
  const [ally, enemy] = [allyPointer(0) + Ally.TIMERS + 3, enemyPointer(0) + Enemy.TIMERS];
  image[ally] = 20;
  image[enemy] = 9;
  passUnits(machine, 8, false);
  expect([told, image[ally], image[enemy]]).toEqual([[], 12, 1]);
  passUnits(machine, 4, false);
  expect([told, image[ally], image[enemy]]).toEqual([[[enemy, 4]], 8, 0]);
  passUnits(machine, 8, false);
  expect([told.length, told[1], image[ally]]).toEqual([2, [ally, 8], 0]);
  passUnits(machine, 8, false);
  expect(told.length).toBe(2);
  // whoever is told may write a longer time
  image[ally] = 5;
  force(battle, {
    given: () => 0,
    choose: () => 0,
    times: {
      ...times,
      ends(timer: number) {
        image[timer] = 9;
      },
    },
  });
  passUnits(machine, 8, false);
  expect(image[ally]).toBe(1);
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
        times: undefined,
        timer: -1,
        phase: 0,
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
        times: undefined,
        timer: -1,
        phase: 0,
        edges: [
          { to: 3, skips: 0 },
          { to: 4, skips: 900 },
        ],
      },
      { is: 'end', image, frames: 1, tallied: 0 },
      { is: 'end', image, frames: 1, tallied: 0 },
    ],
    start: { to: 0, skips: 256 },
    plays: 0,
    isWhole: true,
    isMixed: false,
    owners: new Set(),
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
