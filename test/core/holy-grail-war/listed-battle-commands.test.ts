/** The legal commands that a war lists in each step of a battle, with their ranges. */
import { describe, expect, test } from 'vitest';
import {
  begin,
  duel,
  entries,
  fighter,
  listed,
  loners,
  skill,
  type Table,
  toDeclarations,
  toEnd,
  twoPairs,
} from './support.js';

describe('legal commands of the battle', () => {
  test('H18 to H27: step by step', () => {
    const table = begin(
      loners([
        fighter('a', { mag: 4, mp: 1 }),
        fighter('b', { mag: 3, mp: 0, advantage: 2 }),
        fighter('c', { mag: 2, advantage: 2 }),
        fighter('d'),
      ]),
    );
    const battle = (): string[] => listed(table).filter((entry) => !/^(witness|joinBattle)/.test(entry));
    table.run('openBattle', { units: ['a', 'c', 'b'], sides: [0, 0, 1], witnesses: [] });
    expect(listed(table)).toEqual([
      'setLines 0 0 0 2 0 2',
      'setLines 1 1 0 1 1 1',
      'joinBattle 3 3 0 7',
      ...[0, 1, 2, 3].map((pair) => `witness ${pair} ${pair}`),
    ]);
    table.run('witness', { pair: 'c-side' });
    table.run('setLines', { side: 0, front: ['a', 'c'] });
    expect(listed(table)).toEqual([
      'setLines 1 1 0 1 1 1',
      'joinBattle 3 3 0 7',
      'witness 0 0',
      'witness 1 1',
      'witness 3 3',
    ]);
    table.run('setLines', { side: 1, front: ['b'] });
    expect(battle()).toEqual(['closeStandby']);
    expect(listed(table, 'joinBattle')).toEqual(['joinBattle 3 3 0 0', 'joinBattle 3 3 1 1']);
    table.run('closeStandby');
    expect(battle()).toEqual([
      'closeDeclarations',
      'payMag 0 0',
      'noAttack 0 0',
      'noAttack 1 1',
      'payMag 2 2',
      'noAttack 2 2',
    ]);
    table.run('payMag', { unit: 'a' });
    table.run('payMag', { unit: 'c' });
    table.run('noAttack', { unit: 'b' });
    expect(battle()).toEqual(['closeDeclarations', 'noAttack 0 0', 'noAttack 2 2']);
    table.run('closeDeclarations');
    expect(battle()).toEqual(['allocate 1 1 0 0 0 2 0 2 0 2']);
    table.run('allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 });
    expect(battle()).toEqual(['allocate 2 2 0 0 0 2 0 2 0 2', 'allocate 2 2 2 2 0 2 0 2 0 2']);
    table.run('allocate', { step: 2, unit: 'c', str: 2, con: 0, agi: 0 });
    expect(battle()).toEqual(['allocate 2 2 0 0 0 2 0 2 0 2']);
    table.run('allocate', { step: 2, unit: 'a', str: 0, con: 2, agi: 0 });
    expect(battle()).toEqual(['damageStep']);
    table.run('damageStep');
    // b has no MP for what it took; it dealt nothing, so a and c leave for nothing
    expect(battle()).toEqual(['escape 0 0', 'escape 2 2', 'cleanup', 'closeBattle 0 0']);
    table.run('escape', { unit: 'a' });
    expect(battle()).toEqual(['escape 2 2', 'cleanup', 'closeBattle 0 0']);
  });

  test('HA22 strict: a side of living units needs a front', () => {
    const table = begin(loners([fighter('a'), fighter('b')]), { emptyFront: 'strict' });
    table.run('openBattle', { units: ['a', 'b'], sides: [3, 7] });
    expect(listed(table, 'setLines')).toEqual(['setLines 3 3 1 1 0 0', 'setLines 7 7 1 1 1 1']);
  });

  test('H14: the dying may pay luck for their lives; a battle takes two living units and processing', () => {
    const table = duel({ maxLp: 3 });
    expect(listed(table)).toEqual(['openBattle 2 2 0 1 2 2 0 7 0 2 0 1', 'endTurn']);
    table.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    expect(listed(table)).toEqual(['avoidLethal 0 0 0 3', 'endTurn']);
    expect(listed(duel({}, {}, { phase: 'reactive' }), 'openBattle')).toEqual([]);
  });

  test('H14, HA21: the lines of a side whose only unit rises after they were opened are not chosen any more', () => {
    const table = begin(loners(['a', 'b', 'c'].map((id) => fighter(id, { maxLp: 1 }))));
    table.run('openBattle', { units: ['a', 'b', 'c'], sides: [0, 1, 2] });
    table.run('adjust', { unit: 'c', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    for (const [side, unit] of ['a', 'b'].entries()) table.run('setLines', { side, front: [unit] });
    table.run('avoidLethal', { unit: 'c', lpCost: 1 });
    expect(listed(table, 'setLines', 'closeStandby')).toEqual(['closeStandby']);
    table.refuse('E_PHASE', 'setLines', { side: 2, front: ['c'] });
  });

  test('without reasons no battle is closed by a ruling', () => {
    const table = begin({ ...loners([fighter('a'), fighter('b')]), reasons: [] });
    toEnd(table, { a: 0, b: 1 });
    expect(listed(table, 'cleanup', 'closeBattle')).toEqual(['cleanup']);
  });

  test('with little room whole entries are left out, and what fits exactly is there', () => {
    const tables = [
      begin(twoPairs()),
      begin(twoPairs({ phase: 'active' }, { 'red-servant': { skills: [skill('forge')] } })),
      begin(twoPairs({ phase: 'reactive' })),
      begin(twoPairs({ phase: 'processing' })),
      duel(),
    ];
    toDeclarations(tables[4] as Table, { a: 0, b: 1 });
    for (const { battle } of tables) {
      const whole = new Int32Array(20000);
      const length = battle.legalCommands(whole);
      const all = entries(whole.subarray(0, length));
      const known = new Set(all);
      let end = 0;
      // each end of an entry, one word less, one more
      const ends = all.map((entry) => (end += entry.split(' ').length));
      for (const room of [0, 1, ...ends.flatMap((at) => [at - 1, at, at + 1])]) {
        const words = new Int32Array(room);
        const some = entries(words.subarray(0, battle.legalCommands(words)));
        let used = 0;
        const fitting = all.findIndex((entry) => {
          used += entry.split(' ').length;
          return used > room;
        });
        expect(some.slice(0, fitting < 0 ? all.length : fitting)).toEqual(fitting < 0 ? all : all.slice(0, fitting));
        expect(some.every((entry) => known.has(entry))).toBe(true);
      }
    }
  });
});
