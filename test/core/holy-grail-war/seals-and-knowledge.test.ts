/** Skills, seals and what each side knows: H15 to H17, H28 to H31. */
import { expect, test } from 'vitest';
import { holyGrailWar } from '../../../core/holy-grail-war/index.js';
import { begin, names, skill, toDeclarations, toEnd, twoPairs } from './support.js';

const strength = { changes: [{ stat: 'str', amount: 2, lasts: 'turn' }] };

test('H15 each + adds one multiple under its condition', () => {
  for (const [rank, multiple] of [
    ['D', 0],
    ['D+', 2],
    ['D++', 3],
  ] as const) {
    const table = begin(twoPairs({}, { 'red-servant': { skills: [skill('blow', { rank }, strength)] } }));
    if (multiple === 0) {
      table.refuse('E_RANGE', 'useSkill', { unit: 'red-servant', skill: 'blow', effect: 1, condition: 1 });
    } else {
      table.run('useSkill', { unit: 'red-servant', skill: 'blow', effect: 1, condition: 1 });
      expect(table.cell('unit[red-servant].turnStr')).toBe(2 * multiple);
    }
    table.run('useSkill', { unit: 'red-servant', skill: 'blow', effect: 1 });
    expect(table.cell('unit[red-servant].turnStr')).toBe(2 * multiple + 2);
  }
});

test('H16 who learns what from a use, by secrecy', () => {
  const parts = (secrecy: string): number[] => {
    const skills = [skill('trick', { secrecy }, { number: 2 })];
    const table = begin(twoPairs({}, { 'red-servant': { skills } }));
    table.run('useSkill', { unit: 'red-servant', skill: 'trick', effect: 2, seenBy: ['grey'], affected: ['blue'] });
    return ['red', 'blue', 'grey'].map((pair) => table.cell(`knows[${pair}].skill[trick].parts`));
  };
  expect(parts('E')).toEqual([1, 1, 1]);
  expect(parts('D')).toEqual([0, 1, 1]);
  expect(parts('C')).toEqual([0, 1, 0]);
  expect(parts('B')).toEqual([0, 4, 0]);
  expect(parts('A')).toEqual([0, 0, 0]);
  expect(parts('EX')).toEqual([1, 0, 0]);
});

test('H17 timings: always, any time, action, battle', () => {
  const skills = [
    skill('armour', {}, { timing: 'always', changes: [{ stat: 'con', amount: 3 }] }),
    skill('charge', {}, { timing: 'battle', changes: [{ stat: 'str', amount: 1, lasts: 'round' }] }),
    skill('ritual', {}, { timing: 'action' }),
    skill('tale', {}, { timing: 'described', text: 'when the moon is full' }),
  ];
  const table = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { skills } }));
  const use = { unit: 'red-servant', effect: 1 };
  table.refuse('E_RANGE', 'useSkill', { ...use, skill: 'armour' });
  table.refuse('E_PHASE', 'useSkill', { ...use, skill: 'charge' });
  table.refuse('E_PHASE', 'useSkill', { ...use, skill: 'ritual' });
  table.run('useSkill', { ...use, skill: 'tale' });
  table.run('openBattle', { units: ['red-servant', 'blue-servant'], sides: [0, 1] });
  table.refuse('E_PHASE', 'useSkill', { ...use, skill: 'charge' });
  table.run('setLines', { side: 0, front: [] });
  table.run('setLines', { side: 1, front: [] });
  table.run('useSkill', { ...use, skill: 'charge' });
  table.run('closeStandby');
  table.run('closeDeclarations');
  table.run('damageStep');
  // str 6 against con 5; str 5 against con 5 + 3
  expect(table.cell('exchange[red-servant][blue-servant].attack')).toBe(3);
  expect(table.cell('exchange[blue-servant][red-servant].attack')).toBe(-1);
});

test('H28 HA1 HA16 each seal does its one thing', () => {
  const skills = [
    skill('blade', { kind: 'noblePhantasm', rank: 'C' }, { cost: 9 }),
    skill('legend', { rank: 'EX' }),
    skill('peak', { rank: 'A' }),
  ];
  const changes = { 'red-servant': { skills, hp: 90, mp: 40, mag: 0 }, red: { seals: 20 } };
  const table = begin(twoPairs({ phase: 'processing' }, changes));
  const seal = (effect: string, more = {}): unknown => table.run('useSeal', { pair: 'red', effect, ...more });
  expect(begin(twoPairs()).cell('pair[red].seals')).toBe(3);
  seal('hp');
  seal('mp');
  expect([table.cell('unit[red-servant].hp'), table.cell('unit[red-servant].mp')]).toEqual([96, 46]);
  seal('order', { reason: 'ruled' });
  table.refuse('E_RANGE', 'useSeal', { pair: 'red', effect: 'order' });
  seal('halve', { skill: 'blade' });
  table.refuse('E_PHASE', 'useSeal', { pair: 'red', effect: 'halve', skill: 'blade' });
  table.run('useSkill', { unit: 'red-servant', skill: 'blade', effect: 1 });
  expect(table.cell('unit[red-servant].mp')).toBe(42);
  table.run('useSkill', { unit: 'red-servant', skill: 'blade', effect: 1 });
  expect(table.cell('unit[red-servant].mp')).toBe(33);
  seal('rank', { skill: 'blade' });
  expect(table.cell('skill[blade].rankBonus')).toBe(1);
  table.refuse('E_RANK', 'useSeal', { pair: 'red', effect: 'rank', skill: 'legend' });
  table.refuse('E_RANGE', 'useSeal', { pair: 'red', effect: 'disable', skill: 'blade' });
  seal('disable', { skill: 'peak' });
  table.refuse('E_RANGE', 'useSkill', { unit: 'red-servant', skill: 'peak', effect: 1 });
  table.refuse('E_PHASE', 'useSeal', { pair: 'red', effect: 'disable', skill: 'peak' });
  table.refuse('E_PHASE', 'useSeal', { pair: 'red', effect: 'escape' });
  table.refuse('E_PHASE', 'useSeal', { pair: 'red', effect: 'str' });
  toDeclarations(table, { 'red-servant': 0, 'blue-servant': 1 });
  for (const effect of ['str', 'con', 'agi', 'mag', 'escape']) seal(effect);
  const rounds = ['roundStr', 'roundCon', 'roundAgi', 'roundMag', 'freeEscape'];
  expect(rounds.map((name) => table.cell(`unit[red-servant].${name}`))).toEqual([3, 3, 3, 2, 1]);
  expect(table.cell('pair[red].seals')).toBe(9);
  table.refuse('E_ALONE', 'useSeal', { pair: 'grey', effect: 'hp' });
});

test('H28 a summoned servant stands where its master is', () => {
  const table = begin(twoPairs({ phase: 'active' }));
  table.run('chooseActive', { unit: 'red-master', action: 'explore', area: 'harbour' });
  table.run('closeActive');
  table.run('processTurn');
  expect(table.cell('unit[red-servant].area')).toBe(2);
  table.run('useSeal', { pair: 'red', effect: 'summon' });
  expect(table.cell('unit[red-servant].area')).toBe(0);
});

test('H28 with a seal leaving is free', () => {
  const table = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { mp: 0 }, 'blue-servant': { str: 20 } }));
  toEnd(table, { 'red-servant': 0, 'blue-servant': 1 });
  table.refuse('E_MP', 'escape', { unit: 'red-servant' });
  table.run('useSeal', { pair: 'red', effect: 'escape' });
  table.run('escape', { unit: 'red-servant' });
  table.run('cleanup');
  expect(table.cell('unit[red-servant].side')).toBe(255);
});

test('H28 extension: a miracle is a recorded reason', () => {
  const table = begin(twoPairs());
  expect(names(table.run('useSeal', { pair: 'red', effect: 'miracle', reason: 'ruled' }))).toContain('miracle');
});

test('H29 a master sees str to attribute, HP, MP, upkeep and skills of secrecy E', () => {
  const skills = [skill('open', { secrecy: 'E' }), skill('hidden', { secrecy: 'D' })];
  const own = [skill('craft', { secrecy: 'A' }), skill('seed', { secrecy: 'EX' })];
  const table = begin(twoPairs({}, { 'red-servant': { skills }, 'red-master': { skills: own } }));
  // ten facts: str con agi mag luk np attribute hp mp upkeep
  expect(table.cell('knows[red].unit[red-servant].facts')).toBe(0b11_1111_1111);
  expect(table.cell('knows[red].unit[red-master].facts')).toBe(0b1111_1111_1111);
  const red = ['open', 'hidden', 'craft', 'seed'].map((id) => table.cell(`knows[red].skill[${id}].parts`));
  expect(red).toEqual([1, 0, 1, 0]);
  expect(table.cell('knows[blue].unit[red-servant].facts')).toBe(0);
  expect(table.cell('knows[blue].skill[open].parts')).toBe(0);
});

test('H30 stats used in a battle become known to those who fight and those who watch', () => {
  const table = begin(twoPairs({ phase: 'processing' }));
  const sides = { 'red-servant': 0, 'blue-servant': 1 };
  table.run('openBattle', { units: Object.keys(sides), sides: [0, 1], witnesses: [] });
  table.run('witness', { pair: 'grey' });
  table.refuse('E_PHASE', 'witness', { pair: 'grey' });
  table.run('setLines', { side: 0, front: [] });
  table.run('setLines', { side: 1, front: [] });
  table.run('closeStandby');
  table.run('noAttack', { unit: 'red-servant' });
  table.run('payMag', { unit: 'blue-servant' });
  table.run('closeDeclarations');
  table.run('allocate', { step: 1, unit: 'blue-servant', str: 3, con: 0, agi: 0 });
  expect(table.cell('knows[grey].unit[blue-servant].facts')).toBe(0);
  table.run('damageStep');
  // str 1, con 2, agi 4, mag 8: who did not attack did not use str
  expect(table.cell('knows[grey].unit[blue-servant].facts')).toBe(15);
  expect(table.cell('knows[red].unit[blue-servant].facts')).toBe(15);
  expect(table.cell('knows[grey].unit[red-servant].facts')).toBe(6);
  expect(table.cell('knows[blue].unit[red-master].facts')).toBe(0);
});

test('H30 asking, gathering and showing', () => {
  const skills = [skill('secret', { secrecy: 'EX' }), skill('pride', { secrecy: 'A' })];
  const table = begin(twoPairs({ phase: 'active' }, { 'blue-servant': { skills } }));
  const fact = { pair: 'red', unit: 'blue-servant', fact: 'hp' };
  table.refuse('E_RANGE', 'revealFact', { ...fact, source: 'asked' });
  table.refuse('E_RANGE', 'revealFact', { ...fact, source: 'gathered' });
  table.run('chooseActive', { unit: 'red-master', action: 'gather', reason: 'rumour' });
  table.run('closeActive');
  table.run('processTurn');
  table.run('revealFact', { ...fact, source: 'gathered' });
  expect(table.cell('knows[red].unit[blue-servant].facts')).toBe(128);
  table.refuse('E_PHASE', 'revealFact', { ...fact, source: 'shown' });
  table.run('revealSkill', { pair: 'grey', skill: 'pride', source: 'shown' });
  // nobody can show what its own side does not know
  table.refuse('E_RANGE', 'revealSkill', { pair: 'grey', skill: 'secret', source: 'shown' });
  table.run('revealSkill', { pair: 'red', skill: 'secret', source: 'gathered' });
});

test('H31 lineages: an effect works on skills of the lineages it refers to', () => {
  const changes = {
    'red-servant': { skills: [skill('breaker', {}, { refersTo: ['charm'], disables: 'turn' })] },
    'blue-servant': {
      skills: [skill('beauty', { lineages: ['charm', 'face'] }), skill('fist', { lineages: ['body'] })],
    },
  };
  const table = begin(twoPairs({ phase: 'processing' }, changes));
  const use = { unit: 'red-servant', skill: 'breaker', effect: 1 };
  table.refuse('E_RANGE', 'useSkill', use);
  table.refuse('E_RANGE', 'useSkill', { ...use, targetSkill: 'fist' });
  table.run('useSkill', { ...use, targetSkill: 'beauty' });
  table.refuse('E_RANGE', 'useSkill', { unit: 'blue-servant', skill: 'beauty', effect: 1 });
  table.run('endTurn');
  table.run('useSkill', { unit: 'blue-servant', skill: 'beauty', effect: 1 });
});

test('H31 information is gathered over several turns; bonuses come in with a reason', () => {
  const table = begin(twoPairs({ phase: 'active' }));
  const gather = (reason: string): void => {
    table.run('chooseActive', { unit: 'red-master', action: 'gather', reason });
    table.run('closeActive');
    table.run('processTurn');
    table.run('endTurn');
    for (const pair of ['red', 'blue', 'grey']) table.run('prepare', { pair });
  };
  gather('rumour');
  gather('rumour');
  expect(table.cell('unit[red-master].gatherTurns')).toBe(2);
  gather('ruled');
  expect(table.cell('unit[red-master].gatherTurns')).toBe(1);
  const events = table.run('adjust', { unit: 'red-servant', stat: 'agi', amount: -1, lasts: 'turn', reason: 'rumour' });
  expect(events.find((event) => event.event === 'adjusted')?.values['reason']).toBe(1);
  table.refuse('E_UNKNOWN_ID', 'adjust', {
    unit: 'red-servant',
    stat: 'agi',
    amount: 1,
    lasts: 'turn',
    reason: 'none',
  });
});

test('extensions are marked as such', () => {
  const marked = holyGrailWar.events.filter((event) => event.provenance === 'extension').map((event) => event.name);
  expect(marked).toEqual(['reactionGranted', 'freeAction', 'miracle', 'adjusted', 'battleClosed', 'warEnded']);
});

test('cells of one bit for each pair or unit take the id of one alone', () => {
  const { battle } = begin(twoPairs());
  const words = (name: string) => battle.cells.find((cell) => cell.name === name)?.words;
  expect(words('witnesses')).toEqual({ 1: 'red', 2: 'blue', 4: 'grey' });
  expect(words('pair[blue].talked')).toEqual({ 1: 'red', 2: 'blue', 4: 'grey' });
  expect(words('pair[blue].noticed')).toEqual({
    1: 'red-master',
    2: 'red-servant',
    4: 'blue-master',
    8: 'blue-servant',
    16: 'grey-master',
  });
});
