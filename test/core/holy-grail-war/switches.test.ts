/** Every switch, every value. Numbers by hand from the rules. */
import { describe, expect, test } from 'vitest';
import { healCost, holyGrailWar, injuryLevel } from '../../../core/holy-grail-war/index.js';
import { RuleError } from '../../../core/system/system.js';
import { begin, loners, names, skill, toDeclarations, toEnd, twoPairs, unit } from './support.js';

type Values = Record<string, string | number>;
const fighter = (id: string, values = {}): Record<string, unknown> => unit(id, 'servant', { mag: 0, ...values });

/** What each value of a switch leads to, as a list of numbers. */
const cases: Record<string, { readonly run: (switches: Values) => unknown; readonly results: readonly unknown[] }> = {
  nonAttack: {
    // a renounces: str 5 - 5 + 2 = 2, agi 6 - 5 + 2 = 3
    run: (switches) => {
      const table = begin(loners([fighter('a'), fighter('b')]), switches);
      toDeclarations(table, { a: 0, b: 1 });
      table.run('noAttack', { unit: 'a' });
      table.run('closeDeclarations');
      table.run('damageStep');
      return [table.cell('exchange[a][b].attack'), table.cell('unit[b].taken')];
    },
    results: [
      [2, 0],
      [2, 6],
    ],
  },
  injuryStack: {
    // heavy a: str 5 - 1 = 4 against con 5: 1; or 5 - 2 = 3: 0. b's con 5 against a's con 4 both ways
    run: (switches) => {
      const table = begin(loners([fighter('a', { hp: 25 }), fighter('b')]), switches);
      toEnd(table, { a: 0, b: 1 });
      return [
        table.cell('exchange[a][b].attack'),
        table.cell('exchange[a][b].hits'),
        table.cell('exchange[b][a].attack'),
      ];
    },
    results: [
      [1, 1, 3],
      [0, 0, 3],
    ],
  },
  healLevelFee: {
    // 25 to 76 of 100 crosses three borders: 102 and 10 or 30
    run: (switches) => {
      const table = begin(twoPairs({}, { 'grey-master': { hp: 25, mp: 200, maxMp: 200, mag: 0 } }), switches);
      table.run('prepare', { pair: 'grey', healMaster: 51 });
      return table.cell('unit[grey-master].mp');
    },
    results: [88, 68],
  },
  advantageScope: {
    // a (0) and its ally b (4) against c (2): all: steps of 2, 2, rest; opponents: a gives 2, b and a nothing more
    // before the end
    run: (switches) => {
      const units = [
        fighter('a', { mag: 9 }),
        fighter('b', { mag: 9, advantage: 4 }),
        fighter('c', { mag: 9, advantage: 2 }),
      ];
      const table = begin(loners(units), switches);
      toDeclarations(table, { a: 0, b: 0, c: 1 });
      for (const id of ['a', 'b', 'c']) table.run('payMag', { unit: id });
      table.run('closeDeclarations');
      table.run('allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 });
      const second = ((): string => {
        try {
          table.run('allocate', { step: 2, unit: 'a', str: 2, con: 0, agi: 0 });
          return 'a gives 2';
        } catch (error) {
          return error instanceof RuleError ? error.code : '';
        }
      })();
      table.run('allocate', { step: 2, unit: 'c', str: 2, con: 0, agi: 0 });
      return [second, table.cell('unit[a].spent'), table.cell('allocationStep')];
    },
    results: [
      ['a gives 2', 4, 3],
      ['E_ALLOCATION_ORDER', 2, 3],
    ],
  },
  advantageOf: {
    // a (0) and b (0) pay, c (2) does not: by its letter both give 2 of 3 first, then the rest
    run: (switches) => {
      const units = [fighter('a', { mag: 3 }), fighter('b', { mag: 3 }), fighter('c', { mag: 3, advantage: 2 })];
      const table = begin(loners(units), switches);
      toDeclarations(table, { a: 0, b: 1, c: 2 });
      table.run('payMag', { unit: 'a' });
      table.run('payMag', { unit: 'b' });
      table.run('closeDeclarations');
      const most = (points: number): string => {
        try {
          table.run('allocate', { step: 1, unit: 'a', str: points, con: 0, agi: 0 });
          return 'accepted';
        } catch (error) {
          return error instanceof RuleError ? error.code : '';
        }
      };
      return [most(3), most(2), table.cell('level')];
    },
    results: [
      ['accepted', 'E_ALLOCATION_ORDER', 0],
      ['E_ALLOCATION', 'accepted', 0],
    ],
  },
  allowUnspent: {
    run: (switches) => {
      const table = begin(loners([fighter('a', { mag: 3 }), fighter('b', { mag: 1, advantage: 1 })]), switches);
      toDeclarations(table, { a: 0, b: 1 });
      table.run('payMag', { unit: 'a' });
      table.run('payMag', { unit: 'b' });
      table.run('closeDeclarations');
      // never in a step that is owed
      table.refuse('E_ALLOCATION', 'allocate', { step: 1, unit: 'a', str: 0, con: 0, agi: 0 });
      table.run('allocate', { step: 1, unit: 'a', str: 1, con: 0, agi: 0 });
      try {
        table.run('allocate', { step: 2, unit: 'a', str: 1, con: 0, agi: 0 });
        return table.cell('unit[a].spent');
      } catch (error) {
        return error instanceof RuleError ? error.code : '';
      }
    },
    results: ['E_ALLOCATION', 2],
  },
  reflectCountsAsDealt: {
    // W3: the attacker takes 10; dealt by the defender or not
    run: (switches) => {
      const left = fighter('a', { str: 2, agi: 6, con: 3 });
      const table = begin(loners([left, fighter('b', { str: 3, con: 6, agi: 3 })]), switches);
      toEnd(table, { a: 0, b: 1 });
      return [table.cell('unit[a].taken'), table.cell('unit[b].dealt')];
    },
    // b on a: 3 - 3 + 2 = 2, hits max(0, 3 - 6 + 2) = 0
    results: [
      [10, 0],
      [10, 10],
    ],
  },
  escapeScope: {
    // c deals 9 - 5 + 2 = 6 twice to a and b each: 12; a deals 20 - 5 + 2 = 17 twice: 34; b deals 4. a alone: 0. b
    // alone: 8
    run: (switches) => {
      const table = begin(loners([fighter('a', { str: 20 }), fighter('b'), fighter('c', { str: 9 })]), switches);
      toEnd(table, { a: 0, b: 0, c: 1 });
      table.run('escape', { unit: 'b' });
      return table.cell('unit[b].mp');
    },
    results: [42, 50],
  },
  mpOverflow: {
    // a gain of 16, the servant 6 short of its maximum
    run: (switches) => {
      const table = begin(twoPairs({}, { 'red-master': { mp: 0 }, 'red-servant': { mp: 44 } }), switches);
      table.run('prepare', { pair: 'red' });
      return [table.cell('unit[red-servant].mp'), table.cell('unit[red-master].mp')];
    },
    results: [
      [50, 10],
      [50, 0],
    ],
  },
  seals: {
    run: (switches) => begin(twoPairs(), switches).cell('pair[red].seals'),
    results: [3, 0, 1, 2, 4, 5, 6, 7, 8, 9],
  },
  rankCap: {
    run: (switches) => {
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('peak', { rank: 'A' })] } }), switches);
      try {
        const events = table.run('useSeal', { pair: 'red', effect: 'rank', skill: 'peak' });
        return [
          names(events).includes('rankStays'),
          table.cell('skill[peak].rankBonus'),
          table.cell('pair[red].seals'),
        ];
      } catch (error) {
        return error instanceof RuleError ? error.code : '';
      }
    },
    results: [[true, 0, 2], 'E_RANK'],
  },
  statFloor: {
    // injured with str 0: 0 - 5 + 2 = -3, or -1 - 5 + 2 = -4; with a ruling of -2 more: -3, -5, -6
    run: (switches) => {
      const table = begin(loners([fighter('a', { str: 0, hp: 50 }), fighter('b')]), switches);
      toEnd(table, { a: 0, b: 1 });
      const bare = table.cell('exchange[a][b].attack');
      table.run('cleanup');
      table.run('adjust', { unit: 'a', stat: 'str', amount: -2, lasts: 'round', reason: 'ruled' });
      for (const [side, id] of ['a', 'b'].entries()) table.run('setLines', { side, front: [id] });
      for (const command of ['closeStandby', 'closeDeclarations', 'damageStep']) table.run(command);
      return [bare, table.cell('exchange[a][b].attack')];
    },
    results: [
      [-3, -3],
      [-3, -5],
      [-4, -6],
      [-3, -3],
    ],
  },
  emptyFront: {
    run: (switches) => {
      const table = begin(loners([fighter('a'), fighter('b')]), switches);
      table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
      table.run('setLines', { side: 0, front: ['a'] });
      try {
        table.run('setLines', { side: 1, front: [] });
        return table.cell('unit[b].line');
      } catch (error) {
        return error instanceof RuleError ? error.code : '';
      }
    },
    results: [2, 'E_NO_FRONT'],
  },
  lethalAvoidance: {
    run: (switches) => {
      const table = begin(loners([fighter('a', { str: 20 }), fighter('b', { maxHp: 30, maxLp: 5 })]), switches);
      toEnd(table, { a: 0, b: 1 });
      table.run('avoidLethal', { unit: 'b', lpCost: 2 });
      return [table.cell('unit[b].hp'), table.cell('unit[b].injury'), table.cell('unit[b].lp')];
    },
    results: [
      [30, 0, 3],
      [1, 3, 3],
    ],
  },
  sealAtZeroHp: {
    // blue strikes 20 - 5 + 2 = 17 twice: red has 0 of 30 HP; a seal gives 6, heavily injured, alive
    run: (switches) => {
      const changes = { 'red-servant': { maxHp: 30 }, 'blue-servant': { str: 20 } };
      const table = begin(twoPairs({ phase: 'processing' }, changes), switches);
      toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
      try {
        table.run('useSeal', { pair: 'red', effect: 'hp' });
      } catch (error) {
        return error instanceof RuleError ? error.code : '';
      }
      table.run('cleanup');
      return ['hp', 'status', 'injury', 'hpBefore'].map((name) => table.cell(`unit[red-servant].${name}`));
    },
    results: [[6, 0, 3, 0], 'E_ALONE'],
  },
  summonLine: {
    run: (switches) => {
      const table = begin(twoPairs({ phase: 'processing' }), switches);
      toDeclarations(table, { 'red-master': 0, 'blue-servant': 1 });
      table.run('useSeal', { pair: 'red', effect: 'summon' });
      return [table.cell('unit[red-servant].side'), table.cell('unit[red-servant].line')];
    },
    results: [
      [0, 2],
      [0, 1],
    ],
  },
  sealTwice: {
    run: (switches) => {
      const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('art')] } }), switches);
      table.run('useSeal', { pair: 'red', effect: 'halve', skill: 'art' });
      try {
        table.run('useSeal', { pair: 'red', effect: 'halve', skill: 'art' });
      } catch (error) {
        return error instanceof RuleError ? error.code : '';
      }
      return [table.cell('pair[red].seals'), table.cell('skill[art].halved')];
    },
    results: ['E_PHASE', [1, 1]],
  },
};

describe('switches', () => {
  test('every switch has a case for each of its values', () => {
    expect(Object.keys(cases).sort()).toEqual(holyGrailWar.switches.map((shape) => shape.name).sort());
    for (const shape of holyGrailWar.switches) expect(cases[shape.name]?.results.length).toBe(shape.values.length);
  });

  for (const shape of holyGrailWar.switches) {
    test(`switch ${shape.name}: ${shape.values.join('|')}`, () => {
      shape.values.forEach((value, index) => {
        expect(cases[shape.name]?.run({ [shape.name]: value }), String(value)).toEqual(
          cases[shape.name]?.results[index],
        );
      });
      const byDefault = shape.values.indexOf(shape.default);
      expect(cases[shape.name]?.run({})).toEqual(cases[shape.name]?.results[byDefault]);
    });
  }

  test('unknown switches and values are refused', () => {
    const refused = (switches: Values): string => {
      try {
        holyGrailWar.create(twoPairs(), switches);
      } catch (error) {
        if (error instanceof RuleError) return `${error.code} ${error.path}`;
      }
      return '';
    };
    expect(refused({ seels: 3 })).toBe('E_UNKNOWN_ID switches.seels');
    expect(refused({ seals: 99 })).toBe('E_RANGE switches.seals');
  });

  test('HA4 a fee by level counts each border', () => {
    expect([injuryLevel(25, 100), injuryLevel(76, 100)]).toEqual([3, 0]);
    expect([healCost(25, 100, 51, false), healCost(25, 100, 51, true)]).toEqual([112, 132]);
  });
});
