/** Effects report what they change and nothing else; the places of the timing table. */
import { describe, expect, test } from 'vitest';
import { type PlainCard, TIMING } from '../../../core/fftcg/index.js';
import { bothPass, cast, cell, cells, listed, names, pass, refused, run, start, use } from './helpers.js';

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

describe('effects that change nothing, count the other side, or look for the first card of all', () => {
  const spell = (id: string, ...effects: object[]): PlainCard =>
    ({ id, kind: 'summon', abilities: [{ kind: 'summon', targets: 1, effects }] }) as unknown as PlainCard;

  test('an unhurt Forward is not healed, and a keyword is granted once', () => {
    const grant = { kind: 'grant', keyword: 'haste' };
    const cards = [spell('care', { kind: 'heal' }, grant, grant)];
    const battle = start({ hand: ['care'], field: ['rock'] }, {}, { cards });
    run(battle, cast('A', 'care', 'rock'));
    expect(names(bothPass(battle), 'healed', 'granted')).toEqual(['granted']);
  });

  test('the second player counts the first player\u2019s Forwards', () => {
    const cards = [spell('swarm', { kind: 'addPower', amount: 1000, per: 'opponentForwards' })];
    const battle = start({ field: ['rock', 'stone', 'shop'] }, { field: ['flame'], hand: ['swarm'] }, { cards });
    run(battle, pass('A'), cast('B', 'swarm', 'flame'));
    bothPass(battle);
    expect(cell(battle, 'card[flame].powerMod')).toBe(2000);
  });

  test('FA19: a dull target is dull, hurt or not', () => {
    const aim: PlainCard = {
      id: 'aim',
      kind: 'summon',
      abilities: [{ kind: 'summon', targets: 1, state: 'dull', effects: [{ kind: 'break' }] }],
    };
    const field = [
      { card: 'rock', dull: true },
      { card: 'stone', damage: 1000 },
    ];
    const battle = start({ hand: ['aim'], field }, {}, { cards: [aim] });
    expect(listed(battle)).toEqual(['pass 0 0', 'castSummon 0 0, 2 2, 1 1 0 0']);
  });

  test('a copy in the other player\u2019s hand pays for nothing', () => {
    const twin: PlainCard = {
      id: 'twin',
      kind: 'forward',
      power: 1000,
      abilities: [{ id: 'pair', kind: 'special', cost: ['discardCopy'], effects: [{ kind: 'draw', amount: 1 }] }],
    };
    const battle = start({ field: ['twin'] }, { hand: ['twin'] }, { cards: [twin] });
    refused(battle, use('A', 'twin', 'pair'), 'E_CANNOT_USE');
  });

  test('F17: a place of the stack is empty once its item is gone', () => {
    const battle = start({ hand: ['brynhildr'], field: ['rock', 'stone'] }, {});
    run(battle, cast('A', 'brynhildr', 'stone'));
    bothPass(battle);
    const place = battle.cells.filter(({ name }) => name.startsWith('stack[0].')).map(({ name }) => cell(battle, name));
    expect(place).toEqual(Array(9).fill(0));
  });

  test('FA20: barret, the first definition, is looked for like any other', () => {
    const cards = [spell('call', { kind: 'search', card: 'barret' })];
    const battle = start({ field: ['rock'], hand: ['call'], deck: ['filler', 'barret'] }, {}, { cards });
    run(battle, cast('A', 'call', 'rock'));
    expect(names(bothPass(battle), 'found', 'moved')).toEqual(['found', 'moved', 'moved']);
    expect(cells(battle, 'card[barret].zone', 'player[A].deck')).toEqual({
      'card[barret].zone': 1,
      'player[A].deck': 1,
    });
  });
});

test('F3 to F16: the places of the timing table and the rules they stand for', () => {
  expect(TIMING.map(({ place, rule }) => `${place}: ${rule}`)).toEqual([
    'Active Phase: F3',
    'Draw Phase: F4',
    'Main Phase 1: F5',
    '4-1 Attack Preparation Step: F10',
    '4-2 Attack Declaration Step: F11',
    '4-3 Block Declaration Step: F12',
    '4-4 Damage Resolution Step: F14',
    'First Strike: CR 15.2.3',
    'Main Phase 2: F5',
    'End Phase: F16',
  ]);
});
