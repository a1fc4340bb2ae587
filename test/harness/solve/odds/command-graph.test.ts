/** The graph of a whole command against the command itself, stepped with every way of its draws. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { encodeCommand } from '../../../../core/system/battle.js';
import type { DrawSource } from '../../../../core/system/system.js';
import { drawGraph, type Horizon, weigh } from '../../../../harness/solve/odds/graph/draw-graph.js';

import { drawnSystem } from '../../../../harness/solve/odds/position/position.js';

const { force, framePlay } = drawnSystem(LIVE_A_LIVE_BATTLE, 'test');

/** What no later frame reads, and flags of what a run passed through. */
const SCRATCH = createBattle(null).cells.filter(
  ({ name, scratch }) => scratch === true || name.startsWith('unpublishedUsed'),
);
/** Chances as fractions over 2 to the power of 400. */
const BITS = 400n;

function shown(image: Uint8Array): string {
  const bytes = image.slice();
  for (const { offset, width } of SCRATCH) bytes.fill(0, offset, offset + width);
  return createHash('sha256').update(bytes).digest('hex');
}

/** Share of each image after the command, or undefined when it has more than `most` ways. */
function byStepping(battle: LiveALiveBattle, words: Int32Array, most: number): Map<string, bigint> | undefined {
  const start = battle.image.slice();
  const found = new Map<string, bigint>();
  const kinds = new Uint8Array(256);
  let ways = 0;
  const visit = (given: readonly number[], share: bigint): void => {
    if (ways > most) return;
    let at = 0;
    let next: readonly (readonly [number, number])[] | undefined;
    const source: DrawSource = {
      kinds,
      given: () => given[at++] ?? -1,
      choose(values, count) {
        next ??= [...values.subarray(0, count)].map((value, kind) => [value, kinds.filter((k) => k === kind).length]);
        return values[0] as number;
      },
    };
    force(battle, source);
    battle.image.set(start);
    battle.step(words, undefined);
    force(battle, undefined);
    if (next !== undefined) {
      for (const [value, count] of next) visit([...given, value], (share * BigInt(count)) / 256n);
      return;
    }
    ways++;
    const key = shown(battle.image);
    found.set(key, (found.get(key) ?? 0n) + share);
  };
  visit([], 1n << BITS);
  battle.image.set(start);
  return ways > most ? undefined : found;
}

function byGraph(battle: LiveALiveBattle, words: Int32Array, horizon: Horizon = 'command'): Map<string, bigint> {
  const graph = drawGraph(battle, framePlay(battle), force, words, { horizon, plays: 100_000 });
  if (typeof graph === 'number') throw new Error(`refused: ${graph}`);
  expect(graph.isWhole).toBe(true);
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

function sorted(shares: ReadonlyMap<string, bigint>): string {
  return [...shares].map(String).sort().join('\n');
}

const cell = fc.integer({ min: 0, max: 6 });
const frames = fc.constantFrom(-1, -1, 0, 1, 30);
const command = fc.oneof(
  fc.record({ command: fc.constant('move'), x: cell, y: cell, frames }),
  fc.record({ command: fc.constant('move'), x: cell, y: cell, frames }),
  fc.record({ command: fc.constant('turn'), way: fc.constantFrom('left', 'right'), frames }),
  fc.record({ command: fc.constantFrom('step', 'pass'), frames }),
  fc.record({ command: fc.constant('wait'), frames: fc.constantFrom(-1, 1, 7, 90) }),
);
const cases = fc.record({
  formation: fc.constantFrom(0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xf5),
  before: fc.integer({ min: 0, max: 8 }),
  seed: fc.integer({ min: 1, max: 255 }),
  command,
});
test('a command ends where its graph ends, as often as the draws say', () => {
  const compared = new Map<string, number>();
  let drawn = 0;
  let turns = 0;
  fc.assert(
    fc.property(cases, (given) => {
      const { formation, before, seed } = given;
      const battle = createBattle({
        formation,
        party: [{ character: 'takahara' }],
        generator: [seed, 2, 3, 4],
      }) as LiveALiveBattle;
      for (let turn = 0; turn < before; turn++) {
        const auto = { command: 'auto', policy: turn % 3 === 0 ? 'attack' : 'random', commands: 1, seed: seed + turn };
        battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, auto), undefined);
      }
      const start = battle.image.slice();
      const words = encodeCommand(LIVE_A_LIVE_BATTLE, battle, given.command);
      const refused = battle.step(words, undefined) !== 0;
      battle.image.set(start);
      if (refused) return;
      const slow = byStepping(battle, words, 60);
      if (slow === undefined) return;
      expect(sorted(byGraph(battle, words)) === sorted(slow)).toBe(true);
      // a command that waits for it ends where the enemies' turn is over
      if (given.command.frames === -1) {
        turns++;
        expect(sorted(byGraph(battle, words, 'turn')) === sorted(slow)).toBe(true);
      }
      compared.set(given.command.command, (compared.get(given.command.command) ?? 0) + 1);
      if (slow.size > 1) drawn++;
    }),
    { numRuns: 80, seed: 7, endOnFailure: true },
  );
  expect(['move', 'turn', 'step', 'pass', 'wait'].filter((name) => (compared.get(name) ?? 0) < 3)).toEqual([]);
  expect(drawn).toBeGreaterThan(4);
  expect(turns).toBeGreaterThan(10);
}, 120_000);

test.each([0, 1, 2])('a blow with frames = %i ends in its eight ways or more', (wait) => {
  const battle = createBattle({ formation: 0xf5, party: [{ character: 'takahara' }] });
  const walk = { command: 'move', x: 0, y: 0, frames: 0 };
  battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, walk), undefined);
  const blow = { command: 'skill', skill: '烈風正拳づき', x: 1, y: 3, frames: wait };
  const words = encodeCommand(LIVE_A_LIVE_BATTLE, battle, blow);
  const slow = byStepping(battle, words, 3000) ?? new Map<string, bigint>();
  expect(slow.size).toBeGreaterThanOrEqual(8);
  expect(sorted(byGraph(battle, words)) === sorted(slow)).toBe(true);
});
