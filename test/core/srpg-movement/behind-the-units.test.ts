/** The MoveMap lies behind the last unit. Whatever it holds is no unit: every answer is the same as with an empty one. */
import { expect, test } from 'vitest';
import { UNIT, unitAt } from '../../../core/srpg-movement/cells.js';
import { createBattle, type SrpgBattle, srpgMovement } from '../../../core/srpg-movement/index.js';
import { apply, createEventBuffer, type PlainCommand, readEvents } from '../../../core/system/battle.js';
import { GROUNDS, listed, plainMap } from './world.js';

const UNITS = [
  { id: 'a', y: 2, move: 2, maxRange: 2, hp: 9, weight: 5, intellect: 56, idleIncrease: 1 },
  { id: 'b', x: 7, side: 1, move: 1, maxRange: 1, hp: 9, weight: 9, intellect: 100, idleIncrease: 1 },
  { id: 'c', x: 1, y: 2, side: 2, weight: 9, added: false },
];
/** Armed, in the way, soon to act. */
const SEEMING = { id: 'd', x: 1, y: 2, move: 3, maxRange: 9, hp: 3, weight: 7 };

type Switches = Readonly<Record<string, string>>;

/** The same battle twice; the MoveMap of the second holds the record of a fourth unit. */
function twins(
  side: number,
  switches: Switches,
): readonly [plain: SrpgBattle, seeming: SrpgBattle, record: Uint8Array] {
  const start = (units: readonly object[]): SrpgBattle =>
    createBattle({ map: plainMap(8, 5), grounds: GROUNDS, units }, switches);
  const record = start([...UNITS, { ...SEEMING, side, x: 3 }]).image.slice(unitAt(3), unitAt(4));
  record[0] = SEEMING.x;
  // more points than anybody, and a low byte that becomes 0 when time passes
  record.set([1, 255], UNIT.orderPoints);
  record[UNIT.idleIncrease] = 255;
  const [plain, seeming] = [start(UNITS), start(UNITS)];
  seeming.image.set(record, seeming.world.layout.moveMapAt);
  return [plain, seeming, record];
}

function happened(battle: SrpgBattle, command: PlainCommand): string {
  const events = createEventBuffer();
  apply(srpgMovement, battle, command, events);
  return JSON.stringify(readEvents(srpgMovement, events));
}

const { print, overview, predict } = srpgMovement.capabilities.views ?? {};
const LISTED = ['calc', 'addUnit', 'finish', 'endPhase', 'idle', 'path', 'turnsTo', 'attack'];
const seen = (battle: SrpgBattle): unknown => [
  ...[print?.(battle), overview?.sides(battle), overview?.units(battle), predict?.(battle)],
  listed(battle, ...LISTED),
];

const FREE: readonly PlainCommand[] = [
  ...[0, 1, 7].map((side) => ({ command: 'threat', side, x: 3, y: 2 })),
  { command: 'mapCanMove', x: 1, y: 2, move: 9 },
  { command: 'path', unit: 'a', x: 2, y: 2 },
  { command: 'turnsTo', unit: 'a', x: 4, y: 2 },
  { command: 'addUnit', unit: 'c' },
];
const finish = (...units: string[]): PlainCommand[] => units.map((unit) => ({ command: 'finish', unit }));

test.each([
  ['free', FREE],
  ['phases', [...finish('a', 'b', 'a'), { command: 'endPhase' }, { command: 'endPhase' }, ...FREE]],
  ['wait', [...finish('a', 'b', 'a'), ...FREE]],
  ['order-points', [{ command: 'idle', draws: [] }, ...finish('a', 'b', 'a'), ...FREE]],
] as const)('turnOrder %s: what lies behind the units is none of them', (turnOrder, commands) => {
  for (const side of [0, 1, 7]) {
    const [plain, seeming, record] = twins(side, { turnOrder, phaseEnd: 'auto', zoneOfControl: 'on' });
    for (const command of commands) {
      expect(seen(seeming)).toEqual(seen(plain));
      expect([command, happened(seeming, command)]).toEqual([command, happened(plain, command)]);
      const { moveMapAt } = seeming.world.layout;
      expect(Buffer.compare(seeming.image.subarray(moveMapAt, moveMapAt + (unitAt(1) - unitAt(0))), record)).toBe(0);
      // under turns a reinforcement makes the MoveMap void, if there is one
      const image = seeming.image.slice();
      image.set(plain.image.subarray(moveMapAt, moveMapAt + (unitAt(1) - unitAt(0))), moveMapAt);
      expect(Buffer.compare(image, plain.image)).toBe(0);
    }
  }
});
