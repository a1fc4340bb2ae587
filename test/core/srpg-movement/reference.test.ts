/** The system beside the slow reference, which was written from the rules alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, type SrpgBattle, srpgMovement, threatMap } from '../../../core/srpg-movement/index.js';
import { apply, read } from '../../../core/system/battle.js';
import * as slow from '../../references/srpg-movement.js';
import { moveMapRows } from './world.js';

const TYPES = { 0: 1, 1: -1, 2: 2, 3: 0 };
const FLYING = { 0: 1, 1: 1, 2: 1, 3: 255 };

const scene = fc.record({
  rows: fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3), { minLength: 6, maxLength: 6 }), {
    minLength: 5,
    maxLength: 5,
  }),
  units: fc.uniqueArray(
    fc.record({
      x: fc.nat(5),
      y: fc.nat(4),
      move: fc.nat(7),
      side: fc.nat(1),
      flies: fc.boolean(),
      skirmisher: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6, selector: ({ x, y }) => `${x},${y}` },
  ),
  passThrough: fc.constantFrom('none' as const, 'allies' as const, 'all' as const),
  zones: fc.boolean(),
  nearest: fc.nat(2),
  more: fc.integer({ min: 1, max: 2 }),
});

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

function both({ rows, units, passThrough, zones, nearest, more }: Scene): [SrpgBattle, slow.MovementSetup] {
  const battle = createBattle(
    {
      map: rows,
      grounds: TYPES,
      movementTypes: { flying: FLYING },
      transcript: 4000,
      units: units.map(({ flies, ...unit }, index) => ({
        ...unit,
        name: `u${index}`,
        movementType: flies ? 'flying' : '',
        minRange: nearest,
        maxRange: nearest + more,
      })),
    },
    { passThrough, zoneOfControl: zones ? 'on' : 'off' },
  );
  const reference: slow.MovementSetup = {
    rows,
    types: TYPES,
    movementTypes: { flying: FLYING },
    units: units.map(({ x, y, move, side, flies, skirmisher }, index) => ({
      position: { x, y },
      move,
      name: `u${index}`,
      side: String(side),
      skirmisher,
      ...(flies ? { movementType: 'flying' } : {}),
    })),
    switches: { passThrough, zoneOfControl: zones },
  };
  return [battle, reference];
}

test('S13 to S17, SE3, SE4: destinations, printed text, threat and turns', () => {
  fc.assert(
    fc.property(scene, (from) => {
      const [battle, reference] = both(from);
      apply(srpgMovement, battle, { command: 'calc', unit: 0 });
      const { remaining, destinations } = slow.reach(reference, 0);
      const stops = new Set(destinations.map(({ x, y }) => `${x},${y}`));
      const expected = remaining.map((row, y) => row.map((value, x) => (stops.has(`${x},${y}`) ? value : -1)));
      expect(moveMapRows(battle)).toEqual(expected);

      apply(srpgMovement, battle, { command: 'dumpMap' });
      apply(srpgMovement, battle, { command: 'dumpUnit', unit: 0 });
      let text = slow.dumpMap(reference) + slow.dumpUnit(reference, 0);
      if (from.passThrough === 'none') {
        apply(srpgMovement, battle, { command: 'dumpMoveMap' });
        text += slow.dumpMoveMap(reference, 0);
      }
      expect(srpgMovement.capabilities.views?.print?.(battle)).toBe(text);

      const struck = new Uint8Array(30);
      threatMap(battle.world, 0, struck, new Int32Array(35));
      const threatened = slow.threat(reference, 0, from.nearest, from.nearest + from.more);
      expect([...struck].flatMap((value, at) => (value === 1 ? [`${at % 6},${Math.floor(at / 6)}`] : []))).toEqual(
        threatened.map(({ x, y }) => `${x},${y}`),
      );
    }),
    { numRuns: 120 },
  );
});

test('SE4: turns and paths; the tie-breaks differ, so a path is compared by what it keeps and its steps', () => {
  fc.assert(
    fc.property(scene, (from) => {
      const [battle, reference] = both(from);
      const turns = slow.turnsToReach(reference, 0, 30);
      const { destinations } = slow.reach(reference, 0);
      turns.forEach((row, y) => {
        row.forEach((turn, x) => {
          apply(srpgMovement, battle, { command: 'turnsTo', unit: 0, x, y });
          expect(read(battle, 'answer')).toBe(turn);
        });
      });
      for (const goal of destinations) {
        apply(srpgMovement, battle, { command: 'path', unit: 0, ...goal });
        const length = read(battle, 'pathLength');
        const way = Array.from({ length }, (_, at) => ({
          x: read(battle, `path[${at}].x`),
          y: read(battle, `path[${at}].y`),
        }));
        const theirs = slow.path(reference, 0, goal) ?? [];
        expect(slow.walk(reference, 0, way)).toBe(slow.walk(reference, 0, theirs));
        expect(way.length).toBe(theirs.length);
      }
    }),
    { numRuns: 15 },
  );
});

test('S17 S18: a chosen square, moved to or not, with its message', () => {
  fc.assert(
    fc.property(scene, fc.nat(8), fc.nat(8), (from, x, y) => {
      const [battle, reference] = both({ ...from, passThrough: 'none' });
      apply(srpgMovement, battle, { command: 'calc', unit: 0 });
      apply(srpgMovement, battle, { command: 'tryMove', unit: 0, x, y });
      const { text, setup } = slow.choose(reference, 0, { x, y });
      expect(srpgMovement.capabilities.views?.print?.(battle)).toBe(text);
      expect({ x: read(battle, 'unit[0].x'), y: read(battle, 'unit[0].y') }).toEqual(setup.units[0]?.position);
    }),
    { numRuns: 150 },
  );
});
