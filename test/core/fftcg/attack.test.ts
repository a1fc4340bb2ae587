/**
 * The steps of the Attack Phase in their order: F9 to F15. Expected values: the rules’ text and
 * plain sums.
 */
import { describe, expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import {
  attack,
  block,
  bothPass,
  burst,
  cell,
  cells,
  fight,
  legalNames,
  names,
  pass,
  refused,
  run,
  split,
  start,
  toDeclaration,
  use,
} from './helpers.js';

describe('the steps of the attack', () => {
  test('F9 every step has a window for both players and ends by two passes', () => {
    const battle = start({ field: ['rock'], hand: ['filler'] }, { hand: ['filler'] });
    bothPass(battle);
    const walk: number[] = [];
    const window = (): void => {
      walk.push(cell(battle, 'step'));
      expect(legalNames(battle, 0)).toContain('castSummon');
      expect(cell(battle, 'priority')).toBe(0);
      run(battle, pass('A'));
      expect(legalNames(battle, 1)).toContain('castSummon');
      run(battle, pass('B'));
    };
    window();
    run(battle, attack('A', 'rock'));
    window();
    run(battle, block('B'));
    window();
    window();
    expect(walk).toEqual([1, 2, 3, 4]);
    expect(cells(battle, 'phase', 'step')).toEqual({ phase: 3, step: 1 });
  });

  test('F10 in 4-1 the would-be attacker can be dulled', () => {
    const battle = start({ field: ['rock'] }, { field: ['jailer'] });
    bothPass(battle);
    run(battle, pass('A'), use('B', 'jailer', 'jail', 'rock'));
    bothPass(battle);
    expect(cells(battle, 'card[rock].dull', 'card[jailer].dull')).toEqual({
      'card[rock].dull': 1,
      'card[jailer].dull': 1,
    });
    toDeclaration(battle);
    refused(battle, attack('A', 'rock'), 'E_CANNOT_ATTACK');
  });

  test('F11 the attacker is dulled, one with Brave is not; then a window', () => {
    const battle = start({ field: ['rock', 'knight'] }, {});
    toDeclaration(battle);
    run(battle, attack('A', 'rock', 'knight'));
    expect(cells(battle, 'card[rock].dull', 'card[knight].dull', 'priority', 'step', 'pending')).toEqual({
      'card[rock].dull': 1,
      'card[knight].dull': 0,
      priority: 0,
      step: 2,
      pending: 0,
    });
  });

  test('F12 one blocker or none; then a window', () => {
    const battle = start({ field: ['rock'] }, { field: ['stone'] });
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    expect(cells(battle, 'step', 'pending', 'pendingPlayer')).toEqual({ step: 3, pending: 2, pendingPlayer: 1 });
    refused(battle, block('A', 'rock'), 'E_PENDING_CHOICE');
    refused(battle, pass('A'), 'E_PENDING_CHOICE');
    run(battle, block('B', 'stone'));
    expect(cells(battle, 'blocked', 'priority', 'step')).toEqual({ blocked: 1, priority: 0, step: 3 });
  });

  test('F8 F11 F12 every choice that is owed is reported with its kind and its player, and nothing else is', () => {
    const battle = start({ field: ['rock', 'stone'] }, { field: ['barret'] });
    bothPass(battle);
    const owed = (events: readonly { readonly event: string; readonly values: unknown }[]) =>
      events.filter((event) => event.event === 'owed').map((event) => event.values);
    expect(owed(bothPass(battle))).toEqual([{ choice: 1, player: 0 }]);
    expect(owed(run(battle, attack('A', 'rock', 'stone')))).toEqual([]);
    expect(owed(bothPass(battle))).toEqual([{ choice: 2, player: 1 }]);
    expect(owed(run(battle, block('B', 'barret')))).toEqual([]);
    expect(owed(bothPass(battle))).toEqual([{ choice: 3, player: 1 }]);
    expect(owed(run(battle, split('B', { rock: 5000, stone: 2000 })))).toEqual([]);
  });

  test('F13 blocked: the Forwards deal their power to each other', () => {
    const battle = start({ field: ['rock'] }, { field: ['stone'] });
    toDeclaration(battle);
    const events = fight(battle, ['rock'], 'stone');
    expect(events.filter((event) => event.event === 'dealt').map((event) => event.values['amount'])).toEqual([
      5000, 6000,
    ]);
    expect(cells(battle, 'card[rock].zone', 'card[stone].zone', 'card[stone].damage', 'player[B].damage')).toEqual({
      'card[rock].zone': 4,
      'card[stone].zone': 2,
      'card[stone].damage': 5000,
      'player[B].damage': 0,
    });
  });

  test('F13 unblocked: one damage to the player', () => {
    const battle = start({ field: ['rock'] }, { field: ['stone'] });
    toDeclaration(battle);
    fight(battle, ['rock']);
    expect(cells(battle, 'player[B].damage', 'player[B].deck', 'card[rock].damage')).toEqual({
      'player[B].damage': 1,
      'player[B].deck': 9,
      'card[rock].damage': 0,
    });
  });

  test('F14 EX Burst: at once, no response, may be declined; damage triggers afterwards', () => {
    const watcher: PlainCard = {
      id: 'watcher',
      kind: 'forward',
      power: 3000,
      abilities: [{ id: 'watch', kind: 'auto', trigger: 'damagesPlayer', effects: [{ kind: 'draw', amount: 1 }] }],
    };
    const open = () => {
      const battle = start({ field: ['watcher'] }, { deck: ['burst', 'rock'] }, { cards: [burst, watcher] });
      toDeclaration(battle);
      fight(battle, ['watcher']);
      expect(cells(battle, 'pending', 'pendingPlayer', 'stackDepth', 'card[burst].zone')).toEqual({
        pending: 4,
        pendingPlayer: 1,
        stackDepth: 0,
        'card[burst].zone': 3,
      });
      return battle;
    };
    const used = open();
    refused(used, { command: 'exBurst', player: 'A', use: 1, targets: ['watcher'] }, 'E_PENDING_CHOICE');
    refused(used, { command: 'exBurst', player: 'B', use: 0, targets: ['watcher'] }, 'E_RANGE');
    const events = run(used, { command: 'exBurst', player: 'B', use: 1, targets: ['watcher'] });
    expect(names(events, 'exBurst', 'moved', 'pushed', 'priority')).toEqual(['exBurst', 'moved', 'pushed', 'priority']);
    expect(cells(used, 'exCard', 'card[watcher].zone', 'stackDepth', 'priority', 'card[burst].zone')).toEqual({
      exCard: 255,
      'card[watcher].zone': 4,
      stackDepth: 1,
      priority: 0,
      'card[burst].zone': 3,
    });
    const declined = open();
    run(declined, { command: 'exBurst', player: 'B', use: 0, targets: [] });
    expect(cells(declined, 'card[watcher].zone', 'stackDepth')).toEqual({ 'card[watcher].zone': 2, stackDepth: 1 });
  });

  test('F15 the phase ends by naming nobody in 4-2, or by saying so after an attack', () => {
    const battle = start({ field: ['rock', 'stone'] }, {});
    refused(battle, attack('A'), 'E_PHASE');
    bothPass(battle);
    // Before the first attack 4-1 has its window, and no declaration.
    refused(battle, attack('A'), 'E_PHASE');
    bothPass(battle);
    fight(battle, ['rock']);
    bothPass(battle);
    expect(cells(battle, 'step', 'mayStop')).toEqual({ step: 1, mayStop: 1 });
    refused(battle, attack('B'), 'E_NOT_TURN_PLAYER');
    refused(battle, attack('A', 'stone'), 'E_PHASE');
    const stopped = start({ field: ['rock'] }, {});
    toDeclaration(stopped);
    fight(stopped, ['rock']);
    bothPass(stopped);
    run(stopped, attack('A'));
    expect(cells(stopped, 'phase', 'step')).toEqual({ phase: 4, step: 0 });
    // After the first pass of the new 4-1 it is too late to say it there.
    run(battle, pass('A'));
    refused(battle, attack('A'), 'E_PHASE');
    run(battle, pass('B'), attack('A'));
    expect(cells(battle, 'phase', 'step', 'priority')).toEqual({ phase: 4, step: 0, priority: 0 });
  });
});
