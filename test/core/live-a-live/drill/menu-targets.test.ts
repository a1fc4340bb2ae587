/** What the fourth image offers as targets, and which pad words order something: MENU.md, "Targets", and PROGRAM.md, "Use", by hand. */
import { describe, expect, test } from 'vitest';
import { createFrameBattle, LIVE_A_LIVE } from '../../../../core/live-a-live/index.js';
import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import { TEST_ROM_IMAGE } from '../../../../rom-map/index.js';
import { offsetOf } from '../../../../rom-map/windows.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

const { menus } = LIVE_A_LIVE.capabilities;
if (menus === undefined) throw new Error('the turn engine orders through menus');

const SKILL = 5;
const ITEM = 6;
const COUNTERS_ONLY = 0x40;
const RECOVERY = 0x80;
const ROUND_USER = 0x20;

/** An attack on whoever is one cell away from the user, as skill 2 and as the item. */
function duel(values: Readonly<Record<string, number>> = {}, type = 0, image = 3) {
  const battle = createFrameBattle({
    allies: [
      { x: 3, y: 3 },
      { x: 4, y: 4 },
    ],
    species: [{ width: 1, height: 1 }],
    enemies: [
      { x: 2, y: 2 },
      { x: 4, y: 3 },
      { x: 0, y: 0 },
    ],
  });
  battle.step(Int32Array.of(1, 0), undefined);
  battle.image[offsetOf(TEST_ROM_IMAGE)] = image;
  for (const skill of [2, 15]) {
    // bytes 12 and 13 of a skill are bytes 3 and 4 of its record of page 05
    battle.image[Host.BATTLE_SKILLS + 16 * skill + 3] = 1;
    battle.image[Host.BATTLE_SKILLS + 16 * skill + 4] = ROUND_USER | type;
    // byte 8: neck and leg
    battle.image[Host.DRILL_SKILLS + 16 * skill + 8] = 0x03;
  }
  cellsOf(battle.image).set(values);
  return battle;
}

const skill = (target: number, number = 2): Int32Array => Int32Array.of(SKILL, number, target, 0, 0);
const item = (target: number): Int32Array => Int32Array.of(ITEM, target, 0);
const NONE = { cells: [], chosen: -1 };

describe('targets', () => {
  test('are the cells of enemies in the range, the first of them from the cursor’s cell on, round', () => {
    // cells 8 y + x: 18 and 28; the cursor names every fourth cell of 56
    const chosen = [0, 4, 5, 7, 8, 14].map((target) => menus.targets(duel(), skill(target)));
    expect(chosen.map((targets) => targets?.chosen)).toEqual([18, 18, 28, 28, 18, 18]);
    for (const targets of chosen) expect(targets?.cells).toEqual([18, 28]);
    expect([0, 7, 8].map((target) => menus.targets(duel(), item(target)))).toEqual([
      { cells: [18, 28], chosen: 18 },
      { cells: [18, 28], chosen: 28 },
      { cells: [18, 28], chosen: 18 },
    ]);
  });

  test('of a recovery are allies, the user too', () => {
    expect(menus.targets(duel({}, RECOVERY), skill(0))).toEqual({ cells: [27, 36], chosen: 27 });
    expect(menus.targets(duel({}, RECOVERY), skill(8))).toEqual({ cells: [27, 36], chosen: 36 });
  });

  test('are none where nobody is in reach, a status forbids the skill, it only answers, or nobody can act', () => {
    expect(menus.targets(duel({ 'ally[0].cellX': 6, 'ally[0].cellY': 6 }), skill(0))).toEqual(NONE);
    expect(menus.targets(duel({ 'ally[0].statuses': 0x02 }), skill(0))).toEqual(NONE);
    expect(menus.targets(duel({ 'ally[0].statuses': 0x04 }), skill(0))?.cells).toEqual([18, 28]);
    expect(menus.targets(duel({}, COUNTERS_ONLY), skill(0))).toEqual(NONE);
    const asleep = { 'ally[0].statuses': 0x20, 'ally[1].statuses': 0x20 };
    expect(menus.targets(duel(asleep), skill(0))).toEqual(NONE);
    // the first two images have no ranges
    expect([0, 1].map((image) => menus.targets(duel({}, 0, image), skill(0)))).toEqual([NONE, NONE]);
    expect(menus.targets(duel({}, 0, 2), skill(0))?.cells).toEqual([18, 28]);
  });

  test('belong to skills and items alone', () => {
    for (const code of [1, 2, 3, 4, 7, 11, 13]) {
      expect(menus.targets(duel(), Int32Array.of(code, 2, 0, 0, 0))).toBeUndefined();
    }
  });
});

// buttons: A 80h, Y 4000h, Select 2000h, Start 1000h, Right 100h
test('a frame orders something unless it presses nothing, or Select without Start', () => {
  const orders = (pad: number): boolean => menus.isOrder(Int32Array.of(1, pad));
  expect([0x80, 0x4000, 0x1000, 0x3000, 0x100].map(orders)).toEqual([true, true, true, true, true]);
  expect([0, 0x2000, 0x2100, 0x2400].map(orders)).toEqual([false, false, false, false]);
});
