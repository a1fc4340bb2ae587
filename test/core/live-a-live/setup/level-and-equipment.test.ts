/** Levels and equipment of a member: published figures, the slow reference, what is refused. */
import { describe, expect, test } from 'vitest';
import { createBattle } from '../../../../core/live-a-live/index.js';
import { publishedTables } from '../../../../core/live-a-live/memory/tables.js';
import { RuleError } from '../../../../core/system/system.js';
import { sizeOf } from '../../../../rom-map/tables/species.js';
import { IMAGE_BYTES } from '../../../../rom-map/windows.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { differences, numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';
import { setUpListed, type Tables } from '../../../references/live-a-live/played-set-up.js';
import { itemBytes, wear } from '../../../references/live-a-live/worn.js';

const TABLES: Tables = { ...publishedTables(), sizeOf };
const ENEMIES = [{ species: 0, x: 0, y: 0, facing: 0 }];
const PLACE = { x: 5, y: 6, facing: 0 };

function battleOf(member: Record<string, unknown>, more: Record<string, unknown> = {}): Uint8Array {
  const setup: Record<string, unknown> = { enemies: ENEMIES, party: [{ ...PLACE, ...member }], ...more };
  return createBattle(setup).image;
}

function figures(member: Record<string, unknown>): Record<string, number> {
  const { read } = cellsOf(battleOf(member)).record(0);
  const names = ['maxHp', 'power', 'speed', 'body', 'intellect', 'attack', 'defence', 'skillBits', 'immunity'];
  return Object.fromEntries(names.map((name) => [name, read(name)]));
}

function refusal(member: Record<string, unknown>): string {
  try {
    battleOf(member);
  } catch (error) {
    if (error instanceof RuleError) return `${error.code} ${error.message}`;
    throw error;
  }
  return '';
}

/** Least and most of a level's HP, power, speed, body, intellect, as facts/livealive-characters.csv has them. */
const GROWTH: readonly [string, number, ...(readonly [number, number])[]][] = [
  ['オルステッド', 1, [26, 38], [3, 4], [1, 3], [2, 4], [2, 5]],
  ['ストレイボウ', 1, [22, 32], [0, 1], [1, 1], [1, 2], [2, 4]],
  ['ユン・ジョウ', 1, [6, 17], [4, 8], [4, 6], [3, 7], [4, 7]],
  ['レイ・クウゴ', 3, [9, 26], [2, 5], [4, 6], [1, 2], [3, 5]],
  ['サモ・ハッカ', 5, [0, 59], [2, 5], [1, 2], [2, 6], [0, 1]],
  ['サンダウン', 9, [0, 29], [3, 4], [6, 9], [2, 4], [5, 9]],
  ['マッドドッグ', 8, [6, 11], [0, 0], [1, 4], [1, 3], [3, 4]],
  ['おぼろ丸', 2, [18, 26], [2, 2], [3, 5], [0, 3], [3, 6]],
  ['高原　日勝', 2, [36, 53], [5, 6], [4, 5], [1, 1], [0, 0]],
  ['アキラ', 4, [10, 29], [0, 1], [1, 2], [2, 4], [4, 5]],
  ['無法松', 8, [6, 11], [0, 0], [0, 0], [0, 0], [0, 0]],
];

test.each(GROWTH)(
  'a level of %s brings what the published table says, at least and at most',
  (character, first, ...ranges) => {
    const names = ['maxHp', 'power', 'speed', 'body', 'intellect'];
    const before = figures({ character, level: first, equipment: [] });
    for (const [end, growth] of ['least', 'most'].entries()) {
      const after = figures({ character, level: first + 3, growth, equipment: [] });
      const gains = names.map((name) => ((after[name] ?? 0) - (before[name] ?? 0)) / 3);
      expect(gains, growth).toEqual(ranges.map((range) => range[end]));
    }
    const drawn = figures({ character, level: first + 1, growth: [9, 8, 7, 6], equipment: [] });
    for (const [index, name] of names.entries()) {
      const [least, most] = ranges[index] ?? [0, 0];
      const gain = (drawn[name] ?? 0) - (before[name] ?? 0);
      expect(gain >= least && gain <= most, name).toBe(true);
    }
  },
);

test('skills come one a level: none at 15, the last one at 16', () => {
  const known = (level: number): number => figures({ character: 'takahara', level })['skillBits'] ?? 0;
  expect([2, 3, 14, 15, 16].map(known)).toEqual([0x7, 0xf, 0x7fff, 0x7fff, 0xffff]);
});

test('what a plan says itself wins over level and equipment', () => {
  const given = { maxHp: 77, power: 9, attack: 1, skills: ['どう回し回転げり'] };
  const found = figures({ character: 'takahara', level: 9, equipment: ['最強バンテージ'], ...given });
  expect(found).toMatchObject({ maxHp: 77, power: 9, attack: 1, skillBits: 2 });
  // body is left to growth (1 a level) and the bandage
  expect(found['body']).toBe(36 + 7 + 80);
});

describe('maximum and all four stats together', () => {
  const all = { maxHp: 77, power: 9, speed: 8, body: 7, intellect: 6 };

  test('let a level be lower than the first one, with the skills that are known there', () => {
    const { read } = cellsOf(battleOf({ character: 'takahara', level: 1, ...all })).record(0);
    // the first two of his list: skill 0 from the start on, the next one at level 1
    expect([read('level'), read('skillBits')]).toEqual([1, 0b11]);
    // Takahara begins at level 2
    const first = cellsOf(battleOf({ character: 'takahara', level: 2, ...all })).record(0);
    expect([first.read('level'), first.read('skillBits')]).toEqual([2, 0b111]);
  });

  test.each(Object.keys(all))('do not where %s is left open', (open) => {
    const rest = Object.fromEntries(Object.entries(all).filter(([name]) => name !== open));
    expect(refusal({ character: 'takahara', level: 1, ...rest })).toMatch(/^E_LEVEL .*begins at level 2/u);
  });
});

test('a stat that a plan gives is the whole stat: nothing of it is of the equipment', () => {
  const gear = (member: object) => {
    const { read } = cellsOf(battleOf({ character: 'おぼろ丸', ...member })).record(0);
    return ['speed', 'speedBase', 'speedGear'].map(read);
  };
  expect(gear({})[2]).toBe(8);
  expect(gear({ speed: 30 })).toEqual([30, 30, 0]);
});

describe('figures of equipment that pages publish', () => {
  test.each<[string, Record<string, unknown>, Record<string, number>]>([
    [
      'Oboromaru begins with attack 8 and defence 2, without the speed of 8',
      { character: 'おぼろ丸' },
      { attack: 8, defence: 2, speed: 27 },
    ],
    [
      'the speed counts once the menu was open',
      { character: 'おぼろ丸', equipment: ['カネサダ', '忍びのてっこう'] },
      { attack: 8, defence: 2, speed: 35 },
    ],
    ['and with a level', { character: 'おぼろ丸', level: 3, growth: 'least' }, { speed: 27 + 3 + 8 }],
    [
      'a glove in the left hand: no attack, speed less 5',
      { character: 'アキラ', equipment: ['グラブ', 'グラブ'] },
      { attack: 4, defence: 0, speed: 15 },
    ],
    [
      'a stick in the left hand: speed less 5',
      { character: 'pogo', equipment: ['ホネ', '木の棒'] },
      { attack: 5, speed: 5 },
    ],
    [
      'Watanabe’s pants on the head: intellect less 45, held at 0',
      { character: '高原　日勝', equipment: ['妙子のパンツ', 'ワタナベのパンツ'] },
      { intellect: 0, immunity: 0x20 },
    ],
    [
      'a foot of the moon rabbit among the accessories: half of its 20',
      { character: '高原　日勝', equipment: ['ライダーブーツ', '月ウサギの足'] },
      { speed: 31 + 10, defence: 3 },
    ],
    [
      'a gun in the left hand, for anybody',
      { character: '高原　日勝', equipment: ['バンデージ', 'ピースメーカー'] },
      { attack: 5, defence: 0, speed: 35 },
    ],
    [
      'a strongest glove in the left hand of a psychic',
      { character: 'おぼろ丸', equipment: ['ド根性グラブ'] },
      { attack: 8, immunity: 0x7e },
    ],
    [
      'the captive keeps the sword that is not of his kind',
      { character: 'とらわれの男', equipment: ['ヨシユキ'] },
      { attack: 40 },
    ],
  ])('%s', (_, member, wanted) => {
    expect(figures(member)).toMatchObject(wanted);
  });

  test('a robot learns what an accessory fires', () => {
    expect(figures({ character: 'キューブ', equipment: ['コトブキラッカー'] })['skillBits']).toBe(0xff);
    expect(figures({ character: 'キューブ', equipment: ['ペキンなべ', 'コトブキラッカー'] })['skillBits']).toBe(0x1ff);
  });
});

test('an item has its name in English, Japanese and Latin letters, its id and its number', () => {
  for (const name of ['Iron Suit', 'アイロンスーツ', 'airon suutsu', 'aironsutsu', 'iron-suit', '0x11', 0x11]) {
    expect(figures({ character: 'oersted', equipment: [name] }), `${name}`).toMatchObject({ defence: 24, speed: 4 });
  }
});

describe('a member is refused with', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an unknown item',
      { character: 'takahara', equipment: ['excalibur'] },
      /^E_UNKNOWN_ID .*equipment\[0\].*excalibur/u,
    ],
    [
      'a thing to eat',
      { character: 'takahara', equipment: ['なおり草'] },
      /^E_EQUIPMENT .*naori-herb is nothing to wear/u,
    ],
    [
      'a weapon of another kind',
      { character: 'takahara', equipment: ['カネサダ'] },
      /kind katana, takahara uses glove/u,
    ],
    [
      'armour of another type',
      { character: 'akira', equipment: ['アイロンスーツ'] },
      /type heavy, akira is psychic and special/u,
    ],
    [
      'two helmets',
      { character: 'takahara', equipment: ['キャップ', 'サーリット'] },
      /equipment\[1\].*cap is there already/u,
    ],
    ['an accessory twice', { character: 'takahara', equipment: ['腰元のおび', '腰元のおび'] }, /worn already/u],
    ['eleven items', { character: 'takahara', equipment: Array.from({ length: 11 }, () => 'キャップ') }, /^E_WIDTH/u],
    ['a level below the first', { character: 'takahara', level: 1 }, /^E_LEVEL .*begins at level 2/u],
    ['a level of one who gains none', { character: 'キューブ', level: 8 }, /^E_LEVEL .*stays at level 7/u],
    ['draws of no kind', { character: 'takahara', growth: 'lucky' }, /growth must be least, middle, most/u],
    ['a draw of nine bits', { character: 'takahara', growth: [256] }, /^E_WIDTH .*growth\[0\]/u],
  ])('%s', (_, member, message) => {
    expect(refusal(member)).toMatch(message);
  });
});

test('any character with any list of items starts as the slow reference has it, or is refused like there', () => {
  const seen = { worn: 0, refused: 0 };
  for (let seed = 0; seed < 500; seed++) {
    const below = numbers(seed);
    const character = below(23);
    const wearable = Array.from({ length: 256 }, (_, item) => item).filter(
      (item) => ((itemBytes(TABLES.bankD5, item)[1] ?? 0) & 0xfc) !== 0,
    );
    const equipment = Array.from({ length: below(5) }, () => wearable[below(wearable.length)] ?? 0);
    const member = { ...PLACE, character, equipment };
    if (wear(TABLES.bankD5, character, equipment) === undefined) {
      seen.refused++;
      expect(refusal(member), `seed ${seed}`).toMatch(/^E_EQUIPMENT/u);
      continue;
    }
    seen.worn++;
    const memory = new Memory(new Uint8Array(IMAGE_BYTES));
    setUpListed(memory, TABLES, ENEMIES, [member], 0);
    expect(differences(battleOf(member), memory.image), `seed ${seed}`).toEqual([]);
  }
  expect(seen.worn).toBeGreaterThan(100);
  expect(seen.refused).toBeGreaterThan(100);
});
