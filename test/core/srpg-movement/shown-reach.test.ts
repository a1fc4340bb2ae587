/** What a board shows of a unit: where it may go and strike, its ways, the commands of a click. Beside the commands. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, read } from '../../../core/system/battle.js';

const overview = srpgMovement.capabilities.views?.overview;
const reachOf = (battle: SrpgBattle, unit: number) => overview?.reach?.(battle, unit);

const square = fc.integer({ min: 0, max: 4 });
const unit = fc.record({
  x: square,
  y: square,
  side: fc.integer({ min: 0, max: 2 }),
  move: fc.integer({ min: 0, max: 6 }),
  minRange: fc.integer({ min: 0, max: 2 }),
  maxRange: fc.integer({ min: 0, max: 3 }),
});
const map = fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2), { minLength: 5, maxLength: 5 }), {
  minLength: 5,
  maxLength: 5,
});
const zones = fc.constantFrom('off', 'on');

/** A map with units on squares of their own, or undefined. */
function battleOf(rows: number[][], units: readonly { x: number; y: number }[], zoneOfControl: string) {
  const places = new Set(units.map(({ x, y }) => `${x},${y}`));
  if (places.size < units.length) return undefined;
  const named = units.map((one, index) => ({ id: `u${index}`, maxRange: 1, ...one }));
  const fitting = named.map((one) => ({
    ...one,
    minRange: Math.min(Number((one as { minRange?: number }).minRange ?? 1), one.maxRange),
  }));
  return createBattle({ map: rows, grounds: { 0: 1, 1: 'never', 2: 2 }, units: fitting }, { zoneOfControl });
}

test('S13 S17: blue squares are those of the MoveMap, with what is left; red ones those that threat counts', () => {
  let met = 0;
  fc.assert(
    fc.property(map, fc.array(unit, { minLength: 2, maxLength: 4 }), zones, (rows, units, zoneOfControl) => {
      const battle = battleOf(rows, units, zoneOfControl);
      if (battle === undefined) return;
      const before = battle.image.slice();
      const shown = units.map((_, index) => reachOf(battle, index));
      const counts = [0, 1, 2].map((side) => overview?.threat?.(battle, side) ?? []);
      expect(battle.image).toEqual(before);
      for (const [index, reach] of shown.entries()) {
        apply(srpgMovement, battle, { command: 'calc', unit: `u${index}` });
        const left = Array.from({ length: 25 }, (_, at) => {
          apply(srpgMovement, battle, { command: 'step', x: at % 5, y: Math.floor(at / 5) });
          return read(battle, 'answer');
        });
        expect(reach?.left).toEqual(left);
        for (const [at, some] of left.entries()) {
          const way = reach?.wayTo(at % 5, Math.floor(at / 5)) ?? [];
          expect(way.length > 0).toBe(some >= 0);
          if (way.length > 0)
            expect([way[0], way.at(-1)]).toEqual([
              [units[index]?.x, units[index]?.y],
              [at % 5, Math.floor(at / 5)],
            ]);
        }
      }
      for (let at = 0; at < 25; at++) {
        const [x, y] = [at % 5, Math.floor(at / 5)];
        const bySide = [0, 1, 2].map((side) => {
          apply(srpgMovement, battle, { command: 'threat', side, x, y });
          return read(battle, 'answer');
        });
        const strikers = shown.map((reach) => reach?.strikes[at] ?? 0);
        for (const side of [0, 1, 2]) {
          const own = strikers.filter((_, index) => units[index]?.side === side).reduce((sum, one) => sum + one, 0);
          expect(own).toBe(bySide[side]);
          const others = bySide.reduce((sum, count, other) => (other === side ? sum : sum + count), 0);
          expect(counts[side]?.[at]).toBe(others);
          if (others > 0) met++;
        }
      }
    }),
    { numRuns: 60 },
  );
  expect(met).toBeGreaterThan(20);
});

/** A strip: the runner on the left, a foe beside the last square, one who is not there. */
const STRIP = {
  map: [[0, 0, 0, 0, 0]],
  grounds: { 0: 1 },
  units: [
    { id: 'gone', x: 4, added: false },
    { id: 'runner', move: 2, hp: 5, attack: 4, maxRange: 1 },
    { id: 'foe', side: 1, x: 3, move: 1, hp: 5, defence: 1, maxRange: 1 },
  ],
};

test('a click brings a unit to a square of its reach by calc and moveUnit, and strikes a foe beside it', () => {
  const battle = createBattle(STRIP, { turnOrder: 'phases', damage: 'difference' });
  const before = battle.image.slice();
  const reach = reachOf(battle, 0);
  const move = { command: 'moveUnit', unit: 'runner', x: 2, y: 0 };
  expect(reach?.left).toEqual([2, 1, 0, -1, -1]);
  expect([...(reach?.strikes ?? [])]).toEqual([1, 1, 1, 1, 0]);
  expect(reach?.commandsTo(2, 0)).toEqual([{ command: 'calc', unit: 'runner' }, move]);
  expect(reach?.commandsTo(3, 0)).toEqual([]);
  expect(reach?.commandsTo(4, 0)).toEqual([]);
  expect(reach?.wayTo(4, 0)).toEqual([]);
  expect(reach?.wayTo(2, 0)).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
  ]);
  expect(battle.image).toEqual(before);
  apply(srpgMovement, battle, { command: 'calc', unit: 'runner' });
  expect(reachOf(battle, 0)?.commandsTo(2, 0)).toEqual([move]);
  for (const command of reach?.commandsTo(2, 0) ?? []) apply(srpgMovement, battle, command);
  const beside = reachOf(battle, 0);
  expect(beside?.commandsTo(3, 0)).toEqual([{ command: 'attack', unit: 'runner', target: 'foe' }]);
  // it has moved: another move is refused
  expect(beside?.commandsTo(1, 0)).toEqual([]);
  // the foe waits for its phase, and is shown all the same
  expect(reachOf(battle, 1)?.commandsTo(4, 0)).toEqual([]);
  expect(reachOf(battle, 1)?.left).toEqual([-1, -1, -1, 1, 0]);
  expect(reachOf(battle, 2)).toBe(undefined);
  // without a formula a strike needs its figure, which a click does not give
  const open = createBattle({ ...STRIP, units: STRIP.units.map((one) => (one.id === 'foe' ? { ...one, x: 1 } : one)) });
  expect(reachOf(open, 0)?.commandsTo(1, 0)).toEqual([]);
});
