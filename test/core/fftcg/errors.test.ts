/**
 * Every error code a step can return, reached by a command that leaves the image untouched; the table is
 * enumerated.
 */
import { describe, expect, test } from 'vitest';
import { fftcg } from '../../../core/fftcg/index.js';
import { encodeCommand } from '../../../core/system/battle.js';
import {
  attack,
  block,
  bothPass,
  cast,
  cell,
  fight,
  pass,
  play,
  refused,
  run,
  start,
  toDeclaration,
  use,
} from './helpers.js';

const scenarios: Readonly<Record<string, () => void>> = {
  E_UNKNOWN_ID: () => {
    const battle = start({ hand: ['rock'], field: ['stone', 'jailer'] }, {});
    refused(battle, { command: 'dance', player: 'A' }, 'E_UNKNOWN_ID');
    refused(battle, play('A', 'nobody'), 'E_UNKNOWN_ID');
    refused(battle, { command: 'playCharacter', player: 'A', card: 119 }, 'E_UNKNOWN_ID');
    refused(battle, { command: 'playCharacter', player: 'A', card: -1 }, 'E_UNKNOWN_ID');
    refused(battle, { command: 'castSummon', player: 'A', card: 119, targets: [] }, 'E_UNKNOWN_ID');
    refused(battle, { ...use('A', 'jailer', 'jail'), ability: 254 }, 'E_UNKNOWN_ID');
    refused(battle, { ...use('A', 'jailer', 'jail'), source: 119 }, 'E_UNKNOWN_ID');
    refused(battle, use('A', 'stone', 'jail', 'stone'), 'E_UNKNOWN_ID');
    refused(battle, { ...use('A', 'jailer', 'jail'), targets: [119] }, 'E_UNKNOWN_ID');
    for (const code of [0, 13, -1]) expect(battle.step(Int32Array.of(code, 0), undefined)).toBe(1);
    expect(battle.step(new Int32Array(0), undefined)).toBe(1);
    toDeclaration(battle);
    refused(battle, { command: 'declareAttack', player: 'A', forwards: [119] }, 'E_UNKNOWN_ID');
    run(battle, attack('A', 'stone'));
    bothPass(battle);
    refused(battle, { command: 'declareBlock', player: 'B', blocker: 119 }, 'E_UNKNOWN_ID');
    refused(battle, { command: 'declareBlock', player: 'B', blocker: -2 }, 'E_UNKNOWN_ID');
  },
  E_RANGE: () => {
    const battle = start({ hand: ['brynhildr'], field: ['rock'] }, {});
    refused(battle, { command: 'pass', player: 2 }, 'E_RANGE');
    refused(battle, cast('A', 'brynhildr'), 'E_RANGE');
    refused(battle, cast('A', 'brynhildr', 'rock', 'rock', 'rock', 'rock', 'rock'), 'E_RANGE');
    // Cut short, and lists that claim a length which they cannot have.
    expect(battle.step(encodeCommand(fftcg, battle, { command: 'pass', player: 0 }).subarray(0, 1), undefined)).toBe(2);
    for (const length of [-1, 5, 0x7fff_ffff]) {
      const command = encodeCommand(fftcg, battle, { command: '', ...cast('A', 'brynhildr', 'rock') });
      command[3] = length;
      expect(battle.step(command, undefined)).toBe(2);
    }
    for (const [name, code, at] of [
      ['useAbility', 3, 4],
      ['declareAttack', 5, 2],
      ['assignPartyDamage', 7, 2],
      ['exBurst', 8, 3],
      ['orderTriggers', 9, 2],
      ['discard', 10, 2],
      ['playLimitBreak', 12, 3],
    ] as const) {
      const command = new Int32Array(200);
      command[0] = code;
      command[at] = 0x7fff_ffff;
      expect(battle.step(command, undefined), name).not.toBe(0);
    }
  },
  E_DUPLICATE_ID: () => {
    const battle = start({ field: ['rock', 'stone'] }, {});
    toDeclaration(battle);
    refused(battle, attack('A', 'rock', 'rock'), 'E_DUPLICATE_ID');
    const volley = {
      id: 'volley',
      kind: 'summon',
      abilities: [{ kind: 'summon', targets: 2, effects: [{ kind: 'dull' }] }],
    } as const;
    const other = start({ field: ['rock', 'stone'], hand: ['volley'] }, {}, { cards: [volley] });
    refused(other, cast('A', 'volley', 'rock', 'rock'), 'E_DUPLICATE_ID');
    run(other, cast('A', 'volley', 'rock', 'stone'));
  },
  E_PHASE: () => {
    const battle = start({ hand: ['rock'], field: ['stone'] }, {}, { phase: 'attack' });
    refused(battle, play('A', 'rock'), 'E_PHASE');
    refused(battle, attack('A', 'stone'), 'E_PHASE');
    refused(battle, block('B'), 'E_PHASE');
    refused(battle, { command: 'exBurst', player: 'B', use: 0, targets: [] }, 'E_PHASE');
    refused(battle, { command: 'discard', player: 'A', cards: [] }, 'E_PHASE');
    refused(battle, { command: 'orderTriggers', player: 'A', triggers: [], targets: [] }, 'E_PHASE');
    refused(battle, { command: 'assignPartyDamage', player: 'B', forwards: [], amounts: [] }, 'E_PHASE');
  },
  E_ENDED: () => {
    const battle = start({}, {});
    run(battle, { command: 'concede', player: 'B' });
    expect(cell(battle, 'outcome')).toBe(1);
    for (const shape of fftcg.commands) {
      const command = new Int32Array(200);
      command[0] = shape.code;
      expect(battle.step(command, undefined), shape.name).toBe(5);
    }
    const other = start({}, {});
    run(other, { command: 'concede', player: 'A' });
    expect(cell(other, 'outcome')).toBe(2);
  },
  E_NO_PRIORITY: () => {
    const battle = start({}, { hand: ['filler', 'rock'] });
    refused(battle, pass('B'), 'E_NO_PRIORITY');
    refused(battle, cast('B', 'filler'), 'E_NO_PRIORITY');
    refused(battle, play('B', 'rock'), 'E_NO_PRIORITY');
  },
  E_NOT_TURN_PLAYER: () => {
    const battle = start({}, { hand: ['rock'], field: ['stone'] });
    run(battle, pass('A'));
    refused(battle, play('B', 'rock'), 'E_NOT_TURN_PLAYER');
    run(battle, pass('B'));
    toDeclaration(battle);
    refused(battle, attack('B', 'stone'), 'E_NOT_TURN_PLAYER');
  },
  E_STACK_NOT_EMPTY: () => {
    const battle = start({ hand: ['filler', 'rock'] }, {});
    run(battle, cast('A', 'filler'));
    refused(battle, play('A', 'rock'), 'E_STACK_NOT_EMPTY');
    bothPass(battle);
    run(battle, play('A', 'rock'));
  },
  E_NO_LEGAL_TARGET: () => {
    const battle = start({ hand: ['brynhildr'], field: ['shop'] }, {});
    // Nothing to choose at all, whatever is named.
    refused(battle, cast('A', 'brynhildr'), 'E_NO_LEGAL_TARGET');
    refused(battle, cast('A', 'brynhildr', 'shop'), 'E_NO_LEGAL_TARGET');
    const other = start({ hand: ['brynhildr'], field: ['shop', 'rock'] }, { hand: ['stone'] });
    refused(other, cast('A', 'brynhildr', 'shop'), 'E_NO_LEGAL_TARGET');
    refused(other, cast('A', 'brynhildr', 'stone'), 'E_NO_LEGAL_TARGET');
    run(other, cast('A', 'brynhildr', 'rock'));
  },
  E_CANNOT_ATTACK: () => {
    const battle = start(
      { field: [{ card: 'rock', dull: true }, 'shop', { card: 'flame', enteredTurn: 1 }] },
      { field: ['stone'] },
    );
    toDeclaration(battle);
    for (const card of ['rock', 'shop', 'flame', 'stone', 'filler'])
      refused(battle, attack('A', card), 'E_CANNOT_ATTACK');
  },
  E_BAD_PARTY: () => {
    const battle = start({ field: ['rock', 'flame', 'stone'] }, {});
    toDeclaration(battle);
    refused(battle, attack('A', 'rock', 'stone', 'flame'), 'E_BAD_PARTY');
  },
  E_CANNOT_BLOCK: () => {
    const battle = start({ field: ['rock'] }, { field: [{ card: 'stone', dull: true }] });
    toDeclaration(battle);
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    refused(battle, block('B', 'stone'), 'E_CANNOT_BLOCK');
  },
  E_PENDING_CHOICE: () => {
    const battle = start({ field: ['rock'], hand: ['filler'] }, {});
    toDeclaration(battle);
    refused(battle, cast('A', 'filler'), 'E_PENDING_CHOICE');
    run(battle, attack('A', 'rock'));
    bothPass(battle);
    refused(battle, cast('A', 'filler'), 'E_PENDING_CHOICE');
    refused(battle, block('A'), 'E_PENDING_CHOICE');
    refused(battle, attack('A'), 'E_PENDING_CHOICE');
  },
  E_DISCARD_COUNT: () => {
    const battle = start({ hand: [{ card: 'filler', copies: 7 }] }, {}, { phase: 'main2' });
    bothPass(battle);
    for (const cards of [[], ['filler'], ['filler', 'filler-2', 'filler-3']]) {
      refused(battle, { command: 'discard', player: 'A', cards }, 'E_DISCARD_COUNT');
    }
    run(battle, { command: 'discard', player: 'A', cards: ['filler', 'filler-7'] });
  },
  E_NOT_IN_HAND: () => {
    const battle = start(
      { hand: [{ card: 'filler', copies: 6 }], field: ['rock'], breakZone: ['flame'] },
      { hand: ['stone'] },
      { phase: 'main2' },
    );
    for (const card of ['rock', 'flame', 'stone']) refused(battle, play('A', card), 'E_NOT_IN_HAND');
    refused(battle, cast('A', 'filler-7'), 'E_NOT_IN_HAND');
    bothPass(battle);
    refused(battle, { command: 'discard', player: 'A', cards: ['stone'] }, 'E_NOT_IN_HAND');
  },
  E_STACK_OVERFLOW: () => {
    const battle = start({ field: ['barret'], hand: ['filler'] }, {});
    for (let depth = 1; depth <= 255; depth++) run(battle, use('A', 'barret', 'hammer-blow'));
    expect(cell(battle, 'stackDepth')).toBe(255);
    refused(battle, use('A', 'barret', 'hammer-blow'), 'E_STACK_OVERFLOW');
    refused(battle, cast('A', 'filler'), 'E_STACK_OVERFLOW');
    bothPass(battle);
    run(battle, cast('A', 'filler'));
    expect(cell(battle, 'stackDepth')).toBe(255);
  },
  E_CANNOT_USE: () => {
    const battle = start(
      { field: [{ card: 'jailer', dull: true }, 'greeter', 'rock'], hand: [{ card: 'barret', id: 'held' }] },
      { field: ['barret'] },
    );
    refused(battle, use('A', 'jailer', 'jail', 'rock'), 'E_CANNOT_USE');
    refused(battle, use('A', 'greeter', 'greet'), 'E_CANNOT_USE');
    refused(battle, use('A', 'barret', 'hammer-blow'), 'E_CANNOT_USE');
    refused(battle, use('A', 'held', 'hammer-blow'), 'E_CANNOT_USE');
  },
  E_LIMIT_BREAK: () => {
    // No card is in a Limit Break deck without its switch; `limit-break.test.ts` has the rest.
    const battle = start({ hand: ['rock'], field: ['stone'] }, {});
    for (const card of ['rock', 'stone']) {
      refused(battle, { command: 'playLimitBreak', player: 'A', card, turned: [], targets: [] }, 'E_LIMIT_BREAK');
    }
  },
  E_WRONG_CARD: () => {
    const battle = start({ hand: ['filler', 'rock'] }, {});
    refused(battle, play('A', 'filler'), 'E_WRONG_CARD');
    refused(battle, cast('A', 'rock'), 'E_WRONG_CARD');
  },
};

describe('errors of a step', () => {
  for (const shape of fftcg.errors) {
    test(`${shape.code} ${shape.meaning}`, () => {
      const scenario = scenarios[shape.code];
      expect(scenario, 'a scenario').toBeDefined();
      scenario?.();
    });
  }

  test('numbers and codes are unique and run from 1', () => {
    expect(fftcg.errors.map((shape) => shape.number)).toEqual(fftcg.errors.map((_, index) => index + 1));
    expect(new Set(fftcg.errors.map((shape) => shape.code)).size).toBe(fftcg.errors.length);
    expect(Object.keys(scenarios).sort()).toEqual(fftcg.errors.map((shape) => shape.code).sort());
  });

  test('each has a remedy of its own, which says what to do', () => {
    const remedies = fftcg.errors.map(({ remedy }) => remedy);
    for (const remedy of remedies) expect(remedy).toMatch(/^(Name|Give|Let|Leave|Attack|Put) \S.* \S/);
    expect(new Set(remedies).size).toBe(remedies.length);
  });

  test('E_INT and E_WIDTH come from the encoding of a command', () => {
    const battle = start({}, {});
    refused(battle, { command: 'pass', player: 1.5 }, 'E_INT');
    refused(battle, { command: 'pass', player: Number.NaN }, 'E_INT');
    refused(battle, { command: 'pass', player: 2 ** 40 }, 'E_WIDTH');
    refused(battle, { command: 'pass' }, 'E_INT');
  });

  test('a trigger that finds the stack full waits for room and is not lost', () => {
    const battle = start(
      { field: ['barret'], hand: ['valefor'] },
      { field: ['rock', 'martyr'] },
      {
        cards: [
          {
            id: 'martyr',
            kind: 'forward',
            power: 1000,
            abilities: [
              { id: 'end', kind: 'action', effects: [{ kind: 'break', scope: 'self' }] },
              { id: 'after', kind: 'auto', trigger: 'broken', effects: [{ kind: 'draw', amount: 1 }] },
              { id: 'after-two', kind: 'auto', trigger: 'broken', effects: [{ kind: 'draw', amount: 1 }] },
            ],
          },
        ],
      },
    );
    for (let depth = 1; depth <= 254; depth++) run(battle, use('A', 'barret', 'hammer-blow'));
    run(battle, pass('A'), use('B', 'martyr', 'end'));
    bothPass(battle);
    // 254 left, room for one of the two.
    expect(cell(battle, 'pending')).toBe(5);
    run(battle, {
      command: 'orderTriggers',
      player: 'B',
      triggers: ['martyr/after-two', 'martyr/after'],
      targets: [],
    });
    expect([cell(battle, 'stackDepth'), cell(battle, 'waitingTriggers'), cell(battle, 'pending')]).toEqual([255, 1, 0]);
    bothPass(battle);
    expect([cell(battle, 'stackDepth'), cell(battle, 'waitingTriggers')]).toEqual([255, 0]);
    expect(cell(battle, 'player[B].hand')).toBe(1);
  });

  test('a command that breaks several rules gets the most general error', () => {
    const cards = [
      { id: 'aim', kind: 'summon', abilities: [{ kind: 'summon', targets: 2, effects: [{ kind: 'dull' }] }] },
    ] as const;
    const battle = start(
      { hand: ['rock', 'filler'], field: ['stone'] },
      { hand: ['aim', 'flame'] },
      { cards: [...cards] },
    );
    const many = { targets: ['nobody', 'rock', 'rock', 'rock', 'rock'] };
    // 1 before 3: the player does not exist either.
    refused(battle, { command: 'playCharacter', player: 2, card: 119 }, 'E_RANGE');
    // 2 before 3: nobody owes a block, and the blocker does not exist.
    refused(battle, { command: 'declareBlock', player: 'A', blocker: 119 }, 'E_PHASE');
    // 3 before 4: B has no priority.
    refused(battle, { command: 'playCharacter', player: 'B', card: 119 }, 'E_UNKNOWN_ID');
    refused(battle, { ...use('B', 'stone', 'hammer-blow'), source: 119 }, 'E_UNKNOWN_ID');
    refused(battle, use('B', 'stone', 'hammer-blow'), 'E_UNKNOWN_ID');
    refused(battle, { command: 'castSummon', player: 'B', card: 119, targets: [] }, 'E_UNKNOWN_ID');
    refused(battle, { ...cast('B', 'aim'), ...many, targets: [0, 0, 0, 0, 0] }, 'E_RANGE');
    // 4 before 5 and 6: not B's, not in his hand, of the wrong kind, with a target that does not exist.
    refused(battle, play('B', 'rock'), 'E_NO_PRIORITY');
    refused(battle, { ...cast('B', 'rock'), targets: [119] }, 'E_NO_PRIORITY');
    refused(battle, { ...use('B', 'barret', 'hammer-blow') }, 'E_UNKNOWN_ID');
    run(battle, pass('A'));
    refused(battle, play('B', 'rock'), 'E_NOT_TURN_PLAYER');
    // 5 before 6, and in itself: where the card is before what it is, the kind before the stack.
    refused(battle, { ...cast('B', 'rock'), targets: [119] }, 'E_NOT_IN_HAND');
    refused(battle, { ...cast('B', 'flame'), targets: [119] }, 'E_WRONG_CARD');
    // 6 in itself: one Forward is there, two are to be chosen.
    refused(battle, { ...cast('B', 'aim'), targets: [119] }, 'E_UNKNOWN_ID');
    refused(battle, cast('B', 'aim', 'stone', 'stone'), 'E_DUPLICATE_ID');
    refused(battle, cast('B', 'aim', 'stone'), 'E_NO_LEGAL_TARGET');
    run(battle, pass('B'));
    toDeclaration(battle);
    // 6 before 7.
    refused(battle, attack('A', 'stone', 'rock'), 'E_CANNOT_ATTACK');
    refused(battle, { command: 'declareAttack', player: 'A', forwards: ['stone', 'stone', 119] }, 'E_DUPLICATE_ID');
    refused(battle, { command: 'declareAttack', player: 'A', forwards: [119, 'stone', 'stone'] }, 'E_UNKNOWN_ID');
    // 2 before everything about the cards.
    refused(battle, { command: 'castSummon', player: 'A', card: 119, targets: [] }, 'E_PENDING_CHOICE');
  });

  test('E_ENDED comes before anything about the parameters', () => {
    const battle = start({ field: ['rock'] }, { damage: [{ card: 'filler', copies: 6 }] });
    toDeclaration(battle);
    fight(battle, ['rock']);
    expect(battle.step(Int32Array.of(1), undefined)).toBe(5);
  });
});
