/** The panels of a game, the table of a route and the sentences, worked out from the rules. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import { apply, createEventBuffer } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  cast,
  type Plain,
  pass,
  play,
  run,
  start,
  table,
  toDeclaration,
  use,
} from './helpers.js';

const { views } = fftcg.capabilities;
const panel = (battle: Battle, title: string) => views?.panels?.(battle).find((one) => one.title === title)?.lines;
const next = (battle: Battle): [string, string][] => [...(views?.predict?.(battle) ?? [])] as [string, string][];

function told(battle: Battle, command: Plain): string[] {
  const events = createEventBuffer();
  const before = battle.image.slice();
  apply(fftcg, battle, { command: '', ...command }, events);
  return fftcg.narration.tell(battle, before, events).map((one) => fftcg.narration.sentence(one, 'en'));
}

const LIMIT: readonly PlainCard[] = [
  { id: 'zack', kind: 'forward', power: 9000, limitBreak: 1 },
  { id: 'spare', kind: 'backup', limitBreak: 0 },
];

describe('panels', () => {
  test('turn, priority, the empty stack, both fields', () => {
    const rock = { card: 'rock', dull: true, frozen: true, damage: 1000, powerMod: -2000 };
    const a = { field: [rock, 'shop'], hand: ['brynhildr', 'filler'], damage: ['filler'], breakZone: ['shop', 'shop'] };
    const battle = start(a, { id: 'Bob', field: ['flame'] });
    expect(views?.panels?.(battle)).toEqual([
      {
        title: 'Turn and priority',
        lines: [
          ['turn', '1 of A'],
          ['phase', 'Main Phase 1'],
          ['priority', 'A'],
          ['passes in a row', '0'],
        ],
      },
      { title: 'Stack, the top first', lines: [['', 'empty']] },
      {
        title: 'Field of A',
        lines: [
          ['field', 'rock power 3000 (-2000) damage 1000 dull frozen'],
          ['field', 'shop active'],
          ['hand', 'brynhildr, filler'],
          ['damage', '1'],
          ['deck', '10'],
          ['Break Zone', '2'],
        ],
      },
      {
        title: 'Field of Bob',
        lines: [
          ['field', 'flame power 4000 active'],
          ['hand', '-'],
          ['damage', '0'],
          ['deck', '10'],
          ['Break Zone', '0'],
        ],
      },
    ]);
    expect(views?.ledger?.(battle)).toEqual([
      ['place', 'Main Phase 1'],
      ['acts', 'A'],
      ['stack', ''],
      ['A', 'damage 1, hand 2'],
      ['field of A', 'rock power 3000 (-2000) damage 1000 dull frozen, shop active'],
      ['Bob', 'damage 0, hand 0'],
      ['field of Bob', 'flame power 4000 active'],
    ]);
  });

  test('a choice that is owed, items on the stack, the Limit Break deck', () => {
    const battle = table();
    run(battle, use('A', 'barret', 'hammer-blow'), cast('A', 'brynhildr', 'flame'), pass('A'));
    expect(panel(battle, 'Stack, the top first')).toEqual([
      ['2', 'brynhildr by A on flame'],
      ['1', 'hammer-blow of barret by A'],
    ]);
    expect(views?.ledger?.(battle).slice(0, 3)).toEqual([
      ['place', 'Main Phase 1'],
      ['acts', 'B'],
      ['stack', 'brynhildr by A on flame | hammer-blow of barret by A'],
    ]);
    run(battle, pass('B'));
    bothPass(battle);
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    expect(panel(battle, 'Turn and priority')).toEqual([
      ['turn', '1 of A'],
      ['phase', '4-3 Block Declaration Step'],
      ['priority', 'nobody'],
      ['passes in a row', '0'],
      ['has to choose', 'B: a blocker, or none'],
    ]);
    expect(views?.ledger?.(battle)[1]).toEqual(['acts', 'B']);
    expect(fftcg.capabilities.actions?.turn(battle)).toBe(1);
    const limit = { cards: LIMIT, switches: { limitBreak: 'on' } };
    const deck = start({ limitBreak: ['zack', 'spare', 'spare'] } as object, {}, limit);
    expect(panel(deck, 'Field of A')?.at(-1)).toEqual(['Limit Break', 'zack, spare, spare-2']);
    const played = told(deck, { command: 'playLimitBreak', player: 'A', card: 'zack', turned: ['spare'], targets: [] });
    expect(played).toEqual([
      'A plays zack by limit break, 1 card turned over',
      'spare is turned face up',
      'zack goes from the Limit Break deck to the field',
      'A has priority',
    ]);
    expect(panel(deck, 'Field of A')?.at(-1)).toEqual(['Limit Break', 'spare-2, spare face up']);
    expect(panel(deck, 'Field of B')?.at(-1)).toEqual(['Break Zone', '0']);
  });

  test('a battle of another system has none', () => {
    const other = { image: new Uint8Array(0) } as unknown as Battle;
    expect([views?.panels?.(other), views?.ledger?.(other)]).toEqual([[], []]);
    expect(fftcg.capabilities.actions?.turn(other)).toBe(2);
    expect(views?.overview?.gauges.map(({ lineOf }) => lineOf?.(other))).toEqual(new Array(7).fill(undefined));
  });
});

describe('predict', () => {
  test('F18: what the top of the stack does, sentence by sentence, and nothing is changed by asking', () => {
    const battle = start({ field: ['barret'] }, { hand: ['brynhildr'] });
    run(battle, use('A', 'barret', 'hammer-blow'), pass('A'), cast('B', 'brynhildr', 'barret'));
    const before = battle.image.slice();
    const resolves: [string, string][] = [
      ['stack 2', 'brynhildr by B on barret'],
      ['stack 1', 'hammer-blow of barret by A'],
      ['if both pass', 'brynhildr resolves, 1 left on the stack'],
      ['then', 'brynhildr deals 7000 damage to barret, 7000 in all'],
      ['then', 'brynhildr goes from the stack to the Break Zone'],
      ['then', 'barret goes from the field to the Break Zone'],
    ];
    expect(next(battle)).toEqual([['place', 'Main Phase 1'], ['next', 'B: priority'], ...resolves]);
    expect(battle.image).toEqual(before);
    // one has passed already
    run(battle, pass('B'));
    expect(next(battle)).toEqual([['place', 'Main Phase 1'], ['next', 'A: priority'], ...resolves]);
    run(battle, { command: 'concede', player: 'A' });
    expect(next(battle)).toEqual([['outcome', 'the second player has won']]);
  });

  test('a choice that is owed, with what waits on the stack', () => {
    const cards: PlainCard[] = [
      {
        id: 'greedy',
        kind: 'forward',
        power: 1000,
        keywords: ['backAttack'],
        abilities: [1, 2].map((slot) => ({
          ...{ id: `greed-${slot}`, kind: 'auto', trigger: 'entersField' },
          effects: [{ kind: 'draw', amount: 0 }],
        })) as never,
      },
    ];
    const battle = start({ field: ['barret'], hand: ['greedy'] }, {}, { cards });
    run(battle, use('A', 'barret', 'hammer-blow'), play('A', 'greedy'));
    expect(next(battle)).toEqual([
      ['place', 'Main Phase 1'],
      ['next', 'A: the order and the targets of the triggers'],
      ['stack 1', 'hammer-blow of barret by A'],
    ]);
  });
});

describe('sentences', () => {
  const spell = (id: string, ...effects: object[]): PlainCard =>
    ({ id, kind: 'summon', abilities: [{ kind: 'summon', targets: 1, effects }] }) as unknown as PlainCard;

  test('what comes when the other one passes as well', () => {
    const battle = start({}, {});
    expect(told(battle, pass('A'))).toEqual([
      'A passes',
      'B has priority, the other one has passed; if B passes, 4-1 Attack Preparation Step follows',
    ]);
  });

  test('keywords, ice, limits, cards that are found or not', () => {
    const cards = [
      spell(
        'gift',
        ...['haste', 'brave', 'firstStrike', 'backAttack'].map((keyword) => ({ kind: 'grant', keyword })),
        { kind: 'freeze' },
        { kind: 'addPower', amount: 32767 },
        { kind: 'addPower', amount: 1 },
        { kind: 'search', card: 'rock' },
        { kind: 'recover', card: 'rock' },
      ),
    ];
    const battle = start({ field: ['stone'], hand: ['gift'], deck: ['rock', 'filler'] }, {}, { cards });
    run(battle, cast('A', 'gift', 'stone'), pass('A'));
    expect(told(battle, pass('B'))).toEqual([
      'B passes',
      'gift resolves, 0 left on the stack',
      ...['Haste', 'Brave', 'First Strike', 'Back Attack'].map((word) => `stone has ${word} until the end of the turn`),
      'stone is frozen',
      'stone has power 38767 (+32767)',
      'stone has power 38767 (+32767)',
      'a value of stone stops at 32767, the end of its range',
      'A takes rock into the hand',
      'rock goes from the deck to the hand',
      'A finds no such card',
      'gift goes from the stack to the Break Zone',
      'A has priority',
    ]);
  });

  test('the end of a turn and the beginning of the next; a draw', () => {
    const field = [
      { card: 'rock', frozen: true, dull: true },
      { card: 'stone', dull: true, damage: 1000 },
    ];
    const battle = start({ hand: [] }, { field }, { phase: 'main2' });
    run(battle, pass('A'));
    expect(told(battle, pass('B'))).toEqual([
      'B passes',
      'turn 1 of A: End Phase',
      'damage of stone is gone',
      'turn 2 of B: Active Phase',
      'rock thaws',
      'stone is activated',
      'turn 2 of B: Draw Phase',
      ...['filler-11', 'filler-12'].flatMap((card) => [`${card} goes from the deck to the hand`, `B draws ${card}`]),
      'turn 2 of B: Main Phase 1',
      'B has priority',
    ]);
    const end = start({}, {});
    expect(fftcg.narration.words?.(end, 'ended', { outcome: 3 })['outcome']?.en).toBe('a draw');
    expect([1, 2, 9].map((outcome) => fftcg.narration.words?.(end, 'ended', { outcome })['outcome']?.en)).toEqual([
      'A has won',
      'B has won',
      '9',
    ]);
  });

  test('who strikes from beyond the field, who blocks, what has no target left', () => {
    const cards: PlainCard[] = [
      spell('back', { kind: 'return' }),
      {
        id: 'sniper',
        kind: 'forward',
        power: 3000,
        abilities: [
          { id: 'snipe', kind: 'action', targets: 1, effects: [{ kind: 'damage', amount: 1000 }] },
          {
            ...{ id: 'aim', kind: 'auto', trigger: 'attacks', targets: 1, of: 'backup' },
            effects: [{ kind: 'dull' }],
          },
        ],
      },
    ];
    const battle = start({ field: ['sniper', 'rock'] }, { field: ['stone'], hand: ['back'] }, { cards });
    run(battle, use('A', 'sniper', 'snipe', 'stone'), pass('A'), cast('B', 'back', 'sniper'));
    bothPass(battle);
    run(battle, pass('A'));
    expect(told(battle, pass('B'))).toContain('a card that has left deals 1000 damage to stone, 1000 in all');
    const other = start({ field: ['sniper'] }, { field: ['stone'] }, { cards });
    toDeclaration(other);
    expect(told(other, attack('A', 'sniper'))).toEqual([
      'sniper attacks',
      'sniper is dulled',
      'aim of sniper triggers',
      'aim of sniper has no target left',
      'A has priority',
    ]);
    bothPass(other);
    expect(told(other, block('B', 'stone'))).toEqual(['stone blocks', 'A has priority']);
    const { narration } = fftcg;
    const word = (event: string, values: Record<string, number>, field: string): string | undefined =>
      narration.words?.(other, event, values)[field]?.en;
    expect([word('phase', { phase: 3, step: 5 }, 'step'), word('exBurst', { card: 0, use: 1 }, 'use')]).toEqual([
      'First Strike',
      'used',
    ]);
    expect(word('blocked', { card: 255 }, 'card')).toBe('none');
    expect(told(start({ hand: ['shop'] }, {}), play('A', 'shop'))[0]).toBe('A plays shop');
  });

  test('where nothing but events is known, they are told without the stack and the printed power', () => {
    const battle = table();
    const events = createEventBuffer();
    const before = battle.image.slice();
    for (const command of [use('A', 'barret', 'hammer-blow'), cast('A', 'brynhildr', 'flame'), pass('A'), pass('B')]) {
      apply(fftcg, battle, { command: '', ...command }, events);
    }
    apply(fftcg, battle, { command: 'pass', player: 'A' }, events);
    apply(fftcg, battle, { command: 'pass', player: 'B' }, events);
    const bare = { ...battle };
    const all = fftcg.narration.tell(bare, before, events).map((one) => fftcg.narration.sentence(one, 'en'));
    expect(all.filter((one) => one.includes('priority'))).toEqual(
      ['A', 'A', 'B', 'A', 'B', 'A'].map((player) => `${player} has priority`),
    );
    expect(all).toContain('the power of barret changes by +4000');
  });
});
