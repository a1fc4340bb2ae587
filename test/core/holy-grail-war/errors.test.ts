/** Every error number is reached by a command, with its code, and leaves the image untouched. */
import { describe, expect, test } from 'vitest';
import { ErrorNumber } from '../../../core/holy-grail-war/errors.js';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { encodeCommand } from '../../../core/system/battle.js';
import { begin, loners, type Plain, skill, type Table, toDeclarations, toEnd, twoPairs, unit } from './support.js';

const fighter = (id: string, values = {}): Plain => unit(id, 'servant', { mag: 0, ...values });
const duel = (left = {}, right = {}, switches = {}): Table =>
  begin(loners([fighter('a', left), fighter('b', right)]), switches);

type Attempt = [table: Table, command: string, parameters?: Plain];

function declared(table: Table): Table {
  toDeclarations(table, { a: 0, b: 1 });
  return table;
}

function ended(table: Table): Table {
  toEnd(table, { a: 0, b: 1 });
  return table;
}

function paidDuel(): Table {
  const table = declared(duel({ mag: 2 }, { mag: 2, advantage: 1 }));
  table.run('payMag', { unit: 'a' });
  table.run('payMag', { unit: 'b' });
  table.run('closeDeclarations');
  return table;
}

function inReactive(): Table {
  const table = begin(twoPairs({ phase: 'active' }));
  table.run('chooseActive', { unit: 'blue-master', action: 'communicate', pair: 'red' });
  table.run('chooseActive', { unit: 'blue-servant', action: 'communicate', pair: 'red' });
  table.run('closeActive');
  return table;
}

const openDuel = { units: ['a', 'b'], sides: [0, 1], witnesses: [] };

const attempts: Record<keyof typeof ErrorNumber, readonly (() => Attempt)[]> = {
  // an unknown code cannot be written as a plain command: see the test below
  command: [],
  id: [
    () => [duel(), 'payMag', { unit: 7 }],
    () => [duel(), 'payMag', { unit: -1 }],
    () => [duel(), 'openBattle', { ...openDuel, units: ['a', 9] }],
  ],
  range: [
    () => [begin(twoPairs()), 'prepare', { pair: 'red', healMaster: -1 }],
    () => [duel(), 'openBattle', { ...openDuel, sides: [0, 8] }],
  ],
  parameter: [
    () => [begin(twoPairs()), 'prepare', { pair: 'red', servantShare: 17 }],
    () => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'none' }],
    () => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'raid', pair: 'red' }],
    () => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'raid' }],
    () => [
      begin(twoPairs({ phase: 'active' })),
      'chooseActive',
      { unit: 'red-master', action: 'rest', area: 'temple' },
    ],
    () => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'rest', amount: 1 }],
    () => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'rest', effect: 1 }],
    () => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'gather' }],
    () => [inReactive(), 'chooseReactive', { pair: 'red', reaction: 'none', unit: 'blue-master' }],
    () => [duel(), 'adjust', { unit: 'a', stat: 'hp', amount: 1, lasts: 'turn', reason: 'ruled' }],
    () => [duel(), 'adjust', { unit: 'a', stat: 'str', amount: 1, lasts: 'now', reason: 'ruled' }],
    () => [begin(twoPairs()), 'useSeal', { pair: 'red', effect: 'hp', reason: 'ruled' }],
  ],
  duplicate: [() => [duel(), 'openBattle', { ...openDuel, units: ['a', 'a'] }]],
  phase: [
    () => [duel(), 'payMag', { unit: 'a' }],
    () => [duel(), 'prepare', { pair: 'a-side' }],
    () => [declared(duel()), 'openBattle', openDuel],
    () => [declared(duel()), 'endTurn'],
    () => [duel(), 'witness', { pair: 'a-side' }],
    () => [duel(), 'closeStandby'],
    () => [duel(), 'closeDeclarations'],
    () => [duel(), 'closeBattle', { reason: 'ruled' }],
    () => [duel(), 'notice', { pair: 'a-side', unit: 'b' }],
    () => [duel(), 'grantReaction', { pair: 'a-side', reason: 'ruled' }],
    () => [duel(), 'adjust', { unit: 'a', stat: 'str', amount: 1, lasts: 'round', reason: 'ruled' }],
  ],
  again: [
    () => {
      const table = begin(twoPairs({ phase: 'active' }));
      table.run('chooseActive', { unit: 'red-master', action: 'rest' });
      return [table, 'chooseActive', { unit: 'red-master', action: 'rest' }];
    },
    () => {
      const table = inReactive();
      table.run('notice', { pair: 'red', unit: 'blue-master' });
      return [table, 'notice', { pair: 'red', unit: 'blue-master' }];
    },
    () => {
      const table = inReactive();
      table.run('grantReaction', { pair: 'red', reason: 'ruled' });
      table.run('chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-master' });
      return [table, 'chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-master' }];
    },
  ],
  ended: [
    () => {
      const table = duel();
      table.run('endWar', { reason: 'ruled' });
      return [table, 'openBattle', openDuel];
    },
  ],
  dead: [
    () => {
      const table = duel();
      table.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
      return [table, 'openBattle', openDuel];
    },
    () => {
      const table = duel();
      table.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
      return [table, 'adjust', { unit: 'a', stat: 'hp', amount: 1, lasts: 'now', reason: 'ruled' }];
    },
  ],
  mp: [() => [declared(duel({ mp: 0 })), 'payMag', { unit: 'a' }]],
  allocation: [() => [paidDuel(), 'allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 }]],
  allocationOrder: [
    () => [paidDuel(), 'allocate', { step: 1, unit: 'b', str: 2, con: 0, agi: 0 }],
    () => [paidDuel(), 'allocate', { step: 2, unit: 'a', str: 1, con: 0, agi: 0 }],
  ],
  reactionLimit: [
    () => {
      const table = inReactive();
      table.run('chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-master' });
      return [table, 'chooseReactive', { pair: 'red', reaction: 'accept', unit: 'blue-servant' }];
    },
    () => {
      const table = inReactive();
      for (let more = 0; more < 3; more++) table.run('grantReaction', { pair: 'red', reason: 'ruled' });
      return [table, 'grantReaction', { pair: 'red', reason: 'ruled' }];
    },
  ],
  noSeal: [() => [begin(twoPairs({}, { red: { seals: 0 } })), 'useSeal', { pair: 'red', effect: 'hp' }]],
  rank: [
    () => {
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('x', { rank: 'EX' })] } }));
      return [table, 'useSeal', { pair: 'red', effect: 'rank', skill: 'x' }];
    },
  ],
  soulAmount: [
    () => {
      const table = begin(twoPairs({ phase: 'active' }));
      return [table, 'chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'temple', amount: 11 }];
    },
  ],
  area: [() => [begin(twoPairs({ phase: 'active' })), 'chooseActive', { unit: 'red-master', action: 'explore' }]],
  alone: [
    () => [begin(twoPairs()), 'prepare', { pair: 'grey', servantShare: 0 }],
    () => [begin(twoPairs()), 'prepare', { pair: 'grey', healServant: 1 }],
    () => [begin(twoPairs()), 'useSeal', { pair: 'grey', effect: 'hp' }],
  ],
  noFront: [
    () => {
      const table = duel({}, {}, { emptyFront: 'strict' });
      table.run('openBattle', openDuel);
      return [table, 'setLines', { side: 0, front: [] }];
    },
  ],
  statWidth: [
    () => [duel({ str: 99 }), 'adjust', { unit: 'a', stat: 'str', amount: 81, lasts: 'turn', reason: 'ruled' }],
    () => {
      const table = duel({ str: 99, mag: 1 });
      table.run('adjust', { unit: 'a', stat: 'str', amount: 80, lasts: 'turn', reason: 'ruled' });
      declared(table).run('payMag', { unit: 'a' });
      table.run('closeDeclarations');
      return [table, 'allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 }];
    },
    () => {
      // con 179, then 180 by renouncing the attack
      const table = duel({ con: 99 });
      table.run('adjust', { unit: 'a', stat: 'con', amount: 80, lasts: 'turn', reason: 'ruled' });
      declared(table).run('noAttack', { unit: 'a' });
      table.run('closeDeclarations');
      return [table, 'damageStep'];
    },
  ],
  counterWidth: [
    () => [begin(twoPairs({ phase: 'processing', day: 65535, slot: 'night' })), 'endTurn'],
    () => {
      const table = begin(twoPairs({ phase: 'active' }, { red: { soulEaten: 65530 } }));
      table.run('chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'temple', amount: 6 });
      table.run('closeActive');
      return [table, 'processTurn'];
    },
  ],
  unnoticed: [
    () => [inReactive(), 'chooseReactive', { pair: 'red', reaction: 'other', unit: 'blue-master' }],
    () => [inReactive(), 'notice', { pair: 'blue', unit: 'blue-master' }],
    () => [inReactive(), 'processTurn', { blocked: ['blue-master'] }],
  ],
  overheal: [() => [begin(twoPairs()), 'prepare', { pair: 'red', healMaster: 1 }]],
  luck: [
    () => {
      const table = ended(duel({ str: 99 }, { maxHp: 5, maxLp: 2 }));
      return [table, 'avoidLethal', { unit: 'b', lpCost: 3 }];
    },
  ],
  outsideBattle: [
    () => {
      const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
      return [declared(table), 'payMag', { unit: 'c' }];
    },
    () => {
      const table = duel();
      table.run('openBattle', openDuel);
      return [table, 'setLines', { side: 0, front: ['b'] }];
    },
  ],
  skill: [
    () => {
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('x')] } }));
      return [table, 'useSkill', { unit: 'blue-servant', skill: 'x', effect: 1 }];
    },
    () => {
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('x')] } }));
      return [table, 'useSkill', { unit: 'red-servant', skill: 'x', effect: 2 }];
    },
  ],
  secret: [() => [begin(twoPairs()), 'revealFact', { pair: 'red', unit: 'blue-master', fact: 'str', source: 'asked' }]],
  sides: [
    () => [duel(), 'openBattle', { ...openDuel, sides: [0] }],
    () => [duel(), 'openBattle', { ...openDuel, sides: [3, 3] }],
    () => [duel(), 'openBattle', { units: [], sides: [], witnesses: [] }],
    () => {
      const table = begin(twoPairs({ phase: 'processing' }));
      toDeclarations(table, { 'red-servant': 0, 'blue-servant': 1 });
      return [table, 'joinBattle', { unit: 'grey-master', side: 2 }];
    },
  ],
  beside: [
    () => {
      const table = begin(twoPairs({ phase: 'processing' }));
      toDeclarations(table, { 'red-servant': 0, 'red-master': 0, 'blue-servant': 1 });
      return [table, 'useSeal', { pair: 'red', effect: 'summon' }];
    },
  ],
};

describe('errors', () => {
  test('the tables hold the same numbers', () => {
    const numbers = holyGrailWar.errors.map((error) => error.number);
    expect(numbers).toEqual(Object.values(ErrorNumber));
    expect(new Set(numbers).size).toBe(numbers.length);
    const codes = ['E_MP', 'E_ALLOCATION', 'E_ALLOCATION_ORDER', 'E_REACTION_LIMIT', 'E_NO_SEAL', 'E_RANK'];
    codes.push('E_SOUL_AMOUNT', 'E_AREA', 'E_ALONE', 'E_DEAD', 'E_NO_FRONT', 'E_WIDTH', 'E_RANGE', 'E_UNKNOWN_ID');
    codes.push('E_DUPLICATE_ID', 'E_PHASE', 'E_ENDED');
    expect(new Set(holyGrailWar.errors.map((error) => error.code))).toEqual(new Set(codes));
  });

  for (const error of holyGrailWar.errors) {
    const name = (Object.keys(ErrorNumber) as (keyof typeof ErrorNumber)[]).find(
      (key) => ErrorNumber[key] === error.number,
    );
    const own = name === undefined ? [] : attempts[name];
    if (name === 'command') continue;
    test(`${error.code} ${name}: ${error.meaning}`, () => {
      expect(own.length).toBeGreaterThan(0);
      for (const attempt of own) {
        const [table, command, parameters] = attempt();
        table.refuse(error.code, command, parameters);
        const words = encodeCommand(holyGrailWar, table.battle, {
          ...(command === 'processTurn' ? { blocked: [] } : {}),
          ...(command === 'useSkill' ? { seenBy: [], affected: [] } : {}),
          ...parameters,
          command,
        });
        expect(table.battle.step(words, undefined)).toBe(error.number);
      }
    });
  }

  test('every error says what to do about it, in a sentence of its own', () => {
    const remedies = holyGrailWar.errors.map(({ remedy }) => remedy);
    for (const remedy of remedies) expect(remedy).toMatch(/^(Name|Give|Leave|Let|Put|Share|Heal|Notice|Take) \S.* \S/);
    expect(new Set(remedies).size).toBe(remedies.length);
  });

  test('E_UNKNOWN_ID command: an unknown or empty code, and words that are missing', () => {
    const { battle } = duel();
    for (const words of [[], [0], [30], [-1], [1_000_000]]) {
      expect(battle.step(Int32Array.from(words), undefined)).toBe(ErrorNumber.command);
    }
    expect(battle.step(Int32Array.from([1]), undefined)).toBe(ErrorNumber.range);
    expect(battle.step(Int32Array.from([14, 2, 0]), undefined)).toBe(ErrorNumber.range);
    expect(battle.step(Int32Array.from([14, 17, 0]), undefined)).toBe(ErrorNumber.range);
  });

  test('E_RANGE E_UNKNOWN_ID bare lists: a length that no list has, words that are missing, words below 0', () => {
    const { battle } = duel();
    const words = (...given: number[]): Int32Array => Int32Array.of(...given, ...new Array<number>(60).fill(0));
    const openBattle = (count: number, units: number[], sideCount: number, sides: number[]): Int32Array => {
      const out = words(14, count);
      out.set(units, 2);
      out[18] = sideCount;
      out.set(sides, 19);
      return out;
    };
    for (const count of [-1, 17]) {
      expect(battle.step(openBattle(2, [0, 1], count, [0, 1]), undefined)).toBe(ErrorNumber.range);
      expect(battle.step(openBattle(count, [0, 1], 2, [0, 1]), undefined)).toBe(ErrorNumber.range);
    }
    expect(battle.step(openBattle(2, [0, 1], 2, [0, -1]), undefined)).toBe(ErrorNumber.range);
    expect(battle.step(openBattle(2, [0, -1], 2, [0, 1]), undefined)).toBe(ErrorNumber.id);
    expect(battle.step(openBattle(2, [0, 1], 2, [0, 8]), undefined)).toBe(ErrorNumber.range);
    // the second witness is missing
    expect(battle.step(Int32Array.of(...openBattle(2, [0, 1], 2, [0, 1]).subarray(0, 35), 2, 0), undefined)).toBe(
      ErrorNumber.range,
    );
    expect(battle.step(openBattle(2, [0, 1], 2, [0, 1]), undefined)).toBe(0);
  });

  test('E_INT E_WIDTH E_UNKNOWN_ID in plain commands', () => {
    const table = begin(twoPairs());
    table.refuse('E_INT', 'prepare', { pair: 'red', healMaster: 1.5 });
    table.refuse('E_INT', 'prepare', { pair: 'red', healMaster: '3' });
    table.refuse('E_WIDTH', 'prepare', { pair: 'red', healMaster: 2 ** 40 });
    table.refuse('E_UNKNOWN_ID', 'prepare', { pair: 'purple' });
  });
});
