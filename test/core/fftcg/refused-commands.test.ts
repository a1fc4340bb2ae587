/** The first value that a command refuses beside the last that it accepts, and who may act when. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import { write8 } from '../../../core/int/uint.js';
import { encodeCommand, type PlainCommand } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  burst,
  cast,
  cells,
  fight,
  names,
  pass,
  play,
  refused,
  run,
  splitLists,
  start,
  toDeclaration,
  use,
} from './helpers.js';

describe('numbers of cards and abilities', () => {
  test('E_UNKNOWN_ID for -1 and for one more than there are, wherever a card is named', () => {
    // 3 + 1 on the field, 2 in the hand, decks of 10
    const battle = start({ field: ['barret', 'jailer', 'rock'], hand: ['brynhildr', 'stone'] }, { field: ['flame'] });
    const count = 26;
    expect([battle.idName('card', count - 1) === undefined, battle.idName('card', count)]).toEqual([false, undefined]);
    for (const card of [-1, count]) {
      refused(battle, { ...use('A', 'barret', 'hammer-blow'), source: card }, 'E_UNKNOWN_ID');
      refused(battle, { command: 'playCharacter', player: 'A', card }, 'E_UNKNOWN_ID');
      refused(battle, { command: 'castSummon', player: 'A', card, targets: [] }, 'E_UNKNOWN_ID');
      refused(battle, { ...cast('A', 'brynhildr'), targets: [card] }, 'E_UNKNOWN_ID');
    }
    // hammer-blow, brynhildr, valefor, filler, jail, greet
    for (const ability of [-1, 6]) refused(battle, { ...use('A', 'barret', 'hammer-blow'), ability }, 'E_UNKNOWN_ID');
    toDeclaration(battle);
    for (const card of [-1, count]) {
      refused(battle, { command: 'declareAttack', player: 'A', forwards: [card] }, 'E_UNKNOWN_ID');
      refused(battle, { command: 'declareAttack', player: 'A', forwards: ['rock', card] }, 'E_UNKNOWN_ID');
    }
    refused(battle, attack('A', 'rock', 'rock'), 'E_DUPLICATE_ID');
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    for (const card of [-2, count]) refused(battle, block('B', card), 'E_UNKNOWN_ID');
    refused(battle, block('B', count - 1), 'E_CANNOT_BLOCK');
  });

  test('an id of one kind is none of another', () => {
    const battle = start({ field: ['barret'] }, {});
    const of = (id: string): number[] =>
      ['player', 'card', 'ability', 'trigger', 'skill'].map((kind) => battle.idNumber(kind, id));
    expect(of('A')).toEqual([0, -1, -1, -1, -1]);
    expect(of('barret')).toEqual([-1, 0, -1, -1, -1]);
    expect(of('hammer-blow')).toEqual([-1, -1, 0, -1, -1]);
    expect(of('barret/hammer-blow')).toEqual([-1, -1, -1, 0, -1]);
    expect([2, -1].map((number) => battle.idName('player', number))).toEqual([undefined, undefined]);
  });
});

describe('who may act', () => {
  test('F3 F4: E_PHASE for everybody in Active and Draw', () => {
    for (const phase of [0, 1]) {
      const battle = start({ field: ['barret'], hand: ['rock', 'filler'] }, {});
      const at = battle.cells.find(({ name }) => name === 'phase')?.offset ?? -1;
      write8(battle.image, at, phase);
      for (const command of [pass('A'), pass('B'), play('A', 'rock'), use('A', 'barret', 'hammer-blow')]) {
        refused(battle, command, 'E_PHASE');
      }
    }
  });

  test('F5: outside of Main Phases a Character is out of phase for both, with priority or after a pass', () => {
    const battle = start({ hand: ['rock'] }, { hand: ['stone'] }, { phase: 'attack' });
    refused(battle, play('A', 'rock'), 'E_PHASE');
    refused(battle, play('B', 'stone'), 'E_NO_PRIORITY');
    run(battle, pass('A'));
    refused(battle, play('B', 'stone'), 'E_PHASE');
  });

  test('FA15: a dull cost needs an active source that was there, or Haste', () => {
    const ability = { kind: 'action', dull: true, effects: [{ kind: 'draw', amount: 0 }] } as const;
    const cards: PlainCard[] = [
      { id: 'swift', kind: 'forward', power: 1000, keywords: ['haste'], abilities: [{ id: 'swift-act', ...ability }] },
      { id: 'slow', kind: 'forward', power: 1000, keywords: ['brave'], abilities: [{ id: 'slow-act', ...ability }] },
    ];
    const battle = start({ hand: ['swift', 'slow'] }, {}, { cards });
    run(battle, play('A', 'swift'), play('A', 'slow'));
    refused(battle, use('A', 'slow', 'slow-act'), 'E_CANNOT_USE');
    run(battle, use('A', 'swift', 'swift-act'));
    refused(battle, use('A', 'swift', 'swift-act'), 'E_CANNOT_USE');
  });
});

describe('the attack', () => {
  test('F12: the blocker is reported and stands in the cells, none as 255', () => {
    const at = (blocker?: string): unknown => {
      const battle = start({ field: ['rock'] }, { field: ['stone'] });
      toDeclaration(battle);
      run(battle, attack('A', 'rock'));
      bothPass(battle);
      const events = run(battle, blocker === undefined ? block('B') : block('B', blocker));
      return [events.find(({ event }) => event === 'blocked')?.values, cells(battle, 'blocked', 'blocker')];
    };
    expect(at('stone')).toEqual([{ card: 1 }, { blocked: 1, blocker: 1 }]);
    expect(at()).toEqual([{ card: 255 }, { blocked: 0, blocker: 255 }]);
  });

  test('FA14: a split names Forwards of the party once, an amount for each, in thousands, all of the power', () => {
    const battle = start({ field: ['rock', 'stone', 'flame'] }, { field: ['knight'] });
    toDeclaration(battle);
    run(battle, attack('A', 'rock', 'stone'));
    bothPass(battle);
    run(battle, block('B', 'knight'));
    bothPass(battle);
    for (const [forwards, amounts, code] of [
      [['rock', 'rock'], [2000, 3000], 'E_DUPLICATE_ID'],
      [['rock', 119], [2000, 3000], 'E_UNKNOWN_ID'],
      [['rock', -1], [2000, 3000], 'E_UNKNOWN_ID'],
      [['rock', 'flame'], [2000, 3000], 'E_BAD_PARTY'],
      [['rock'], [5000, 0], 'E_RANGE'],
      [['rock', 'stone'], [5000], 'E_RANGE'],
      [['rock', 'stone'], [2000, 2000], 'E_RANGE'],
      [['rock', 'stone'], [3000, 3000], 'E_RANGE'],
      [['rock', 'stone'], [2500, 2500], 'E_RANGE'],
      [['rock', 'stone'], [6000, -1000], 'E_RANGE'],
      [[], [], 'E_RANGE'],
    ] as const) {
      refused(battle, splitLists([...forwards], [...amounts]), code);
    }
    const events = run(battle, splitLists(['stone', 'rock'], [5000, 0]));
    // 5000 break no stone of 6000
    expect(names(events, 'dealt').length).toBeGreaterThan(0);
    expect(cells(battle, 'card[stone].damage', 'card[rock].damage')).toEqual({
      'card[stone].damage': 5000,
      'card[rock].damage': 0,
    });
  });

  test('F15: saying that the attack is over is for the beginning of a new 4-1, and for the turn player', () => {
    const battle = start({ field: ['rock'], hand: ['filler'] }, {});
    refused(battle, attack('A'), 'E_PHASE');
    bothPass(battle);
    refused(battle, attack('A'), 'E_PHASE');
    toDeclaration(battle);
    fight(battle, ['rock']);
    refused(battle, attack('A'), 'E_PHASE');
    bothPass(battle);
    refused(battle, attack('B'), 'E_NOT_TURN_PLAYER');
    refused(battle, attack('A', 'rock'), 'E_PHASE');
    run(battle, cast('A', 'filler'));
    refused(battle, attack('A'), 'E_PHASE');
  });
});

test('F1 F8: passes are counted and reported with who has priority', () => {
  const battle = start({}, {});
  const values = (events: ReturnType<typeof run>): unknown =>
    events.map(({ event, values: of }) => [event, ...Object.values(of)]);
  expect(values(run(battle, pass('A')))).toEqual([
    ['passed', 0],
    ['priority', 1, 1],
  ]);
  expect(values(run(battle, pass('B')))).toEqual([
    ['passed', 1],
    ['phase', 1, 0, 3, 1],
    ['priority', 0, 0],
  ]);
  bothPass(battle);
  expect(values(run(battle, attack('A')))).toEqual([
    ['phase', 1, 0, 4, 0],
    ['priority', 0, 0],
  ]);
  run(battle, pass('A'));
  expect(values(run(battle, pass('B')))).toEqual([
    ['passed', 1],
    ['phase', 1, 0, 5, 0],
    ['phase', 2, 1, 0, 0],
    ['phase', 2, 1, 1, 0],
    // decks come after each other: 10 cards of A, then those of B
    ['moved', 10, 0, 1],
    ['drew', 1, 10],
    ['moved', 11, 0, 1],
    ['drew', 1, 11],
    ['phase', 2, 1, 2, 0],
    ['priority', 1, 0],
  ]);
});

test('E_RANGE: a list that claims to be shorter than nothing or longer than its room; the longest is looked at', () => {
  const at = {
    action: () => start({ field: ['jailer', 'rock'], hand: ['brynhildr'] }, {}),
    attack: () => {
      const battle = start({ field: ['rock', 'stone'] }, { field: ['flame'] });
      toDeclaration(battle);
      return battle;
    },
    split: () => {
      const battle = at.attack();
      run(battle, attack('A', 'rock', 'stone'));
      bothPass(battle);
      run(battle, block('B', 'flame'));
      bothPass(battle);
      return battle;
    },
    discard: () => {
      const battle = start({ hand: [{ card: 'shop', copies: 6 }] }, {}, { phase: 'main2' });
      bothPass(battle);
      return battle;
    },
  };
  const lists: readonly (readonly [Battle, PlainCommand, number, number])[] = [
    [at.action(), { command: 'useAbility', player: 'A', source: 'jailer', ability: 'jail', targets: [] }, 4, 4],
    [at.action(), { command: 'castSummon', player: 'A', card: 'brynhildr', targets: [] }, 3, 4],
    [at.attack(), { command: 'declareAttack', player: 'A', forwards: [] }, 2, 60],
    [at.split(), { command: 'assignPartyDamage', player: 'B', forwards: [], amounts: [] }, 2, 60],
    [at.discard(), { command: 'discard', player: 'A', cards: [] }, 2, 60],
  ];
  for (const [battle, plain, word, capacity] of lists) {
    const step = (length: number): number => {
      const command = encodeCommand(fftcg, battle, plain);
      command[word] = length;
      const before = battle.image.slice();
      const result = battle.step(command, undefined);
      expect(Buffer.compare(battle.image, before)).toBe(0);
      return result;
    };
    // 2 is E_RANGE; the same card 0 over and over is E_DUPLICATE_ID, 3
    expect([step(-1), step(capacity + 1), step(capacity)], plain.command).toEqual([2, 2, 3]);
    const whole = encodeCommand(fftcg, battle, plain);
    expect(battle.step(whole.subarray(0, whole.length - 1), undefined), plain.command).toBe(2);
  }
});

test('E_RANGE: a length that no list has is told before what the command names is looked at', () => {
  const none: PlainCard = {
    id: 'none',
    kind: 'summon',
    exBurst: 'none',
    abilities: [{ kind: 'summon', targets: 1, of: 'backup', effects: [{ kind: 'break' }] }],
  };
  const results = (battle: Battle, plain: PlainCommand, word: number): number[] =>
    [-1, 5, 4].map((length) => {
      const command = encodeCommand(fftcg, battle, plain);
      command[word] = length;
      return battle.step(command, undefined);
    });
  const battle = start({ field: ['jailer'], hand: ['brynhildr'] }, {});
  // E_UNKNOWN_ID is 1, E_RANGE 2; four targets are the most
  const unknown = 200;
  const lists: readonly (readonly [PlainCommand, number])[] = [
    [{ command: 'useAbility', player: 'A', source: unknown, ability: 'jail', targets: [] }, 4],
    [{ command: 'castSummon', player: 'A', card: unknown, targets: [] }, 3],
    [{ command: 'playLimitBreak', player: 'A', card: unknown, turned: [], targets: [] }, 12],
  ];
  for (const [plain, word] of lists) expect(results(battle, plain, word), plain.command).toEqual([2, 2, 1]);
  const ex = start({ field: ['rock'] }, { deck: ['none', 'filler'] }, { cards: [none] });
  toDeclaration(ex);
  fight(ex, ['rock']);
  // card 0 four times is E_DUPLICATE_ID, 3
  expect(results(ex, { command: 'exBurst', player: 'B', use: 1, targets: [] }, 3)).toEqual([2, 2, 3]);
});

test('E_RANGE: lengths of the lists of an EX Burst and of triggers; the longest is looked at', () => {
  const lengths = (battle: Battle, plain: PlainCommand, word: number, ...values: number[]): number[] =>
    values.map((length) => {
      const command = encodeCommand(fftcg, battle, plain);
      command[word] = length;
      const before = battle.image.slice();
      const result = battle.step(command, undefined);
      expect(Buffer.compare(battle.image, before)).toBe(0);
      return result;
    });
  const ex = start({ field: ['rock'] }, { deck: ['burst', 'filler'] }, { cards: [burst] });
  toDeclaration(ex);
  fight(ex, ['rock']);
  const use: PlainCommand = { command: 'exBurst', player: 'B', use: 1, targets: ['rock'] };
  // card 0 over and over: E_RANGE is 2, E_DUPLICATE_ID is 3
  const longest = encodeCommand(fftcg, ex, use).length - 4;
  expect(lengths(ex, { ...use, targets: ['rock', 'rock'] }, 3, -1, longest + 1, longest)).toEqual([2, 2, 3]);
  const twice: PlainCard = {
    id: 'twice',
    kind: 'forward',
    power: 1000,
    abilities: [1, 2].map((slot) => ({
      ...{ id: `twice-${slot}`, kind: 'auto', trigger: 'entersField' },
      effects: [{ kind: 'draw', amount: 0 }],
    })) as never,
  };
  const battle = start({ hand: ['twice'] }, {}, { cards: [twice] });
  run(battle, play('A', 'twice'));
  const order: PlainCommand = { command: 'orderTriggers', player: 'A', triggers: ['twice/twice-1'], targets: [] };
  const number = battle.idNumber('trigger', 'twice/twice-1');
  const all = { ...order, triggers: Array<number>(16).fill(number) };
  expect([lengths(battle, order, 2, -1, 0, 17), lengths(battle, all, 2, 16)]).toEqual([[2, 2, 2], [3]]);
});
