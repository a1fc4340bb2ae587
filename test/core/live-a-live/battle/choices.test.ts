/** What may be chosen, against a slow reference, in battles whose units stand anywhere. */
import { expect, test } from 'vitest';
import {
  canMove,
  facingFor,
  isFree,
  reachChoice,
  skillAt,
  slotOfSkill,
} from '../../../../core/live-a-live/battle/choices.js';
import { firstStepOnPath } from '../../../../core/live-a-live/battle/pathfinding.js';
import { REACHED } from '../../../../core/live-a-live/field/marks.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import { cellsOf, fieldCell } from '../../../fixtures/live-a-live/battle-cells.js';
import { playedMachine } from '../../../fixtures/live-a-live/crowded-battle.js';
import { scatter } from '../../../fixtures/live-a-live/scattered-battle.js';
import { CELL } from '../../../references/live-a-live/addresses.js';
import { recordAddress } from '../../../references/live-a-live/begin.js';
import { stateOf } from '../../../references/live-a-live/harm-of-skills.js';
import { markReach } from '../../../references/live-a-live/marks.js';
import * as slow from '../../../references/live-a-live/played-choices.js';
import { ALLIES, CELLS as FIELD_CELLS } from '../../../references/live-a-live/played-memory.js';

const machine = playedMachine();
const scratch = playedMachine();
const { bankD5 } = machine.tables;
const SLOTS = Array.from({ length: 16 }, (_, slot) => slot);

const reached = (): number[] =>
  Array.from({ length: 56 }, (_, cell) => cell).filter(
    (cell) => ((REACHED[cell >> 5] ?? 0) & (1 << (cell & 31))) !== 0,
  );
const sorted = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);

test('a skill of the list is usable, disabled by a status of its owner, or only for counters, as the slow reference says', () => {
  const met = [0, 0, 0];
  for (let seed = 0; seed < 24; seed++) {
    const memory = scatter(machine.ram, seed);
    const cells = cellsOf(memory.image);
    for (const ally of ALLIES) {
      const block = memory.allyBlock(ally);
      // the four entries of every kind, the last one of the sixteen, and one that only counters
      cells.ally(ally).set({
        'listSkill[15]': 0x54,
        'listDisabling[15]': 1 << (seed % 8),
        'listSkill[14]': 0x77,
        'listFlags[14]': 1,
        statuses: 1 << ((seed + ally) % 8),
      });
      for (const slot of SLOTS) {
        const wanted = slow.entryState(memory, ally, slot);
        met[wanted] = (met[wanted] ?? 0) + 1;
        expect(skillAt(machine.ram, block, slot), `seed ${seed}, ally ${ally}, slot ${slot}`).toBe(wanted);
        const skill = cells.ally(ally).read(`listSkill[${slot}]`);
        const first = SLOTS.find((other) => cells.ally(ally).read(`listSkill[${other}]`) === skill);
        if (skill !== 0) expect(slotOfSkill(machine.ram, block, skill)).toBe(first);
      }
      // the cell behind the list is another one's
      cells.ally(ally).set({ 'listSkill[16]': 0xf3 });
      expect([slotOfSkill(machine.ram, block, 0xf3), slotOfSkill(machine.ram, block, 0)]).toEqual([-1, -1]);
    }
  }
  expect(Math.min(...met)).toBeGreaterThan(20);
});

test('every skill of an ally reaches the reference’s cells in each facing, and turns to the facing that reaches a cell', () => {
  for (let skill = 1; skill < 256; skill++) {
    const memory = scatter(machine.ram, skill);
    const ally = skill % 4;
    const block = memory.allyBlock(ally);
    for (const facing of [0, 1, 2, 3]) {
      const wanted = slow.reach(memory, bankD5, ally, skill, facing);
      const before = machine.ram.slice();
      reachChoice(machine, scratch, block, skill, facing);
      expect(reached(), `skill ${skill}, facing ${facing}`).toEqual(sorted(wanted));
      expect(Buffer.compare(machine.ram, before)).toBe(0);
    }
    for (let turn = 0; turn < 12; turn++) {
      const cell = (skill * 7 + turn * 11) % 56;
      const [present, only] = [turn % 4, turn < 8 ? -1 : (turn + 1) % 4];
      const wanted = slow.facingThatReaches(memory, bankD5, ally, skill, cell, present, only);
      machine.ram[block + Ally.FACING] = present;
      const found = facingFor(machine, scratch, block, skill, cell, only);
      expect(found, `skill ${skill}, cell ${cell}, facing ${present}, only ${only}`).toBe(wanted);
    }
  }
});

test('a skill of an ally who stands beside the field reaches what its range marks, line by line', () => {
  let met = 0;
  for (let skill = 1; skill < 256; skill += 2) {
    const memory = scatter(machine.ram, skill);
    const ally = skill % 4;
    const block = memory.allyBlock(ally);
    const places = [
      [7, skill % 7],
      [skill % 7, 7],
      [7, 7],
    ] as const;
    const [x, y] = places[skill % 3] ?? places[0];
    cellsOf(memory.image).ally(ally).set({ cellX: x, cellY: y });
    for (const facing of [0, 1, 2, 3]) {
      const at = stateOf(machine.ram, bankD5, { onsetLevel: 'none', asksInSecondPass: false });
      markReach(at, recordAddress(at, block, skill), block, facing);
      const wanted = FIELD_CELLS.filter((cell) => (at.memory[CELL.rangeGrid + cell] ?? 0) !== 0);
      met += wanted.length;
      const before = machine.ram.slice();
      reachChoice(machine, scratch, block, skill, facing);
      expect(reached(), `skill ${skill} from ${x}, ${y}, facing ${facing}`).toEqual(wanted);
      expect(Buffer.compare(machine.ram, before)).toBe(0);
    }
  }
  expect(met).toBeGreaterThan(300);
});

test('an ally finds the free cells, and the first step of a shortest way round walls to each', () => {
  for (let seed = 0; seed < 24; seed++) {
    const memory = scatter(machine.ram, seed);
    const cells = cellsOf(memory.image);
    // walls, so that ways go round
    for (const cell of [fieldCell(seed % 6, 1), fieldCell(1, 3), fieldCell(2, 3), fieldCell(3, 3)])
      cells.set({ [cell]: cells.read(cell) | 0x0f });
    for (const ally of ALLIES) {
      const block = memory.allyBlock(ally);
      for (let y = -1; y < 8; y++) {
        for (let x = -1; x < 8; x++) {
          expect(isFree(machine.ram, x, y), `seed ${seed}, ${x},${y}`).toBe(slow.isFree(memory, x, y));
          if (x === cells.ally(ally).read('cellX') && y === cells.ally(ally).read('cellY')) continue;
          const found = firstStepOnPath(machine, block, x, y);
          expect(found, `seed ${seed}, ally ${ally} to ${x},${y}`).toBe(slow.firstStep(memory, ally, x, y));
        }
      }
    }
  }
});

test('of the statuses of an ally that may act only a leg lock keeps it from moving', () => {
  const memory = scatter(machine.ram, 0);
  const cells = cellsOf(memory.image);
  const moves = Array.from({ length: 8 }, (_, bit) => {
    cells.ally(0).set({ statuses: 1 << bit });
    return canMove(machine.ram, memory.allyBlock(0));
  });
  expect([moves[1], ...[0, 2, 3, 6].map((bit) => moves[bit])]).toEqual([false, true, true, true, true]);
});
