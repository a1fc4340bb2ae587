/** Figures of the played battle's small parts, counted out. */
import { expect, test } from 'vitest';
import { ownStatShare } from '../../../../core/live-a-live/combat/begin-skill.js';
import { ESCAPED, LOST, RUNNING, WON } from '../../../../core/live-a-live/combat/defeat.js';
import { listAlliesInArea, listedAlly } from '../../../../core/live-a-live/combat/hits-on-allies.js';
import { defenceShare, LEFT_OUT_DISPLACEMENTS } from '../../../../core/live-a-live/combat/totals-on-allies.js';
import { passFrames } from '../../../../core/live-a-live/combat/use-skill.js';
import { battleOf, skirmishMachine } from '../../../fixtures/live-a-live/skirmish.js';
import { ASSUMED_FRAMES, BATTLE_FRAMES } from '../../../references/live-a-live/own-cells.js';

const machine = skirmishMachine();

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
  const { put, get } = battleOf(machine, 3);
  const counts = [
    0xfef0,
    0xfef1,
    BATTLE_FRAMES,
    BATTLE_FRAMES + 1,
    BATTLE_FRAMES + 2,
    ASSUMED_FRAMES,
    ASSUMED_FRAMES + 1,
    ASSUMED_FRAMES + 2,
  ];
  const set = (): void => {
    put(0xfef0, 5, 0);
    put(BATTLE_FRAMES, 0xfe, 0xff, 0, 0, 0xff, 0, 0, 0);
  };
  set();
  passFrames(machine, 0x102, true);
  expect(counts.map(get)).toEqual([0x03, 0xff, 0, 1, 1, 1, 2, 0]);
  set();
  passFrames(machine, 0x102, false);
  expect(counts.map(get)).toEqual([0x03, 0xff, 0, 1, 1, 0xff, 0, 0]);
});

test('the allies in a skill’s area are listed by slot, once each, without those that are gone', () => {
  const { put } = battleOf(machine, 4);
  for (let cell = 0x0488; cell < 0x0500; cell++) put(cell, 0);
  for (let ally = 0x1c00; ally < 0x1d00; ally += 0x40) put(ally + 1, 0xff);
  put(0x1c41, 0);
  // the fourth, the second, the first twice, an enemy, the third outside of the area
  put(0x04c8, 4, 2, 1, 0x11, 3);
  put(0x04d0, 0xe1);
  put(0x0488, 15, 15, 15, 15, 0);
  put(0x0490, 15);
  // nobody: the third in the eighth column and in a row behind the last one, and a number that no ally has
  put(0x04cf, 3);
  put(0x048f, 15);
  put(0x0500, 3);
  put(0x04c0, 15);
  put(0x04f8, 5);
  put(0x04b8, 15);
  put(0x1d01, 0xff);
  expect(listAlliesInArea(machine)).toBe(2);
  expect([0, 1].map((index) => listedAlly(machine.ram, index))).toEqual([0x1c00, 0x1cc0]);
});
