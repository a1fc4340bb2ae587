/** FA11: what an item still does when its source or its targets have left the field. */
import { expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import { bothPass, cast, cell, cells, names, pass, run, start, use } from './helpers.js';

const cards: readonly PlainCard[] = [
  {
    id: 'sniper',
    kind: 'forward',
    power: 3000,
    abilities: [
      {
        id: 'snipe',
        kind: 'action',
        targets: 1,
        effects: [
          { kind: 'damage', amount: 1000 },
          { kind: 'draw', amount: 1 },
        ],
      },
      {
        id: 'study',
        kind: 'action',
        effects: [
          { kind: 'addPower', scope: 'self', amount: 500 },
          { kind: 'draw', amount: 1 },
        ],
      },
    ],
  },
  {
    id: 'volley',
    kind: 'summon',
    abilities: [{ kind: 'summon', targets: 2, effects: [{ kind: 'dull' }, { kind: 'draw', amount: 1 }] }],
  },
  {
    id: 'recall',
    kind: 'summon',
    abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }],
  },
];

test('FA11 a Summon has no source that could leave the field', () => {
  const battle = start({ hand: ['recall'] }, { field: ['rock'] }, { cards });
  run(battle, cast('A', 'recall', 'rock'));
  expect(cells(battle, 'stack[0].card', 'stack[0].sourceGone', 'stack[0].targets', 'stack[0].target[0]')).toEqual({
    'stack[0].card': battle.idNumber('card', 'recall'),
    'stack[0].sourceGone': 0,
    'stack[0].targets': 1,
    'stack[0].target[0]': battle.idNumber('card', 'rock'),
  });
});

test('FA11 all targets gone: cancelled, and nothing of it happens; one of two left: it applies to that one', () => {
  const volley = (...recalled: readonly string[]) => {
    const battle = start(
      { hand: ['volley'] },
      { field: ['rock', 'stone'], hand: [{ card: 'recall', copies: 2 }] },
      { cards },
    );
    run(battle, cast('A', 'volley', 'rock', 'stone'), pass('A'));
    const spells = ['recall', 'recall-2'];
    for (const [index, target] of recalled.entries()) run(battle, cast('B', spells[index] ?? '', target));
    for (const _ of recalled) bothPass(battle);
    const events = bothPass(battle);
    return { kinds: names(events, 'cancelled', 'resolved', 'dulled', 'drew'), hand: cell(battle, 'player[A].hand') };
  };
  expect(volley('rock', 'stone')).toEqual({ kinds: ['cancelled'], hand: 0 });
  expect(volley('stone', 'rock')).toEqual({ kinds: ['cancelled'], hand: 0 });
  expect(volley('rock')).toEqual({ kinds: ['resolved', 'dulled', 'drew'], hand: 1 });
  expect(volley('stone')).toEqual({ kinds: ['resolved', 'dulled', 'drew'], hand: 1 });
});

test('FA11 a source that has left still deals its damage to the target, and names nobody as its source', () => {
  const deal = (recalled: boolean) => {
    const battle = start({ field: ['sniper'] }, { field: ['rock'], hand: ['recall'] }, { cards });
    run(battle, use('A', 'sniper', 'snipe', 'rock'), pass('A'));
    if (recalled) {
      run(battle, cast('B', 'recall', 'sniper'));
      bothPass(battle);
      expect(cell(battle, 'stack[0].sourceGone')).toBe(1);
      run(battle, pass('A'));
    }
    const dealt = run(battle, pass('B')).find((event) => event.event === 'dealt');
    return [dealt?.values['source'], dealt?.values['amount'], cell(battle, 'card[rock].damage')];
  };
  expect(deal(false)).toEqual([0, 1000, 1000]);
  expect(deal(true)).toEqual([255, 1000, 1000]);
});

test('FA11 a source that has left and come back is another object: nothing of its own happens to it', () => {
  const battle = start(
    { field: ['sniper'] },
    { hand: ['recall'] },
    { cards, switches: { characterNeedsEmptyStack: 'no' } },
  );
  run(battle, use('A', 'sniper', 'study'), pass('A'), cast('B', 'recall', 'sniper'));
  bothPass(battle);
  run(battle, { command: 'playCharacter', player: 'A', card: 'sniper' });
  const events = bothPass(battle);
  expect(names(events, 'resolved', 'powerChanged', 'drew')).toEqual(['resolved', 'drew']);
  expect(cells(battle, 'card[sniper].zone', 'card[sniper].powerMod')).toEqual({
    'card[sniper].zone': 2,
    'card[sniper].powerMod': 0,
  });
});
