/** Changes of stats and pools at their limits, and what is learnt only once. H28, H30, H31; the widths of the rules. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { begin, loners, names, type Plain, skill, type Table, toDeclarations, twoPairs, unit } from './support.js';

const fighter = (id: string, values: Plain = {}): Plain => unit(id, 'servant', values);
const change = (stat: string, amount: number, lasts = 'turn', who = 'a'): Plain => ({
  unit: who,
  stat,
  amount,
  lasts,
  reason: 'ruled',
});
const adjust = (table: Table, ...of: Parameters<typeof change>): void => {
  table.run('adjust', change(...of));
};

test('a stat that counts stays within 179, whatever changes it; the advantage only within its cell', () => {
  const table = begin(loners([fighter('a'), fighter('b')]));
  for (const stat of ['str', 'con', 'agi', 'mag']) {
    const own = stat === 'mag' ? 3 : 5;
    table.refuse('E_WIDTH', 'adjust', change(stat, 180 - own));
    adjust(table, stat, 179 - own);
    table.refuse('E_WIDTH', 'adjust', change(stat, 1));
  }
  adjust(table, 'advantage', 999);
  table.refuse('E_WIDTH', 'adjust', change('advantage', 1));
});

test('a stat that is above 179 already may fall, and only that', () => {
  const strong = skill('strong', {}, { timing: 'always', changes: [{ stat: 'str', amount: 99 }] });
  const table = begin(loners([fighter('a', { str: 99, skills: [strong] }), fighter('b')]));
  table.refuse('E_WIDTH', 'adjust', change('str', 1));
  adjust(table, 'str', 0);
  adjust(table, 'str', -5);
  expect(table.cell('unit[a].turnStr')).toBe(-5);
});

test('changes of a turn and of a round go to -999 each', () => {
  const table = begin(loners([fighter('a'), fighter('b')]));
  toDeclarations(table, { a: 0, b: 1 });
  for (const lasts of ['turn', 'round']) {
    table.refuse('E_WIDTH', 'adjust', change('str', -1000, lasts));
    adjust(table, 'str', -999, lasts);
    table.refuse('E_WIDTH', 'adjust', change('str', -1, lasts));
  }
  expect([table.cell('unit[a].turnStr'), table.cell('unit[a].roundStr')]).toEqual([-999, -999]);
  // what counts does not fall below 0, so the sum of both may rise to 179 + 1998 - 5
  adjust(table, 'str', 999, 'turn');
  adjust(table, 'str', 999, 'round');
  expect([table.cell('unit[a].turnStr'), table.cell('unit[a].roundStr')]).toEqual([0, 0]);
});

test('H20: points of the round count towards 179, for str, con and agi', () => {
  const at = (): Table => {
    const table = begin(loners([fighter('a', { mag: 6 }), fighter('b')]));
    toDeclarations(table, { a: 0, b: 1 });
    table.run('payMag', { unit: 'a' });
    table.run('closeDeclarations');
    table.run('allocate', { step: 1, unit: 'a', str: 1, con: 2, agi: 3 });
    return table;
  };
  for (const [stat, points] of [
    ['str', 1],
    ['con', 2],
    ['agi', 3],
  ] as const) {
    const table = at();
    table.refuse('E_WIDTH', 'adjust', change(stat, 180 - 5 - points));
    adjust(table, stat, 179 - 5 - points);
    adjust(table, stat, -1);
  }
  adjust(at(), 'mag', 173);
});

test('H27: what lasts a round is for those in the battle', () => {
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
  table.refuse('E_PHASE', 'adjust', change('str', 1, 'round'));
  table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
  table.refuse('E_RANGE', 'adjust', change('str', 1, 'round', 'c'));
  adjust(table, 'str', 1, 'round');
  table.refuse('E_RANGE', 'adjust', change('str', 1, 'now'));
  table.refuse('E_RANGE', 'adjust', change('hp', 1, 'round'));
});

test('pools stop at 0 and at their maximum, MP above it goes to the partner', () => {
  const table = begin(twoPairs({}, { 'red-master': { hp: 90, mp: 40, lp: 2, maxLp: 5 }, 'red-servant': { mp: 45 } }));
  const pool = (stat: string, amount: number): number => {
    adjust(table, stat, amount, 'now', 'red-master');
    return table.cell(`unit[red-master].${stat}`);
  };
  expect([pool('hp', 5), pool('hp', 20), pool('hp', -30)]).toEqual([95, 100, 70]);
  expect([pool('lp', 2), pool('lp', 2), pool('lp', -3), pool('lp', -3)]).toEqual([4, 5, 2, 0]);
  expect([pool('mp', 12), table.cell('unit[red-servant].mp')]).toEqual([50, 47]);
  expect([pool('mp', -20), pool('mp', -31), table.cell('unit[red-servant].mp')]).toEqual([30, 0, 47]);
  expect([pool('hp', -70), table.cell('unit[red-master].status')]).toEqual([0, 1]);
  table.refuse('E_DEAD', 'adjust', change('hp', 1, 'now', 'red-master'));
});

test('H30: what is known already is not reported again', () => {
  const shown = skill('trick', { secrecy: 'D' });
  const table = begin(loners([fighter('a', { skills: [shown] }), fighter('b'), fighter('c')]));
  const use = { unit: 'a', skill: 'trick', effect: 1, seenBy: ['c-side'] };
  expect(names(table.run('useSkill', use))).toEqual(['skillUsed', 'skillKnown']);
  expect(names(table.run('useSkill', use))).toEqual(['skillUsed']);
  toDeclarations(table, { a: 0, b: 1 });
  table.run('closeDeclarations');
  const known = (): string[] => names(table.run('damageStep')).filter((name) => name === 'factsKnown');
  expect(known()).toHaveLength(2);
  table.run('cleanup');
  for (const [side, front] of [['a'], ['b']].entries()) table.run('setLines', { side, front });
  table.run('closeStandby');
  table.run('closeDeclarations');
  expect(known()).toEqual([]);
});

test('H29 H30: a servant alone knows itself; who neither fights nor watches learns nothing', () => {
  const lone = begin(loners([fighter('a'), fighter('b')]));
  expect(lone.cell('knows[a-side].unit[a].facts')).toBe(0xfff);
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c'), fighter('d')]));
  table.run('openBattle', { units: ['a', 'b', 'c'], sides: [0, 1, 1] });
  table.run('setLines', { side: 0, front: ['a'] });
  table.run('setLines', { side: 1, front: ['b'] });
  table.run('closeStandby');
  table.run('payMag', { unit: 'c' });
  table.run('closeDeclarations');
  table.run('allocate', { step: 1, unit: 'c', str: 3, con: 0, agi: 0 });
  table.run('damageStep');
  const facts = (pair: string): number[] => ['a', 'b', 'c'].map((of) => table.cell(`knows[${pair}].unit[${of}].facts`));
  // str 1, con 2, agi 4 of the front lines; c stands behind and has only used its magic, 8
  expect([facts('a-side'), facts('d-side')]).toEqual([
    [0xfff, 7, 8],
    [0, 0, 0],
  ]);
  expect(facts('c-side')).toEqual([7, 7, 0xfff]);
});

test('H16 H30: by which means which pair learns a skill or a fact', () => {
  const skills = [skill('pride'), skill('seed', { secrecy: 'EX' })];
  const table = begin(twoPairs({ phase: 'active' }, { 'blue-servant': { skills } }));
  const told = (pair: string, id: string, source: string): Plain => ({ pair, skill: id, source });
  table.run('chooseActive', { unit: 'grey-master', action: 'gather', reason: 'rumour' });
  // gathering bears fruit in processing, for the pair that gathers
  table.refuse('E_RANGE', 'revealSkill', told('grey', 'pride', 'gathered'));
  table.run('closeActive');
  table.run('processTurn');
  table.refuse('E_RANGE', 'revealSkill', told('red', 'pride', 'gathered'));
  expect(table.run('revealSkill', told('grey', 'pride', 'gathered'))[0]?.values).toEqual({
    pair: 2,
    skill: 0,
    parts: 1,
  });
  table.refuse('E_PHASE', 'revealSkill', told('grey', 'pride', 'shown'));
  table.refuse('E_RANGE', 'revealSkill', told('red', 'pride', 'asked'));
  table.run('revealSkill', told('blue', 'pride', 'asked'));
  table.run('revealFact', { pair: 'grey', unit: 'red-servant', fact: 'class', source: 'shown' });
  expect(table.cell('knows[grey].unit[red-servant].facts')).toBe(0x800);
  // unknown to its own side, until it is used
  table.refuse('E_RANGE', 'revealSkill', told('red', 'seed', 'shown'));
  table.run('useSkill', { unit: 'blue-servant', skill: 'seed', effect: 1 });
  table.run('revealSkill', told('red', 'seed', 'shown'));
  expect(['red', 'blue', 'grey'].map((pair) => table.cell(`knows[${pair}].skill[seed].parts`))).toEqual([1, 1, 0]);
});

test('a query that is no table is refused as one', () => {
  const setup = loners([fighter('a'), fighter('b')]);
  for (const query of [7, null, 'units', []]) {
    expect(() => holyGrailWar.capabilities.odds?.(setup, query)).toThrow(
      expect.objectContaining({ code: 'E_RANGE', path: 'query' }),
    );
  }
});

test('H28: a seal takes a skill or a reason where it is about one, and nothing where it is not', () => {
  const skills = [skill('blade', { rank: 'C' }), skill('peak', { rank: 'A' })];
  const table = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { skills }, 'blue-servant': {} }));
  const seal = (effect: string, more: Plain = {}): Plain => ({ pair: 'red', effect, ...more });
  for (const effect of ['hp', 'summon', 'order', 'miracle']) {
    table.refuse('E_RANGE', 'useSeal', seal(effect, { skill: 'blade' }));
    table.refuse('E_RANGE', 'useSeal', seal(effect, { skill: 'blade', reason: 'ruled' }));
  }
  for (const effect of ['rank', 'halve', 'disable']) {
    table.refuse('E_RANGE', 'useSeal', seal(effect));
    table.refuse('E_RANGE', 'useSeal', seal(effect, { skill: 'blade', reason: 'ruled' }));
    table.refuse('E_RANGE', 'useSeal', { ...seal(effect, { skill: 'blade' }), pair: 'blue' });
  }
  // about nothing
  expect(table.run('useSeal', seal('hp')).find(({ event }) => event === 'sealUsed')?.values['what']).toBe(255);
  for (const effect of ['mp', 'summon']) table.refuse('E_RANGE', 'useSeal', seal(effect, { reason: 'ruled' }));
  const strict = begin(twoPairs({}, { 'red-servant': { skills } }), { rankCap: 'reject' });
  strict.refuse('E_RANK', 'useSeal', seal('rank', { skill: 'peak' }));
  strict.run('useSeal', seal('rank', { skill: 'blade' }));
  expect(strict.cell('skill[blade].rankBonus')).toBe(1);
});

test('H28 HA26: leaving for nothing is for a servant in the battle, once', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  const leave = (pair: string): Plain => ({ pair, effect: 'escape' });
  table.refuse('E_PHASE', 'useSeal', leave('red'));
  table.run('openBattle', { units: ['red-servant', 'grey-master'], sides: [0, 1] });
  table.refuse('E_RANGE', 'useSeal', leave('blue'));
  table.run('useSeal', leave('red'));
  table.refuse('E_PHASE', 'useSeal', leave('red'));
  expect([table.cell('pair[red].seals'), table.cell('unit[red-servant].freeEscape')]).toEqual([2, 1]);
});
