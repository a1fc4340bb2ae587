/**
 * The tables of published figures. Expected values are those that pages other than the tables' own print in words: the opponents'
 * page of the present-day chapter, and the worked examples of the page with the layouts (growth, equipment, places).
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALLY_SKILLS,
  allySkill,
  CHARACTER_LAYOUT,
  CHARACTERS,
  character,
  ENEMY_SKILLS,
  FORMATIONS,
  findRows,
  formation,
  formationBytes,
  hpOf,
  ITEM_LAYOUT,
  ITEMS,
  item,
  knownBits,
  MOVE_PATTERNS,
  maxHpOf,
  PRESENT_DAY_BOUTS,
  PRESENT_DAY_HERO,
  placementByte,
  publishedBanks,
  readFormation,
  readRecord,
  rowOf,
  SKILL_LAYOUT,
  SPECIES,
  SPECIES_LAYOUT,
  sizeOf,
  skillsOfCharacter,
  skillsOfSpecies,
  species,
  writeRecord,
} from '../../rom-map/tables/index.js';

describe('present-day chapter', () => {
  // id, 日本語, size, level, HP, power, speed, body, intellect, skills
  const OPPONENTS = [
    [
      'tula-han',
      'トゥーラ・ハン',
      '2x3',
      1,
      416,
      34,
      70,
      42,
      80,
      'ローキック ヘビーブロウ アームロック Ｃ．Ｈ．ホールド',
    ],
    [
      'great-asia',
      'グレートエイジャ',
      '2x3',
      1,
      240,
      55,
      45,
      40,
      22,
      'カミツキ(黄) カミツキ(青) Ｆシュタイナー トルネードプレス',
    ],
    [
      'max-morgan',
      'マックスモーガン',
      '2x3',
      2,
      512,
      75,
      29,
      51,
      18,
      'Ｇスープレックス Ｍ・ボンバー エルボー ローキック',
    ],
    ['jackie-iaukea', 'Ｊ・イヤウケア', '2x3', 1, 576, 83, 12, 81, 27, 'アロハリテ 鬼不動返し 突き 大激怒岩バン割り'],
    ['moribe-seishi', '森部　生士', '1x2', 13, 120, 45, 73, 27, 99, 'ねこだまし 足ばらい(敵) あびせげり 通打'],
    [
      'namcat',
      'ナムキャット',
      '1x3',
      3,
      256,
      43,
      60,
      33,
      55,
      'イナズマアッパー パンチャマキック スパイラル・ニー ローキック',
    ],
    ['odie-o', 'オディー・Ｏ', '3x4', 4, 832, 48, 20, 21, 33, 'アクロＤＤＯ デスズサイズ テリブルシャウト 骨法鉄砲'],
  ] as const;

  test.each(OPPONENTS)(
    '%s has the published name, size, HP, stats and skills',
    (id, japanese, size, level, hp, power, speed, body, intellect, skills) => {
      const row = species(id);
      const { width, height } = sizeOf(row.number);
      expect([row.japanese, `${width}x${height}`, maxHpOf(row)]).toEqual([japanese, size, hp]);
      expect(row.values).toMatchObject({ level, power, speed, body, intellect, moveFrequency: 0 });
      expect(skillsOfSpecies(row).map((skill) => skill.japanese)).toEqual(skills.split(' '));
    },
  );

  test('each bout has one enemy, no experience and no items, and Takahara starts at the first place', () => {
    expect(PRESENT_DAY_BOUTS.map((bout) => bout.opponent.number)).toEqual([0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x5b]);
    for (const bout of PRESENT_DAY_BOUTS) {
      expect(bout.formation).toMatchObject({ partyLevel: 0, itemRate: 0, mode: 0 });
      expect(bout.formation.enemies.map((enemy) => enemy.species)).toEqual([bout.opponent.number]);
    }
    const namcat = formation(0xde);
    expect(namcat.enemies[0]?.place).toMatchObject({ x: 0, y: 0 });
    expect(namcat.allies[0]).toMatchObject({ x: 5, y: 4 });
  });

  test('Takahara has the published figures', () => {
    expect(maxHpOf(PRESENT_DAY_HERO)).toBe(320);
    expect(PRESENT_DAY_HERO.values).toMatchObject({ level: 2, power: 50, speed: 31, body: 36, intellect: 25 });
    // 52h, 42h, 11h, 01h: at least 5, 4, 1, 0 and 2, 2, 1, 1 times a draw's share.
    expect(PRESENT_DAY_HERO.values).toMatchObject({ powerGrowth: 5, powerGrowthDrawn: 2, speedGrowth: 4 });
    expect(PRESENT_DAY_HERO.values).toMatchObject({ bodyGrowth: 1, bodyGrowthDrawn: 1, intellectGrowth: 0 });
    expect(skillsOfCharacter(PRESENT_DAY_HERO)[2]).toBe(allySkill('kiai-tame').number);
    expect(ITEMS.rows[PRESENT_DAY_HERO.values.rightGear]?.japanese).toBe('バンデージ');
  });

  test('skills have the charge times of the guide', () => {
    expect(allySkill('kiai-tame').values.charge).toBe(16);
    expect(allySkill('daigekido-iwaban-wari').values.charge).toBe(128);
    expect(allySkill('quark-sword').values.charge).toBe(240);
    expect(allySkill('plasma-charge').values.charge).toBe(32);
    expect(allySkill('kiai-tame').values).toMatchObject({
      heal: 1,
      levelCoefficient: 8,
      changesUser: 1,
      changeKind: 3,
      changedStats: 17,
    });
  });
});

describe('a worked example of the layouts', () => {
  test('has growth of HP, equipment, places and gear changes', () => {
    expect(character('oersted').values).toMatchObject({ hpGrowthMode: 0, hpGrowth: 26 });
    expect(character('pogo').values).toMatchObject({ equipTypes: 0xc, equipKind: 9 });
    expect(placementByte({ facing: 3, x: 2, y: 3 })).toBe(0xd3);
    expect(placementByte(null)).toBe(0xff);
    expect(item('wooden-stick').values.elsewhere).toBe(0x45);
    expect(item('wild-bag').values).toMatchObject({ power: 20, intellect: 8, elsewhere: 0x14 });
    expect(item('watanabe-pants').values).toMatchObject({ intellect: -25, elsewhere: 0xe0 });
    expect(allySkill('gaboraccho').values).toMatchObject({ special: 3, heal: 0 });
    expect(allySkill('love-healing').values).toMatchObject({ special: 3, heal: 1, surroundings: 1, attribute: 12 });
  });

  test('turns HP codes into HP and back', () => {
    expect([hpOf(0x7f), hpOf(0x80), hpOf(0x90), hpOf(0xff)]).toEqual([127, 0, 256, 2032]);
  });

  test('has byte 28 of a species at 0 everywhere, byte 27 only for 11h', () => {
    expect(SPECIES.rows.filter((row) => row.values.startAbnormality !== 0)).toEqual([]);
    const asleep = SPECIES.rows.filter((row) => row.values.startStatuses !== 0);
    expect(asleep.map((row) => [row.number, row.values.startStatuses])).toEqual([[0x11, 0x20]]);
  });
});

describe('the tables as a whole', () => {
  const TABLES = [SPECIES, ALLY_SKILLS, ENEMY_SKILLS, ITEMS, CHARACTERS];

  test('have the published sizes', () => {
    expect(TABLES.map((table) => table.rows.length)).toEqual([256, 256, 256, 256, 23]);
    expect([FORMATIONS.length, MOVE_PATTERNS.length]).toEqual([256, 41]);
    expect(new Set(MOVE_PATTERNS.map((pattern) => pattern.length))).toEqual(new Set([81]));
  });

  test.each(TABLES.map((table) => [table.what, table] as const))(
    'have ids of %s in ASCII and kebab case, each once',
    (_what, table) => {
      for (const row of table.rows) expect(row.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(new Set(table.rows.map((row) => row.id)).size).toBe(table.rows.length);
    },
  );

  test('name only records that exist', () => {
    for (const row of SPECIES.rows) expect(row.values.movePattern).toBeLessThan(MOVE_PATTERNS.length);
    for (const shape of FORMATIONS) expect(shape.enemies.length).toBeLessThanOrEqual(15);
  });

  test('fill the space with formations up to the party lists, save for a few bytes behind the last battles', () => {
    const bytes = FORMATIONS.reduce((sum, shape) => sum + formationBytes(shape).length, 0);
    expect(0x512f - 0x4280 - bytes).toBeGreaterThanOrEqual(8);
    expect(0x512f - 0x4280 - bytes).toBeLessThan(16);
  });

  test('have formations that are read back as written', () => {
    for (const shape of FORMATIONS) expect(readFormation(shape.number, formationBytes(shape), 0)).toEqual(shape);
  });
});

describe('a row is looked up', () => {
  test('by id, number, or Japanese name in any width', () => {
    expect(findRows(SPECIES.rows, 'namcat')).toEqual([species('namcat')]);
    expect(findRows(SPECIES.rows, '0x5A')).toEqual([species('namcat')]);
    expect(findRows(SPECIES.rows, 'ﾅﾑｷｬｯﾄ')).toEqual([species('namcat')]);
    expect(findRows(ALLY_SKILLS.rows, 'M・ボンバー')).toEqual([allySkill('m-bomber')]);
    expect(findRows(SPECIES.rows, 'no-such')).toEqual([]);
    expect(() => rowOf(SPECIES, 'no-such')).toThrow('there is no species no-such');
  });
});

describe('a layout', () => {
  const LAYOUTS = [SPECIES_LAYOUT, SKILL_LAYOUT, ITEM_LAYOUT, CHARACTER_LAYOUT] as const;

  test.each(LAYOUTS.map((shape) => [shape.bytes, shape] as const))(
    'gives no bit of a record of %i bytes to two fields',
    (_bytes, shape) => {
      const seen = new Set<string>();
      for (const part of shape.fields) {
        for (let bit = 0; bit < 16; bit++) {
          if (((part.mask >> bit) & 1) === 0) continue;
          const at = part.byte + (part.mask > 0xff && bit < 8 ? 1 : 0);
          const key = `${at}.${bit & 7}`;
          expect(seen).not.toContain(key);
          seen.add(key);
        }
      }
    },
  );

  test('keeps the known bits, and touches no other, when a record is read and written again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...LAYOUTS), fc.uint8Array({ minLength: 45, maxLength: 45 }), (shape, bytes) => {
        const copy = new Uint8Array(shape.bytes).fill(0xa5);
        writeRecord(shape as typeof SKILL_LAYOUT, copy, 0, readRecord(shape as typeof SKILL_LAYOUT, bytes, 0));
        const known = knownBits(shape);
        for (let at = 0; at < shape.bytes; at++) {
          const mask = known[at] ?? 0;
          expect(copy[at]).toBe(((bytes[at] ?? 0) & mask) | (0xa5 & ~mask & 0xff));
        }
      }),
    );
  });

  test('refuses a value that does not fit', () => {
    const bytes = new Uint8Array(25);
    const values = { ...allySkill('low-kick').values, maxHits: 16 };
    expect(() => writeRecord(SKILL_LAYOUT, bytes, 0, values)).toThrow('maxHits cannot hold 16');
  });
});

describe('the banks of published figures', () => {
  const { bankD5, bankD6 } = publishedBanks();

  test('have records where the routines look for them', () => {
    // C1:3D5C: 24CBh + 25 (id + 256 list). Kiai-tame is 8Ch of the allies; byte 17 holds charge and level.
    expect((bankD5.bytes[0x24cb + 25 * 0x8c + 17] ?? 0) & 0xf0).toBe(0x10);
    // Namcat's speed.
    expect(bankD5.bytes[0x04cb + 32 * 0x5a + 6]).toBe(60);
    // C1:90C5: the patterns follow the abnormalities.
    expect(bankD5.bytes[0x644b + 0x80 + 40]).toBe(0xf0);
    const head = (bankD6.bytes[0x4080 + 2 * 0xde] ?? 0) | ((bankD6.bytes[0x4081 + 2 * 0xde] ?? 0) << 8);
    expect([...bankD6.bytes.subarray(head, head + 9)]).toEqual([0, 0, 0xec, 0xe5, 0xf5, 0xee, 1, 0x5a, 0]);
  });

  test('are empty where nothing is known', () => {
    for (const bank of [bankD5, bankD6]) {
      expect(bank.bytes.every((byte, at) => (byte & ~(bank.known[at] ?? 0)) === 0)).toBe(true);
    }
  });
});
