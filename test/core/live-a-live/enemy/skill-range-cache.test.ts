/** What the tries of a decision leave behind against a range that is marked and looked through for every try. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { write16 } from '../../../../core/int/uint.js';
import {
  forgetSkillRanges,
  markSkillRange,
  pickAlly,
  recordIn,
  skillIn,
  writeSkillMarks,
} from '../../../../core/live-a-live/enemy/skill-range-cache.js';
import { facingOf, markRange } from '../../../../core/live-a-live/field/marks.js';
import { pickAllyTarget } from '../../../../core/live-a-live/field/targets.js';
import { createBattle } from '../../../../core/live-a-live/index.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';

const FORMATIONS = [0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde];
const BATTLES = FORMATIONS.map((formation) => createBattle({ formation, party: [{ character: 'takahara' }] }));
const first = createBattle(null).machine;
const second = createBattle(null).machine;

test('a skill range from the cache leaves the marks, work cells and targets of one that is marked anew', () => {
  const coordinate = fc.integer({ min: 0, max: 7 });
  let kept = 0;
  let found = 0;
  fc.assert(
    fc.property(
      fc.nat(FORMATIONS.length - 1),
      fc.record({
        x: coordinate,
        y: coordinate,
        facing: fc.nat(3),
        work: fc.uint8Array({ minLength: 24, maxLength: 24 }),
      }),
      fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.constantFrom(0x01, 0x02, 0x04, 0x12, 0x81)), { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 0x7fff_ffff })), { minLength: 2, maxLength: 8 }),
      (battle, { x, y, facing, work }, standing, tries) => {
        const { ram } = first;
        ram.set(BATTLES[battle]?.image ?? []);
        ram.set(work, Cell.WORK_0308);
        ram[Enemy.FIRST + Enemy.CELL_X] = x;
        ram[Enemy.FIRST + Enemy.CELL_Y] = y;
        ram[Enemy.FIRST + Enemy.FACING] = facing << 6;
        for (const [column, row, occupant] of standing) ram[Cell.FIELD_GRID + 8 * row + column] = occupant;
        second.ram.set(ram);
        forgetSkillRanges();
        for (const [slot, seed] of tries) {
          const record = recordIn(first, Enemy.FIRST, slot, skillIn(ram, Enemy.FIRST, slot));
          for (const machine of [first, second]) {
            write16(machine.ram, Cell.SKILL_RECORD_POINTER, record);
            write16(machine.ram, Cell.BATTLE_GENERATOR, seed);
            write16(machine.ram, Cell.BATTLE_GENERATOR + 2, seed >>> 16);
          }
          const picks = markSkillRange(first, Enemy.FIRST, slot);
          markRange(second, Enemy.FIRST, facingOf(second.ram, Enemy.FIRST));
          const target = picks ? pickAlly(first, slot) : pickAllyTarget(first);
          expect(target).toBe(pickAllyTarget(second));
          kept += picks ? 1 : 0;
          found += target === 0 ? 0 : 1;
        }
        writeSkillMarks(first);
        expect(Buffer.compare(ram, second.ram)).toBe(0);
      },
    ),
    { numRuns: 400 },
  );
  expect(kept).toBeGreaterThan(100);
  expect(found).toBeGreaterThan(100);
});

test('where somebody chooses the draws, the work grid has the marks of a range at once', () => {
  const { ram } = first;
  ram.set(BATTLES[0]?.image ?? []);
  ram[Enemy.FIRST + Enemy.CELL_X] = 2;
  ram[Enemy.FIRST + Enemy.CELL_Y] = 2;
  forgetSkillRanges();
  const record = recordIn(first, Enemy.FIRST, 0, skillIn(ram, Enemy.FIRST, 0));
  write16(ram, Cell.SKILL_RECORD_POINTER, record);
  second.ram.set(ram);
  markRange(second, Enemy.FIRST, facingOf(ram, Enemy.FIRST));
  const marks = (bytes: Uint8Array): number[] => [...bytes.subarray(Cell.RANGE_GRID, Cell.RANGE_GRID + 56)];
  first.script = { values: Uint8Array.of(0), next: 0 };
  expect([markSkillRange(first, Enemy.FIRST, 0), marks(ram)]).toEqual([false, marks(second.ram)]);
  // without it the grid waits for the end of the decision
  first.script = undefined;
  ram.fill(0, Cell.RANGE_GRID, Cell.RANGE_GRID + 56);
  expect([markSkillRange(first, Enemy.FIRST, 0), marks(ram)]).toEqual([true, Array(56).fill(0)]);
  writeSkillMarks(first);
  expect(marks(ram)).toEqual(marks(second.ram));
  expect(marks(ram).some((mark) => mark !== 0)).toBe(true);
});
