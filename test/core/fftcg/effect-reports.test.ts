/** Effects report what they change and nothing else; the places of the timing table. */
import { describe, expect, test } from 'vitest';
import { type PlainCard, TIMING } from '../../../core/fftcg/index.js';
import { bothPass, cast, names, run, start } from './helpers.js';

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
