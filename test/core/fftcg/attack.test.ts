/** The Attack Phase: F9-F15 and the decisions FA7, FA12-FA18. Expected values: the rules' text and plain sums. */
import { describe, expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cell,
  cells,
  fight,
  legalNames,
  names,
  pass,
  play,
  refused,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const bolt: PlainCard = {
  id: 'bolt',
  kind: 'summon',
  abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }],
};
const burst: PlainCard = {
  id: 'burst',
  kind: 'summon',
  exBurst: 'burst',
  abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [{ kind: 'break' }] }],
};
const split = (player: string, amounts: Readonly<Record<string, number>>) => ({
  command: 'assignPartyDamage',
  player,
  forwards: Object.keys(amounts),
  amounts: Object.values(amounts),
});

describe('attack', () => {
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

  test('FA7 seven damage lose; a Forward with damage >= power breaks before anybody has priority', () => {
    const battle = start({ field: ['rock'] }, { damage: [{ card: 'filler', copies: 6 }] });
    toDeclaration(battle);
    const events = fight(battle, ['rock']);
    expect(cells(battle, 'player[B].damage', 'outcome', 'priority')).toEqual({
      'player[B].damage': 7,
      outcome: 1,
      priority: 255,
    });
    expect(names(events).at(-1)).toBe('ended');
    refused(battle, pass('A'), 'E_ENDED');
    expect(cell(start({}, { damage: [{ card: 'filler', copies: 6 }] }), 'outcome')).toBe(0);
  });

  test('FA7 power 0 breaks, also without damage; power 1 does not', () => {
    const weaken = (amount: number): PlainCard => ({
      id: 'weaken',
      kind: 'summon',
      abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'addPower', amount }] }],
    });
    for (const [amount, zone] of [
      [-5000, 4],
      [-4999, 2],
    ] as const) {
      const battle = start({ hand: ['weaken'] }, { field: ['rock'] }, { cards: [weaken(amount)] });
      run(battle, cast('A', 'weaken', 'rock'));
      bothPass(battle);
      expect(cell(battle, 'card[rock].zone')).toBe(zone);
    }
  });

  test('FA7 both lose at once: a draw', () => {
    const both: PlainCard = {
      id: 'study',
      kind: 'summon',
      abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 1 }] }],
    };
    const battle = start(
      { hand: ['study'], deck: [] },
      { damage: [{ card: 'filler', copies: 7 }] },
      { cards: [both], phase: 'main1' },
    );
    // Seven damage at the start already: the first grant of priority ends it.
    expect(cell(battle, 'outcome')).toBe(1);
    const lone = start({ hand: ['study'], deck: [] }, {}, { cards: [both] });
    run(lone, cast('A', 'study'));
    bothPass(lone);
    expect(cells(lone, 'outcome', 'player[A].deckOut')).toEqual({ outcome: 2, 'player[A].deckOut': 1 });
    const draw = start({ damage: [{ card: 'filler', copies: 7 }] }, { damage: [{ card: 'filler', copies: 7 }] });
    expect(cell(draw, 'outcome')).toBe(3);
  });

  test('FA12 a blocker that has left: no damage either way, and none to the player', () => {
    const battle = start({ field: ['rock'], hand: ['bolt'] }, { field: ['stone'] }, { cards: [bolt] });
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    run(battle, block('B', 'stone'), cast('A', 'bolt', 'stone'));
    bothPass(battle);
    expect(cells(battle, 'blocked', 'blocker')).toEqual({ blocked: 1, blocker: 255 });
    const events = bothPass(battle);
    expect(names(events, 'dealt', 'playerDamaged')).toEqual([]);
    expect(cells(battle, 'step', 'priority', 'player[B].damage', 'card[rock].damage')).toEqual({
      step: 4,
      priority: 0,
      'player[B].damage': 0,
      'card[rock].damage': 0,
    });
  });

  test('FA12 an attacker that has left: no damage either way, blocked or not', () => {
    for (const blocker of ['stone', -1]) {
      const battle = start({ field: ['rock'], hand: ['bolt'] }, { field: ['stone'] }, { cards: [bolt] });
      toDeclaration(battle);
      run(battle, attack('A', 'rock'));
      bothPass(battle);
      run(battle, block('B', blocker), cast('A', 'bolt', 'rock'));
      bothPass(battle);
      expect(names(bothPass(battle), 'dealt', 'playerDamaged')).toEqual([]);
      expect(cells(battle, 'step', 'player[B].damage', 'card[stone].damage')).toEqual({
        step: 4,
        'player[B].damage': 0,
        'card[stone].damage': 0,
      });
    }
  });

  test('FA13 a dull Forward cannot block', () => {
    const battle = start({ field: ['rock'] }, { field: [{ card: 'stone', dull: true }, 'shop'] });
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    for (const card of ['stone', 'shop', 'rock', 'filler']) refused(battle, block('B', card), 'E_CANNOT_BLOCK');
    run(battle, block('B'));
  });

  test('FA14 an unblocked party deals one damage', () => {
    const battle = start({ field: ['rock', 'stone'] }, {});
    toDeclaration(battle);
    fight(battle, ['rock', 'stone']);
    expect(cell(battle, 'player[B].damage')).toBe(1);
  });

  test('FA14 a blocker takes the power of the whole party and splits its own in thousands', () => {
    const battle = start({ field: ['rock', 'stone'] }, { field: ['barret'] });
    toDeclaration(battle);
    fight(battle, ['rock', 'stone'], 'barret');
    expect(cells(battle, 'pending', 'pendingPlayer', 'priority')).toEqual({
      pending: 3,
      pendingPlayer: 1,
      priority: 255,
    });
    refused(battle, split('B', { rock: 7500 }), 'E_RANGE');
    refused(battle, split('B', { rock: 6500, stone: 500 }), 'E_RANGE');
    refused(battle, split('B', { rock: 5000, stone: 1000 }), 'E_RANGE');
    refused(battle, split('B', { rock: 8000, stone: -1000 }), 'E_RANGE');
    refused(battle, split('B', { barret: 7000 }), 'E_BAD_PARTY');
    refused(battle, { ...split('B', { rock: 7000 }), amounts: [3000, 4000] }, 'E_RANGE');
    refused(battle, split('A', { rock: 7000 }), 'E_PENDING_CHOICE');
    run(battle, split('B', { rock: 5000, stone: 2000 }));
    // 5000 + 6000 on Barret's 7000; 5000 on rock's 5000; 2000 on stone's 6000.
    expect(cells(battle, 'card[barret].zone', 'card[rock].zone', 'card[stone].zone', 'card[stone].damage')).toEqual({
      'card[barret].zone': 4,
      'card[rock].zone': 4,
      'card[stone].zone': 2,
      'card[stone].damage': 2000,
    });
  });

  test('FA14 a party of which one is left takes all of it, without a split', () => {
    const battle = start({ field: ['rock', 'stone'], hand: ['bolt'] }, { field: ['flame'] }, { cards: [bolt] });
    toDeclaration(battle);
    run(battle, attack('A', 'rock', 'stone'));
    bothPass(battle);
    run(battle, block('B', 'flame'), cast('A', 'bolt', 'rock'));
    bothPass(battle);
    bothPass(battle);
    expect(cells(battle, 'pending', 'card[stone].damage', 'card[flame].zone')).toEqual({
      pending: 0,
      'card[stone].damage': 4000,
      'card[flame].zone': 4,
    });
  });

  test('FA15 a Forward that has entered this turn cannot attack, with Haste it can; dull costs alike', () => {
    const battle = start({ hand: ['rock', 'runner', 'jailer'], field: ['stone'] }, {});
    run(battle, play('A', 'rock'), play('A', 'runner'), play('A', 'jailer'));
    refused(battle, use('A', 'jailer', 'jail', 'stone'), 'E_CANNOT_USE');
    toDeclaration(battle);
    refused(battle, attack('A', 'rock'), 'E_CANNOT_ATTACK');
    run(battle, attack('A', 'runner'));
  });

  test('FA16 no Forward attacks twice in a turn, also with Brave; the next turn it may', () => {
    const battle = start({ field: ['knight'] }, {});
    toDeclaration(battle);
    fight(battle, ['knight']);
    bothPass(battle);
    bothPass(battle);
    expect(cells(battle, 'card[knight].dull', 'card[knight].attacked')).toEqual({
      'card[knight].dull': 0,
      'card[knight].attacked': 1,
    });
    refused(battle, attack('A', 'knight'), 'E_CANNOT_ATTACK');
    run(battle, attack('A'));
    bothPass(battle);
    toDeclaration(battle);
    run(battle, attack('B'));
    bothPass(battle);
    toDeclaration(battle);
    run(battle, attack('A', 'knight'));
  });

  test('FA17 what an EX Burst triggers waits until the window of 4-4', () => {
    const martyr: PlainCard = {
      id: 'martyr',
      kind: 'forward',
      power: 3000,
      abilities: [{ id: 'martyr-auto', kind: 'auto', trigger: 'broken', effects: [{ kind: 'draw', amount: 2 }] }],
    };
    const battle = start({ field: ['martyr'] }, { deck: ['burst', 'rock'] }, { cards: [burst, martyr] });
    toDeclaration(battle);
    fight(battle, ['martyr']);
    const events = run(battle, { command: 'exBurst', player: 'B', use: 1, targets: ['martyr'] });
    expect(names(events, 'exBurst', 'triggered', 'pushed', 'drew', 'priority')).toEqual([
      'exBurst',
      'triggered',
      'pushed',
      'priority',
    ]);
  });

  test('FA18 a sum below 0 counts as 0; what goes beyond the width is held there and reported', () => {
    const boost: PlainCard = {
      id: 'boost',
      kind: 'forward',
      power: 60_000,
      abilities: [
        { id: 'grow', kind: 'action', effects: [{ kind: 'addPower', scope: 'self', amount: 32_767 }] },
        { id: 'burn', kind: 'action', effects: [{ kind: 'damage', scope: 'self', amount: 65_535 }] },
      ],
    };
    const battle = start({ field: ['boost'] }, {}, { cards: [boost] });
    run(battle, use('A', 'boost', 'grow'));
    bothPass(battle);
    expect(cells(battle, 'card[boost].powerMod', 'card[boost].effectivePower')).toEqual({
      'card[boost].powerMod': 32_767,
      'card[boost].effectivePower': 92_767,
    });
    run(battle, use('A', 'boost', 'grow'));
    expect(names(bothPass(battle), 'clamped')).toEqual(['clamped']);
    expect(cell(battle, 'card[boost].powerMod')).toBe(32_767);
    for (const clamped of [[], ['clamped']]) {
      run(battle, use('A', 'boost', 'burn'));
      expect(names(bothPass(battle), 'clamped')).toEqual(clamped);
      expect(cell(battle, 'card[boost].damage')).toBe(65_535);
    }
    const doomed: PlainCard = {
      id: 'doom',
      kind: 'forward',
      power: 1000,
      abilities: [{ id: 'fade', kind: 'action', effects: [{ kind: 'addPower', scope: 'self', amount: -32_768 }] }],
    };
    const other = start({ field: ['doom'] }, {}, { cards: [doomed] });
    run(other, use('A', 'doom', 'fade'));
    const events = run(other, pass('A'), pass('B'));
    expect(events.find((event) => event.event === 'powerChanged')?.values['powerMod']).toBe(-32_768);
    expect(cell(other, 'card[doom].zone')).toBe(4);
  });
});
