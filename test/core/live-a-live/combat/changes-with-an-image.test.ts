/** Changed levels and stats where the printed code ends: what is done without an image, and when an image's code is asked. */
import { beforeEach, describe, expect, test } from 'vitest';
import { changeTargetOrFill, changeUserWithImage } from '../../../../core/live-a-live/combat/stat-change.js';
import { SKILL_STAT_CHANGE } from '../../../../core/live-a-live/memory/skill-record.js';
import { holesFilled } from '../../../../core/live-a-live/memory/unpublished-used.js';
import {
  ALLY_0,
  activeSkill,
  ally,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  machine,
  read,
  set,
} from '../../../fixtures/live-a-live/empty-battle.js';
import { imageCode } from '../../../fixtures/live-a-live/image-code.js';

/** Routines that a stand-in for an image's code was asked for, each with how many states were kept before. */
let asked: [routine: number, kept: number][] = [];

/** From now on an image's code is there; it leaves 99 as both levels. */
function withImage(): void {
  let kept = 0;
  machine.holes.original = imageCode({
    keep: () => {
      kept++;
    },
    rerun: (_image, routine) => {
      asked.push([routine, kept]);
      enemy(0).set({ level: 99 });
      ally(0).set({ level: 99 });
      return 0;
    },
  });
}

beforeEach(() => {
  clear();
  asked = [];
  set({ target: ENEMY_0, skillUser: ALLY_0 });
});

describe('of the target', () => {
  // a raise of the level by a quarter and 1: 219 would come to 274, 100 to 126
  beforeEach(() => {
    activeSkill({ [SKILL_STAT_CHANGE]: 0x61 });
    draws(57);
  });

  test('a result past 255 is held there without an image', () => {
    enemy(0).set({ level: 219 });
    changeTargetOrFill(machine);
    expect([enemy(0).read('level'), holesFilled(machine.ram)]).toEqual([255, []]);
  });

  test('a result past 255 is what the image makes of it', () => {
    withImage();
    enemy(0).set({ level: 219 });
    changeTargetOrFill(machine);
    expect([enemy(0).read('level'), asked, holesFilled(machine.ram)]).toEqual([99, [[0xc1dd8f, 1]], ['statChangeCap']]);
  });

  test('any other result needs no image', () => {
    withImage();
    enemy(0).set({ level: 100 });
    changeTargetOrFill(machine);
    expect([enemy(0).read('level'), asked, holesFilled(machine.ram)]).toEqual([126, [], []]);
  });
});

describe('of the user itself', () => {
  // bit 7 makes the same change one of the user
  beforeEach(() => activeSkill({ [SKILL_STAT_CHANGE]: 0xe1 }));

  test('nothing is done without an image', () => {
    ally(0).set({ level: 20, changedStats: 7 });
    draws(57);
    expect(changeUserWithImage(machine)).toBe(false);
    expect([drawsUsed(), ally(0).read('changedStats'), read('target'), holesFilled(machine.ram)]).toEqual([
      0,
      7,
      ENEMY_0,
      [],
    ]);
  });

  test('an ally’s is what the image makes of it', () => {
    withImage();
    ally(0).set({ level: 20 });
    draws(57);
    expect(changeUserWithImage(machine)).toBe(true);
    expect([ally(0).read('level'), asked, holesFilled(machine.ram)]).toEqual([99, [[0xc1dcc1, 1]], ['allyStatChange']]);
  });

  test('an ally’s that the printed code refuses needs no image', () => {
    withImage();
    ally(0).set({ level: 20, correctedLevel: 48 });
    expect(changeUserWithImage(machine)).toBe(true);
    expect([ally(0).read('level'), asked, holesFilled(machine.ram)]).toEqual([20, [], []]);
  });

  test('an enemy’s result past 255 is a hole of its own', () => {
    withImage();
    set({ skillUser: ENEMY_0 });
    enemy(0).set({ level: 219 });
    draws(57);
    expect(changeUserWithImage(machine)).toBe(true);
    expect([enemy(0).read('level'), asked, holesFilled(machine.ram)]).toEqual([99, [[0xc1dcc1, 1]], ['statChangeCap']]);
  });
});
