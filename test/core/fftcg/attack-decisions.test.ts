/**
 * The decisions about damage, parties and who may attack: FA7 and FA12 to FA18. Expected values:
 * the rules’ text and plain sums.
 */
import { describe, expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import {
  attack,
  block,
  bothPass,
  burst,
  cast,
  cell,
  cells,
  fight,
  names,
  pass,
  play,
  refused,
  run,
  split,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const bolt: PlainCard = {
  id: 'bolt',
  kind: 'summon',
  abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }],
};

describe('damage, parties and who may attack', () => {
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
