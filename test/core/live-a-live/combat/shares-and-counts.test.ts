/** Figures of the played battle's small parts, counted out. */
import { expect, test } from 'vitest';
import { ownStatShare } from '../../../../core/live-a-live/combat/begin-skill.js';
import { ESCAPED, LOST, RUNNING, WON } from '../../../../core/live-a-live/combat/defeat.js';
import { listAlliesInArea, listedAlly } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { defenceShare, LEFT_OUT_DISPLACEMENTS } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { passFrames } from '../../../../core/live-a-live/combat/use-skill.js';
import { cellsOf, fieldCell, markCell } from '../../../fixtures/live-a-live/battle-cells.js';
import { battleOf, skirmishMachine } from '../../../fixtures/live-a-live/skirmish.js';

const machine = skirmishMachine();
const { ally, read, set } = cellsOf(machine.ram);

test('a skill counts a quarter of the defence, half of it, all or nothing', () => {
  expect([0, 1, 2, 3].map((choice) => defenceShare(choice, 255))).toEqual([63, 127, 255, 0]);
});

test('a skill counts its user’s stat, half of it, a quarter or nothing, whatever its other bits say', () => {
  expect([0x3f, 0x40, 0xbf, 0xff].map((byte) => ownStatShare(byte, 255))).toEqual([255, 127, 63, 0]);
});

test('a battle is running, won, lost or escaped from; a skill on allies leaves out three displacements', () => {
  expect([RUNNING, WON, LOST, ESCAPED]).toEqual([0, 1, 2, 3]);
  // bits 3 to 5 of record byte 11: back step, quarter turn, half turn of the user
  expect(LEFT_OUT_DISPLACEMENTS).toBe(8 + 16 + 32);
});

test('frames that pass lower the battle timer and raise the frames, and the assumed ones if they are', () => {
  battleOf(machine, 3);
  const start = { battleTimer: 5, battleFrames: 0xfffe, assumedFrames: 0xff };
  const counts = (): number[] => Object.keys(start).map(read);
  set(start);
  passFrames(machine, 0x102, true);
  expect(counts()).toEqual([0xff03, 0x1_0100, 0x201]);
  set(start);
  passFrames(machine, 0x102, false);
  expect(counts()).toEqual([0xff03, 0x1_0100, 0xff]);
});

test('the allies in a skill’s area are listed by slot, once each, without those that are gone', () => {
  const { put } = battleOf(machine, 4);
  set({ rangeGrid: Array<number>(64).fill(0), fieldGrid: Array<number>(56).fill(0) });
  for (const slot of [0, 2, 3]) ally(slot).set({ state: 0xff });
  ally(1).set({ state: 0 });
  // the fourth, the second, the first twice, an enemy, the third outside of the area
  set({ fieldGrid: [4, 2, 1, 0x11, 3], [fieldCell(0, 1)]: 0xe1 });
  set({ rangeGrid: [15, 15, 15, 15, 0], [markCell(0, 1)]: 15 });
  // nobody: the third in the eighth column and in a row behind the last one, and a number that no ally has
  set({ [fieldCell(7, 0)]: 3, [fieldCell(0, 7)]: 3, [fieldCell(0, 6)]: 5 });
  set({ [markCell(7, 0)]: 15, [markCell(0, 7)]: 15, [markCell(0, 6)]: 15 });
  // the state of a fifth block
  put(ally(4).address + 1, 0xff);
  expect(listAlliesInArea(machine)).toBe(2);
  expect([0, 1].map((index) => listedAlly(machine.ram, index))).toEqual([ally(0).address, ally(3).address]);
});
