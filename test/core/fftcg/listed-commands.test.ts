/** The commands that a game lists as legal in every step and at every choice, with their ranges. */
import { describe, expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import type { Battle } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  burst,
  fight,
  legal,
  listed,
  pass,
  play,
  run,
  start,
  table,
  toDeclaration,
} from './helpers.js';

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
    places.push(start({ field: ['rock'] }, { deck: ['burst', 'filler'] }, { cards: [burst] }));
    toDeclaration(places[6] as Battle);
    fight(places[6] as Battle, ['rock']);
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
