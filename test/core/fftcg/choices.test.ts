/** Choices that a player owes: discarding, an EX Burst, waiting triggers. */
import { describe, expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import {
  attack,
  block,
  bothPass,
  cell,
  cells,
  fight,
  names,
  type Plain,
  pass,
  play,
  refused,
  run,
  splitLists,
  start,
  toDeclaration,
} from './helpers.js';

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
      splitLists(['rock'], [1000]),
      { command: 'exBurst', player: 'A', use: 0, targets: [] },
      { command: 'orderTriggers', player: 'A', triggers: [0], targets: [] },
      { command: 'discard', player: 'A', cards: [] },
    ]) {
      refused(battle, command, 'E_PHASE');
    }
  });
});
