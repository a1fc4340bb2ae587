/** The rules' statements about experience, growth, learning, drops and special battles, by hand. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DROPPED, dropItem, dropRate, EMPTY_SLOT, NO_DROP } from '../../../../core/live-a-live/growth/drops.js';
import {
  gainExperience,
  gainPartyExperience,
  gainsNothing,
  HEADER_UNPUBLISHED,
  LEVEL_GAINED,
  largeExperience,
  NO_LEVEL,
  smallExperience,
} from '../../../../core/live-a-live/growth/experience.js';
import {
  drawnHp,
  growHp,
  growMage,
  hpGain,
  NOT_GROWN,
  statTotal,
  sureHp,
  trainedStat,
} from '../../../../core/live-a-live/growth/growth.js';
import {
  ALL_KNOWN,
  LEARNED,
  learnByLevel,
  learnEnemySkill,
  NOTHING_LEARNED,
  WITHOUT_MESSAGE,
} from '../../../../core/live-a-live/growth/learning.js';
import {
  NOT_RECORDED,
  RECORDED,
  recordByScenario,
  recordMastersSkill,
  wasSeen,
} from '../../../../core/live-a-live/growth/seen-skills.js';
import {
  countZakiHit,
  grantLastSkill,
  isKungFuLastBattle,
  isZakiFight,
  removeLastSkill,
} from '../../../../core/live-a-live/growth/special-cases.js';
import { HEADER_BYTE } from '../../../../core/live-a-live/memory/tables.js';
import { placeOf } from '../../../fixtures/live-a-live/battle-cells.js';
import {
  ALLY_0,
  ally,
  clear,
  draws,
  drawsUsed,
  ENEMY_0,
  enemy,
  machine,
  RECORD_0,
  read,
  record,
  SPECIES_0,
  set,
  species,
} from '../../../fixtures/live-a-live/empty-battle.js';

const ENTRY = 0x0100;

beforeEach(() => {
  clear();
  machine.tables.bankC0.fill(0);
  machine.tables.bankD5.fill(0);
  machine.tables.bankC0[HEADER_BYTE] = 1;
  record(0).set({ tableEntry: ENTRY });
});

describe('experience', () => {
  const result = (level: number, party: number, acted: number, before = 0): number[] => {
    record(0).set({ level: level, experience: before });
    set({ enemyPartyLevel: party });
    ally(0).set({ acted: acted });
    return [gainExperience(machine, ALLY_0), record(0).read('level'), record(0).read('experience')];
  };

  test('is 8 and 16 for each level ahead, or less for a party ahead or an ally that did not act', () => {
    expect([largeExperience(1), largeExperience(5)]).toEqual([24, 88]);
    expect([smallExperience(18, 1), smallExperience(17, 98), smallExperience(1, 17)]).toEqual([25, 8, 1]);
  });

  test('of an enemy party 15 levels ahead is a level at once', () => {
    expect(result(2, 17, 0x80, 50)).toEqual([LEVEL_GAINED, 3, 0]);
    expect(result(2, 18, 0x80, 0)).toEqual([LEVEL_GAINED, 3, 0]);
    expect(result(2, 7, 0x80, 0)).toEqual([NO_LEVEL, 2, 88]);
  });

  test('is the small figure for an ally that did not act, against a higher party, too', () => {
    expect(result(1, 18, 0x00)).toEqual([NO_LEVEL, 1, 25]);
  });

  test('of 100 is a level; at level 99 nothing is gained by it', () => {
    expect(result(10, 8, 0x80, 94)).toEqual([NO_LEVEL, 10, 99]);
    expect(result(10, 8, 0x80, 95)).toEqual([LEVEL_GAINED, 11, 0]);
    expect(result(99, 99, 0x80, 60)).toEqual([NO_LEVEL, 99, 60]);
    expect(result(99, 99, 0x00, 60)).toEqual([NO_LEVEL, 99, 60]);
    expect(result(99, 99, 0x00, 10)).toEqual([NO_LEVEL, 99, 59]);
  });

  test('is none after an enemy party of level 0', () => {
    record(0).set({ level: 1, experience: 10 });
    const experienceAfter = (party: number): number[] => {
      set({ enemyPartyLevel: party });
      return [gainPartyExperience(machine), record(0).read('experience')];
    };
    // against level 1: 16 / 1
    expect([experienceAfter(0), experienceAfter(1)]).toEqual([
      [NO_LEVEL, 10],
      [NO_LEVEL, 26],
    ]);
  });

  test('is none for three characters, and not guessed where the header byte is unpublished', () => {
    expect([8, 0x12, 0x14, 0, 1].map(gainsNothing)).toEqual([true, true, true, false, false]);
    machine.tables.bankC0[HEADER_BYTE] = 0;
    expect(gainExperience(machine, ALLY_0)).toBe(HEADER_UNPUBLISHED);
  });
});

describe('growth at a new level', () => {
  test('has a sure and a drawn part by the character’s mode', () => {
    expect([0, 1, 2, 3].map((mode) => [sureHp(50, mode), drawnHp(50, mode)])).toEqual([
      [50, 25],
      [50, 50],
      [25, 50],
      [0, 50],
    ]);
  });

  test('throws its first draw away', () => {
    draws(255, 133);
    // 50 + (133*50 >> 8)
    expect([hpGain(machine, 0x72), drawsUsed()]).toEqual([75, 2]);
  });

  test('fills the HP up, stops them at 999, and makes no draw after formation A9h', () => {
    machine.tables.bankD5[ENTRY + 27] = 0x46;
    set({ formationNumber: 0xa9 });
    record(0).set({ maxHp: 0x3e4 });
    draws(1, 1);
    growHp(machine, RECORD_0);
    expect([record(0).read('hp'), record(0).read('maxHp'), drawsUsed()]).toEqual([999, 999, 0]);
  });

  test('gives the mage of level 16 all HP on his map with its background, and nowhere else', () => {
    const mage = record(8);
    expect(mage.address).toBe(0x0f00);
    const hpAt = (mapArgument: number, background: number): number[] => {
      mage.set({ level: 16, hp: 50, maxHp: 50 });
      set({ mapArgument, background });
      return [growMage(machine), mage.read('hp'), mage.read('maxHp')];
    };
    expect([hpAt(0xa7, 0x61), hpAt(0xa8, 0x60), hpAt(0xa8, 0x61)]).toEqual([
      [NOT_GROWN, 50, 50],
      [NOT_GROWN, 50, 50],
      [NOT_GROWN, 999, 999],
    ]);
  });

  test('holds stats with gear within a byte', () => {
    expect([statTotal(99, 5), statTotal(5, 0xf0), statTotal(99, 127)]).toEqual([104, 0, 226]);
    expect([0x18, 0x1b, 0x14, 0x6c, 0x44].map(trainedStat)).toEqual([0, 0, 3, 6, -1]);
  });
});

describe('learning a skill', () => {
  const learn = (level: number, known: number): [number, number] => {
    record(0).set({ level: level, skillBits: known });
    return [learnByLevel(machine, ENTRY, RECORD_0), record(0).read('skillBits')];
  };

  test('takes the first unknown slot, one a level', () => {
    expect(learn(5, 0b1010)).toEqual([LEARNED, 0b1011]);
    expect(learn(5, 0b11111)).toEqual([LEARNED, 0b111111]);
    expect(learn(4, 0b11111)).toEqual([ALL_KNOWN, 0b11111]);
  });

  test('brings nothing at level 15, and from 16 on the last slot, if it has a skill, but not in the kung fu chapter', () => {
    expect(learn(15, 0)).toEqual([NOTHING_LEARNED, 0]);
    expect(learn(16, 0)).toEqual([NOTHING_LEARNED, 0]);
    machine.tables.bankD5[ENTRY + 20] = 0x3a;
    expect(learn(16, 0)).toEqual([LEARNED, 0x8000]);
    expect(learn(40, 0x8000)).toEqual([NOTHING_LEARNED, 0x8000]);
    set({ scenario: 3 });
    expect(learn(16, 0)).toEqual([NOTHING_LEARNED, 0]);
  });

  test('from an enemy takes only a skill of one’s own list', () => {
    machine.tables.bankD5.set([0x76, 0x02], ENTRY + 5);
    set({ counterSkill: 0x02 });
    expect([learnEnemySkill(machine, ALLY_0), record(0).read('skillBits')]).toEqual([LEARNED, 2]);
    set({ counterSkill: 0x33 });
    expect([learnEnemySkill(machine, ALLY_0), record(0).read('skillBits')]).toEqual([NOTHING_LEARNED, 2]);
  });

  test('from an enemy is told once, and not of what stands behind the sixteen slots', () => {
    machine.tables.bankD5.set([0x02], ENTRY + 6);
    // the growth of power follows the slots
    machine.tables.bankD5.set([0x33], ENTRY + 5 + 16);
    record(0).set({ skillBits: 2 });
    const learn = (skill: number): number[] => {
      set({ counterSkill: skill });
      return [learnEnemySkill(machine, ALLY_0), record(0).read('skillBits')];
    };
    expect([learn(0x02), learn(0x33)]).toEqual([
      [WITHOUT_MESSAGE, 2],
      [NOTHING_LEARNED, 2],
    ]);
  });

  test('from seen skills keeps each of them once in a list that ends with 0', () => {
    set({ skillUser: ALLY_0 });
    ally(0).set({ id: 8 });
    set({ 'seenSkills[2]': 0xee });
    for (const skill of [0x10, 0x20, 0x10]) {
      set({ counterSkill: skill });
      recordMastersSkill(machine);
    }
    expect([read('seenSkills[0]'), read('seenSkills[1]'), read('seenSkills[2]')]).toEqual([0x10, 0x20, 0]);
    expect([wasSeen(machine.ram, 0x20), wasSeen(machine.ram, 0)]).toEqual([true, false]);
  });
});

describe('a skill that is seen', () => {
  /** @returns the exit, and the list's first id */
  const seen = (scenario: number, user: number): readonly [number, number] => {
    set({ scenario, skillUser: user, counterSkill: 0x33, 'seenSkills[0]': 0 });
    return [recordByScenario(machine), read('seenSkills[0]')];
  };

  // chapters: 5 present day, 7 bakumatsu
  test('counts in the present day from anybody, in bakumatsu from enemies with the allies’ skills', () => {
    // bit 7 of the level's byte: its skills are those of the allies' list
    species(0).set({ levelByte: 0x80 });
    // where the block of an enemy points to its species, that of this ally does so too
    const pointer = placeOf('enemy[0].species');
    machine.ram.set(machine.ram.subarray(pointer, pointer + 2), ALLY_0 + pointer - ENEMY_0);
    for (const user of [ENEMY_0, ALLY_0]) expect(seen(5, user)).toEqual([RECORDED, 0x33]);
    expect([seen(7, ENEMY_0), seen(7, ALLY_0)]).toEqual([
      [RECORDED, 0x33],
      [NOT_RECORDED, 0],
    ]);
    for (const scenario of [0, 1, 3, 6, 8]) expect(seen(scenario, ENEMY_0)).toEqual([NOT_RECORDED, 0]);
    species(0).set({ levelByte: 0x7f });
    expect(seen(7, ENEMY_0)).toEqual([NOT_RECORDED, 0]);
  });

  test('is left out of a list of 255, which still ends with 0', () => {
    const first = placeOf('seenSkills');
    for (let place = 0; place < 254; place++) machine.ram[first + place] = place + 1;
    set({ scenario: 5, counterSkill: 0xff });
    expect(recordByScenario(machine)).toBe(RECORDED);
    expect([...machine.ram.subarray(first + 253, first + 256)]).toEqual([0xfe, 0xff, 0]);
    machine.ram[first + 254] = 0xfd;
    expect(recordByScenario(machine)).toBe(RECORDED);
    expect([...machine.ram.subarray(first + 253, first + 257)]).toEqual([0xfe, 0xfd, 0, 0]);
    expect(wasSeen(machine.ram, 0xff)).toBe(false);
  });
});

test('a list without an end is looked through once, 256 ids', () => {
  const ids = [...Array<number>(255).fill(1), 0x20];
  machine.ram.set(ids, placeOf('seenSkills'));
  expect([1, 0x20, 0x21].map((skill) => wasSeen(machine.ram, skill))).toEqual([true, true, false]);
});

describe('the last battle of the kung fu chapter', () => {
  test('is that of its map in its chapter', () => {
    const isLast = (scenario: number, mapArgument: number): boolean => {
      set({ scenario, mapArgument });
      return isKungFuLastBattle(machine);
    };
    expect([isLast(3, 0xf4), isLast(3, 0xf3), isLast(2, 0xf4)]).toEqual([true, false, false]);
  });

  test('grants the last slot to nobody else, and takes its skill away after it was used', () => {
    const before = machine.ram.slice();
    grantLastSkill(machine, 0);
    expect(Buffer.compare(before, machine.ram)).toBe(0);
    const list = (last: number, used: number): number[] => {
      set({ skillUser: ALLY_0, counterSkill: used });
      ally(0).set({ 'listSkill[3]': 0x94, 'listSkill[5]': 0x94 });
      removeLastSkill(machine, last);
      return [3, 5].map((slot) => ally(0).read(`listSkill[${slot}]`));
    };
    expect([list(0, 0x94), list(1, 0x93), list(1, 0x94)]).toEqual([
      [0x94, 0x94],
      [0x94, 0x94],
      [0, 0x94],
    ]);
  });
});

test('only the sixteen places of the battle list lose the last battle’s skill', () => {
  set({ skillUser: ALLY_0, counterSkill: 0x94 });
  ally(0).set({ 'listSkill[16]': 0x94 });
  removeLastSkill(machine, 1);
  expect(ally(0).read('listSkill[16]')).toBe(0x94);
  ally(0).set({ 'listSkill[15]': 0x94 });
  removeLastSkill(machine, 1);
  expect([15, 16].map((place) => ally(0).read(`listSkill[${place}]`))).toEqual([0, 0x94]);
});

describe('what an enemy drops', () => {
  test.each([
    [[0x4f, 0x7f], DROPPED, 11],
    [[0x4f, 0x80, 0x00], DROPPED, 12],
    [[0x4f, 0x80, 0xff, 0x00], EMPTY_SLOT, 0],
    [[0x4f, 0x80, 0xff, 0x80], NO_DROP, 0],
    [[0x50], NO_DROP, 0],
  ])('with draws %j', (values, exit, item) => {
    set({ formationRate: 0x5e });
    species(0).set({ drop: [11, 12, 0] });
    draws(...values);
    expect([dropItem(machine, SPECIES_0), read('areaCentreY'), drawsUsed()]).toEqual([exit, item, values.length]);
  });

  test('comes with the formation’s rate, its high nibble', () => {
    expect(dropRate(0x5e)).toBe(0x50);
  });
});

test('the fight against Zaki ends with the fourth skill that hits', () => {
  set({ scenario: 1, mapArgument: 0xa8, background: 0x0f });
  expect(isZakiFight(machine)).toBe(true);
  set({ background: 0x02 });
  expect(isZakiFight(machine)).toBe(false);
  set({ background: 0x0f, scenario: 2 });
  expect(isZakiFight(machine)).toBe(false);
  set({ scenario: 1, mapArgument: 0xa7 });
  expect(isZakiFight(machine)).toBe(false);
  enemy(0).set({ hitsLanded: 1 });
  const marks = [1, 2, 3, 4].map(() => {
    countZakiHit(machine, 1);
    return read('forcedEncounter');
  });
  expect(marks).toEqual([0, 0, 0, 0x55]);
});
