/** The least price of a goal: figures worked out by the rules, and every list of blows tried. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { minPrices } from '../../../../core/live-a-live/planning/damage-bound.js';
import { encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { ALLY, SKILL_TABLE, SPECIES } from '../../../references/live-a-live/addresses.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import {
  besideIt,
  cell,
  KICK,
  least,
  type Priced,
  PUNCH,
  priced,
  priceOf,
  priceOfWin,
  STEP,
  skill,
  threeOfThem,
  write,
} from './priced-commands.js';

describe('the lower bound on the cost of damage', () => {
  // 77CE by the rules, Namcat struck from behind (level 3 - 8 = 0), body 33: half of 222 is 111.
  // Punch, level 5 + 2: (15 * 16 >> 3) + (31 >> 2) = 37; (37 * 111 >> 8) * 2 + 5 = 37, and 8 of a draw of 255: 45, twice.
  // Kick, level 2 + 2: (12 * 12 >> 3) + (50 >> 2) = 30; (30 * 111 >> 8) * 2 = 26, and 5: 31, once.
  test('is the fewest punches and kicks of Takahara against Namcat', () => {
    const battle = besideIt();
    const both: Priced[] = [
      [1, PUNCH],
      [1, KICK],
    ];
    expect([1, 90, 91, 180, 181, 256].map((damage) => priceOf(battle, damage, both))).toEqual([1, 1, 2, 2, 3, 3]);
    expect([31, 32, 62, 63].map((damage) => priceOf(battle, damage, [[1, KICK]]))).toEqual([1, 2, 2, 3]);
    // a kick for 2 or a punch for 5: 3 kicks are 93, 4 are 124
    const dear: Priced[] = [
      [5, PUNCH],
      [2, KICK],
      [1, STEP],
    ];
    expect([31, 62, 63, 90, 91, 121, 122].map((damage) => priceOf(battle, damage, dear))).toEqual([
      2, 4, 5, 5, 6, 7, 8,
    ]);
    expect(priceOf(battle, 0, both)).toBe(0);
    expect(priceOfWin(battle, both)).toBe(3);
  });

  test('is unknown where no command does damage, or a policy plays', () => {
    const battle = besideIt();
    expect(priceOf(battle, 10, [[1, STEP]])).toBeUndefined();
    expect(
      priceOf(battle, 10, [
        [1, KICK],
        [1, { command: 'auto', policy: 'attack' }],
      ]),
    ).toBeUndefined();
    // he never learned it
    expect(priceOf(battle, 10, [[1, skill('low-kick')]])).toBeUndefined();
  });

  test('counts one command more when the enemy is out of reach', () => {
    const party = [{ character: 'takahara', x: 5, y: 5 }];
    const battle = createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] });
    const go: Priced = [4, { command: 'move', x: 1, y: 2 }];
    expect([31, 32].map((damage) => priceOf(battle, damage, [[5, KICK], go]))).toEqual([9, 14]);
    expect(priceOf(besideIt(), 31, [[5, KICK], go])).toBe(5);
  });

  // level and power can be raised: 24 * 12 >> 3 = 36, and 255 >> 2 = 63; (99 * 111 >> 8) * 2 = 84, and 20
  test('takes a stat that a skill can raise as raised, and a body that one can lower as 0', () => {
    const raised: Priced[] = [
      [1, KICK],
      [1000, { command: 'skill', skill: 'kiai-tame', x: 1, y: 2 }],
    ];
    expect([104, 105].map((damage) => priceOf(besideIt(), damage, raised))).toEqual([1, 2]);
    // body 0: (30 * 127 >> 8) * 2 = 28, and 6
    const hammer: Priced[] = [
      [1, KICK],
      [1000, skill('hammer-power')],
    ];
    const oersted = { character: 'oersted', skills: ['hammer-power'], x: 5, y: 5 };
    const twice = [34, 35].map((damage) => priceOf(besideIt([oersted]), damage, hammer));
    expect(twice).toEqual([1, 2]);
  });

  // level 13 - 5: (4 * 12 >> 3) + 12 = 18, body 27: (18 * 114 >> 8) * 2 = 16, and 3; level 0: (30 * 114 >> 8) * 2 = 26, and 5
  test.each([
    ['asLabelled', 31],
    ['negated', 19],
    ['none', 19],
  ])('counts an onset that lowers the level by the switch: %s', (onsetLevel, most) => {
    const akira = { character: 'akira', skills: ['holy-blow'], x: 5, y: 5 };
    const battle = createBattle(
      { formation: 'moribe-seishi', party: [{ character: 'takahara', x: 1, y: 2 }, akira], generator: [1, 2, 3, 4] },
      { onsetLevel },
    );
    const commands: Priced[] = [
      [1, KICK],
      [1000, skill('holy-blow')],
    ];
    expect([most, most + 1].map((damage) => priceOf(battle, damage, commands))).toEqual([1, 2]);
  });
});

describe('an enemy out of reach', () => {
  const GO: Priced = [4, { command: 'move', x: 1, y: 2 }];
  const far = (): LiveALiveBattle =>
    createBattle({ formation: 'namcat', party: [{ character: 'takahara', x: 5, y: 5 }], generator: [1, 2, 3, 4] });
  /** Reader until so many HP are lost, of a battle in which Takahara stands far away. */
  const readerOf = (battle: LiveALiveBattle, damage: number, commands: readonly Priced[] = [[5, KICK], GO]) => {
    const goal = [{ cell: cell('enemy[0].hp'), min: 0, max: 256 - damage }];
    return least?.(battle, goal, priced(battle, commands)) ?? (() => Number.NaN);
  };
  const kick = (battle: LiveALiveBattle): number => encodeCommand(LIVE_A_LIVE_BATTLE, battle, KICK)[1] ?? 0;

  // a kick takes 31, and a command is needed to get there; a kick under charge was given in reach
  test('is in reach again where a kick is under charge, but not where a skill that harms nobody is', () => {
    const battle = far();
    const { set, ally } = cellsOf(battle.image);
    const reader = readerOf(battle, 40);
    expect(reader()).toBe(5 + 5 + 4);
    ally(0).set({ skillState: 0x40, lastSkill: kick(battle) });
    expect(reader()).toBe(5);
    ally(0).set({ skillState: 0x20 });
    expect(reader()).toBe(5 + 5 + 4);
    set({ 'enemy[0].skillState': 0x40, 'enemy[0].chosenSkill': cellsOf(battle.image).species(0).read('skill1') });
    expect(reader()).toBe(5 + 5 + 4);
    // on the way somebody stands on two cells
    set({ enemyActionFlags: 0x08 });
    expect(reader()).toBe(5 + 5);
  });

  test('says nothing of a skill that was under charge when the search began, of the second ally as well', () => {
    const party = [
      { character: 'takahara', x: 5, y: 5 },
      { character: 'pogo', x: 6, y: 6 },
    ];
    for (const ally of [0, 1]) {
      const battle = createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] });
      const cells = cellsOf(battle.image);
      expect(readerOf(battle, 40)()).toBe(5 + 5 + 4);
      cells.ally(ally).set({ skillState: 0x40, lastSkill: 1 });
      const reader = readerOf(battle, 40);
      cells.ally(ally).set({ skillState: 0 });
      expect(reader()).toBe(5 + 5);
    }
  });

  // a skill that cannot miss where nobody moves; under charge somebody may have moved, and a miss costs its user up to 999
  test('counts as near where its own skill is under charge, which may hurt it', () => {
    const party = [{ character: 'takahara', x: 5, y: 5 }];
    const battle = createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] }, undefined, publishedTables());
    const { set, species } = cellsOf(battle.image);
    set({ 'species[0].maxHp': 1500, 'enemy[0].hp': 1500 });
    // bit 7 of the level's byte: a list with the allies
    const list = species(0).read('levelByte') >= 0x80 ? 0 : 256;
    const record = SKILL_TABLE + 25 * (list + species(0).read('skill1'));
    for (const [byte, value] of [
      [13, 0],
      [17, 15],
      [19, 1],
      [21, 0x70],
    ] as const)
      battle.machine.tables.bankD5[record + byte] = value;
    const goal = [{ cell: cell('enemy[0].hp'), min: 0, max: 0 }];
    const reader = least?.(battle, goal, priced(battle, [[5, KICK], GO]));
    // 49 kicks of 31 are 1519, and a walk
    expect(reader?.()).toBe(49 * 5 + 4);
    set({ 'enemy[0].skillState': 0x40, 'enemy[0].chosenSkill': species(0).read('skill1') });
    // 17 kicks are 527, of 501 that are left
    expect(reader?.()).toBe(17 * 5);
  });

  test('is what only the facing keeps from it', () => {
    // 45 is what the punches take that reach to the upper left; 0 is lower right, 3 upper left
    const facing = (way: string): Priced => [5, { ...PUNCH, facing: way }];
    expect(readerOf(besideIt(), 45, [facing('upper-left')])()).toBe(5);
    expect(readerOf(besideIt(), 45, [facing('lower-right')])()).toBe(5 + 5);
    expect(readerOf(besideIt(), 45, [facing('lower-right'), facing('upper-left')])()).toBe(5);
    expect(readerOf(besideIt(), 45, [[5, PUNCH]])()).toBe(5);
  });

  // a kick round its user as far as two cells: the cell that is aimed at lies in it, and it reaches no further
  test('is not struck by what lies round a user who stands further away than it goes', () => {
    const tables = publishedTables();
    const round = (x: number): number => {
      const party = [{ character: 'takahara', x, y: 1 }];
      const battle = createBattle({ formation: 'namcat', party, generator: [1, 2, 3, 4] }, undefined, tables);
      const record = SKILL_TABLE + 25 * kick(battle);
      tables.bankD5[record + 12] = 2;
      tables.bankD5[record + 13] = 0x21;
      return readerOf(battle, 31, [[5, { ...KICK, x: 1, y: 1 }], GO])();
    };
    expect([round(2), round(3)]).toEqual([5, 5 + 4]);
  });

  // 32 points fire after every skill, so that a single enemy loses as much in its turn as with a skill of his
  test('loses HP by a field wherever it stands', () => {
    const battle = far();
    const memory = new Memory(battle.image);
    for (let slot = 0; slot < 16; slot++)
      for (const list of [ALLY.listCounterHigh, ALLY.listFlags]) memory.set(memory.allyBlock(0) + list + slot, 0);
    for (let slot = 0; slot < 4; slot++)
      for (const list of [SPECIES.counterHigh, SPECIES.skillFlags]) memory.set(memory.speciesOf(0) + list + slot, 0);
    expect(readerOf(battle, 1, [[5, KICK]])()).toBe(5 + 5);
    write(battle, 'fieldGrid[48]', 0xe0);
    expect(readerOf(battle, 1, [[5, KICK]])()).toBe(5);
    // 31 by the kick, a field after it and one after the enemy's own skill
    expect([31 + 64, 31 + 65].map((damage) => readerOf(battle, damage, [[5, KICK]])())).toEqual([5, 10]);
    // columns and rows of the field are seven: what lies behind them is no field
    write(battle, 'fieldGrid[48]', 0);
    for (const place of [7, 15, 55]) write(battle, `fieldGrid[${place}]`, 0xe0);
    expect(readerOf(battle, 1, [[5, KICK]])()).toBe(5 + 5);
  });
});

describe('a goal', () => {
  const boundOf = (name: string, min: number, max: number): number | undefined => {
    const battle = besideIt();
    return least?.(battle, [{ cell: cell(name), min, max }], priced(battle, [[2, KICK]]))?.();
  };

  // 256 HP, 31 a kick
  test('of HP leaves no more than their maximum, and none below 0', () => {
    expect([boundOf('enemy[0].hp', 1, 1), boundOf('enemy[0].hp', 0, 1)]).toEqual([18, 18]);
    expect([boundOf('enemy[0].hp', -9, -1), boundOf('enemy[0].hp', 0, 0)]).toEqual([18, 18]);
    expect([boundOf('enemy[0].hp', 1, 225), boundOf('enemy[0].hp', 1, 224)]).toEqual([2, 4]);
    expect(boundOf('enemy[0].hp', 0, 256)).toBe(0);
  });

  test('of the result is a win or nothing that is known, as is that of any other cell', () => {
    expect(boundOf('battleResult', 1, 1)).toBe(18);
    for (const [min, max] of [
      [0, 1],
      [1, 2],
      [0, 0],
      [2, 2],
    ] as const)
      expect(boundOf('battleResult', min, max)).toBeUndefined();
    for (const name of ['actionPoints', 'enemy[1].hp', 'enemy[0].level', 'ally[0].hitsLanded'])
      expect(boundOf(name, 1, 1)).toBeUndefined();
  });
});

describe('the lower bound counts what else an enemy loses', () => {
  test('by a miss of its own skill, where somebody may have moved', () => {
    const party = [{ character: 'takahara', x: 2, y: 2 }];
    const battle = createBattle({ formation: 'great-asia', party, generator: [1, 2, 3, 4] });
    const punch = (more: object = {}): PlainCommand => skill('reppu-seiken-zuki', { x: 1, ...more });
    expect(priceOf(battle, 240, [[1, punch()]])).toBe(3);
    expect(
      priceOf(battle, 240, [
        [1, punch()],
        [1, { command: 'wait', frames: 1 }],
      ]),
    ).toBe(1);
    expect(priceOf(battle, 240, [[1, punch({ frames: 0 })]])).toBe(1);
  });

  test('by poison, with any command', () => {
    const battle = besideIt();
    const { offset } = cell('enemy[0].statuses');
    battle.image[offset] = 0x08;
    // a sixteenth of 256
    expect(priceOf(battle, 16, [[1, STEP]])).toBe(1);
    expect(priceOf(battle, 256, [[1, STEP]])).toBeGreaterThan(3);
  });

  test('and that a petrified enemy is beaten with its HP left', () => {
    const party = [{ character: 'oboromaru', level: 15, x: 4, y: 2 }];
    const battle = createBattle({ formation: 'odie-o', party, generator: [1, 2, 3, 4] });
    const slash: Priced[] = [[1, skill('kage-ichimonji', { x: 3, y: 2 })]];
    expect(priceOfWin(battle, slash)).toBe(1);
    expect(priceOf(battle, 832, slash)).toBeGreaterThan(1);
  });

  // 30 HP are one kick of 31, 40 are two; only the first is in reach
  test('and adds several enemies, one after the other', () => {
    const battle = threeOfThem();
    expect(priceOfWin(battle, [[2, KICK]])).toBe(2 + 4 + 4);
    const both = [0, 2].map((enemy) => ({ cell: cell(`enemy[${enemy}].hp`), min: 0, max: 9 }));
    expect(least?.(battle, both, priced(battle, [[2, KICK]]))?.()).toBe(2 + 2);
    // one out of reach at least: the kick, and a command to get there
    expect(least?.(battle, both.slice(1), priced(battle, [[2, KICK]]))?.()).toBe(2 + 2);
    write(battle, 'enemy[0].hp', 0);
    expect(priceOfWin(battle, [[2, KICK]])).toBe(4 + 4 + 2);
  });

  test('and is nothing once nobody has to lose anything, however far everybody is', () => {
    const battle = threeOfThem();
    const win = least?.(battle, [{ cell: cell('battleResult'), min: 1, max: 1 }], priced(battle, [[2, KICK]]));
    for (const enemy of [0, 1, 2]) write(battle, `enemy[${enemy}].hp`, 0);
    write(battle, 'ally[0].cellX', 6);
    expect(win?.()).toBe(0);
  });

  test('and leaves out an enemy that is petrified, an OBJECT, or a BREAKDOWN with a LEADER, for a win', () => {
    const battle = threeOfThem();
    write(battle, 'enemy[1].statuses', 0x80);
    expect(priceOfWin(battle, [[2, KICK]])).toBe(2 + 4);
    const two = threeOfThem('moribe-seishi');
    const all = priceOfWin(two, [[2, KICK]]) ?? 0;
    write(two, 'species[1].type', 0x02);
    expect(priceOfWin(two, [[2, KICK]])).toBe(all);
    write(two, 'species[0].type', 0x08);
    expect(priceOfWin(two, [[2, KICK]])).toBe(2);
    write(two, 'species[0].type', 0x04);
    write(two, 'species[1].type', 0x04);
    expect(priceOfWin(two, [[2, KICK]])).toBeUndefined();
  });

  // the kick of 31 that is charged was paid for when it was chosen
  test('and not a skill that is charged already', () => {
    const charge = (battle: LiveALiveBattle): LiveALiveBattle => {
      write(battle, 'ally[0].skillState', 0x40);
      write(battle, 'ally[0].lastSkill', encodeCommand(LIVE_A_LIVE_BATTLE, battle, KICK)[1] ?? 0);
      return battle;
    };
    const battle = charge(besideIt());
    expect([31, 32, 62, 63].map((damage) => priceOf(battle, damage, [[5, KICK]]))).toEqual([0, 5, 5, 10]);
    expect(priceOfWin(charge(threeOfThem()), [[2, KICK]])).toBe(2 + 4 + 4 - 2);
  });

  test('and no more than the greatest HP of a species', () => {
    // 256 HP are nine kicks
    const battle = besideIt();
    cellsOf(battle.image).set({ 'enemy[0].hp': 300 });
    expect([256, 257, 300].map((damage) => priceOf(battle, damage, [[2, KICK]]))).toEqual([18, 18, 18]);
    const three = threeOfThem();
    cellsOf(three.image).set({ 'enemy[0].hp': 300 });
    expect(priceOfWin(three, [[2, KICK]])).toBe(18 + 4 + 4);
  });

  test('and that Odio Mole takes 1 of every hit', () => {
    const battle = besideIt();
    write(battle, 'enemy[0].id', 0xd0);
    expect([1, 2, 3].map((damage) => priceOf(battle, damage, [[1, KICK]]))).toEqual([1, 2, 3]);
    expect([1, 2, 3].map((damage) => priceOf(battle, damage, [[1, PUNCH]]))).toEqual([1, 1, 2]);
  });
});

test('the lowest price of some damage is that of trying every list of blows', () => {
  const blow = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 12 }));
  const slowly = (blows: readonly (readonly [number, number])[], damage: number): number =>
    damage <= 0
      ? 0
      : Math.min(...blows.filter(([, done]) => done > 0).map(([price, done]) => price + slowly(blows, damage - done)));
  fc.assert(
    fc.property(fc.array(blow, { maxLength: 3 }), (blows) => {
      const prices = minPrices(blows, 14);
      expect(prices === undefined).toBe(blows.every(([, done]) => done === 0));
      if (prices !== undefined) expect([...prices]).toEqual([...prices].map((_, damage) => slowly(blows, damage)));
    }),
    { numRuns: 60, seed: 2 },
  );
});
