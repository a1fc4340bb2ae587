/** Corners of damage, triggers, chosen cards and what is shown, in numbers counted out from the rules. */
import { describe, expect, test } from 'vitest';
import { fftcg, type PlainCard } from '../../../core/fftcg/index.js';
import { write8 } from '../../../core/int/uint.js';
import type { Battle } from '../../../core/system/system.js';
import {
  attack,
  block,
  bothPass,
  burst,
  cast,
  cell,
  cells,
  fight,
  listed,
  names,
  type Plain,
  pass,
  play,
  refused,
  run,
  split,
  start,
  toDeclaration,
  use,
} from './helpers.js';

/** Values of the events of one kind. */
const values = (events: ReturnType<typeof run>, kind: string): number[][] =>
  events.filter(({ event }) => event === kind).map((event) => Object.values(event.values) as number[]);

const auto = (id: string, trigger: string, targets = 0): object => ({
  id,
  ...{ kind: 'auto', trigger, targets, of: 'character' },
  effects: [{ kind: 'draw', amount: 0 }],
});
const bearer = (id: string, ...abilities: object[]): PlainCard =>
  ({ id, kind: 'forward', power: 1000, element: 'earth', abilities }) as PlainCard;

const SNIPING: readonly PlainCard[] = [
  {
    id: 'sniper',
    kind: 'forward',
    power: 3000,
    abilities: [{ id: 'snipe', kind: 'action', targets: 2, effects: [{ kind: 'damage', amount: 1000 }] }],
  },
  { id: 'back', kind: 'summon', abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }] },
];

function written(battle: Battle, name: string, value: number): void {
  const found = battle.cells.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no cell ${name}`);
  write8(battle.image, found.offset, value);
}

describe('the damage of a party', () => {
  test('FA14: every Forward deals once, and the blocker what its player says, to nobody else', () => {
    // card 0 stays at home
    const battle = start({ field: ['flame', 'rock', 'stone'] }, { field: ['barret'] });
    toDeclaration(battle);
    fight(battle, ['rock', 'stone'], 'barret');
    const events = run(battle, split('B', { rock: 3000, stone: 4000 }));
    // source, card, amount, damage on it
    expect(values(events, 'dealt')).toEqual([
      [1, 3, 5000, 5000],
      [2, 3, 6000, 11000],
      [3, 1, 3000, 3000],
      [3, 2, 4000, 4000],
    ]);
  });

  test('FA14: in the second player\u2019s turn the first player splits', () => {
    const battle = start({ field: ['barret'] }, { field: ['rock', 'stone'] }, { turnPlayer: 1 });
    toDeclaration(battle);
    fight(battle, ['rock', 'stone'], 'barret');
    expect(cells(battle, 'pending', 'pendingPlayer')).toEqual({ pending: 3, pendingPlayer: 0 });
    expect(listed(battle)).toEqual(['assignPartyDamage 0 0, 1 2 0 22, 1 2 0 7000']);
  });

  test('FA14: a blocker without a whole thousand has nothing to split', () => {
    for (const [powerMod, pending] of [
      [-4001, 0],
      [-4000, 3],
    ] as const) {
      const battle = start({ field: ['rock', 'stone'] }, { field: [{ card: 'knight', powerMod }] });
      toDeclaration(battle);
      const events = fight(battle, ['rock', 'stone'], 'knight');
      expect(cell(battle, 'pending')).toBe(pending);
      expect(names(events, 'dealt')).toHaveLength(pending === 0 ? 2 : 0);
    }
  });
});

describe('triggers', () => {
  test('F14: damagesPlayer is for who attacks, leavesField for who leaves', () => {
    const cards = [bearer('watcher', auto('watch', 'damagesPlayer')), bearer('goer', auto('go', 'leavesField'))];
    const battle = start({ field: ['watcher', 'rock'], hand: ['goer'] }, { deck: ['goer', 'filler'] }, { cards });
    const entered = run(battle, play('A', 'goer'));
    toDeclaration(battle);
    const struck = fight(battle, ['rock']);
    expect(names([...entered, ...struck], 'triggered', 'playerDamaged')).toEqual(['playerDamaged']);
  });

  test('FA6: an ability that is triggered again while it waits waits once', () => {
    const battle = start({ field: ['charger'] }, {}, { cards: [bearer('charger', auto('charge', 'attacks'))] });
    toDeclaration(battle);
    written(battle, 'waitingTriggers', 1);
    written(battle, 'card[charger].triggers', 1);
    run(battle, attack('A', 'charger'));
    expect(cells(battle, 'waitingTriggers', 'card[charger].triggers', 'stackDepth')).toEqual({
      waitingTriggers: 0,
      'card[charger].triggers': 0,
      stackDepth: 1,
    });
  });

  test('FA5: cards side by side whose abilities wait are listed one by one', () => {
    const cards = ['one', 'two'].map((id) => bearer(id, auto(`${id}-a`, 'attacks'), auto(`${id}-b`, 'attacks')));
    const battle = start({ field: ['one', 'two'] }, {}, { cards });
    toDeclaration(battle);
    run(battle, attack('A', 'one', 'two'));
    expect(listed(battle)).toEqual([0, 1, 8, 9].map((number) => `orderTriggers 0 0, 1 1 ${number} ${number}, 0 0 0 0`));
  });

  test('FA5: an item holds its own targets and no other trigger\u2019s', () => {
    const cards = [bearer('two', auto('two-a', 'attacks', 1), auto('two-b', 'attacks', 1))];
    const battle = start({ field: ['two', 'rock'] }, { field: ['stone'] }, { cards });
    toDeclaration(battle);
    run(battle, attack('A', 'two'));
    const triggers = ['two/two-a', 'two/two-b'];
    run(battle, { command: 'orderTriggers', player: 'A', triggers, targets: ['rock', 'stone'] });
    const chosen = [0, 1].map((at) => [0, 1, 2, 3].map((target) => cell(battle, `stack[${at}].target[${target}]`)));
    expect(chosen).toEqual([
      [1, 0, 0, 0],
      [2, 0, 0, 0],
    ]);
  });
});

describe('chosen cards', () => {
  const back: PlainCard = {
    id: 'back',
    kind: 'summon',
    abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'return' }] }],
  };

  test('FA11: card 0 leaves, and an item aimed at another card keeps its one target', () => {
    const battle = start({ field: ['rock', 'stone'], hand: ['back', 'brynhildr'] }, {}, { cards: [back] });
    run(battle, cast('A', 'brynhildr', 'stone'), cast('A', 'back', 'rock'));
    bothPass(battle);
    expect(cell(battle, 'card[rock].zone')).toBe(1);
    expect([0, 1, 2, 3].map((at) => cell(battle, `stack[0].target[${at}]`))).toEqual([1, 0, 0, 0]);
  });

  test('E_DUPLICATE_ID: also the second and third of three', () => {
    const three: PlainCard = {
      id: 'three',
      kind: 'summon',
      abilities: [{ kind: 'summon', targets: 3, effects: [{ kind: 'dull' }] }],
    };
    const battle = start({ field: ['rock', 'stone', 'flame', 'knight'], hand: ['three'] }, {}, { cards: [three] });
    refused(battle, cast('A', 'three', 'knight', 'stone', 'stone'), 'E_DUPLICATE_ID');
    refused(battle, cast('A', 'three', 'stone', 'knight', 'stone'), 'E_DUPLICATE_ID');
    toDeclaration(battle);
    refused(battle, attack('A', 'rock', 'stone', 'stone'), 'E_DUPLICATE_ID');
  });

  test('F14: an EX Burst with a target that it may not choose changes nothing', () => {
    const battle = start({ field: ['rock'], hand: ['stone'] }, { deck: ['burst', 'filler'] }, { cards: [burst] });
    toDeclaration(battle);
    fight(battle, ['rock']);
    const ex = (use: number, ...targets: string[]): Plain => ({ command: 'exBurst', player: 'B', use, targets });
    refused(battle, ex(1, 'stone'), 'E_NO_LEGAL_TARGET');
    refused(battle, ex(2), 'E_RANGE');
    run(battle, ex(0));
    expect(cell(battle, 'card[rock].zone')).toBe(2);
  });
});

describe('what is told and shown', () => {
  test('F16: damage that goes is reported of who had some, once, in either order', () => {
    for (const endOrder of ['seed', 'cr']) {
      const battle = start(
        { field: [{ card: 'rock', damage: 1000 }, 'stone'], hand: [{ card: 'shop', copies: 6 }] },
        {},
        { phase: 'main2', switches: { endOrder } },
      );
      const events = bothPass(battle);
      events.push(...run(battle, { command: 'discard', player: 'A', cards: ['shop'] }));
      expect(values(events, 'healed')).toEqual([[0]]);
      expect(names(events, 'healed', 'moved').slice(0, 2)).toEqual(
        endOrder === 'seed' ? ['healed', 'moved'] : ['moved', 'healed'],
      );
    }
  });

  test('FA7: from an empty deck nothing is drawn, and the game is lost', () => {
    const twice: PlainCard = {
      id: 'twice',
      kind: 'summon',
      abilities: [{ kind: 'summon', effects: [1, 2].map((amount) => ({ kind: 'draw', amount })) }],
    };
    const battle = start({ hand: ['twice'], deck: [] }, {}, { cards: [twice] });
    run(battle, cast('A', 'twice'));
    const events = bothPass(battle);
    expect(names(events, 'drew', 'ended')).toEqual(['ended']);
    expect(cells(battle, 'outcome', 'player[A].deckOut')).toEqual({ outcome: 2, 'player[A].deckOut': 1 });
  });

  test('a place that no turn has is told by its numbers', () => {
    const battle = start({}, {});
    written(battle, 'phase', 9);
    expect(fftcg.capabilities.views?.print?.(battle).split('\n')[0]).toBe('turn 1 of A, phase 9, step 0');
  });

  test('FA11: the stack tells of sources and targets that have left', () => {
    const battle = start(
      { field: ['sniper'] },
      { field: ['rock', 'stone'], hand: [{ card: 'back', copies: 2 }] },
      { cards: SNIPING },
    );
    const stack = (): string[] =>
      (fftcg.capabilities.views?.print?.(battle) ?? '').split('\n').filter((line) => line.startsWith('stack'));
    run(battle, { command: 'useAbility', player: 'A', source: 'sniper', ability: 'snipe', targets: ['rock', 'stone'] });
    expect(stack()).toEqual(['stack 1: snipe of sniper by A on rock, stone']);
    for (const [card, target, told] of [
      ['back', 'rock', 'stack 1: snipe of sniper by A on a card that has left, stone'],
      ['back-2', 'sniper', 'stack 1: snipe of sniper by A on a card that has left, stone (its source has left)'],
    ] as const) {
      run(battle, pass('A'), cast('B', card, target));
      bothPass(battle);
      expect(stack()).toEqual([told]);
    }
  });

  test('an upper item of the stack loses a target as well, and what lies above the top loses nothing', () => {
    const battle = start(
      { field: ['sniper'] },
      { field: ['rock', 'stone', 'flame'], hand: [{ card: 'back', copies: 2 }] },
      { cards: SNIPING },
    );
    const snipe = (...targets: string[]): Plain => use('A', 'sniper', 'snipe', ...targets);
    const flame = battle.idNumber('card', 'flame');
    for (const place of [3, 4]) written(battle, `stack[${place}].card`, flame);
    run(battle, snipe('rock', 'stone'), snipe('stone', 'flame'), pass('A'), cast('B', 'back', 'flame'));
    bothPass(battle);
    const stack = (fftcg.capabilities.views?.print?.(battle) ?? '').split('\n').filter((line) => /^stack/.test(line));
    expect(stack).toEqual([
      'stack 2: snipe of sniper by A on stone, a card that has left',
      'stack 1: snipe of sniper by A on rock, stone',
    ]);
    expect([2, 3, 4].map((place) => cell(battle, `stack[${place}].sourceGone`))).toEqual([0, 0, 0]);
  });

  test('cells of choices, places and cards have words', () => {
    const { cells: all } = start({ field: ['rock'] }, { deck: [] });
    const words = (name: string): unknown => {
      const found = all.find((one) => one.name === name)?.words ?? {};
      return [0, 1, 2].map((value) => found[value]);
    };
    const players = ['A', 'B', undefined];
    const ids = ['rock', 'filler', 'filler-2'];
    expect(['turnPlayer', 'priority', 'pendingPlayer'].map(words)).toEqual([players, players, players]);
    expect(['blocker', 'exCard', 'stack[0].target[3]'].map(words)).toEqual([ids, ids, ids]);
    const none = (name: string): unknown => all.find((one) => one.name === name)?.none;
    expect(['turnPlayer', 'priority', 'pendingPlayer'].map(none)).toEqual([
      undefined,
      [0xff, 'nobody'],
      [0xff, 'nobody'],
    ]);
    expect(['blocker', 'exCard', 'stack[0].target[3]'].map(none)).toEqual([
      [0xff, 'none'],
      [0xff, 'none'],
      [0xff, 'none'],
    ]);
    const later = (name: string): string[] => Object.values(all.find((one) => one.name === name)?.words ?? {}).slice(3);
    expect(['phase', 'step', 'pending', 'card[rock].zone'].map(later)).toEqual([
      ['Attack Phase', 'Main Phase 2', 'End Phase'],
      ['4-3 block', '4-4 damage', 'First Strike'],
      [
        'how the damage is split over the party',
        'whether to use the EX Burst',
        'the order and the targets of the triggers',
        'the cards to discard',
      ],
      [
        ...['the damage zone', 'the Break Zone', 'the stack'],
        ...['the Limit Break deck', 'the Limit Break deck, face up'],
      ],
    ]);
    expect(['phase', 'step', 'pending', 'card[rock].zone', 'card[rock].dull'].map(words)).toEqual([
      ['Active Phase', 'Draw Phase', 'Main Phase 1'],
      ['none', '4-1 preparation', '4-2 declaration'],
      ['nothing', 'the attackers', 'a blocker, or none'],
      ['the deck', 'the hand', 'the field'],
      ['active', 'dull', undefined],
    ]);
  });

  test('F12: in the second player\u2019s turn the first player blocks', () => {
    const battle = start({ field: ['rock'] }, { field: ['stone'] }, { turnPlayer: 1 });
    toDeclaration(battle);
    run(battle, attack('B', 'stone'), pass('B'), pass('A'));
    expect(cells(battle, 'pending', 'pendingPlayer')).toEqual({ pending: 2, pendingPlayer: 0 });
    run(battle, block('A', 'rock'));
    expect(cells(battle, 'blocker', 'priority')).toEqual({ blocker: 0, priority: 1 });
  });
});
