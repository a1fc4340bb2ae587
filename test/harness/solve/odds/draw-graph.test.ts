/** The graph of a command's draws against every way of them, none put together. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { encodeCommand, read } from '../../../../core/system/battle.js';
import type { CommandFrames } from '../../../../core/system/planning.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { chanceJson } from '../../../../harness/solve/odds/graph/chance.js';
import { type DrawGraph, drawGraph, type Horizon, weigh } from '../../../../harness/solve/odds/graph/draw-graph.js';
import { countEnds, followState, ringsOf } from '../../../../harness/solve/odds/graph/follow.js';
import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';
import { candidatesOf, createUnitReader } from '../../../../harness/solve/odds/table/candidates.js';

import { ORDINARY_FORMATIONS } from '../../../fixtures/live-a-live/formations.js';
import { everyWay } from './every-way.js';

const PLANNING = LIVE_A_LIVE_BATTLE.capabilities.planning ?? {};
const { forceDraws, framePlay, generator } = PLANNING;
if (forceDraws === undefined || framePlay === undefined || generator === undefined) throw new Error('no draws');

const PARTIES: readonly (readonly string[])[] = [['takahara'], ['oersted', 'straybow', 'uranus', 'hash'], ['akira']];
const SCRATCH = createBattle(null).cells.filter((cell) => cell.scratch === true);

function shown(image: Uint8Array): string {
  const bytes = image.slice();
  for (const { offset, width } of SCRATCH) bytes.fill(0, offset, offset + width);
  return createHash('sha256').update(bytes).digest('hex');
}

/** Plain, so that two are compared at once. */
function sorted(chances: ReadonlyMap<string, bigint>): string {
  return [...chances]
    .map(([image, share]) => `${image} ${share}`)
    .sort()
    .join('\n');
}

/** Chances by what is left, as fractions over 2 to the power of 400. */
const BITS = 400n;

function ofGraph(graph: DrawGraph): Map<string, bigint> {
  const { chances } = weigh(graph);
  const found = new Map<string, bigint>();
  graph.points.forEach((point, number) => {
    const chance = chances[number];
    if (point.is !== 'end' || chance === undefined) return;
    const share = (chance.numerator << BITS) >> BigInt(chance.bits);
    found.set(shown(point.image), (found.get(shown(point.image)) ?? 0n) + share);
  });
  return found;
}

/** A skill that reaches somebody, of those that may be used now. */
function someSkill(battle: LiveALiveBattle, pick: number): Int32Array | undefined {
  const position = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: '', switches: {} };
  const listed = battle.legalCommands(new Int32Array(60_000));
  if (listed === 0 || read(battle, 'battleResult') !== 0) return undefined;
  try {
    const { found } = candidatesOf(position, undefined);
    return found[pick % found.length]?.words;
  } catch (error) {
    if (error instanceof LockstepError && error.code === 'E_ODDS_NOBODY') return undefined;
    throw error;
  }
}

const cases = fc.record({
  formation: fc.constantFrom(0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5, ...ORDINARY_FORMATIONS.slice(0, 60)),
  party: fc.constantFrom(...PARTIES),
  before: fc.integer({ min: 0, max: 12 }),
  seed: fc.nat(0x7fff_ff00),
  pick: fc.nat(),
  horizon: fc.constantFrom<Horizon>('effect', 'turn', 3),
});

test('the chances of what a command leaves are those of every sequence of draws, each played', () => {
  let compared = 0;
  let ways = 0;
  fc.assert(
    fc.property(cases, ({ formation, party, before, seed, pick, horizon }) => {
      const members = party.map((character) => ({ character }));
      const battle = createBattle({ formation, party: members, generator: [1, 2, 3, seed & 0xff] });
      for (let turn = 0; turn < before; turn++) {
        const auto = { command: 'auto', policy: turn % 2 === 0 ? 'attack' : 'random', commands: 1, seed: seed + turn };
        battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, auto), undefined);
      }
      const command = someSkill(battle, pick);
      if (command === undefined) return;
      const play = framePlay(battle);
      const isEnd = (given: Uint8Array, soFar: CommandFrames): boolean => {
        if (typeof horizon === 'number') return soFar.frames >= horizon;
        return horizon === 'effect' ? play.hasTakenEffect(given) : soFar.frames > 0 && play.isTurnOver(soFar);
      };
      const slow = everyWay(battle, PLANNING, play, command, isEnd, 2000);
      if (slow === undefined) return;
      const expected = new Map<string, bigint>();
      for (const { image, weight, draws } of slow) {
        const share = (weight << BITS) >> BigInt(8 * draws);
        expected.set(shown(image), (expected.get(shown(image)) ?? 0n) + share);
      }
      const start = Buffer.from(battle.image);
      const graph = drawGraph(battle, play, forceDraws, command, { horizon, plays: 100_000 });
      if (typeof graph === 'number') throw new Error(`refused: ${graph}`);
      expect(start.equals(battle.image)).toBe(true);
      expect(graph.isWhole).toBe(true);
      expect(sorted(ofGraph(graph)) === sorted(expected)).toBe(true);
      compared++;
      ways += slow.length;
    }),
    { numRuns: 120 },
  );
  expect(compared).toBeGreaterThan(20);
  expect(ways).toBeGreaterThan(500);
}, 600_000);

test('a state of the generator, followed through the graph, ends where the battle played from it ends', () => {
  const battle = createBattle({ formation: 0xde, party: [{ character: 'takahara', x: 0, y: 3 }] });
  const command = encodeCommand(LIVE_A_LIVE_BATTLE, battle, {
    command: 'skill',
    skill: 'どう回し回転げり',
    x: 0,
    y: 2,
  });
  const play = framePlay(battle);
  const graph = drawGraph(battle, play, forceDraws, command, { horizon: 'turn', plays: 100_000 });
  if (typeof graph === 'number') throw new Error('refused');
  const start = battle.image.slice();
  const withoutDraws = (image: Uint8Array): string => {
    const bytes = image.slice();
    for (const { name, offset, width } of battle.cells) {
      if (/^battleGenerator|^generator/.test(name)) bytes.fill(0, offset, offset + width);
    }
    return shown(bytes);
  };
  let state = 0x0000_359c;
  for (let round = 0; round < 300; round++) {
    for (let step = 0; step < 97; step++) state = generator.next(state);
    battle.image.set(start);
    generator.write(battle, state);
    play.give(command);
    const soFar = { frames: 0, stalls: 0, stepped: false };
    while (!play.isOver() && (soFar.frames === 0 || !play.isTurnOver(soFar))) {
      soFar.stepped = play.isStepping();
      if (play.frame()) soFar.stalls++;
      soFar.frames++;
    }
    const followed = followState(graph, generator, state);
    const end = graph.points[followed.end];
    expect(followed.state).toBe(generator.read(battle));
    generator.write(battle, generator.read({ ...battle, image: start }));
    expect(end?.is === 'end' && withoutDraws(end.image) === withoutDraws(battle.image)).toBe(true);
  }
  battle.image.set(start);
});

test('the cycles are as long as they are said to be, and no two meet', () => {
  const seen = new Set<number>();
  for (const { first, length } of generator.cycles) {
    let state = first;
    for (let step = 0; step < length; step++) {
      expect(seen.has(state)).toBe(false);
      seen.add(state);
      state = generator.next(state);
    }
    expect(state).toBe(first);
  }
  expect(seen.size).toBe(209_506);
});

test('under a limit of plays, the chances of the ends and of what is open add up to one', () => {
  const battle = createBattle({ formation: 0xde, party: [{ character: 'takahara', x: 0, y: 3 }] });
  const command = encodeCommand(LIVE_A_LIVE_BATTLE, battle, {
    command: 'skill',
    skill: 'どう回し回転げり',
    x: 0,
    y: 2,
  });
  const graph = drawGraph(battle, framePlay(battle), forceDraws, command, { horizon: 'effect', plays: 50 });
  if (typeof graph === 'number') throw new Error('refused');
  expect(graph.isWhole).toBe(false);
  const { chances, open } = weigh(graph);
  let sum = (open.numerator << BITS) >> BigInt(open.bits);
  for (const [number, point] of graph.points.entries()) {
    const { numerator, bits } = chances[number] ?? { numerator: 0n, bits: 0 };
    if (point.is === 'end') sum += (numerator << BITS) >> BigInt(bits);
  }
  expect(sum).toBe(1n << BITS);
  expect(BigInt(chanceJson(open).numerator)).toBeGreaterThan(0n);
  const counts = countEnds(graph, ringsOf(generator));
  expect(counts.reduce((total, count) => total + count, 0)).toBe(209_506);
});

test("until the enemies' turn is over, what is seen of the units is the same without times and unread cells", () => {
  const battle = createBattle({
    formation: 'tula-han',
    generator: [1, 2, 3, 4],
    party: [{ character: 'akira', x: 2, y: 1, skills: ['low-kick'] }],
  });
  const command = encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'skill', skill: 'low-kick', x: 1, y: 1 });
  const reader = createUnitReader(LIVE_A_LIVE_BATTLE, battle);
  const rings = ringsOf(generator);
  const seenWith = (forUnits: boolean): { seen: string; plays: number } => {
    const start = battle.image.slice();
    const graph = drawGraph(battle, framePlay(battle), forceDraws, command, {
      horizon: 'turn',
      plays: 400_000,
      forUnits,
    });
    if (typeof graph === 'number') throw new Error('refused');
    expect(graph.isWhole).toBe(true);
    const { chances } = weigh(graph);
    const states = countEnds(graph, rings);
    const found = new Map<string, readonly [bigint, number]>();
    graph.points.forEach((point, number) => {
      const chance = chances[number];
      if (point.is !== 'end' || chance === undefined) return;
      const key = JSON.stringify([...reader.read(point.image)]);
      const [share, count] = found.get(key) ?? [0n, 0];
      found.set(key, [share + ((chance.numerator << BITS) >> BigInt(chance.bits)), count + (states[number] as number)]);
    });
    battle.image.set(start);
    return { seen: [...found].map(String).sort().join('\n'), plays: graph.plays };
  };
  const short = seenWith(true);
  const long = seenWith(false);
  expect(short.seen === long.seen).toBe(true);
  expect(short.seen.split('\n').length).toBeGreaterThan(500);
  expect(long.plays).toBeGreaterThan(10 * short.plays);
}, 300_000);
