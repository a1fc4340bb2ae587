/** The small language of cards: costs, conditions of targets, counted amounts, granted keywords, search; and its errors. */
import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainAbility, type PlainCard, type PlainEffect } from '../../../core/fftcg/index.js';
import { type Battle, RuleError } from '../../../core/system/system.js';
import {
  attack,
  bothPass,
  cast,
  cell,
  cells,
  fight,
  play,
  refused,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

/** A Forward with one ability that is used. */
function worker(ability: Partial<PlainAbility> & { readonly effects: readonly PlainEffect[] }): PlainCard {
  return { id: 'worker', kind: 'forward', power: 5000, abilities: [{ id: 'work', kind: 'action', ...ability }] };
}

/** A's worker and a copy of it in the hand, against B's rock (5000) and dull stone (6000). */
function table(ability: Parameters<typeof worker>[0], more: readonly PlainCard[] = []): Battle {
  return start(
    { field: ['worker'], hand: ['worker', 'filler'], breakZone: ['guard'], deck: ['filler', 'guard', 'filler'] },
    { field: ['rock', { card: 'stone', dull: true, damage: 1000 }] },
    { cards: [worker(ability), { id: 'guard', kind: 'backup' }, ...more] },
  );
}

const draw: readonly PlainEffect[] = [{ kind: 'draw', amount: 1 }];

describe('costs', () => {
  test.each([
    ['dull', { 'card[worker].dull': 1, 'card[worker].zone': 2, 'player[A].hand': 2 }],
    ['break', { 'card[worker].dull': 0, 'card[worker].zone': 4, 'player[A].hand': 2 }],
    ['return', { 'card[worker].dull': 0, 'card[worker].zone': 1, 'player[A].hand': 3 }],
    ['discardCopy', { 'card[worker].dull': 0, 'card[worker].zone': 2, 'player[A].hand': 1 }],
  ] as const)('%s is paid before anybody can respond', (cost, after) => {
    const battle = table({ cost: [cost], effects: draw });
    run(battle, use('A', 'worker', 'work'));
    expect(cells(battle, ...Object.keys(after))).toEqual(after);
    expect(cell(battle, 'stackDepth')).toBe(1);
    bothPass(battle);
    expect(cell(battle, 'player[A].hand')).toBe(after['player[A].hand'] + 1);
  });

  test('another copy must be there, and a broken source triggers', () => {
    const battle = table({ cost: ['discardCopy'], effects: draw });
    run(battle, use('A', 'worker', 'work'));
    bothPass(battle);
    refused(battle, use('A', 'worker', 'work'), 'E_CANNOT_USE');
    const martyr = { ...worker({ cost: ['break'], effects: draw }) };
    const last = { id: 'last-words', kind: 'auto', trigger: 'leavesField', effects: draw } as const;
    const both = start(
      { field: ['worker'] },
      {},
      { cards: [{ ...martyr, abilities: [...(martyr.abilities ?? []), last] }] },
    );
    run(both, use('A', 'worker', 'work'));
    // the trigger of the cost lies on top of the ability that it paid for
    expect(cells(both, 'stackDepth', 'stack[0].ability', 'stack[1].ability')).toEqual({
      stackDepth: 2,
      'stack[0].ability': both.idNumber('ability', 'work'),
      'stack[1].ability': both.idNumber('ability', 'last-words'),
    });
  });
});

describe('FA19 the conditions of a target are asked for when it is chosen', () => {
  const harm: readonly PlainEffect[] = [{ kind: 'damage', amount: 1000 }];
  test.each([
    [{ powerAtMost: 5000 }, ['rock', 'worker'], ['stone']],
    [{ state: 'dull' }, ['stone'], ['rock']],
    [{ state: 'active' }, ['rock', 'worker'], ['stone']],
    [{ state: 'damaged' }, ['stone'], ['rock']],
  ] as const)('%o', (condition, legal, illegal) => {
    const battle = table({ ...condition, targets: 1, effects: harm });
    for (const target of illegal) refused(battle, use('A', 'worker', 'work', target), 'E_NO_LEGAL_TARGET');
    for (const target of legal) run(battle, use('A', 'worker', 'work', target));
  });

  test('a target that no longer meets them is affected all the same', () => {
    const battle = table({ powerAtMost: 5000, targets: 1, effects: harm }, [
      {
        id: 'tonic',
        kind: 'summon',
        abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'addPower', amount: 9000 }] }],
      },
    ]);
    run(battle, use('A', 'worker', 'work', 'rock'));
    bothPass(battle);
    expect(cell(battle, 'card[rock].damage')).toBe(1000);
    const strong = start(
      { field: ['worker'], hand: ['tonic'] },
      { field: ['rock'] },
      {
        cards: [
          worker({ powerAtMost: 5000, targets: 1, effects: harm }),
          {
            id: 'tonic',
            kind: 'summon',
            abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'addPower', amount: 9000 }] }],
          },
        ],
      },
    );
    run(strong, use('A', 'worker', 'work', 'rock'), cast('A', 'tonic', 'rock'));
    bothPass(strong);
    bothPass(strong);
    expect(cells(strong, 'card[rock].effectivePower', 'card[rock].damage')).toEqual({
      'card[rock].effectivePower': 14000,
      'card[rock].damage': 1000,
    });
  });
});

describe('effects', () => {
  test('amounts are counted when they apply', () => {
    const battle = table({ effects: [{ kind: 'addPower', scope: 'self', amount: 1000, per: 'opponentForwards' }] });
    run(battle, use('A', 'worker', 'work'));
    bothPass(battle);
    expect(cell(battle, 'card[worker].powerMod')).toBe(2000);
    const own = table({ effects: [{ kind: 'draw', amount: 2, per: 'ownForwards' }] });
    run(own, use('A', 'worker', 'work'));
    bothPass(own);
    expect(cell(own, 'player[A].hand')).toBe(4);
    const hurt = start(
      { field: ['worker'], damage: ['shop', 'shop', 'shop'] },
      {},
      { cards: [worker({ effects: [{ kind: 'addPower', scope: 'self', amount: -500, per: 'ownDamage' }] })] },
    );
    run(hurt, use('A', 'worker', 'work'));
    bothPass(hurt);
    expect(cell(hurt, 'card[worker].effectivePower')).toBe(3500);
  });

  test('a granted keyword counts until the end of the turn, and leaves with the card', () => {
    const battle = start(
      { hand: ['rock'], field: ['worker'] },
      {},
      {
        cards: [
          worker({
            targets: 1,
            effects: [
              { kind: 'grant', keyword: 'haste' },
              { kind: 'grant', keyword: 'brave' },
            ],
          }),
        ],
      },
    );
    run(battle, play('A', 'rock'), use('A', 'worker', 'work', 'rock'));
    bothPass(battle);
    expect(cell(battle, 'card[rock].keywords')).toBe(3);
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    expect(cell(battle, 'card[rock].dull')).toBe(0);
    run(battle, { command: 'pass', player: 'A' }, { command: 'pass', player: 'B' });
    run(battle, { command: 'declareBlock', player: 'B' });
    bothPass(battle);
    bothPass(battle);
    run(battle, attack('A'));
    bothPass(battle);
    expect(cells(battle, 'turn', 'card[rock].keywords')).toEqual({ turn: 2, 'card[rock].keywords': 0 });
  });

  test('heal takes damage away', () => {
    const battle = table({ targets: 1, effects: [{ kind: 'heal' }] });
    run(battle, use('A', 'worker', 'work', 'stone'));
    bothPass(battle);
    expect(cell(battle, 'card[stone].damage')).toBe(0);
  });

  test('FA20 search takes the first copy of the deck, the rest keeps its order; recover looks in the Break Zone', () => {
    const battle = table({
      effects: [
        { kind: 'search', card: 'guard' },
        { kind: 'draw', amount: 2 },
      ],
    });
    run(battle, use('A', 'worker', 'work'));
    bothPass(battle);
    // the deck was filler, guard, filler: both fillers are drawn in their order, none is skipped
    expect(cells(battle, 'card[guard].zone', 'card[filler-2].zone', 'card[filler-3].zone', 'player[A].deck')).toEqual({
      'card[guard].zone': 1,
      'card[filler-2].zone': 1,
      'card[filler-3].zone': 1,
      'player[A].deck': 0,
    });
    run(battle, use('A', 'worker', 'work'));
    bothPass(battle);
    expect(cell(battle, 'outcome')).toBe(2);
    const back = table({ effects: [{ kind: 'recover', card: 'guard' }] });
    run(back, use('A', 'worker', 'work'));
    bothPass(back);
    expect(cells(back, 'player[A].breakZone', 'player[A].hand')).toEqual({
      'player[A].breakZone': 0,
      'player[A].hand': 3,
    });
  });

  test('FA20 search takes no card of the other player', () => {
    const seeker: PlainCard = {
      id: 'seeker',
      kind: 'backup',
      abilities: [{ id: 'seek', kind: 'action', effects: [{ kind: 'search', card: 'shop' }] }],
    };
    const battle = start(
      { deck: ['shop', 'filler'] },
      { field: ['seeker'], deck: ['shop', 'filler'] },
      {
        cards: [seeker],
        turnPlayer: 1,
      },
    );
    run(battle, use('B', 'seeker', 'seek'));
    bothPass(battle);
    // the first player's copy has the lower number
    expect(cells(battle, 'card[shop].zone', 'card[shop-2].zone', 'player[A].hand', 'player[B].hand')).toEqual({
      'card[shop].zone': 0,
      'card[shop-2].zone': 1,
      'player[A].hand': 0,
      'player[B].hand': 1,
    });
  });

  test('a keyword is granted to Forwards alone', () => {
    const battle = start(
      { field: ['worker'] },
      { field: ['shop'] },
      { cards: [worker({ targets: 1, of: 'backup', effects: [{ kind: 'grant', keyword: 'haste' }] })] },
    );
    run(battle, use('A', 'worker', 'work', 'shop'));
    const events = bothPass(battle);
    expect(events.map(({ event }) => event)).toEqual(['passed', 'priority', 'passed', 'resolved', 'priority']);
    expect(cell(battle, 'card[shop].keywords')).toBe(0);
  });

  test('what an effect has taken from the field is not reached by the next one', () => {
    const effects: PlainEffect[] = [{ kind: 'break' }, { kind: 'return' }];
    const self = table({ effects: effects.map((effect) => ({ ...effect, scope: 'self' })) });
    run(self, use('A', 'worker', 'work'));
    bothPass(self);
    expect(cell(self, 'card[worker].zone')).toBe(4);
    const burst: PlainCard = {
      id: 'burst',
      kind: 'summon',
      exBurst: 'burst',
      abilities: [{ kind: 'summon', targets: 1, effects }],
    };
    const hit = start({ field: ['rock'] }, { deck: ['burst', 'filler'] }, { cards: [burst] });
    toDeclaration(hit);
    fight(hit, ['rock']);
    run(hit, { command: 'exBurst', player: 'B', use: 1, targets: ['rock'] });
    expect(cell(hit, 'card[rock].zone')).toBe(4);
  });

  test('triggers of the start of a turn go to the stack in Main 1, of the turn player alone', () => {
    const bird: PlainCard = {
      id: 'bird',
      kind: 'forward',
      power: 1000,
      abilities: [{ kind: 'auto', trigger: 'startOfTurn', effects: draw }],
    };
    const begin = (side: 'first' | 'second'): Battle =>
      start(side === 'first' ? { field: ['bird'] } : {}, side === 'second' ? { field: ['bird'] } : {}, {
        phase: 'active',
        cards: [bird],
      });
    expect(cells(begin('first'), 'stackDepth', 'phase')).toEqual({ stackDepth: 1, phase: 2 });
    expect(cell(begin('second'), 'stackDepth')).toBe(0);
  });
});

describe('one error for a bad card, with its place', () => {
  const ability = { kind: 'action', effects: [{ kind: 'draw', amount: 1 }] } as const;
  const forward = { id: 'bad', kind: 'forward', power: 1000 } as const;
  test.each([
    ['E_RANGE', 'abilities[0].cost', { ...ability, cost: ['break', 'return'] }],
    ['E_RANGE', 'abilities[0].cost[0]', { ...ability, cost: ['crystal'] }],
    ['E_DUPLICATE_ID', 'abilities[0].cost[1]', { ...ability, cost: ['dull', 'dull'] }],
    ['E_DUPLICATE_ID', 'abilities[0].cost[0]', { ...ability, dull: true, cost: ['dull'] }],
    ['E_RANGE', 'abilities[0].cost', { ...ability, kind: 'auto', trigger: 'attacks', cost: ['dull'] }],
    [
      'E_RANGE',
      'abilities[0].effects[0].scope',
      { ...ability, cost: ['break'], effects: [{ kind: 'heal', scope: 'self' }] },
    ],
    ['E_RANGE', 'abilities[0].powerAtMost', { ...ability, powerAtMost: 1 }],
    ['E_RANGE', 'abilities[0].state', { ...ability, state: 'dull' }],
    ['E_RANGE', 'abilities[0].powerAtMost', { ...ability, targets: 1, of: 'backup', powerAtMost: 1 }],
    [
      'E_RANGE',
      'abilities[0].effects[0].keyword',
      { ...ability, effects: [{ kind: 'draw', amount: 1, keyword: 'haste' }] },
    ],
    ['E_RANGE', 'abilities[0].effects[0].keyword', { ...ability, targets: 1, effects: [{ kind: 'grant' }] }],
    ['E_RANGE', 'abilities[0].effects[0].scope', { ...ability, effects: [{ kind: 'draw', amount: 1, scope: 'all' }] }],
    ['E_WIDTH', 'abilities[0].powerAtMost', { ...ability, targets: 1, effects: [{ kind: 'dull' }], powerAtMost: -1 }],
    [
      'E_RANGE',
      'abilities[0].effects[0].per',
      { ...ability, targets: 1, effects: [{ kind: 'dull', per: 'ownDamage' }] },
    ],
    ['E_RANGE', 'abilities[0].effects[0].per', { ...ability, effects: [{ kind: 'draw', amount: 1, per: 'card' }] }],
    ['E_UNKNOWN_ID', 'abilities[0].effects[0].card', { ...ability, effects: [{ kind: 'search', card: 'nobody' }] }],
    ['E_RANGE', 'abilities[0].effects[0].card', { ...ability, effects: [{ kind: 'search' }] }],
    [
      'E_RANGE',
      'abilities[0].effects[0].scope',
      { ...ability, effects: [{ kind: 'search', card: 'bad', scope: 'self' }] },
    ],
  ])('%s at %s', (code, place, wrong) => {
    const setup = { definitions: [{ ...forward, abilities: [wrong] }], players: [{}, {}] };
    try {
      fftcg.create(setup);
    } catch (error) {
      expect(error).toBeInstanceOf(RuleError);
      expect(error).toMatchObject({ code, path: `setup.definitions[0].${place}` });
      return;
    }
    expect('accepted').toBe('refused');
  });

  test('a Summon has no keywords', () => {
    const summon = {
      id: 'bad',
      kind: 'summon',
      keywords: ['haste'],
      abilities: [{ kind: 'summon', effects: ability.effects }],
    };
    expect(() => fftcg.create({ definitions: [summon], players: [{}, {}] })).toThrow(
      expect.objectContaining({ code: 'E_RANGE', path: 'setup.definitions[0].keywords' }),
    );
  });
});

test('forty made-up cards use every word of the language', () => {
  const plan = parse(readFileSync(new URL('../../../traces/fftcg/forty-cards.toml', import.meta.url), 'utf8'));
  const { definitions } = plan['setup'] as unknown as { readonly definitions: readonly PlainCard[] };
  expect(definitions).toHaveLength(40);
  const abilities = definitions.flatMap((card) => card.abilities ?? []);
  const effects = abilities.flatMap((one) => one.effects);
  const words = (values: readonly (string | undefined)[]): string[] =>
    [...new Set(values.filter((value) => value !== undefined))].sort();
  expect(words(effects.map(({ kind }) => kind))).toEqual([
    'activate',
    'addPower',
    'break',
    'damage',
    'draw',
    'dull',
    'freeze',
    'grant',
    'heal',
    'recover',
    'return',
    'search',
  ]);
  expect(words(abilities.map(({ trigger }) => trigger))).toEqual([
    'attacks',
    'blocks',
    'broken',
    'damagesPlayer',
    'endOfTurn',
    'entersField',
    'leavesField',
    'startOfTurn',
  ]);
  expect(words(abilities.flatMap(({ cost = [] }) => cost))).toEqual(['break', 'discardCopy', 'dull', 'return']);
  expect(words(definitions.flatMap(({ keywords = [] }) => keywords))).toEqual([
    'backAttack',
    'brave',
    'firstStrike',
    'haste',
  ]);
  expect(words(effects.map(({ per }) => per))).toEqual(['opponentForwards', 'ownDamage', 'ownForwards']);
  expect(words(abilities.map(({ state }) => state))).toEqual(['damaged', 'dull']);
});
