/** Ranges and the cells that a skill hits against the slow reference, for users anywhere, also partly outside of the field. */

import { describe, expect, test } from 'vitest';
import { isInside, LINES, linesOf } from '../../../../core/live-a-live/field/lines.js';
import {
  areaRadius,
  boxOf,
  clearMarks,
  facingOf,
  hasLines,
  holdsOpponent,
  isReached,
  markAreaRound,
  markHitArea,
  markRange,
  REACHED,
  rangeFrom,
  reachCell,
  reachOf,
} from '../../../../core/live-a-live/field/marks.js';
import { eachBattle } from '../../../fixtures/live-a-live/each-battle.js';
import {
  battleOf,
  difference,
  type Field,
  skillRecord,
  skirmishMachine,
  targetOf,
} from '../../../fixtures/live-a-live/skirmish.js';
import { ALLY, CELL, ENEMY, SKILL_TABLE } from '../../../references/live-a-live/addresses.js';
import * as reference from '../../../references/live-a-live/marks.js';
import { byte, setByte, setWord } from '../../../references/live-a-live/memory.js';
import { UNPUBLISHED_USED } from '../../../references/live-a-live/own-cells.js';
import { cellsOf, facingOf as facingBy, insideField, isAlly } from '../../../references/live-a-live/units.js';

const machine = skirmishMachine();
const RECORD = SKILL_TABLE;

function eachUser(check: (field: Field, user: number, number: number) => void): void {
  eachBattle(machine, 4, (field, number) => {
    const users = [...field.allies, ...field.enemies];
    if (users.length === 0) return undefined;
    const record = skillRecord(field.chance);
    if (field.chance.once(4)) record[6] = field.chance.of([0, 1, 2, 0x80]);
    if (field.chance.once(4)) record[13] = (record[13] ?? 0) | 0x80;
    machine.tables.bankD5.set(record, RECORD);
    field.put(CELL.skillRecordPointer, RECORD & 255, RECORD >> 8);
    check(field, field.chance.of(users), number);
    return undefined;
  });
}

/** Moves an enemy so that a part of its box, or all, is outside. */
function moveAside(field: Field, user: number): void {
  if (!isAlly(user) && field.chance.once(3)) field.put(user + ENEMY.cellX, field.chance.next(7), field.chance.next(7));
}

const startOf = ([x, y]: readonly [number, number]): number => 8 * y + x;

test('the range of a skill and the work cells after it are those of the slow reference, wherever the user stands', () => {
  eachUser((field, user, seed) => {
    moveAside(field, user);
    const facing = field.chance.next(4);
    const range = machine.tables.bankD5[RECORD + 7] ?? 0;
    const directions = machine.tables.bankD5[RECORD + 6] ?? 0;
    const round = ((machine.tables.bankD5[RECORD + 13] ?? 0) & 0x20) !== 0;
    const work = [CELL.work0310, CELL.work0310 + 1, CELL.work0312, CELL.work0312 + 1];
    const watched = [CELL.rangeLineMode, CELL.lineWatchedCell, CELL.enemyWatchedCell];
    const before = [...work, ...watched].map(field.get);
    let lines: ReturnType<typeof reference.linesOf> = [];
    const wrong = difference(
      field,
      () => markRange(machine, user, facing),
      (at) => {
        lines = reference.linesOf(cellsOf(at, user), facing, directions);
        reference.markReach(at, RECORD, user, facing);
      },
    );
    if (wrong !== undefined) expect.fail(`battle ${seed}: ${wrong}`);
    if (round) return;
    if (range % 16 === 0) {
      expect([...work, ...watched].map(field.get)).toEqual(before);
      return;
    }
    // no line ends early: nothing is watched for, and there are 56 cells
    expect(field.get(CELL.rangeLineMode)).toBe(0);
    expect(Math.min(field.get(CELL.lineWatchedCell), field.get(CELL.enemyWatchedCell))).toBeGreaterThan(55);
    const last = lines.at(-1);
    const left = last === undefined ? before.slice(0, 4) : [startOf([last.from[0], last.from[1]]), 0, 0, range];
    expect(work.map(field.get), `battle ${seed}`).toEqual(left);
  });
});

test('looking at a range finds the same cells and writes nothing', () => {
  eachUser((field, user, seed) => {
    moveAside(field, user);
    const facing = field.chance.next(4);
    let cells: readonly (readonly [number, number])[] = [];
    let inside = true;
    let found = false;
    const wrong = difference(
      field,
      () => {
        found = reachOf(machine, RECORD, user, facing);
      },
      (at) => {
        const [x, y, width, height] = cellsOf(at, user);
        inside = insideField(x, y) && x + width <= 7 && y + height <= 7;
        cells = reference.reach(at, RECORD, user, facing);
      },
    );
    if (wrong !== undefined) expect.fail(`battle ${seed}: ${wrong}`);
    expect(found).toBe(inside);
    if (!inside) return;
    const reached = Array.from({ length: 64 }, (_, cell) => cell).filter(isReached);
    expect(reached).toEqual([...new Set(cells.map(startOf))].sort((a, b) => a - b));
  });
});

test('the cells that a skill hits are those of the slow reference', () => {
  eachUser((field, user, seed) => {
    const [x, y] = targetOf(field, user);
    const wrong = difference(
      field,
      () => markHitArea(machine, user, x, y),
      (at) => reference.markHit(at, RECORD, user, [x, y]),
    );
    if (wrong !== undefined) expect.fail(`battle ${seed}: ${wrong}`);
  });
});

test('the cells that a unit fills and its facing are those of the slow reference', () => {
  eachUser((field, user) => {
    difference(
      field,
      () => {},
      (at) => {
        const box = boxOf(machine, user, { x: 9, y: 9, width: 9, height: 9 });
        expect([box.x, box.y, box.width, box.height]).toEqual(cellsOf(at, user));
        expect(facingOf(machine.ram, user)).toBe(facingBy(at, user));
      },
    );
  });
});

test('clearing the marks empties the work grid and nothing beside it', () => {
  const field = battleOf(machine, 1);
  for (let cell = CELL.rangeGrid - 8; cell < CELL.fieldGrid; cell++) field.put(cell, 0x5a);
  const wrong = difference(
    field,
    () => clearMarks(machine),
    (at) => {
      for (let cell = 0; cell < 56; cell++) setByte(at, CELL.rangeGrid + cell, 0);
    },
  );
  expect(wrong).toBeUndefined();
});

describe('parts of a range', () => {
  test('the last line starts at the user’s cell; only a skill with a range and lines has one', () => {
    const field = battleOf(machine, 6);
    const user = field.allies[0] ?? 0;
    const { bankD5 } = machine.tables;
    const own = startOf([field.get(user + ALLY.cellX), field.get(user + ALLY.cellY)]);
    const starts = (directions: number, range: number, type: number): number => {
      bankD5.fill(0, RECORD, RECORD + 25);
      bankD5[RECORD + 6] = directions;
      bankD5[RECORD + 7] = range;
      bankD5[RECORD + 13] = type;
      return rangeFrom(machine, RECORD, user, 0);
    };
    expect([starts(0x83, 1, 0), starts(0, 1, 0), starts(0x83, 0, 0), starts(0x83, 1, 0x20)]).toEqual([own, -1, -1, -1]);
    expect(hasLines(machine, RECORD, user)).toBe(false);
    bankD5[RECORD + 13] = 0x8f;
    expect(hasLines(machine, RECORD, user)).toBe(true);
    field.put(user + ALLY.cellX, 7);
    expect(hasLines(machine, RECORD, user)).toBe(false);
  });

  test('a unit stands inside the field when it fills cells and none of them is outside', () => {
    const inside = (x: number, y: number, width: number, height: number) => isInside({ x, y, width, height });
    expect([inside(0, 0, 7, 7), inside(6, 6, 1, 1), inside(3, 2, 1, 1)]).toEqual([true, true, true]);
    expect([inside(1, 0, 7, 1), inside(0, 1, 1, 7), inside(0, 0, 0, 1), inside(0, 0, 1, 0)]).toEqual(
      Array(4).fill(false),
    );
  });

  test('a piercing skill used on the own cell hits that cell alone', () => {
    const field = battleOf(machine, 5);
    const user = field.allies[0] ?? 0;
    machine.tables.bankD5.fill(0, RECORD, RECORD + 25);
    machine.tables.bankD5[RECORD + 11] = 0xc0;
    field.put(CELL.skillRecordPointer, RECORD & 255, RECORD >> 8);
    const [x, y] = [field.get(user + ALLY.cellX), field.get(user + ALLY.cellY)];
    markHitArea(machine, user, x, y);
    const marked = Array.from({ length: 56 }, (_, cell) => cell).filter(
      (cell) => field.get(CELL.rangeGrid + cell) !== 0,
    );
    expect(marked).toEqual([8 * y + x]);
  });

  test('lines depend on every side of the user’s box, and there are none without a range', () => {
    const cellsFrom = (width: number, height: number): number[] => {
      const at = linesOf({ x: 0, y: 2, width, height }, 0, 0x02, 1);
      return Array.from({ length: 64 }, (_, cell) => cell).filter(
        (cell) => ((LINES[at + (cell >> 5)] ?? 0) & (1 << (cell & 31))) !== 0,
      );
    };
    const row = (y: number): number[] => [0, 1, 2, 3, 4, 5, 6].map((x) => 8 * y + x);
    expect([1, 2, 3].map((height) => cellsFrom(7, height))).toEqual([row(3), row(4), row(5)]);
    const none = linesOf({ x: 0, y: 0, width: 1, height: 1 }, 0, 1, 0);
    expect([LINES[none], LINES[none + 1]]).toEqual([0, 0]);
  });

  test('an area reaches 0, 1 or 2 cells round its centre, or everything', () => {
    expect([0, 1, 2, 3].map(areaRadius)).toEqual([0, 1, 2, 7]);
  });

  test('an opponent stands on the other side; a field on the ground and a side without a number are nobody', () => {
    expect([0x12, 0xe2, 0x02, 0x10, 0x00, 0xe0].map((cell) => holdsOpponent(cell, false))).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
    ]);
    expect([0x12, 0xe2, 0x02, 0x10, 0x00, 0xf1].map((cell) => holdsOpponent(cell, true))).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('cells are added to a set one at a time', () => {
    REACHED.fill(0);
    reachCell(3);
    reachCell(40);
    expect(Array.from({ length: 64 }, (_, cell) => cell).filter(isReached)).toEqual([3, 40]);
  });

  test('an area of 3 x 3 round a user of two cells is the cells round both', () => {
    const field = battleOf(machine, 2);
    machine.tables.bankD5.fill(0, RECORD, RECORD + 25);
    machine.tables.bankD5[RECORD + 12] = 0x71;
    field.put(CELL.skillRecordPointer, RECORD & 255, RECORD >> 8);
    const wrong = difference(
      field,
      () => markAreaRound(machine, { x: 5, y: 0, width: 2, height: 1 }),
      (at) => {
        for (const cell of [4, 5, 6, 12, 13, 14]) setByte(at, CELL.rangeGrid + cell, 0x0f);
        setWord(at, UNPUBLISHED_USED, byte(at, UNPUBLISHED_USED) | 0x80);
      },
    );
    expect(wrong).toBeUndefined();
  });
});
