/** What is listed, printed and shown: legal commands in every place and choice, the text of a game, a viewer's rows. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard, sampleSetup } from '../../../core/fftcg/index.js';
import type { Battle } from '../../../core/system/system.js';
import { attack, block, bothPass, cell, fight, legal, pass, play, run, start, toDeclaration, use } from './helpers.js';

const { print, predict, overview } = fftcg.capabilities.views ?? {};
const text = (battle: Battle): string[] => (print?.(battle) ?? '').split('\n');
const next = (battle: Battle): object => Object.fromEntries(predict?.(battle) ?? []);

/** Entries as `name ranges, ranges`, concessions apart: `[min, max]`, of a list `[shortest, longest, min, max]`. */
function listed(battle: Battle, capacity?: number): string[] {
  const all = legal(battle, capacity).map(({ code, ranges }) => {
    const name = fftcg.commands.find((shape) => shape.code === code)?.name ?? '';
    return `${name} ${ranges.map((range) => range.join(' ')).join(', ')}`;
  });
  return all.filter((entry) => !entry.startsWith('concede'));
}

const burst: PlainCard = {
  id: 'burst',
  kind: 'summon',
  exBurst: 'burst',
  abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [{ kind: 'break' }] }],
};
const twice: PlainCard = {
  id: 'twice',
  kind: 'forward',
  power: 1000,
  abilities: [
    { id: 'twice-draw', kind: 'auto', trigger: 'entersField', effects: [{ kind: 'draw', amount: 0 }] },
    { id: 'twice-other', kind: 'auto', trigger: 'attacks', effects: [{ kind: 'draw', amount: 0 }] },
    { id: 'twice-dull', kind: 'auto', trigger: 'entersField', targets: 1, of: 'backup', effects: [{ kind: 'dull' }] },
  ],
};
const pair: PlainCard = {
  id: 'pair',
  kind: 'backup',
  abilities: [{ id: 'both', kind: 'action', targets: 2, effects: [{ kind: 'dull' }] }],
};

/** Cards are numbered zone by zone: rock 0, stone 1, jailer 2, barret 3, flame 4, brynhildr 5, greeter 6, filler 7, decks to 27. */
const table = (switches?: Record<string, string | number>): Battle =>
  start(
    { field: ['rock', 'stone', 'jailer', 'barret'], hand: ['brynhildr', 'greeter', 'filler'] },
    { field: ['flame'] },
    switches === undefined ? {} : { switches },
  );

describe('legal commands', () => {
  test('F5: everything that the holder of priority may do in Main 1', () => {
    const forwards = [0, 1, 3, 4];
    const battle = table();
    // abilities are numbered with the seed's three first: hammer-blow 0, filler's 3, jail 4
    const inAnyWindow = [
      'pass 0 0',
      ...forwards.map((card) => `useAbility 0 0, 2 2, 4 4, 1 1 ${card} ${card}`),
      'useAbility 0 0, 3 3, 0 0, 0 0 0 0',
      ...forwards.map((card) => `castSummon 0 0, 5 5, 1 1 ${card} ${card}`),
    ];
    const filler = 'castSummon 0 0, 7 7, 0 0 0 0';
    expect(listed(battle)).toEqual([...inAnyWindow, 'playCharacter 0 0, 6 6', filler]);
    expect(legal(battle).slice(-2)).toEqual([
      { code: 11, ranges: [[0, 0]] },
      { code: 11, ranges: [[1, 1]] },
    ]);
    run(battle, pass('A'));
    expect(listed(battle)).toEqual(['pass 1 1']);
    run(battle, pass('B'));
    expect(listed(battle)).toEqual([...inAnyWindow, filler]);
  });

  test('F11 FA14: each Forward that can attack, parties up to all of them, and ending the phase', () => {
    const battle = table();
    toDeclaration(battle);
    const alone = ['declareAttack 0 0, 0 0 0 0', 'declareAttack 0 0, 1 1 0 0', 'declareAttack 0 0, 1 1 1 1'];
    expect(listed(battle)).toEqual([...alone, 'declareAttack 0 0, 1 1 3 3', 'declareAttack 0 0, 2 3 0 27']);
    // barret has no element
    const mixed = start({ field: ['rock', 'barret', 'flame'] }, {});
    toDeclaration(mixed);
    const each = ['declareAttack 0 0, 0 0 0 0', ...[0, 1, 2].map((card) => `declareAttack 0 0, 1 1 ${card} ${card}`)];
    expect(listed(mixed)).toEqual(each);
    const any = start({ field: ['rock', 'barret', 'flame'] }, {}, { switches: { partyRule: 'any' } });
    toDeclaration(any);
    expect(listed(any)).toEqual([...each, 'declareAttack 0 0, 2 3 0 22']);
    // the two that match stand apart, and the first of them has attacked
    const apart = start({ field: ['flame', 'rock', 'runner', 'stone'] }, {});
    toDeclaration(apart);
    expect(listed(apart).at(-1)).toBe('declareAttack 0 0, 2 4 0 23');
    fight(apart, ['flame']);
    bothPass(apart);
    toDeclaration(apart);
    expect(listed(apart).at(-1)).toBe('declareAttack 0 0, 2 3 0 23');
    fight(apart, ['rock']);
    bothPass(apart);
    toDeclaration(apart);
    expect(listed(apart)).toEqual([
      'declareAttack 0 0, 0 0 0 0',
      'declareAttack 0 0, 1 1 2 2',
      'declareAttack 0 0, 1 1 3 3',
    ]);
  });

  test('F12 FA14: blockers or none, then the split of the blocker over the party', () => {
    const battle = table();
    toDeclaration(battle);
    run(battle, attack('A', 'rock', 'stone'));
    bothPass(battle);
    expect(listed(battle)).toEqual(['declareBlock 1 1, -1 -1', 'declareBlock 1 1, 4 4']);
    run(battle, block('B', 'flame'));
    bothPass(battle);
    expect(listed(battle)).toEqual(['assignPartyDamage 1 1, 1 2 0 27, 1 2 0 4000']);
  });

  test('F14: the EX Burst is declined, or used on each card it may choose', () => {
    const battle = start(
      { field: ['rock'] },
      { field: ['shop', 'jailer'], deck: ['burst', 'filler'] },
      { cards: [burst] },
    );
    toDeclaration(battle);
    fight(battle, ['rock']);
    expect(listed(battle)).toEqual([
      'exBurst 1 1, 0 0, 0 0 0 0',
      'exBurst 1 1, 1 1, 1 1 0 0',
      'exBurst 1 1, 1 1, 1 1 1 1',
      'exBurst 1 1, 1 1, 1 1 2 2',
    ]);
  });

  test('F15: in a new 4-1 the turn player may stop, as the last entry', () => {
    const battle = start({ field: ['rock'] }, {});
    toDeclaration(battle);
    fight(battle, ['rock']);
    bothPass(battle);
    expect(listed(battle)).toEqual(['pass 0 0', 'declareAttack 0 0, 0 0 0 0']);
    run(battle, pass('A'));
    expect(listed(battle)).toEqual(['pass 1 1']);
  });

  test('FA5: each waiting trigger by card and place of the ability, with its targets', () => {
    const battle = start({ field: ['shop', 'pair'], hand: ['twice'] }, { field: ['jailer'] }, { cards: [twice, pair] });
    run(battle, play('A', 'twice'));
    // card 3, abilities 0 and 2 of 8 places
    expect(listed(battle)).toEqual([
      'orderTriggers 0 0, 1 1 24 24, 0 0 0 0',
      'orderTriggers 0 0, 1 1 26 26, 1 1 0 0',
      'orderTriggers 0 0, 1 1 26 26, 1 1 1 1',
      'orderTriggers 0 0, 1 1 26 26, 1 1 2 2',
    ]);
  });

  test('several targets are a range of card numbers, and need as many', () => {
    const of = (field: string[]): string[] => listed(start({ field: ['pair', ...field] }, {}, { cards: [pair] }));
    expect(of(['rock'])).toEqual(['pass 0 0']);
    // 23 cards with the decks; six abilities come before `both`
    expect(of(['rock', 'stone'])).toEqual(['pass 0 0', 'useAbility 0 0, 0 0, 6 6, 2 2 0 22']);
  });

  test('F16: as many cards as the hand has above 5', () => {
    const hand = [{ card: 'shop', copies: 8 }];
    const battle = start({ hand }, {}, { phase: 'main2' });
    bothPass(battle);
    expect(listed(battle)).toEqual(['discard 0 0, 3 3 0 27']);
  });

  test('nothing once the game is over', () => {
    const battle = table();
    run(battle, { command: 'concede', player: 'A' });
    expect(legal(battle)).toEqual([]);
  });

  test('with little room whole entries are left out, and what fits exactly is there', () => {
    const places: Battle[] = [table(), table(), table(), table()];
    toDeclaration(places[1] as Battle);
    for (const battle of places.slice(2)) {
      toDeclaration(battle);
      run(battle, attack('A', 'rock', 'stone'));
      bothPass(battle);
    }
    run(places[3] as Battle, block('B', 'flame'));
    bothPass(places[3] as Battle);
    const hand = [{ card: 'shop', copies: 8 }];
    places.push(start({ hand }, {}, { phase: 'main2' }));
    bothPass(places[4] as Battle);
    places.push(start({ field: ['shop'], hand: ['twice'] }, {}, { cards: [twice] }));
    run(places[5] as Battle, play('A', 'twice'));
    for (const battle of places) {
      const length = battle.legalCommands(new Int32Array(8192));
      const all = legal(battle);
      const sizes = all.map(({ ranges }) => 1 + ranges.flat().length);
      for (let room = 0; room <= length; room++) {
        const some = legal(battle, room).map((entry) => JSON.stringify(entry));
        let used = 0;
        const fitting = all.filter((_, index) => {
          used += sizes[index] ?? 0;
          return used <= room;
        });
        expect(some.slice(0, fitting.length)).toEqual(fitting.map((entry) => JSON.stringify(entry)));
        expect(some.filter((entry) => !all.some((other) => JSON.stringify(other) === entry))).toEqual([]);
      }
    }
  });
});

describe('print', () => {
  test('where it stands, both players with counts, hand and field', () => {
    const rock = { card: 'rock', dull: true, frozen: true, damage: 1000, powerMod: -2000 };
    const battle = start(
      { field: [rock, 'shop'], hand: ['brynhildr', 'filler'], damage: ['filler'], breakZone: ['shop', 'shop'] },
      { id: 'Bob', field: ['flame', { card: 'stone', powerMod: 1000 }] },
    );
    expect(text(battle)).toEqual([
      'turn 1 of A, Main 1',
      'priority A, passes 0',
      'A: damage 1, deck 10, Break Zone 2',
      '  hand: brynhildr, filler',
      '  field: rock 3000 (-2000) damage 1000 dull frozen, shop',
      'Bob: damage 0, deck 10, Break Zone 0',
      '  hand: -',
      '  field: flame 4000, stone 7000 (+1000)',
    ]);
    run(battle, pass('A'));
    expect(text(battle)[1]).toBe('priority Bob, passes 1');
  });

  test('who attacks and blocks, what is owed, the stack from its top', () => {
    const battle = table();
    toDeclaration(battle);
    expect(text(battle).slice(0, 2)).toEqual(['turn 1 of A, Attack 4-2', 'A owes a choice: attack']);
    run(battle, attack('A', 'rock', 'stone'));
    bothPass(battle);
    expect(text(battle).slice(0, 2)).toEqual(['turn 1 of A, Attack 4-3', 'B owes a choice: block']);
    run(battle, block('B', 'flame'), use('A', 'barret', 'hammer-blow'), {
      command: 'castSummon',
      player: 'A',
      card: 'brynhildr',
      targets: ['flame'],
    });
    expect(text(battle).filter((line) => /field|stack/.test(line))).toEqual([
      '  field: rock 5000 dull attacks, stone 6000 dull attacks, jailer, barret 7000',
      '  field: flame 4000 blocks',
      'stack 2: brynhildr',
      'stack 1: hammer-blow of barret',
    ]);
  });

  test('how it ended', () => {
    const lost = (a: number, b: number): string | undefined =>
      text(
        start(
          { damage: [{ card: 'shop', copies: a }] },
          { damage: [{ card: 'shop', copies: b }] },
          { switches: { damageToLose: 2 } },
        ),
      )[1];
    expect([lost(1, 2), lost(2, 1), lost(2, 2), lost(1, 1)]).toEqual([
      'the first player has won',
      'the second player has won',
      'a draw',
      'priority A, passes 0',
    ]);
  });
});

test('predict: the end of the attack steps, of the turn, and of the game', () => {
  const battle = start({ field: ['rock'] }, {}, { switches: { attackLoopTo: 'declaration' } });
  toDeclaration(battle);
  expect(next(battle)).toEqual({ place: 'Attack 4-2', next: 'A: attack' });
  fight(battle, ['rock']);
  expect(next(battle)).toEqual({ place: 'Attack 4-4', next: 'A: priority', 'if both pass': 'Attack 4-2' });
  bothPass(battle);
  run(battle, attack('A'));
  expect(next(battle)).toEqual({ place: 'Main 2', next: 'A: priority', 'if both pass': 'End' });
  const resting: PlainCard = {
    id: 'resting',
    kind: 'forward',
    power: 1000,
    keywords: ['firstStrike'],
    abilities: [{ id: 'rest', kind: 'auto', trigger: 'endOfTurn', effects: [{ kind: 'draw', amount: 0 }] }],
  };
  const end = start(
    { field: ['resting'] },
    {},
    { phase: 'main2', cards: [resting], switches: { endWindow: 'triggers' } },
  );
  bothPass(end);
  expect(next(end)).toEqual({ place: 'End', next: 'A: priority', 'if both pass': 'rest resolves' });
  bothPass(end);
  expect(next(end)).toEqual({ place: 'End', next: 'A: priority', 'if both pass': 'the next turn' });
  const strike = start({ field: ['resting'] }, { field: ['rock'] }, { cards: [resting] });
  toDeclaration(strike);
  fight(strike, ['resting'], 'rock');
  expect(next(strike)).toEqual({ place: 'First Strike', next: 'A: priority', 'if both pass': 'Attack 4-4' });
  const draw = start({ damage: ['shop'] }, { damage: ['shop'] }, { switches: { damageToLose: 1 } });
  expect(next(draw)).toEqual({ outcome: 'a draw' });
});

test('overview: gauges that are cells, Characters on the field, whose turn it is', () => {
  const battle = start({ field: ['rock'], hand: ['stone'] }, { id: 'Bob', field: ['shop'] }, { turnPlayer: 1 });
  const cells = new Set(battle.cells.map(({ name }) => name.replace(/\[[^\]]*\]/, '[*]')));
  expect(
    overview?.gauges.map(({ cell, role, label, line, bits }) => [cells.has(cell), role, label, line, bits]),
  ).toEqual([
    [true, 'health', 'damage', [7, 'the player has lost'], undefined],
    [true, 'other', 'items on the stack', undefined, undefined],
    [true, 'other', 'hand', undefined, undefined],
    [true, 'other', 'deck', undefined, undefined],
    [true, 'other', 'power', undefined, undefined],
    [true, 'health', 'damage', undefined, undefined],
    [true, 'status', 'dull', undefined, ['dull']],
  ]);
  expect(overview?.units(battle)).toEqual([
    { prefixes: ['card[rock]'], name: 'rock', side: 0, x: -1, y: -1, facing: '' },
    { prefixes: ['card[shop]'], name: 'shop', side: 1, x: -1, y: -1, facing: '' },
  ]);
  expect([overview?.sides(battle), overview?.turn?.(battle)]).toEqual([['A', 'Bob'], 1]);
});

test('a battle of another system shows nothing', () => {
  const other = { image: new Uint8Array(0) } as unknown as Battle;
  expect([
    print?.(other),
    predict?.(other),
    overview?.units(other),
    overview?.sides(other),
    overview?.turn?.(other),
  ]).toEqual(['', [], [], [], -1]);
});

describe('setup', () => {
  const message = (setup: object, switches?: Record<string, string>): string => {
    try {
      fftcg.create(setup, switches);
      return 'ok';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const forward = { id: 'rock', kind: 'forward', power: 5000 };
  const define = (...definitions: object[]): string => message({ definitions, players: [{}, {}] });
  const field = (card: object, definition: object = forward): string =>
    message({ definitions: [definition], players: [{ field: [{ card: definition['id' as never], ...card }] }, {}] });
  const ability = (fields: object): string =>
    define({
      ...forward,
      abilities: [{ id: 'do', kind: 'action', effects: [{ kind: 'draw', amount: 1 }], ...fields }],
    });

  test('messages name what is wrong', () => {
    expect(message({ players: [{}] })).toMatch(/setup\.players has exactly two/);
    expect(field({ card: 'nobody' })).toMatch(/field\[0\] names no card: "nobody"/);
    expect(message({ definitions: [forward], players: [{ hand: [{ card: 'rock', dull: true }] }, {}] })).toMatch(
      /hand\[0\]\.dull is for cards on the field/,
    );
    expect(field({ damage: 1 }, { id: 'shop', kind: 'backup' })).toMatch(/field\[0\]: only a Forward/);
    expect(field({ powerMod: 1 }, { id: 'shop', kind: 'backup' })).toMatch(/only a Forward/);
    expect(message({ players: [{ field: ['valefor'] }, {}] })).toMatch(/a Summon cannot be on the field/);
    expect(field({ id: 'x', copies: 2 })).toMatch(/two cards are called x/);
    expect(
      message({ definitions: [forward], players: [{ deck: [{ card: 'rock', copies: 60 }], hand: ['rock'] }, {}] }),
    ).toMatch(/setup\.players\[0\] has more than 60/);
    const low = { id: 'low', kind: 'backup', limitBreak: 0 };
    const on = { limitBreak: 'on' };
    expect(message({ definitions: [low], players: [{ hand: ['low'] }, {}] }, on)).toMatch(/hand\[0\]: .*Limit Break/);
    expect(message({ definitions: [low], players: [{ limitBreak: ['low'] }, {}] })).toMatch(/switch limitBreak/);
    expect(message({ definitions: [low], players: [{ limitBreak: [{ card: 'low', copies: 9 }] }, {}] }, on)).toMatch(
      /more than 8/,
    );
    expect(define({ id: 'x', kind: 'backup', power: 1 })).toMatch(/definitions\[0\]\.power: only Forwards/);
    expect(define({ id: 'x', kind: 'summon' })).toMatch(/abilities: a Summon has one, a Character at most 8/);
    expect(ability({ kind: 'summon' })).toMatch(
      /abilities\[0\]\.kind: the ability of a Summon has the kind summon, and no other ability has it/,
    );
    expect(ability({ trigger: 'attacks' })).toMatch(/trigger is for auto-abilities/);
    expect(ability({ kind: 'auto', trigger: 'attacks', dull: true })).toMatch(/dull is a cost/);
    expect(ability({ effects: [] })).toMatch(/effects is empty/);
    expect(ability({ effects: [{ kind: 'break', scope: 'self', amount: 1 }] })).toMatch(
      /amount has no meaning for break/,
    );
    expect(ability({ effects: [{ kind: 'break' }] })).toMatch(/scope is targets, but/);
    expect(
      define({ id: 'x', kind: 'summon', abilities: [{ kind: 'summon', effects: [{ kind: 'break', scope: 'self' }] }] }),
    ).toMatch(/scope cannot be self/);
    expect(define({ ...forward, exBurst: 'no' })).toMatch(/exBurst names no ability/);
    const self = { id: 'do', kind: 'action', effects: [{ kind: 'break', scope: 'self' }] };
    expect(define({ ...forward, exBurst: 'do', abilities: [self] })).toMatch(/exBurst acts on self/);
    expect(define({ ...forward, id: 'a b' })).toMatch(/ASCII letters, digits/);
    expect(ability({ effects: undefined })).toMatch(/effects is empty/);
    const mixed = { ...self, effects: [{ kind: 'draw', amount: 1 }, ...self.effects] };
    expect(define({ ...forward, exBurst: 'do', abilities: [mixed] })).toMatch(/exBurst acts on self/);
    const many = Array.from({ length: 32 }, (_, card) => ({
      ...forward,
      id: `c${card}`,
      abilities: Array.from({ length: 8 }, (_unused, slot) => ({ ...self, id: `c${card}-${slot}` })),
    }));
    expect(define(...many)).toMatch(/at most 255 abilities in all/);
  });

  test('ids, numbers and lists at their limits', () => {
    expect(['a', 'Z9', '0_x-Y'].map((id) => define({ ...forward, id }))).toEqual(['ok', 'ok', 'ok']);
    expect(['', '-a', '_a', 'a b', 'a.', 'é', ' a', 'a/'].map((id) => define({ ...forward, id }) === 'ok')).toEqual(
      new Array(8).fill(false),
    );
    expect([1, 65535].map((power) => define({ ...forward, power }))).toEqual(['ok', 'ok']);
    const effect = (fields: object): string => ability({ effects: [{ scope: 'self', ...fields }] });
    const amounts = (kind: string, ...values: number[]): boolean[] =>
      values.map((amount) => effect({ kind, amount }) === 'ok');
    expect(amounts('damage', -1, 0, 65535, 65536)).toEqual([false, true, true, false]);
    expect(amounts('addPower', -32769, -32768, 32767, 32768)).toEqual([false, true, true, false]);
    expect(amounts('draw', -1, 0, 255, 256)).toEqual([false, true, true, false]);
    expect([0, 4].map((targets) => ability({ targets }))).toEqual(['ok', 'ok']);
    const abilities = (count: number): string =>
      define({
        ...forward,
        abilities: Array.from({ length: count }, (_, slot) => ({
          id: `do${slot}`,
          kind: 'action',
          effects: [{ kind: 'draw', amount: 1 }],
        })),
      });
    expect([abilities(0), abilities(8), abilities(9) === 'ok']).toEqual(['ok', 'ok', false]);
    const deck = (copies: number): string =>
      message({ definitions: [forward], players: [{}, { deck: [{ card: 'rock', copies }] }], phase: 'main1' });
    expect(deck(60)).toBe('ok');
    expect([0, 1].map((enteredTurn) => field({ enteredTurn }))).toEqual(['ok', 'ok']);
    expect(define({ id: 'x', kind: 'backup', limitBreak: 7 }, { id: 'y', kind: 'backup', limitBreak: 0 })).toBe('ok');
  });

  test('phases to start in, with the turn player in priority', () => {
    const at = (phase?: string): number[] => {
      const battle = fftcg.create({
        definitions: [forward],
        players: [{}, { deck: ['rock', 'rock'] }],
        phase,
        turnPlayer: 1,
      });
      return ['phase', 'step', 'priority', 'turnPlayer', 'turn', 'mayStop', 'player[B].hand'].map((name) =>
        cell(battle, name),
      );
    };
    expect([at(), at('active'), at('main1'), at('attack'), at('main2')]).toEqual([
      [2, 0, 1, 1, 1, 0, 2],
      [2, 0, 1, 1, 1, 0, 2],
      [2, 0, 1, 1, 1, 0, 0],
      [3, 1, 1, 1, 1, 0, 0],
      [4, 0, 1, 1, 1, 0, 0],
    ]);
  });
});

test('self-play decks: 50 cards, five in the hand, in the order that is chosen', () => {
  const kept = sampleSetup((count) => count - 1);
  const names = [
    ...[
      'soldier',
      'guard',
      'runner',
      'sentinel',
      'lancer',
      'ambusher',
      'herald',
      'raider',
      'warden',
      'sapper',
      'jailer',
    ],
    ...['meteor', 'letter'],
  ];
  const copies = [
    ...names.map((name) => [name, 3] as const),
    ['barret', 5] as const,
    ['brynhildr', 4] as const,
    ['valefor', 2] as const,
  ];
  const order = copies.flatMap(([name, count]) => Array.from({ length: count }, () => name));
  expect(order).toHaveLength(50);
  for (const { hand, deck } of kept.players) {
    expect(hand).toEqual(order.slice(0, 5));
    expect(deck).toEqual(order.slice(5));
  }
  // always exchanged with the first: the first card ends up last
  const counts: number[] = [];
  const turned = sampleSetup((count) => {
    counts.push(count);
    return 0;
  });
  expect([...(turned.players[1]?.hand ?? []), ...(turned.players[1]?.deck ?? [])]).toEqual([
    ...order.slice(1),
    'soldier',
  ]);
  const down = Array.from({ length: 49 }, (_, index) => 50 - index);
  expect(counts).toEqual([...down, ...down]);
  expect(kept.definitions.map(({ id }) => id)).toEqual(names);
});
