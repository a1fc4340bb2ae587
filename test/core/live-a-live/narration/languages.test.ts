/**
 * Every sentence in English and in Japanese, of events with known values. Numbers of facings, fields, statuses and results are
 * those of the rules' pages; Japanese names are those of the fact sheets.
 */
import { describe, expect, test } from 'vitest';
import { Action, Effect } from '../../../../core/live-a-live/memory/happenings.js';
import { ABNORMALITIES } from '../../../../rom-map/tables/abnormalities.js';
import { action, type Event, effect, LOW_KICK, said, TAKAHARA, TULA_HAN } from './written-events.js';

const KICK = action(TAKAHARA, Action.SKILL, LOW_KICK, 13);
const both = (...events: Event[]): readonly [string, string] => [
  said(events).join(' / '),
  said(events, 'ja').join(' / '),
];
/** What a sentence says behind the name of Takahara, to whom one effect happens. */
const becomes = (what: number, before = 0, after = 0): readonly (string | undefined)[] => [
  said([effect(TAKAHARA, what, before, after)])[0]?.replace('Takahara: ', ''),
  said([effect(TAKAHARA, what, before, after)], 'ja')[0]?.replace('高原　日勝：', ''),
];

describe('statuses', () => {
  // bit 0 up: neck, leg and arm lock, poison, paralysis, sleep, drunkenness, petrification
  test.each([
    [0x01, 'neck locked', '首封じ', 'neck free again', '首封じ解除'],
    [0x02, 'leg locked', '足封じ', 'leg free again', '足封じ解除'],
    [0x04, 'arm locked', '腕封じ', 'arm free again', '腕封じ解除'],
    [0x08, 'poisoned', '毒', 'no longer poisoned', '毒が消えた'],
    [0x10, 'paralysed', 'マヒ', 'no longer paralysed', 'マヒ解除'],
    [0x20, 'asleep', '睡眠', 'awake again', '目を覚ました'],
    [0x40, 'drunk', '酔い', 'sober again', '酔いがさめた'],
    [0x80, 'petrified', '石化', 'no longer petrified', '石化解除'],
  ])('bit %s begins and ends', (bit, begins, beginsJapanese, ends, endsJapanese) => {
    expect(becomes(Effect.STATUSES, 0, bit)).toEqual([begins, beginsJapanese]);
    expect(becomes(Effect.STATUSES, bit, 0)).toEqual([ends, endsJapanese]);
  });

  test('several at once stand from bit 0 up, and what stays is not told', () => {
    expect(becomes(Effect.STATUSES, 0x05, 0x24)).toEqual(['neck free again, asleep', '首封じ解除、睡眠']);
  });

  test('FFh is out of the fight, whatever was before', () => {
    expect(becomes(Effect.STATUSES, 0x08, 0xff)).toEqual(['out of the fight', '戦闘不能']);
    expect(becomes(Effect.STATUSES, 0xff, 0x00)).toEqual(['stands up again', '復活']);
  });
});

describe('what else becomes of a unit', () => {
  test.each(ABNORMALITIES.slice(1))('abnormality $id by its gloss', ({ id, label, labelJapanese }) => {
    expect(becomes(Effect.ABNORMALITY, 0, id)).toEqual([`abnormality ${label}`, `行動異常「${labelJapanese}」`]);
    expect(becomes(Effect.ABNORMALITY, id, 0)).toEqual([
      `abnormality ${label} over`,
      `行動異常「${labelJapanese}」解除`,
    ]);
  });

  test('an abnormality that no row has is told by its number', () => {
    expect(becomes(Effect.ABNORMALITY, 0, 16)).toEqual(['abnormality 16', '行動異常「16」']);
  });

  test.each([
    [0, 'lower right', '右下'],
    [1, 'lower left', '左下'],
    [2, 'upper right', '右上'],
    [3, 'upper left', '左上'],
  ])('facing %i, forced and chosen', (facing, english, japanese) => {
    expect(becomes(Effect.TURNED, 0, facing)).toEqual([`turned to the ${english}`, `${japanese}を向かされた`]);
    expect(both(action(TAKAHARA, Action.TURN, 0, facing))).toEqual([
      `Takahara turns to the ${english}`,
      `高原　日勝は${japanese}を向いた`,
    ]);
  });

  test('only the two low bits of a facing count', () => {
    expect(both(action(TAKAHARA, Action.TURN, 0, 5))[0]).toBe('Takahara turns to the lower left');
    expect(becomes(Effect.TURNED, 0, 6)[0]).toBe('turned to the upper right');
  });

  test('figures, a push to cell 8 y + x, a charge, an exit', () => {
    expect(becomes(Effect.DAMAGE, 26, 294)).toEqual(['26 damage', '26ダメージ']);
    expect(becomes(Effect.HEAL, 12, 306)).toEqual(['12 HP recovered', 'HP12回復']);
    expect(becomes(Effect.KNOCKED, 37, 46)).toEqual(['knocked back to (6,5)', '(6,5)へ飛ばされた']);
    expect(becomes(Effect.CHARGE_LOST, LOW_KICK)).toEqual(['charge of Low Kick lost', 'ローキックのタメが消えた']);
    expect(becomes(Effect.GONE)).toEqual(['leaves the field', '退場']);
  });

  test.each([
    [Effect.LEVEL, 'level', 'レベル'],
    [Effect.POWER, 'power', '力'],
    [Effect.SPEED, 'speed', '速さ'],
    [Effect.BODY, 'body', '体'],
    [Effect.INTELLECT, 'intellect', '知力'],
  ])('effect %i is a figure from one value to another', (what, english, japanese) => {
    expect(becomes(what, 50, 44)).toEqual([`${english} 50 to 44`, `${japanese}50→44`]);
  });
});

describe('hits of a skill', () => {
  const check = (landed: number, number: number): Event => effect(TULA_HAN, Effect.CHECK, landed, number);
  const hits = (...events: Event[]): readonly string[] =>
    both(KICK, ...events).map((text) => text.replace(/^.*(Tula Han|トゥーラ・ハン)(, |、)/, ''));

  test('one hit says nothing of its number; of several some landed', () => {
    expect(hits(check(1, 1), effect(TULA_HAN, Effect.DAMAGE, 9, 400))).toEqual(['9 damage', '9ダメージ']);
    expect(hits(check(1, 1), check(0, 2), check(1, 3), effect(TULA_HAN, Effect.DAMAGE, 18, 391))).toEqual([
      '2 of 3 hits, 18 damage',
      '3回中2回命中、18ダメージ',
    ]);
    expect(hits(check(0, 1), check(0, 2))).toEqual(['missed', 'ミス']);
  });

  test('who loses or recovers HP is not called missed, nor is who was no target of a check', () => {
    expect(hits(check(0, 1), effect(TULA_HAN, Effect.DAMAGE, 5, 411))).toEqual(['5 damage', '5ダメージ']);
    expect(hits(check(0, 1), effect(TULA_HAN, Effect.HEAL, 5, 416))).toEqual(['5 HP recovered', 'HP5回復']);
    expect(hits(check(0, 1), check(0, 2), effect(TULA_HAN, Effect.DAMAGE, 5, 411))[0]).toBe('0 of 2 hits, 5 damage');
    expect(hits(effect(TULA_HAN, Effect.STATUSES, 0, 4))).toEqual(['arm locked', '腕封じ']);
  });

  test('damage twice is added up, as is recovery', () => {
    const twice = [effect(TULA_HAN, Effect.DAMAGE, 5, 411), effect(TULA_HAN, Effect.DAMAGE, 7, 404)];
    expect(hits(...twice)[0]).toBe('12 damage');
    expect(hits(effect(TULA_HAN, Effect.HEAL, 3, 410), effect(TULA_HAN, Effect.HEAL, 4, 414))[0]).toBe(
      '7 HP recovered',
    );
  });

  test('several units stand in the order in which they were met', () => {
    expect(both(KICK, check(0, 1), effect(TAKAHARA, Effect.DAMAGE, 2, 318))).toEqual([
      'Takahara: Low Kick on Tula Han, missed; Takahara, 2 damage',
      '高原　日勝：ローキック→トゥーラ・ハン、ミス；高原　日勝、2ダメージ',
    ]);
  });

  test('a skill on nobody names its cell, 13 = 8 * 1 + 5', () => {
    expect(both(KICK)).toEqual([
      'Takahara: Low Kick on (5,1), nobody is hit',
      '高原　日勝：ローキック→(5,1)、誰にも当たらない',
    ]);
  });

  test('an answer says so', () => {
    expect(both(action(TAKAHARA, Action.COUNTER, LOW_KICK), check(0, 1))).toEqual([
      'Takahara counters: Low Kick on Tula Han, missed',
      '高原　日勝の反撃：ローキック→トゥーラ・ハン、ミス',
    ]);
  });
});

describe('fields', () => {
  test.each([
    [0x80, 'water', '水'],
    [0xa0, 'poison', '毒'],
    [0xc0, 'fire', '炎'],
    [0xe0, 'electricity', '電気'],
  ])('code %i', (code, english, japanese) => {
    expect(both(action(0, Action.FIELD_LAID, code, 1))).toEqual([
      `a field of ${english} on 1 cell`,
      `${japanese}のフィールド、1マス`,
    ]);
    expect(both(action(0, Action.FIELD_LAID, code, 9))[0]).toBe(`a field of ${english} on 9 cells`);
    expect(both(action(0, Action.FIELD_FIRES, code, 9), effect(TAKAHARA, Effect.DAMAGE, 8, 312))).toEqual([
      `the field of ${english}: Takahara, 8 damage`,
      `${japanese}のフィールド：高原　日勝、8ダメージ`,
    ]);
  });

  test('one that fires on nobody', () => {
    expect(both(action(0, Action.FIELD_FIRES, 0xc0, 9))).toEqual([
      'the field of fire: nothing comes of it',
      '炎のフィールド：何も起こらない',
    ]);
  });
});

test.each([
  [
    'a walk of two steps, cells 8 y + x',
    [action(TAKAHARA, Action.WALK, 37, 45), action(TAKAHARA, Action.WALK, 45, 46)],
    'Takahara walks from (5,4) to (6,5)',
    '高原　日勝は(5,4)から(6,5)へ移動',
  ],
  ['a step in place', [action(TAKAHARA, Action.STEP_IN_PLACE)], 'Takahara steps in place', '高原　日勝は足踏み'],
  ['a pass', [action(TAKAHARA, Action.PASS)], 'Takahara passes', '高原　日勝は手番を渡した'],
  ['an escape', [action(TAKAHARA, Action.ESCAPE)], 'Takahara leaves the battle', '高原　日勝は逃げた'],
  [
    'a charge',
    [action(TAKAHARA, Action.CHARGE, LOW_KICK, 48)],
    'Takahara begins to charge Low Kick, 48 to go',
    '高原　日勝はローキックのタメに入った（残り48）',
  ],
  [
    'poison',
    [action(TAKAHARA, Action.POISON), effect(TAKAHARA, Effect.DAMAGE, 20, 300)],
    'poison: Takahara, 20 damage',
    '毒：高原　日勝、20ダメージ',
  ],
  ['an item', [action(TAKAHARA, Action.ITEM, 1)], 'Takahara uses Naori Herb', '高原　日勝はなおり草を使った'],
  ['a drop', [action(0, Action.DROP, 2)], 'Joshua Fruit is dropped', 'ヨシュアの実を落とした'],
  ['experience', [action(TAKAHARA, Action.EXPERIENCE, 8)], 'Takahara gains 8 experience', '高原　日勝は経験値8を得た'],
  [
    'a level',
    [
      action(TAKAHARA, Action.LEVEL, 3, 32),
      effect(TAKAHARA, Effect.POWER, 50, 53),
      effect(TAKAHARA, Effect.BODY, 36, 40),
    ],
    'Takahara reaches level 3, maximum HP +32, power 50 to 53, body 36 to 40',
    '高原　日勝はレベル3になった、最大HP+32、力50→53、体36→40',
  ],
  [
    'a skill learned',
    [action(TAKAHARA, Action.LEARN, LOW_KICK)],
    'Takahara learns Low Kick',
    '高原　日勝はローキックを覚えた',
  ],
  ['a battle that goes on', [action(0, Action.OVER, 0)], 'not over', '継続中'],
  ['a battle won', [action(0, Action.OVER, 1)], 'won', '勝利'],
  ['a battle lost', [action(0, Action.OVER, 2)], 'lost', '敗北'],
  ['a battle left', [action(0, Action.OVER, 3)], 'left', '逃走'],
  [
    'the third battle, behind two others',
    [action(0, Action.NEXT_BATTLE, 0xd9, 2)],
    'battle 3 begins: formation 217',
    '第3戦：敵パーティ217',
  ],
  // digits of 13, the first button in the lowest: A is the 9th of the pad, Right the 8th, B the 1st
  [
    'buttons of two scripts',
    [action(0, Action.PRESS, 9 + 13 * 8, 1)],
    "buttons a right b, answered by the image's own code",
    'ボタン a right b（ROM自身のコード）',
  ],
  [
    'buttons of one script',
    [action(0, Action.PRESS, 9 + 13 * 8, 0)],
    "buttons a right, answered by the image's own code",
    'ボタン a right（ROM自身のコード）',
  ],
  ['an action without a sentence', [action(0, 99)], 'nothing comes of it', '何も起こらない'],
] as const)('%s', (_, events, english, japanese) => {
  expect(both(...events)).toEqual([english, japanese]);
});

test('by identifiers: the names are ids, the phrases are English', () => {
  expect(said([action(TAKAHARA, Action.ITEM, 1), action(TULA_HAN, Action.LEARN, LOW_KICK)], 'id')).toEqual([
    'takahara uses naori-herb',
    'tula-han learns low-kick',
  ]);
});
