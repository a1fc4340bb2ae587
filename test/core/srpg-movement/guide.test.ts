/** The seed's printed block and remarks (G1, G2) and the numbers of its own tests (G3 to G5). */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, createEventBuffer, read, readEvents } from '../../../core/system/battle.js';
import { loadPlan, runPlan } from '../plan-loader.js';
import { destinations, GROUNDS, moveMapRows, SEED_MAP } from './world.js';

test('G1 S18 S6 S12 S19: the guide plan prints the block of the seed, byte for byte, and nothing else', () => {
  const text =
    srpgMovement.capabilities.views?.print?.(runPlan(srpgMovement, loadPlan(srpgMovement, 'guide.toml')).battle) ?? '';
  const bytes = Buffer.from(text, 'utf8');
  expect(bytes.length).toBe(497);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(
    'f4d696327867d41de459a4696c3e3c340a1a6c961ec9e42f64d9cdc527f084ef',
  );
  // the program itself prints one newline first
  const whole = createHash('sha256').update('\n').update(bytes).digest('hex');
  expect(whole).toBe('8fa92c5e06fea65151f4bbce1333948db9cdc47ec42b36d87dbada132cce1e62');
});

test('G1 S13: 18 squares from (3,3), 11 from (1,2)', () => {
  const battle = createBattle({ map: SEED_MAP, grounds: GROUNDS, units: [{ id: 'a', x: 3, y: 3, move: 3 }] });
  const events = createEventBuffer();
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' }, events);
  apply(srpgMovement, battle, { command: 'moveUnit', unit: 'a', x: 1, y: 2 });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' }, events);
  expect(readEvents(srpgMovement, events).map((event) => Object.values(event.values)[1])).toEqual([18, 11]);
  expect(destinations(battle)).toBe(11);
});

test('G2 S14 S15: (1,1) unreached, (1,2) exactly reached, (2,2) costs 2', () => {
  const battle = createBattle({ map: SEED_MAP, grounds: GROUNDS, units: [{ id: 'a', x: 3, y: 3, move: 3 }] });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect([read(battle, 'moveMap[1,1]'), read(battle, 'moveMap[1,2]')]).toEqual([255, 0]);
  apply(srpgMovement, battle, { command: 'path', unit: 'a', x: 1, y: 2 });
  expect(read(battle, 'answer')).toBe(3);
  apply(srpgMovement, battle, { command: 'moveUnit', unit: 'a', x: 1, y: 2 });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(read(battle, 'moveMap[2,2]')).toBe(1);
});

test('G3 S10: another unit stands in the way', () => {
  const units = [
    { id: 'a', x: 3, y: 3, move: 3 },
    { id: 'b', x: 1, y: 3 },
  ];
  const battle = createBattle({ map: SEED_MAP, grounds: GROUNDS, units });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle)).toEqual([
    [-1, -1, -1, -1, -1, -1, -1],
    [-1, -1, 0, 1, 0, -1, -1],
    [-1, -1, 0, 2, 1, 0, -1],
    [-1, -1, 2, 3, 1, 0, -1],
    [-1, 0, 1, 2, 1, 0, -1],
    [-1, -1, -1, -1, -1, -1, -1],
  ]);
});

test('G3: the plan of the same scene holds', () => {
  expect(read(runPlan(srpgMovement, loadPlan(srpgMovement, 'other-unit.toml')).battle, 'unit[0].x')).toBe(3);
});

test('G5 S12: a unit moves 4 by default, which is 4 squares of cost 1 or 2 of cost 2', () => {
  const map = [
    [0, 0, 0, 0, 0, 0],
    [2, 1, 1, 1, 1, 1],
    [2, 1, 1, 1, 1, 1],
    [2, 1, 1, 1, 1, 1],
  ];
  const battle = createBattle({ map, grounds: GROUNDS, units: [{ id: 'a' }] });
  apply(srpgMovement, battle, { command: 'calc', unit: 'a' });
  expect(moveMapRows(battle).map((row) => row[0])).toEqual([4, 2, 0, -1]);
  expect(moveMapRows(battle)[0]).toEqual([4, 3, 2, 1, 0, -1]);
});
