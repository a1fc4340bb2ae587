/** What self-play makes of each choice: how many there are when it asks, and the command that comes of the answer. */
import { expect, test } from 'vitest';
import { createSelfPlay, type PlainCard, type SelfPlay } from '../../../core/fftcg/index.js';
import { CARDS, cell, DECK, decoded, type Plain, type Side } from './helpers.js';

interface Game extends SelfPlay {
  /** One command by these answers, all of them asked for; returns how many choices there were each time. */
  answer(...answers: number[]): number[];
  /** The command of the last answers. */
  said(): Plain;
  /** Passes until somebody owes something else, or to the next place. */
  passTwice(): void;
}

function game(
  a: Side & Plain,
  b: Side & Plain,
  cards: readonly PlainCard[] = [],
  phase = 'main1',
  switches = {},
): Game {
  const setup = { definitions: [...CARDS, ...cards], players: [a, b].map((side) => ({ deck: DECK, ...side })), phase };
  const play = createSelfPlay(setup, switches);
  const answer = (...answers: number[]): number[] => {
    const left = [...answers];
    const counts: number[] = [];
    const done = play.turn((count) => {
      counts.push(count);
      const chosen = left.shift() ?? Number.NaN;
      expect(chosen).toBeLessThan(count);
      return chosen;
    });
    expect([done, left]).toEqual([true, []]);
    return counts;
  };
  return {
    ...play,
    answer,
    said: () => decoded(play.battle, play.command),
    passTwice: () => {
      // three answers of four pass
      expect([answer(1), answer(3)]).toEqual([[4], [4]]);
    },
  };
}

test('actions: a pass in three of four cases, else one of the entries and its targets', () => {
  const play = game(
    { field: ['rock', 'stone', 'jailer', 'barret'], hand: ['brynhildr', 'greeter'] },
    { field: ['flame'] },
  );
  // pass, jail on four Forwards, hammer-blow, brynhildr on four, greeter
  expect(play.answer(0, 1, 2)).toEqual([4, 11, 4]);
  expect(play.said()).toEqual({
    command: 'useAbility',
    player: 'A',
    source: 'jailer',
    ability: 'jail',
    targets: ['barret'],
  });
  expect(play.answer(2)).toEqual([4]);
  expect(play.said()).toEqual({ command: 'pass', player: 'A' });
  expect(play.answer(0, 0)).toEqual([4, 1]);
  expect(play.said()).toEqual({ command: 'pass', player: 'B' });
  expect(play.answer(0, 5, 3)).toEqual([4, 7, 4]);
  expect(play.said()).toEqual({ command: 'castSummon', player: 'A', card: 'brynhildr', targets: ['flame'] });
  play.passTwice();
  expect(play.answer(0, 2)).toEqual([4, 3]);
  expect(play.said()).toEqual({ command: 'playCharacter', player: 'A', card: 'greeter' });
});

test('two targets are different ones of those that are legal', () => {
  const both: PlainCard = {
    id: 'pair',
    kind: 'backup',
    abilities: [{ id: 'both', kind: 'action', targets: 2, effects: [{ kind: 'dull' }] }],
  };
  const play = game({ field: ['pair', 'rock', 'stone'] }, { field: ['flame'] }, [both]);
  // of rock, stone, flame the last; then of rock and stone, where rock stands last by now
  expect(play.answer(0, 1, 2, 1)).toEqual([4, 2, 3, 2]);
  expect(play.said()['targets']).toEqual(['flame', 'rock']);
});

test('attacks: none, one, or a leader and partners that may join', () => {
  const at = (): Game => {
    const play = game({ field: ['rock', 'barret', 'stone', 'knight'] }, {});
    play.passTwice();
    play.passTwice();
    return play;
  };
  const attack = (...answers: number[]): unknown => {
    const play = at();
    const counts = play.answer(...answers);
    return [counts, play.said()['forwards']];
  };
  // end, four alone, a party; barret has no element
  expect(attack(0)).toEqual([[6], []]);
  expect(attack(2)).toEqual([[6], ['barret']]);
  expect(attack(5, 1, 0, 1)).toEqual([
    [6, 3, 2, 2],
    ['stone', 'knight'],
  ]);
  expect(attack(5, 0, 1, 0, 0)).toEqual([
    [6, 3, 2, 2, 1],
    ['rock', 'stone', 'knight'],
  ]);
});

test('damage of a blocker is split in thousands, each to one of the party', () => {
  const play = game({ field: ['rock', 'stone'] }, { field: ['flame'] });
  play.passTwice();
  play.passTwice();
  play.answer(3, 1, 0, 0);
  play.passTwice();
  expect(play.answer(1)).toEqual([2]);
  expect(play.said()).toEqual({ command: 'declareBlock', player: 'B', blocker: 'flame' });
  play.passTwice();
  expect(play.answer(0, 0, 1, 1, 1)).toEqual([1, 2, 2, 2, 2]);
  expect(play.said()).toEqual({
    command: 'assignPartyDamage',
    player: 'B',
    forwards: ['rock', 'stone'],
    amounts: [1000, 3000],
  });
});

test('what lies on the stack is no target, whatever its number', () => {
  const sniper: PlainCard = {
    id: 'sniper',
    kind: 'backup',
    abilities: [{ id: 'snipe', kind: 'action', targets: 1, effects: [{ kind: 'dull' }] }],
  };
  // its number, 2, stands behind the last card, where 2 would be the field
  const play = game({ field: ['rock', 'stone', 'sniper'] }, { field: ['flame'] }, [sniper]);
  for (const _ of [1, 2]) {
    expect(play.answer(0, 1, 2).at(-1)).toBe(3);
    expect(play.said()['targets']).toEqual(['flame']);
  }
});

test('triggers are put on the stack one by one, each by its own number', () => {
  const two: PlainCard = {
    id: 'two',
    kind: 'forward',
    power: 1000,
    abilities: ['left', 'right'].map((id) => ({
      ...({ id, kind: 'auto', trigger: 'attacks' } as const),
      effects: [{ kind: 'draw', amount: 0 }],
    })),
  };
  const play = game({ field: ['rock', 'two'] }, {}, [two]);
  play.passTwice();
  play.passTwice();
  play.answer(2);
  expect(play.answer(1)).toEqual([2]);
  expect(play.said()).toEqual({ command: 'orderTriggers', player: 'A', triggers: ['two/right'], targets: [] });
});

test('an EX Burst is declined, or used with targets', () => {
  const burst: PlainCard = {
    id: 'burst',
    kind: 'summon',
    exBurst: 'burst',
    abilities: [{ kind: 'summon', targets: 1, of: 'character', effects: [{ kind: 'break' }] }],
  };
  const at = (...answers: number[]): unknown => {
    const play = game({ field: ['rock'] }, { field: ['shop'], deck: ['burst', 'filler'] }, [burst]);
    play.passTwice();
    play.passTwice();
    play.answer(1);
    play.passTwice();
    play.answer(0);
    play.passTwice();
    const counts = play.answer(...answers);
    return [counts, play.said()];
  };
  expect(at(0)).toEqual([[3], { command: 'exBurst', player: 'B', use: 0, targets: [] }]);
  expect(at(2, 0)).toEqual([[3, 2], { command: 'exBurst', player: 'B', use: 1, targets: ['rock'] }]);
});

test('triggers one at a time, each with its targets', () => {
  const twice: PlainCard = {
    id: 'twice',
    kind: 'forward',
    power: 1000,
    abilities: [
      { id: 'twice-draw', kind: 'auto', trigger: 'entersField', effects: [{ kind: 'draw', amount: 0 }] },
      { id: 'twice-dull', kind: 'auto', trigger: 'entersField', targets: 1, of: 'backup', effects: [{ kind: 'dull' }] },
    ],
  };
  const play = game({ field: ['shop', 'jailer'], hand: ['twice'] }, {}, [twice]);
  play.answer(0, 1);
  expect(play.answer(2, 0)).toEqual([3, 2]);
  expect(play.said()).toEqual({
    command: 'orderTriggers',
    player: 'A',
    triggers: ['twice/twice-dull'],
    targets: ['shop'],
  });
});

test('a discard takes cards of the own hand', () => {
  const hand = ['rock', 'stone', 'flame', 'shop', 'runner', 'knight', 'greeter'];
  const play = game({ hand }, { hand: ['rock'] }, [], 'main2');
  play.passTwice();
  // two of seven: the last, then the one that took its place
  expect(play.answer(0, 6, 5)).toEqual([1, 7, 6]);
  expect(play.said()).toEqual({ command: 'discard', player: 'A', cards: ['greeter', 'rock'] });
});

test('extension limitBreak: the cost is paid with others, a Summon has targets', () => {
  const cards: PlainCard[] = [
    { id: 'zack', kind: 'forward', power: 9000, limitBreak: 2 },
    {
      id: 'flare',
      kind: 'summon',
      limitBreak: 1,
      abilities: [{ kind: 'summon', targets: 1, effects: [{ kind: 'damage', amount: 1000 }] }],
    },
    { id: 'spare', kind: 'backup', limitBreak: 0 },
  ];
  const at = (): Game =>
    game({ limitBreak: ['zack', 'flare', 'spare'], field: ['rock'] }, { field: ['flame'] }, cards, 'main1', {
      limitBreak: 'on',
    });
  // pass, zack, flare on two Forwards, spare
  const first = at();
  expect(first.answer(0, 1, 0, 0)).toEqual([4, 5, 2, 1]);
  expect(first.said()).toEqual({
    command: 'playLimitBreak',
    player: 'A',
    card: 'zack',
    turned: ['flare', 'spare'],
    targets: [],
  });
  const second = at();
  expect(second.answer(0, 2, 1, 1)).toEqual([4, 5, 2, 2]);
  expect(second.said()).toEqual({
    command: 'playLimitBreak',
    player: 'A',
    card: 'flare',
    turned: ['spare'],
    targets: ['flame'],
  });
});

test('play goes to the end or to its limit, reset back to the start', () => {
  const play = game({}, {});
  const start = play.battle.image.slice();
  const always = (): number => 1;
  expect(play.play(always, 5)).toBe(5);
  expect(play.play(always, 0)).toBe(0);
  expect(play.battle.image).not.toEqual(start);
  play.reset();
  expect(play.battle.image).toEqual(start);
  // nobody attacks: of 2 * 10 cards the first deck is empty at the start of turn 11
  const made = play.play((count) => (count === 4 ? 1 : 0));
  expect([cell(play.battle, 'outcome') > 0, made > 5, play.play(always)]).toEqual([true, true, 0]);
});
