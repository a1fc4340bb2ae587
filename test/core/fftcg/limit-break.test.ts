/** Extension Limit Break (CR 15.2): when it may be used, what it costs, and where its cards go. */
import { expect, test } from 'vitest';
import { createSelfPlay, fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import { apply, createEventBuffer, encodeCommand } from '../../../core/system/battle.js';
import type { Battle } from '../../../core/system/system.js';
import {
  bothPass,
  cast,
  cell,
  cells,
  fight,
  legal,
  names,
  type Plain,
  pass,
  play,
  refused,
  run,
  type Side,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const cards: readonly PlainCard[] = [
  { id: 'zack', kind: 'forward', power: 9000, limitBreak: 2 },
  { id: 'free', kind: 'forward', power: 1000, limitBreak: 0 },
  { id: 'spare', kind: 'backup', limitBreak: 1 },
  {
    id: 'flare',
    kind: 'summon',
    limitBreak: 1,
    abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }],
  },
];

type Sides = Side & { readonly limitBreak?: readonly unknown[] };

function open(a: Sides, b: Sides = {}, phase = 'main1') {
  return start(a, b, { phase, cards, switches: { limitBreak: 'on' } });
}

const limit = (player: string, card: string, turned: readonly string[], ...targets: readonly string[]): Plain => ({
  command: 'playLimitBreak',
  player,
  card,
  turned,
  targets,
});
/** 6 face down, 7 face up in the Limit Break deck; 2 field, 5 stack. */
const zones = (battle: ReturnType<typeof open>, ...ids: readonly string[]): number[] =>
  ids.map((id) => cell(battle, `card[${id}].zone`));

const three = { limitBreak: ['zack', 'spare', 'flare'] };

test('extension limitBreak: a Character comes without the stack, its cost turns that many others face up', () => {
  const battle = open({ ...three, hand: ['filler'] });
  expect(zones(battle, 'zack', 'spare', 'flare')).toEqual([6, 6, 6]);
  const events = run(battle, limit('A', 'zack', ['flare', 'spare']));
  expect(names(events)).toEqual(['limitBreak', 'moved', 'moved', 'moved', 'priority']);
  expect(zones(battle, 'zack', 'spare', 'flare')).toEqual([2, 7, 7]);
  expect(cells(battle, 'stackDepth', 'priority', 'player[A].hand', 'player[A].deck', 'player[A].field')).toEqual({
    stackDepth: 0,
    priority: 0,
    'player[A].hand': 1,
    'player[A].deck': 10,
    'player[A].field': 1,
  });
  // Face up is used up.
  refused(battle, limit('A', 'spare', ['flare']), 'E_LIMIT_BREAK');
  refused(battle, limit('A', 'flare', ['spare'], 'zack'), 'E_LIMIT_BREAK');
});

test('extension limitBreak: a cost of 0 turns nothing', () => {
  const battle = open({ limitBreak: ['free'] });
  run(battle, limit('A', 'free', []));
  expect(zones(battle, 'free')).toEqual([2]);
});

test('extension limitBreak: E_LIMIT_BREAK for another number, for itself, for cards that are not there or not own', () => {
  const battle = open({ ...three, hand: ['rock'], field: ['stone'] }, { limitBreak: ['free'] });
  for (const turned of [[], ['spare'], ['zack', 'spare'], ['spare', 'rock'], ['spare', 'stone'], ['spare', 'free']]) {
    refused(battle, limit('A', 'zack', turned), 'E_LIMIT_BREAK');
  }
  refused(battle, limit('A', 'spare', ['zack', 'flare']), 'E_LIMIT_BREAK');
  refused(battle, limit('A', 'free', []), 'E_LIMIT_BREAK');
  refused(battle, limit('A', 'rock', []), 'E_LIMIT_BREAK');
  refused(battle, play('A', 'zack'), 'E_NOT_IN_HAND');
  refused(battle, cast('A', 'flare', 'stone'), 'E_NOT_IN_HAND');
  refused(battle, limit('A', 'zack', ['spare', 'spare']), 'E_DUPLICATE_ID');
  refused(battle, { ...limit('A', 'zack', []), card: 119 }, 'E_UNKNOWN_ID');
  refused(battle, { ...limit('A', 'zack', []), turned: [119, 0] }, 'E_UNKNOWN_ID');
  refused(battle, limit('A', 'spare', ['flare'], 'stone'), 'E_RANGE');
  refused(battle, limit('A', 'flare', ['spare']), 'E_RANGE');
  refused(battle, limit('A', 'flare', ['spare'], 'rock'), 'E_NO_LEGAL_TARGET');
  // Two cards besides it are needed, whatever is named.
  refused(open({ limitBreak: ['zack', 'spare'] }), limit('A', 'zack', ['spare']), 'E_LIMIT_BREAK');
});

test('extension limitBreak: a Summon goes through the stack and then back face up, not to the Break Zone', () => {
  const battle = open({ ...three }, { field: ['rock'] });
  run(battle, limit('A', 'flare', ['spare'], 'rock'));
  expect([...zones(battle, 'flare', 'spare'), cell(battle, 'stackDepth')]).toEqual([5, 7, 1]);
  run(battle, pass('A'));
  expect(cell(battle, 'priority')).toBe(1);
  run(battle, pass('B'));
  expect(zones(battle, 'flare', 'rock')).toEqual([7, 1]);
  expect(cells(battle, 'player[A].breakZone', 'stackDepth', 'priority')).toEqual({
    'player[A].breakZone': 0,
    stackDepth: 0,
    priority: 0,
  });
});

test('extension limitBreak: what returns to the hand or breaks goes back face up', () => {
  const battle = open({ limitBreak: ['free', 'spare'], hand: ['valefor', 'brynhildr'] });
  run(battle, limit('A', 'free', []), cast('A', 'valefor'));
  bothPass(battle);
  expect([...zones(battle, 'free'), cell(battle, 'player[A].hand')]).toEqual([7, 1]);
  const other = open({ limitBreak: ['free'], hand: ['brynhildr'] });
  run(other, limit('A', 'free', []), cast('A', 'brynhildr', 'free'));
  bothPass(other);
  expect([...zones(other, 'free'), cell(other, 'player[A].breakZone')]).toEqual([7, 1]);
});

test('extension limitBreak: a card is turned face up in its deck; one that comes back from the field is told as a way', () => {
  const battle = open({ limitBreak: ['zack', 'spare', 'free'], hand: ['valefor'] });
  const said = (...commands: readonly Plain[]): string[] => {
    const [before, events] = [battle.image.slice(), createEventBuffer()];
    for (const command of commands) apply(fftcg, battle, { command: '', ...command }, events);
    return fftcg.narration.tell(battle, before, events).map((one) => fftcg.narration.sentence(one, 'en'));
  };
  const moves = (sentences: readonly string[]): string[] => sentences.filter((one) => /face up/u.test(one));
  expect(moves(said(limit('A', 'zack', ['spare', 'free'])))).toEqual([
    'spare is turned face up',
    'free is turned face up',
  ]);
  expect(moves(said(cast('A', 'valefor'), pass('A'), pass('B')))).toEqual([
    'zack goes from the field to the Limit Break deck, face up',
  ]);
});

test('extension limitBreak: the kind of the card decides when, as for a card of the hand', () => {
  const battle = open(
    { limitBreak: ['free', 'zack'], field: ['barret'] },
    { limitBreak: ['flare', 'spare'], field: ['stone'] },
  );
  refused(battle, limit('B', 'flare', ['spare'], 'barret'), 'E_NO_PRIORITY');
  run(battle, use('A', 'barret', 'hammer-blow'));
  refused(battle, limit('A', 'free', []), 'E_STACK_NOT_EMPTY');
  run(battle, pass('A'));
  refused(battle, limit('B', 'spare', ['flare']), 'E_NOT_TURN_PLAYER');
  run(battle, limit('B', 'flare', ['spare'], 'barret'));
  expect(cell(battle, 'priority')).toBe(1);
  bothPass(battle);
  expect(zones(battle, 'barret')).toEqual([1]);
  bothPass(battle);
  bothPass(battle);
  expect(cells(battle, 'phase', 'step')).toEqual({ phase: 3, step: 1 });
  refused(battle, limit('A', 'free', []), 'E_PHASE');
});

test('extension limitBreak: legalCommands lists what can be paid, print shows the deck', () => {
  const battle = open(three, { field: ['rock'] });
  const number = (id: string): number => battle.idNumber('card', id);
  const last = 2 * 10 + 1 + 3 - 1;
  const entries = () => legal(battle).filter((entry) => entry.code === 12);
  expect(entries().map((entry) => entry.ranges)).toEqual([
    [
      [0, 0],
      [number('zack'), number('zack')],
      [2, 2, 0, last],
      [0, 0, 0, 0],
    ],
    [
      [0, 0],
      [number('spare'), number('spare')],
      [1, 1, 0, last],
      [0, 0, 0, 0],
    ],
    [
      [0, 0],
      [number('flare'), number('flare')],
      [1, 1, 0, last],
      [1, 1, number('rock'), number('rock')],
    ],
  ]);
  expect(fftcg.capabilities.views?.print?.(battle)).toContain('  Limit Break: zack, spare, flare');
  run(battle, limit('A', 'spare', ['flare']));
  expect(entries()).toEqual([]);
  expect(fftcg.capabilities.views?.print?.(battle)).toContain('  Limit Break: zack, flare face up');
  // zack would have to turn two others
  const few = open({ limitBreak: ['zack', 'spare'] });
  const spare = few.idNumber('card', 'spare');
  const played = legal(few).filter(({ code }) => code === 12);
  expect(played.map(({ ranges }) => ranges[1])).toEqual([[spare, spare]]);
});

test('extension limitBreak: 7 damage to the holder end the game as ever; such cards attack and block like others', () => {
  const battle = open({ field: ['zack'] }, { field: ['rock'] });
  toDeclaration(battle);
  fight(battle, ['zack'], 'rock');
  expect(zones(battle, 'zack', 'rock')).toEqual([2, 4]);
});

test('extension limitBreak off by default: no deck, and the command finds no card', () => {
  const setup = (limitBreak: readonly unknown[]) => ({ definitions: cards, players: [{ limitBreak }, {}] });
  const refusal = (given: object, switches?: Record<string, string>): unknown => {
    try {
      return fftcg.create(given, switches) && '';
    } catch (error) {
      return error instanceof Error && 'code' in error && 'path' in error ? `${error.code} ${error.path}` : error;
    }
  };
  const on = { limitBreak: 'on' };
  expect(refusal(setup(['free']))).toBe('E_RANGE setup.players[0].limitBreak');
  expect(refusal(setup(['free']), on)).toBe('');
  expect(refusal(setup([{ card: 'free', copies: 8 }]), on)).toBe('');
  expect(refusal(setup([{ card: 'free', copies: 9 }]), on)).toBe('E_RANGE setup.players[0].limitBreak');
  expect(refusal(setup(['barret']), on)).toBe('E_WRONG_CARD setup.players[0].limitBreak[0]');
  for (const zone of ['hand', 'deck', 'damage', 'breakZone']) {
    expect(refusal({ definitions: cards, players: [{}, { [zone]: ['free'] }] }, on)).toBe(
      `E_WRONG_CARD setup.players[1].${zone}[0]`,
    );
  }
  const costly = { id: 'x', kind: 'backup', limitBreak: 8 };
  expect(refusal({ definitions: [costly], players: [{}, {}] }, on)).toMatch(
    /^E_(WIDTH|RANGE) setup.definitions\[0\].limitBreak$/,
  );
});

test('extension limitBreak: random play uses it, loses no card, and turns no card down again', () => {
  const deck = [
    { card: 'brynhildr', copies: 12 },
    { card: 'barret', copies: 8 },
  ];
  const side = { deck, limitBreak: ['zack', 'free', 'spare', 'spare', 'flare', 'flare', 'free'] };
  const setup = { definitions: cards, players: [side, side], phase: 'main1' };
  const game = createSelfPlay(setup, { limitBreak: 'on' });
  const offsets = game.battle.cells.filter((one) => /^card\[.*\]\.zone$/.test(one.name)).map((one) => one.offset);
  const count = (zone: number): number => offsets.filter((at) => game.battle.image[at] === zone).length;
  let state = 77;
  const choose = (bound: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % bound;
  };
  let used = 0;
  for (let round = 0; round < 6; round++) {
    game.reset();
    let ready = count(6);
    expect(ready).toBe(14);
    for (let turn = 0; turn < 400 && game.turn(choose); turn++) {
      expect(count(6)).toBeLessThanOrEqual(ready);
      if (game.command[0] === 12) used++;
      ready = count(6);
    }
  }
  expect(used).toBeGreaterThan(6);
});

test('extension limitBreak: cards without a cost are listed with nothing to turn', () => {
  const cards: PlainCard[] = [
    { id: 'spare', kind: 'backup', limitBreak: 0 },
    {
      id: 'flare',
      kind: 'summon',
      limitBreak: 0,
      abilities: [{ kind: 'summon', effects: [{ kind: 'draw', amount: 0 }] }],
    },
  ];
  const players = [{ limitBreak: ['spare', 'flare'] }, {}];
  const battle = fftcg.create({ definitions: cards, players, phase: 'main1' }, { limitBreak: 'on' });
  const entries = legal(battle).filter(({ code }) => code === 12);
  expect(entries.map(({ ranges }) => ranges)).toEqual(
    [0, 1].map((card) => [
      [0, 0],
      [card, card],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]),
  );
  for (const room of [0, 1, 12]) expect(legal(battle, room).filter(({ code }) => code === 12)).toEqual([]);
});

test('extension limitBreak: how many are needed, what is named, Back Attack over a stack', () => {
  const cards: PlainCard[] = [
    { id: 'zack', kind: 'forward', power: 9000, limitBreak: 2 },
    { id: 'ambush', kind: 'forward', power: 1000, keywords: ['backAttack'], limitBreak: 0 },
    { id: 'spare', kind: 'backup', limitBreak: 0 },
  ];
  const at = (deck: string[], side = 0): Battle => {
    const own = { limitBreak: deck, hand: ['valefor'] };
    const players = side === 0 ? [own, {}] : [{ hand: ['valefor'] }, { limitBreak: deck }];
    return fftcg.create({ definitions: cards, players, phase: 'main1' }, { limitBreak: 'on' });
  };
  const limit = (player: string, card: unknown, ...turned: unknown[]): Plain => ({
    command: 'playLimitBreak',
    player,
    card,
    turned,
    targets: [],
  });
  // two others pay for zack
  refused(at(['zack', 'spare']), limit('A', 'zack', 'spare'), 'E_LIMIT_BREAK');
  // and neither is it listed
  const ofZack = legal(at(['zack', 'spare'])).filter(({ code, ranges }) => code === 12 && ranges[1]?.[0] === 0);
  expect(ofZack).toEqual([]);
  const paid = at(['zack', 'spare', 'ambush']);
  for (const card of [-1, 4]) refused(paid, limit('A', card), 'E_UNKNOWN_ID');
  run(paid, limit('A', 'zack', 'spare', 'ambush'));
  expect(cell(paid, 'card[zack].zone')).toBe(2);
  // a Character needs an empty stack, one with Back Attack any window
  const full = at(['ambush', 'spare']);
  run(full, cast('A', 'valefor'));
  refused(full, limit('A', 'spare'), 'E_STACK_NOT_EMPTY');
  run(full, limit('A', 'ambush'));
  expect(cell(full, 'card[ambush].zone')).toBe(2);
  const other = at(['ambush', 'spare'], 1);
  run(other, pass('A'));
  refused(other, limit('B', 'spare'), 'E_NOT_TURN_PLAYER');
  run(other, limit('B', 'ambush'));
  expect(cell(other, 'card[ambush].zone')).toBe(2);
  // the lengths of both lists
  const battle = at(['zack', 'spare']);
  const lengths = (turned: number, targets: number): number => {
    const command = encodeCommand(fftcg, battle, { ...limit('A', 'spare'), command: 'playLimitBreak' });
    command[3] = turned;
    command[12] = targets;
    return battle.step(command, undefined);
  };
  expect([lengths(-1, 0), lengths(9, 0), lengths(0, -1), lengths(0, 5)]).toEqual([2, 2, 2, 2]);
  // 8 are looked at: the same card over and over; targets of a Character are out of range whatever their number
  expect([lengths(8, 0), lengths(0, 4), lengths(0, 0)]).toEqual([3, 2, 0]);
});
