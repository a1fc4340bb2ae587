/** The first number that is none, the last one that is, and what stands beside the usual case. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard, SAMPLE_CARDS, TIMING } from '../../../core/fftcg/index.js';
import { write8 } from '../../../core/int/uint.js';
import { encodeCommand, type PlainCommand } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cell,
  cells,
  fight,
  legal,
  names,
  type Plain,
  pass,
  play,
  refused,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const split = (forwards: unknown[], amounts: number[]): Plain => ({
  command: 'assignPartyDamage',
  player: 'B',
  forwards,
  amounts,
});

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
      refused(battle, split([...forwards], [...amounts]), code);
    }
    const events = run(battle, split(['stone', 'rock'], [5000, 0]));
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

describe('choices', () => {
  test('F16: exactly down to 5, cards of the own hand, each once', () => {
    const hand = ['rock', 'stone', 'flame', 'knight', 'shop', 'jailer', 'greeter'];
    const battle = start({ hand }, { hand: [{ card: 'shop', id: 'other' }] }, { phase: 'main2' });
    bothPass(battle);
    const discard = (...cards: unknown[]): Plain => ({ command: 'discard', player: 'A', cards });
    refused(battle, discard('rock'), 'E_DISCARD_COUNT');
    refused(battle, discard('rock', 'stone', 'flame'), 'E_DISCARD_COUNT');
    refused(battle, discard('rock', 'rock'), 'E_DUPLICATE_ID');
    refused(battle, discard('rock', 'other'), 'E_NOT_IN_HAND');
    refused(battle, discard('rock', 'filler'), 'E_NOT_IN_HAND');
    refused(battle, discard('rock', 119), 'E_UNKNOWN_ID');
    run(battle, discard('greeter', 'rock'));
    expect(
      cells(battle, 'card[greeter].zone', 'card[rock].zone', 'player[A].hand', 'player[A].breakZone', 'turn'),
    ).toEqual({
      'card[greeter].zone': 4,
      'card[rock].zone': 4,
      'player[A].hand': 5,
      'player[A].breakZone': 2,
      turn: 2,
    });
  });

  test('F14: 1 uses, 0 declines without targets, nothing else', () => {
    const burst: PlainCard = {
      id: 'burst',
      kind: 'summon',
      exBurst: 'burst',
      abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [{ kind: 'break' }] }],
    };
    const battle = start({ field: ['rock'] }, { field: ['shop'], deck: ['burst', 'filler'] }, { cards: [burst] });
    toDeclaration(battle);
    fight(battle, ['rock']);
    expect(cells(battle, 'pending', 'pendingPlayer', 'exCard', 'priority')).toEqual({
      pending: 4,
      pendingPlayer: 1,
      exCard: battle.idNumber('card', 'burst'),
      priority: 255,
    });
    const ex = (used: number, ...targets: string[]): Plain => ({ command: 'exBurst', player: 'B', use: used, targets });
    for (const used of [-1, 2]) refused(battle, ex(used, 'rock'), 'E_RANGE');
    refused(battle, ex(0, 'rock'), 'E_RANGE');
    refused(battle, ex(1), 'E_RANGE');
    refused(battle, ex(1, 'burst'), 'E_NO_LEGAL_TARGET');
    refused(battle, pass('A'), 'E_PENDING_CHOICE');
    refused(battle, { ...ex(0), player: 'A' }, 'E_PENDING_CHOICE');
    const events = run(battle, ex(1, 'rock'));
    expect(events.find(({ event }) => event === 'exBurst')?.values).toEqual({
      card: battle.idNumber('card', 'burst'),
      use: 1,
    });
    expect(cells(battle, 'card[rock].zone', 'exCard', 'priority', 'pending')).toEqual({
      'card[rock].zone': 4,
      exCard: 255,
      priority: 0,
      pending: 0,
    });
  });

  test('FA5: own waiting triggers, each once, with the targets of all of them', () => {
    const auto = { kind: 'auto', trigger: 'entersField' } as const;
    const busy: PlainCard = {
      id: 'busy',
      kind: 'forward',
      power: 1000,
      abilities: [
        { id: 'busy-draw', ...auto, effects: [{ kind: 'draw', amount: 0 }] },
        { id: 'busy-attack', kind: 'auto', trigger: 'attacks', effects: [{ kind: 'draw', amount: 0 }] },
        { id: 'busy-one', ...auto, targets: 1, of: 'backup', effects: [{ kind: 'dull' }] },
        { id: 'busy-two', ...auto, targets: 1, of: 'forward', effects: [{ kind: 'dull' }] },
      ],
    };
    const battle = start({ field: ['shop', 'rock'], hand: ['busy'] }, { field: ['barret'] }, { cards: [busy] });
    run(battle, play('A', 'busy'));
    const order = (triggers: unknown[], ...targets: string[]): Plain => ({
      command: 'orderTriggers',
      player: 'A',
      triggers: triggers.map((one) => (typeof one === 'string' ? `busy/busy-${one}` : one)),
      targets,
    });
    refused(battle, order([]), 'E_RANGE');
    refused(battle, order(['draw', 'draw']), 'E_DUPLICATE_ID');
    refused(battle, order(['draw', 'one', 'one'], 'shop', 'shop'), 'E_DUPLICATE_ID');
    refused(battle, order(['attack']), 'E_UNKNOWN_ID');
    refused(battle, order([-1]), 'E_UNKNOWN_ID');
    // a place of the last card that waits for nothing, and a card that is none: 4 cards and two decks of 10
    refused(battle, order([24 * 8 - 1]), 'E_UNKNOWN_ID');
    refused(battle, order([24 * 8]), 'E_UNKNOWN_ID');
    refused(battle, order(['draw'], 'shop'), 'E_RANGE');
    refused(battle, order(['one']), 'E_RANGE');
    refused(battle, order(['one', 'two'], 'shop'), 'E_RANGE');
    refused(battle, order(['one', 'two'], 'rock', 'shop'), 'E_NO_LEGAL_TARGET');
    refused(battle, order(['two', 'one'], 'rock', 'rock'), 'E_NO_LEGAL_TARGET');
    const events = run(battle, order(['two', 'one'], 'rock', 'shop'));
    expect(names(events)).toEqual(['pushed', 'pushed', 'pushed', 'priority']);
    // the last one alone needs no order; first named, first on the stack
    const item = (index: number): number[] =>
      ['card', 'ability', 'controller', 'targets', 'target[0]'].map((name) => cell(battle, `stack[${index}].${name}`));
    const number = (id: string): number => battle.idNumber('ability', `busy-${id}`);
    const card = battle.idNumber('card', 'busy');
    expect([item(0), item(1), item(2)]).toEqual([
      [card, number('two'), 0, 1, battle.idNumber('card', 'rock')],
      [card, number('one'), 0, 1, battle.idNumber('card', 'shop')],
      [card, number('draw'), 0, 0, 0],
    ]);
    expect(cells(battle, 'waitingTriggers', 'card[busy].triggers', 'pending')).toEqual({
      waitingTriggers: 0,
      'card[busy].triggers': 0,
      pending: 0,
    });
  });

  test('a choice that nobody owes is out of phase', () => {
    const battle = start({ field: ['rock'] }, {});
    for (const command of [
      attack('A', 'rock'),
      block('A'),
      split(['rock'], [1000]),
      { command: 'exBurst', player: 'A', use: 0, targets: [] },
      { command: 'orderTriggers', player: 'A', triggers: [0], targets: [] },
      { command: 'discard', player: 'A', cards: [] },
    ]) {
      refused(battle, command, 'E_PHASE');
    }
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

describe('effects report what they change, and nothing else', () => {
  const of = (kind: 'dull' | 'activate' | 'addPower' | 'damage', target: string, amount?: number): string[] => {
    const effect = amount === undefined ? { kind } : { kind, amount };
    const spell: PlainCard = {
      id: 'spell',
      kind: 'summon',
      abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [effect] }],
    };
    const battle = start(
      {
        hand: ['spell'],
        field: ['rock', { card: 'stone', dull: true }, { card: 'flame', damage: 3000, powerMod: 30000 }],
      },
      {},
      { cards: [spell] },
    );
    run(battle, cast('A', 'spell', target));
    return names(bothPass(battle)).filter((name) => !['passed', 'priority', 'resolved', 'moved'].includes(name));
  };

  test('a dull card is not dulled again, an active one not activated', () => {
    expect([of('dull', 'rock'), of('dull', 'stone')]).toEqual([['dulled'], []]);
    expect([of('activate', 'rock'), of('activate', 'stone')]).toEqual([[], ['activated']]);
  });

  test('FA18: a sum is clamped only beyond its width', () => {
    expect([of('addPower', 'rock', 32767), of('addPower', 'flame', 2767), of('addPower', 'flame', 2768)]).toEqual([
      ['powerChanged'],
      ['powerChanged'],
      ['powerChanged', 'clamped'],
    ]);
    expect([of('damage', 'flame', 62535 - 32767), of('damage', 'rock', 65535), of('damage', 'flame', 62536)]).toEqual([
      ['dealt'],
      ['dealt'],
      ['dealt', 'clamped'],
    ]);
  });
});

test('extension limitBreak: cards without a cost are listed with nothing to turn', () => {
  const cards: PlainCard[] = [
    { id: 'spare', kind: 'backup', limitBreak: 0 },
    {
      id: 'flare',
      kind: 'summon',
      limitBreak: 0,
      abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 0 }] }],
    },
  ];
  const players = [{ limitBreak: ['spare', 'flare'] }, {}];
  const battle = fftcg.create({ definitions: cards, players, phase: 'main1' }, { limitBreak: 'on' });
  const entries = legal(battle).filter(({ code }) => code === 12);
  expect(entries.map(({ ranges }) => ranges)).toEqual(
    [0, 1].map((card) => [
      [0, 0],
      [card, card],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]),
  );
  for (const room of [0, 1, 12]) expect(legal(battle, room).filter(({ code }) => code === 12)).toEqual([]);
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

test('F3 to F16: the places of the timing table and the rules they stand for', () => {
  expect(TIMING.map(({ place, rule }) => `${place}: ${rule}`)).toEqual([
    'Active: F3',
    'Draw: F4',
    'Main 1: F5',
    'Attack 4-1: F10',
    'Attack 4-2: F11',
    'Attack 4-3: F12',
    'Attack 4-4: F14',
    'First Strike: CR 15.2.3',
    'Main 2: F5',
    'End: F16',
  ]);
});

test('self-play decks hold a card for everything that the rules distinguish', () => {
  const all = SAMPLE_CARDS.flatMap((card) => card.abilities ?? []);
  const sorted = (values: readonly (string | undefined)[]): string =>
    [...new Set(values)]
      .filter((value) => value !== undefined)
      .sort()
      .join(' ');
  expect(sorted(SAMPLE_CARDS.flatMap(({ keywords }) => keywords ?? []))).toBe('backAttack brave firstStrike haste');
  expect(sorted(all.map(({ trigger }) => trigger))).toBe('attacks blocks broken damagesPlayer endOfTurn entersField');
  expect(sorted(all.map(({ kind }) => kind))).toBe('action auto summon');
  const effects = all.flatMap((ability) => ability.effects);
  expect(sorted(effects.map(({ kind }) => kind))).toBe('activate addPower break damage draw dull freeze');
  expect(sorted(effects.map(({ scope }) => scope))).toBe('ownForwards self');
  expect(all.filter(({ dull }) => dull === true).map(({ id }) => id)).toEqual(['sap', 'jail']);
  expect(effects.some(({ amount }) => (amount ?? 0) < 0)).toBe(true);
  expect(SAMPLE_CARDS.filter(({ exBurst }) => exBurst !== undefined).map(({ id }) => id)).toEqual(['meteor', 'letter']);
});

test('extension limitBreak: how many are needed, what is named, Back Attack over a stack', () => {
  const cards: PlainCard[] = [
    { id: 'zack', kind: 'forward', power: 9000, limitBreak: 2 },
    { id: 'ambush', kind: 'forward', power: 1000, keywords: ['backAttack'], limitBreak: 0 },
    { id: 'spare', kind: 'backup', limitBreak: 0 },
  ];
  const at = (deck: string[], side = 0): Battle => {
    const own = { limitBreak: deck, hand: ['valefor'] };
    const players = side === 0 ? [own, {}] : [{ hand: ['valefor'] }, { limitBreak: deck }];
    return fftcg.create({ definitions: cards, players, phase: 'main1' }, { limitBreak: 'on' });
  };
  const limit = (player: string, card: unknown, ...turned: unknown[]): Plain => ({
    command: 'playLimitBreak',
    player,
    card,
    turned,
    targets: [],
  });
  // two others pay for zack
  refused(at(['zack', 'spare']), limit('A', 'zack', 'spare'), 'E_LIMIT_BREAK');
  const paid = at(['zack', 'spare', 'ambush']);
  for (const card of [-1, 4]) refused(paid, limit('A', card), 'E_UNKNOWN_ID');
  run(paid, limit('A', 'zack', 'spare', 'ambush'));
  expect(cell(paid, 'card[zack].zone')).toBe(2);
  // a Character needs an empty stack, one with Back Attack any window
  const full = at(['ambush', 'spare']);
  run(full, cast('A', 'valefor'));
  refused(full, limit('A', 'spare'), 'E_STACK_NOT_EMPTY');
  run(full, limit('A', 'ambush'));
  expect(cell(full, 'card[ambush].zone')).toBe(2);
  const other = at(['ambush', 'spare'], 1);
  run(other, pass('A'));
  refused(other, limit('B', 'spare'), 'E_NOT_TURN_PLAYER');
  run(other, limit('B', 'ambush'));
  expect(cell(other, 'card[ambush].zone')).toBe(2);
  // the lengths of both lists
  const battle = at(['zack', 'spare']);
  const lengths = (turned: number, targets: number): number => {
    const command = encodeCommand(fftcg, battle, { ...limit('A', 'spare'), command: 'playLimitBreak' });
    command[3] = turned;
    command[12] = targets;
    return battle.step(command, undefined);
  };
  expect([lengths(-1, 0), lengths(9, 0), lengths(0, -1), lengths(0, 5)]).toEqual([2, 2, 2, 2]);
  // 8 are looked at: the same card over and over; targets of a Character are out of range whatever their number
  expect([lengths(8, 0), lengths(0, 4), lengths(0, 0)]).toEqual([3, 2, 0]);
});
