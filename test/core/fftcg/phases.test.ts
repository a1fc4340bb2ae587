/** Turns and phases: F1-F8, F16, and the decisions about them. Expected values: the rules' text and worked numbers. */
import { describe, expect, test } from 'vitest';
import {
  attack,
  bothPass,
  cast,
  cell,
  cells,
  names,
  pass,
  play,
  refused,
  run,
  start,
  toDeclaration,
} from './helpers.js';

/** From Main 1 to the next turn's Main 1 without doing anything. */
function idleTurn(battle: ReturnType<typeof start>): void {
  toDeclaration(battle);
  run(battle, attack(cell(battle, 'turnPlayer') === 0 ? 'A' : 'B'));
  bothPass(battle);
}

describe('turn and phases', () => {
  test('F1 the turn goes from one player to the other', () => {
    const battle = start({}, {});
    expect(cells(battle, 'turn', 'turnPlayer')).toEqual({ turn: 1, turnPlayer: 0 });
    idleTurn(battle);
    expect(cells(battle, 'turn', 'turnPlayer', 'priority')).toEqual({ turn: 2, turnPlayer: 1, priority: 1 });
    idleTurn(battle);
    expect(cells(battle, 'turn', 'turnPlayer', 'priority')).toEqual({ turn: 3, turnPlayer: 0, priority: 0 });
  });

  test('F2 all phases come, always in the same order', () => {
    const battle = start({}, {});
    const places: string[] = [];
    const watch = (events: ReturnType<typeof run>): void => {
      for (const event of events) {
        if (event.event === 'phase') places.push(`${event.values['phase']}.${event.values['step']}`);
      }
    };
    watch(bothPass(battle));
    watch(bothPass(battle));
    watch(run(battle, attack('A')));
    watch(bothPass(battle));
    expect(places).toEqual(['3.1', '3.2', '4.0', '5.0', '0.0', '1.0', '2.0']);
  });

  test('F2 no attack after the Attack Phase, also with Haste', () => {
    const battle = start({ hand: ['runner'] }, {}, { phase: 'main2' });
    run(battle, play('A', 'runner'));
    refused(battle, attack('A', 'runner'), 'E_PHASE');
    refused(battle, attack('A'), 'E_PHASE');
  });

  test('F3 Active: only the cards of the turn player become active, nobody has priority', () => {
    const dull = { card: 'rock', dull: true };
    const battle = start({ field: [{ ...dull, id: 'a' }] }, { field: [{ ...dull, id: 'b' }] }, { phase: 'main2' });
    const events = bothPass(battle);
    expect(cells(battle, 'card[a].dull', 'card[b].dull', 'phase')).toEqual({
      'card[a].dull': 1,
      'card[b].dull': 0,
      phase: 2,
    });
    const active = events.findIndex((event) => event.event === 'phase' && event.values['phase'] === 0);
    expect(names(events.slice(active))).toEqual([
      'phase',
      'activated',
      'phase',
      'moved',
      'drew',
      'moved',
      'drew',
      'phase',
      'priority',
    ]);
  });

  test('F4 Draw: two cards, the top ones', () => {
    const battle = start({}, { deck: ['rock', 'stone', 'flame'] }, { phase: 'main2' });
    bothPass(battle);
    expect(cells(battle, 'player[B].hand', 'player[B].deck')).toEqual({ 'player[B].hand': 2, 'player[B].deck': 1 });
    expect(cells(battle, 'card[rock].zone', 'card[stone].zone', 'card[flame].zone')).toEqual({
      'card[rock].zone': 1,
      'card[stone].zone': 1,
      'card[flame].zone': 0,
    });
  });

  test.each(['main1', 'main2'])('F5 %s: the turn player plays Characters, the other one does not', (phase) => {
    const battle = start({ hand: ['rock'] }, { hand: ['stone'] }, { phase });
    refused(battle, play('B', 'stone'), 'E_NO_PRIORITY');
    run(battle, play('A', 'rock'), pass('A'));
    refused(battle, play('B', 'stone'), 'E_NOT_TURN_PLAYER');
  });

  test('F6 a Character is on the field at once; its auto-ability uses the stack and can be responded to', () => {
    const battle = start({ hand: ['rock', 'greeter'] }, { hand: ['filler'] });
    expect(names(run(battle, play('A', 'rock')), 'pushed')).toEqual([]);
    expect(cells(battle, 'card[rock].zone', 'stackDepth', 'priority')).toEqual({
      'card[rock].zone': 2,
      stackDepth: 0,
      priority: 0,
    });
    run(battle, play('A', 'greeter'));
    expect(cells(battle, 'card[greeter].zone', 'stackDepth')).toEqual({ 'card[greeter].zone': 2, stackDepth: 1 });
    run(battle, pass('A'), cast('B', 'filler'));
    expect(cell(battle, 'stackDepth')).toBe(2);
    bothPass(battle);
    expect(cell(battle, 'player[A].hand')).toBe(0);
    bothPass(battle);
    expect(cell(battle, 'player[A].hand')).toBe(1);
  });

  test('F7 the turn player acts first; the other one after his pass', () => {
    const battle = start({}, { hand: ['filler'] });
    refused(battle, cast('B', 'filler'), 'E_NO_PRIORITY');
    refused(battle, pass('B'), 'E_NO_PRIORITY');
    run(battle, pass('A'), cast('B', 'filler'));
    expect(cell(battle, 'stackDepth')).toBe(1);
  });

  test('F8 an action resets the count; the turn player may act again, also with Characters', () => {
    const battle = start({ hand: ['rock'] }, { hand: ['filler'] });
    run(battle, pass('A'), cast('B', 'filler'));
    expect(cells(battle, 'passes', 'phase')).toEqual({ passes: 0, phase: 2 });
    run(battle, pass('B'), pass('A'));
    run(battle, play('A', 'rock'), pass('A'));
    expect(cells(battle, 'passes', 'phase', 'priority')).toEqual({ passes: 1, phase: 2, priority: 1 });
    run(battle, pass('B'));
    expect(cells(battle, 'passes', 'phase', 'step')).toEqual({ passes: 0, phase: 3, step: 1 });
  });

  test('F16 End: damage goes from all Forwards, hand down to 5, no A/S/Summon', () => {
    const battle = start(
      { hand: [{ card: 'filler', copies: 6 }], field: [{ card: 'rock', damage: 4000 }] },
      { field: [{ card: 'stone', damage: 1000 }] },
      { phase: 'main2' },
    );
    bothPass(battle);
    expect(cells(battle, 'phase', 'pending', 'card[rock].damage', 'card[stone].damage')).toEqual({
      phase: 5,
      pending: 6,
      'card[rock].damage': 0,
      'card[stone].damage': 0,
    });
    refused(battle, cast('A', 'filler'), 'E_PENDING_CHOICE');
    run(battle, { command: 'discard', player: 'A', cards: ['filler-3'] });
    expect(cells(battle, 'turn', 'player[A].hand')).toEqual({ turn: 2, 'player[A].hand': 5 });
  });

  test('F16 the other player does not discard', () => {
    const battle = start({}, { hand: [{ card: 'filler', copies: 9 }], deck: ['rock', 'rock'] }, { phase: 'main2' });
    bothPass(battle);
    expect(cells(battle, 'turn', 'player[B].hand')).toEqual({ turn: 2, 'player[B].hand': 11 });
  });
});
