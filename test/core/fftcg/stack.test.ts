/** The stack: F17-F19 and the decisions FA2-FA6, FA11. */
import { describe, expect, test } from 'vitest';
import type { PlainCard } from '../../../core/fftcg/index.js';
import { bothPass, cast, cell, cells, names, pass, play, refused, run, start, use } from './helpers.js';

const twoTargets: PlainCard = {
  id: 'volley',
  kind: 'summon',
  abilities: [{ kind: 'summon', targets: 2, effects: [{ kind: 'damage', amount: 1000 }] }],
};
const bolt: PlainCard = {
  id: 'bolt',
  kind: 'summon',
  abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }],
};
const auto = (id: string, ...effects: { kind: 'draw'; amount: number }[]): PlainCard => ({
  id,
  kind: 'forward',
  power: 1000,
  abilities: [{ id: `${id}-auto`, kind: 'auto', trigger: 'broken', effects }],
});

describe('the stack', () => {
  test('F17 the last item on the stack resolves first', () => {
    const battle = start({ hand: ['filler', 'brynhildr'], field: ['barret'] }, { field: ['rock'] });
    run(battle, cast('A', 'filler'), cast('A', 'brynhildr', 'rock'), use('A', 'barret', 'hammer-blow'));
    const order = [bothPass(battle), bothPass(battle), bothPass(battle)].map(
      (events) => events.find((event) => event.event === 'resolved')?.values['depth'],
    );
    expect(order).toEqual([3, 2, 1]);
    expect(cells(battle, 'card[barret].powerMod', 'card[rock].zone', 'card[filler].zone')).toEqual({
      'card[barret].powerMod': 4000,
      'card[rock].zone': 4,
      'card[filler].zone': 4,
    });
  });

  test('F18 nothing resolves before both have passed; the responder may go on', () => {
    const battle = start(
      { hand: ['filler'] },
      {
        hand: [
          { card: 'filler', id: 'f1' },
          { card: 'filler', id: 'f2' },
        ],
      },
    );
    run(battle, cast('A', 'filler'), pass('A'), cast('B', 'f1'), cast('B', 'f2'));
    expect(cells(battle, 'stackDepth', 'priority', 'passes')).toEqual({ stackDepth: 3, priority: 1, passes: 0 });
    run(battle, pass('B'));
    expect(cell(battle, 'stackDepth')).toBe(3);
    run(battle, pass('A'));
    expect(cell(battle, 'stackDepth')).toBe(2);
  });

  test('F19 one item at a time, a window for the turn player after each', () => {
    const battle = start({ hand: ['filler'] }, {});
    run(battle, cast('A', 'filler'));
    const events = bothPass(battle);
    expect(names(events, 'resolved', 'priority')).toEqual(['priority', 'resolved', 'priority']);
    expect(cells(battle, 'priority', 'passes', 'phase')).toEqual({ priority: 0, passes: 0, phase: 2 });
  });

  test('FA2 the one who put an item on the stack has priority', () => {
    const battle = start({}, { hand: ['filler'] });
    run(battle, pass('A'), cast('B', 'filler'));
    expect(cells(battle, 'priority', 'passes')).toEqual({ priority: 1, passes: 0 });
  });

  test('FA3 after a Summon of the non-turn player the turn player has priority', () => {
    const battle = start({}, { hand: ['filler'] });
    run(battle, pass('A'), cast('B', 'filler'), pass('B'), pass('A'));
    expect(cells(battle, 'stackDepth', 'priority', 'passes')).toEqual({ stackDepth: 0, priority: 0, passes: 0 });
  });

  test('FA5 simultaneous triggers: turn player below, the other on top, each in the order that its owner says', () => {
    const cards = ['one', 'two', 'three', 'four'].map((id) => auto(id, { kind: 'draw', amount: 1 }));
    const quake: PlainCard = {
      id: 'quake',
      kind: 'summon',
      abilities: [{ kind: 'summon', effects: [{ kind: 'damage', scope: 'allForwards', amount: 9000 }] }],
    };
    const battle = start(
      { hand: ['quake'], field: ['one', 'two'] },
      { field: ['three', 'four'] },
      { cards: [...cards, quake] },
    );
    run(battle, cast('A', 'quake'));
    bothPass(battle);
    expect(cells(battle, 'pending', 'pendingPlayer', 'stackDepth')).toEqual({
      pending: 5,
      pendingPlayer: 0,
      stackDepth: 0,
    });
    const order = (player: string, ...triggers: string[]) => ({
      command: 'orderTriggers',
      player,
      triggers,
      targets: [],
    });
    refused(battle, order('B', 'three/three-auto'), 'E_PENDING_CHOICE');
    refused(battle, order('A', 'three/three-auto'), 'E_UNKNOWN_ID');
    refused(battle, order('A', 'one/one-auto', 'one/one-auto'), 'E_DUPLICATE_ID');
    refused(battle, order('A'), 'E_RANGE');
    run(battle, order('A', 'two/two-auto', 'one/one-auto'));
    expect(cells(battle, 'pending', 'pendingPlayer')).toEqual({ pending: 5, pendingPlayer: 1 });
    // Naming one of two leaves one, which needs no choice any more.
    const events = run(battle, order('B', 'four/four-auto'));
    const cardNumber = (id: string): number => battle.idNumber('card', id);
    expect([0, 1, 2, 3].map((index) => cell(battle, `stack[${index}].card`))).toEqual(
      ['two', 'one', 'four', 'three'].map(cardNumber),
    );
    expect(names(events, 'priority')).toEqual(['priority']);
    expect(cells(battle, 'priority', 'passes', 'pending')).toEqual({ priority: 0, passes: 0, pending: 0 });
  });

  test('FA6 a trigger during a resolution reaches the stack with the next priority, above the rest', () => {
    const battle = start(
      { hand: ['brynhildr', 'filler'], field: ['martyr'] },
      {},
      { cards: [auto('martyr', { kind: 'draw', amount: 2 })] },
    );
    run(battle, cast('A', 'filler'), cast('A', 'brynhildr', 'martyr'));
    const events = bothPass(battle);
    expect(names(events, 'resolved', 'triggered', 'pushed', 'priority').slice(1)).toEqual([
      'resolved',
      'triggered',
      'pushed',
      'priority',
    ]);
    expect(cells(battle, 'stackDepth', 'waitingTriggers')).toEqual({ stackDepth: 2, waitingTriggers: 0 });
    bothPass(battle);
    expect(cells(battle, 'stackDepth', 'player[A].hand')).toEqual({ stackDepth: 1, 'player[A].hand': 2 });
  });

  test('FA11 all targets gone: cancelled, the Summon still goes to the Break Zone', () => {
    const battle = start({ hand: ['brynhildr'] }, { hand: ['bolt'], field: ['rock'] }, { cards: [bolt] });
    run(battle, cast('A', 'brynhildr', 'rock'), pass('A'), cast('B', 'bolt', 'rock'));
    bothPass(battle);
    expect(cells(battle, 'card[rock].zone', 'stack[0].target[0]')).toEqual({
      'card[rock].zone': 1,
      'stack[0].target[0]': 255,
    });
    expect(names(bothPass(battle), 'resolved', 'cancelled', 'dealt')).toEqual(['cancelled']);
    expect(cell(battle, 'card[brynhildr].zone')).toBe(4);
  });

  test('FA11 some targets left: the effect applies to those', () => {
    const battle = start(
      { hand: ['volley'] },
      { hand: ['bolt'], field: ['rock', 'stone'] },
      { cards: [twoTargets, bolt] },
    );
    run(battle, cast('A', 'volley', 'rock', 'stone'), pass('A'), cast('B', 'bolt', 'rock'));
    bothPass(battle);
    expect(names(bothPass(battle), 'resolved', 'cancelled', 'dealt')).toEqual(['resolved', 'dealt']);
    expect(cells(battle, 'card[stone].damage', 'card[rock].damage')).toEqual({
      'card[stone].damage': 1000,
      'card[rock].damage': 0,
    });
  });

  test('FA11 a Forward that has left and come back is another object', () => {
    const ambush: PlainCard = { id: 'ambush', kind: 'forward', power: 3000, keywords: ['backAttack'] };
    const battle = start({ hand: ['brynhildr'] }, { hand: ['bolt'], field: ['ambush'] }, { cards: [bolt, ambush] });
    run(battle, cast('A', 'brynhildr', 'ambush'), pass('A'), cast('B', 'bolt', 'ambush'), pass('B'), pass('A'));
    run(battle, pass('A'), play('B', 'ambush'));
    expect(names(bothPass(battle), 'resolved', 'cancelled')).toEqual(['cancelled']);
    expect(cells(battle, 'card[ambush].zone', 'card[ambush].damage')).toEqual({
      'card[ambush].zone': 2,
      'card[ambush].damage': 0,
    });
  });

  test('FA11 an ability that acts on a source which is gone already is cancelled', () => {
    const ghost: PlainCard = {
      id: 'ghost',
      kind: 'forward',
      power: 1000,
      abilities: [
        { id: 'rise', kind: 'auto', trigger: 'broken', effects: [{ kind: 'addPower', scope: 'self', amount: 1000 }] },
      ],
    };
    const battle = start({ hand: ['brynhildr'], field: ['ghost'] }, {}, { cards: [ghost] });
    run(battle, cast('A', 'brynhildr', 'ghost'));
    bothPass(battle);
    expect(cells(battle, 'stackDepth', 'stack[0].sourceGone')).toEqual({ stackDepth: 1, 'stack[0].sourceGone': 1 });
    expect(names(bothPass(battle), 'resolved', 'cancelled')).toEqual(['cancelled']);
  });

  test('FA11 an auto-ability without a legal target leaves at once', () => {
    const sniper: PlainCard = {
      id: 'sniper',
      kind: 'forward',
      power: 1000,
      abilities: [
        {
          id: 'snipe',
          kind: 'auto',
          trigger: 'entersField',
          targets: 1,
          controller: 'opponent',
          effects: [{ kind: 'damage', amount: 5000 }],
        },
      ],
    };
    const battle = start({ hand: ['sniper'] }, {}, { cards: [sniper] });
    expect(names(run(battle, play('A', 'sniper')), 'triggered', 'dropped', 'pushed')).toEqual(['triggered', 'dropped']);
    expect(cells(battle, 'pending', 'waitingTriggers', 'stackDepth')).toEqual({
      pending: 0,
      waitingTriggers: 0,
      stackDepth: 0,
    });
    const other = start({ hand: ['sniper'] }, { field: ['rock'] }, { cards: [sniper] });
    run(other, play('A', 'sniper'));
    expect(cells(other, 'pending', 'pendingPlayer')).toEqual({ pending: 5, pendingPlayer: 0 });
    const order = { command: 'orderTriggers', player: 'A', triggers: ['sniper/snipe'] };
    refused(other, { ...order, targets: [] }, 'E_RANGE');
    refused(other, { ...order, targets: ['sniper'] }, 'E_NO_LEGAL_TARGET');
    run(other, { ...order, targets: ['rock'] });
    bothPass(other);
    expect(cell(other, 'card[rock].zone')).toBe(4);
  });
});
