/** Use of skills: moment, target, lineage, cost, who learns of it, what is switched off. H15 to H17, H19, H28, H31. */
import { expect, test } from 'vitest';
import { begin, loners, names, type Plain, skill, type Table, toDeclarations, twoPairs, unit } from './support.js';

const fighter = (id: string, values: Plain = {}): Plain => unit(id, 'servant', values);
const withSkills = (skills: Plain[], more: Plain = {}, values: Plain = {}): Table =>
  begin(loners([fighter('a', { skills, ...more }), fighter('b'), fighter('c')], values));
const use = (id: string, more: Plain = {}): Plain => ({ unit: 'a', skill: id, effect: 1, ...more });
const kill = (table: Table, who: string): unknown =>
  table.run('adjust', { unit: who, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });

test('H17: what always works is never used, what belongs to a battle by those who fight, in its step', () => {
  const skills = [
    skill('passive', {}, { timing: 'always', changes: [{ stat: 'con', amount: 1 }] }),
    skill('clash', {}, { timing: 'battle' }),
  ];
  const table = withSkills(skills);
  table.refuse('E_RANGE', 'useSkill', use('passive'));
  table.refuse('E_PHASE', 'useSkill', use('clash'));
  table.run('openBattle', { units: ['b', 'c'], sides: [0, 1] });
  for (const side of [0, 1]) table.run('setLines', { side, front: [] });
  table.refuse('E_RANGE', 'useSkill', use('clash'));
  const fights = withSkills(skills);
  fights.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
  for (const side of [0, 1]) fights.run('setLines', { side, front: [] });
  fights.run('useSkill', use('clash'));
});

test('H17: an action is used in processing, by who chose this effect of this skill, once', () => {
  const acts = { timing: 'action' };
  const effects = [1, 2].map((number) => ({ number, ...acts }));
  const skills = [skill('forge', { effects }), skill('bind', {}, acts), skill('tale')];
  const chosen = (choice: Plain): Table => {
    const table = withSkills(skills, {}, { phase: 'active', areas: ['here'] });
    table.run('chooseActive', { unit: 'a', ...choice });
    table.refuse('E_PHASE', 'useSkill', use('forge'));
    table.run('closeActive');
    table.refuse('E_PHASE', 'useSkill', use('forge'));
    table.run('processTurn');
    return table;
  };
  const table = chosen({ action: 'skill', skill: 'forge', effect: 1 });
  table.refuse('E_PHASE', 'useSkill', use('forge', { effect: 2 }));
  table.refuse('E_PHASE', 'useSkill', use('bind'));
  // another skill does not use the action up
  table.run('useSkill', use('tale'));
  expect(table.cell('unit[a].actionOpen')).toBe(1);
  table.run('useSkill', use('forge'));
  expect(table.cell('unit[a].actionOpen')).toBe(0);
  table.refuse('E_PHASE', 'useSkill', use('forge'));
  chosen({ action: 'rest' }).refuse('E_PHASE', 'useSkill', use('forge'));
});

test('a living owner, a condition only where the rank has a +, a target where something is done to one', () => {
  const hex = { changes: [{ stat: 'hp', amount: -10, target: 'other' }] };
  const both = {
    changes: [
      { stat: 'mp', amount: -1 },
      { stat: 'str', amount: 1, target: 'other', lasts: 'turn' },
    ],
  };
  const table = withSkills([
    skill('hex', {}, hex),
    skill('both', {}, both),
    skill('self', {}, { changes: [{ stat: 'mp', amount: -5 }] }),
  ]);
  table.refuse('E_RANGE', 'useSkill', use('hex'));
  table.refuse('E_RANGE', 'useSkill', use('both'));
  table.refuse('E_RANGE', 'useSkill', use('hex', { target: 'b', condition: 1 }));
  table.refuse('E_RANGE', 'useSkill', { ...use('hex'), unit: 'b', target: 'c' });
  table.refuse('E_RANGE', 'useSkill', use('hex', { target: 'b', effect: 2 }));
  for (const target of ['a', 'b']) table.run('useSkill', use('hex', { target }));
  expect(['a', 'b', 'c'].map((who) => table.cell(`unit[${who}].hp`))).toEqual([90, 90, 100]);
  table.run('useSkill', use('both', { target: 'c' }));
  table.run('useSkill', use('self'));
  expect([table.cell('unit[a].mp'), table.cell('unit[c].turnStr'), table.cell('unit[c].mp')]).toEqual([44, 1, 50]);
  kill(table, 'b');
  table.refuse('E_DEAD', 'useSkill', use('hex', { target: 'b' }));
  kill(table, 'a');
  table.refuse('E_DEAD', 'useSkill', use('hex', { target: 'c' }));
});

test('H17 H31: an effect that always works is never used, and every change of a use must be possible', () => {
  const changes = [
    { stat: 'mp', amount: -1 },
    { stat: 'hp', amount: -1, target: 'other' },
  ];
  const table = withSkills([skill('calm', {}, { timing: 'always' }), skill('both', {}, { changes })]);
  table.refuse('E_RANGE', 'useSkill', use('calm'));
  kill(table, 'b');
  table.refuse('E_DEAD', 'useSkill', use('both', { target: 'b' }));
  table.run('useSkill', use('both', { target: 'c' }));
});

test('H17: why an action is not used now', () => {
  const forge = skill('forge', {}, { timing: 'action' });
  const table = withSkills([forge], {}, { phase: 'active' });
  table.run('chooseActive', { unit: 'a', action: 'skill', skill: 'forge', effect: 1 });
  expect(() => table.run('useSkill', use('forge'))).toThrow(/^not in this phase or step/);
  table.run('closeActive');
  table.run('processTurn');
  table.run('useSkill', use('forge'));
  expect(() => table.run('useSkill', use('forge'))).toThrow(/^this was already done/);
});

test('a change that does not fit is refused, with its multiple', () => {
  const blow = skill('blow', { rank: 'C+' }, { changes: [{ stat: 'str', amount: 88, lasts: 'turn' }] });
  const table = withSkills([blow]);
  // 5 + 176 does not fit in 179
  table.refuse('E_WIDTH', 'useSkill', use('blow', { condition: 1 }));
  table.run('useSkill', use('blow'));
  expect(table.cell('unit[a].turnStr')).toBe(88);
});

test('H28: cost up to the last MP, halved and rounded down, once', () => {
  const table = begin(twoPairs({}, { 'red-servant': { mp: 13, skills: [skill('dear', {}, { cost: 9 })] } }));
  const dear = { unit: 'red-servant', skill: 'dear', effect: 1 };
  table.run('useSeal', { pair: 'red', effect: 'halve', skill: 'dear' });
  expect(names(table.run('useSkill', dear))).toEqual(['skillUsed', 'mpChanged']);
  expect([table.cell('unit[red-servant].mp'), table.cell('skill[dear].halved')]).toEqual([9, 0]);
  table.run('useSkill', dear);
  expect(table.cell('unit[red-servant].mp')).toBe(0);
  table.refuse('E_MP', 'useSkill', dear);
});

test('H31: a target skill where lineages are asked for, of one of them, and only there', () => {
  const skills = [
    skill('break', { lineages: ['curse'] }, { refersTo: ['charm', 'rune'], disables: 'turn' }),
    skill('hush', { lineages: ['curse'] }, { refersTo: ['charm'], disables: 'round' }),
    skill('see', { lineages: ['curse'] }, { refersTo: ['charm'] }),
    skill('plain'),
  ];
  const table = begin(
    loners([
      fighter('a', { skills }),
      fighter('b', { skills: [skill('gaze', { lineages: ['eye', 'rune'] }), skill('song', { lineages: ['charm'] })] }),
    ]),
  );
  table.refuse('E_RANGE', 'useSkill', use('break'));
  table.refuse('E_RANGE', 'useSkill', use('plain', { targetSkill: 'song' }));
  table.refuse('E_RANGE', 'useSkill', use('break', { targetSkill: 'plain' }));
  table.refuse('E_RANGE', 'useSkill', use('hush', { targetSkill: 'gaze' }));
  // a round needs a battle
  table.refuse('E_PHASE', 'useSkill', use('hush', { targetSkill: 'song' }));
  expect(names(table.run('useSkill', use('see', { targetSkill: 'song' })))).toEqual(['skillUsed']);
  const disabled = (): number[] => ['gaze', 'song', 'break'].map((id) => table.cell(`skill[${id}].disabled`));
  table.run('useSkill', use('break', { targetSkill: 'gaze' }));
  expect(disabled()).toEqual([2, 0, 0]);
  table.refuse('E_RANGE', 'useSkill', { ...use('gaze'), unit: 'b' });
  table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
  table.run('useSkill', use('hush', { targetSkill: 'song' }));
  expect(disabled()).toEqual([2, 1, 0]);
  // what is longer stays
  const events = table.run('useSkill', use('break', { targetSkill: 'song' }));
  expect(events.find(({ event }) => event === 'skillDisabled')?.values).toEqual({ skill: 5, lasts: 2 });
  const again = table.run('useSkill', use('hush', { targetSkill: 'song' }));
  expect(again.find(({ event }) => event === 'skillDisabled')?.values).toEqual({ skill: 5, lasts: 2 });
  expect(disabled()).toEqual([2, 2, 0]);
});

test('H16 H30: it works on whom it is aimed at and on the owner of the target skill; a battle is seen by all of it', () => {
  const skills = [
    skill('touch', { secrecy: 'C' }),
    skill('pry', { secrecy: 'C' }, { refersTo: ['art'] }),
    skill('shout', { secrecy: 'D' }),
  ];
  const setup = loners([
    fighter('x', { skills: [skill('first')] }),
    fighter('a', { skills }),
    fighter('b', { skills: [skill('mine')] }),
    fighter('c'),
  ]);
  const known = (table: Table, id: string): number[] =>
    ['x', 'a', 'b', 'c'].map((of) => table.cell(`knows[${of}-side].skill[${id}].parts`));
  const table = begin(setup);
  table.run('useSkill', use('touch', { target: 'b' }));
  expect(known(table, 'touch')).toEqual([0, 1, 1, 0]);
  table.run('useSkill', use('touch', { target: 'x' }));
  expect(known(table, 'touch')).toEqual([1, 1, 1, 0]);
  table.run('useSkill', use('pry', { targetSkill: 'first' }));
  expect(known(table, 'pry')).toEqual([1, 1, 0, 0]);
  table.run('useSkill', use('pry', { targetSkill: 'mine' }));
  expect(known(table, 'pry')).toEqual([1, 1, 1, 0]);
  // others fight: who does not is not watched by them
  table.run('openBattle', { units: ['b', 'c'], sides: [0, 1] });
  table.run('useSkill', use('shout'));
  expect(known(table, 'shout')).toEqual([0, 1, 0, 0]);
  const battle = begin(setup);
  toDeclarations(battle, { a: 0, b: 1 });
  battle.run('witness', { pair: 'c-side' });
  battle.run('useSkill', use('shout'));
  expect(known(battle, 'shout')).toEqual([0, 1, 1, 1]);
});

test('HA2 H24: damage, hits and stats at the width of their cells', () => {
  const step = (a: Plain, b: Plain): Table => {
    const always = (id: string, changes: Plain[]): Plain => skill(id, {}, { timing: 'always', changes });
    const boost = (id: string, of: Plain): Plain =>
      fighter(id, {
        skills: [
          always(
            `${id}-more`,
            Object.entries(of).map(([stat, amount]) => ({ stat, amount })),
          ),
        ],
        maxHp: 16383,
      });
    const table = begin(loners([boost('a', a), boost('b', b)]));
    toDeclarations(table, { a: 0, b: 1 });
    table.run('closeDeclarations');
    return table;
  };
  // 104 - 0 + 2 by 104 - 0 + 2 fits; all stats are 5 and -5 leaves 0
  const table = step({ str: 99, agi: 99 }, { con: -5, agi: -5 });
  table.run('damageStep');
  expect(table.cell('exchange[a][b].damage')).toBe(106 * 106);
  expect([table.cell('exchange[a][b].attack'), table.cell('exchange[a][b].hits')]).toEqual([106, 106]);
  expect([table.cell('unit[b].taken'), table.cell('unit[a].dealt')]).toEqual([11236, 11236]);
});

test('H25: damage of 0 costs nobody anything', () => {
  const table = begin(loners([fighter('a', { agi: 0 }), fighter('b', { str: 3 })]));
  toDeclarations(table, { a: 0, b: 1 });
  table.run('closeDeclarations');
  // a: 5 - 5 + 2 by max(0, 0 - 5 + 2); b: 3 - 5 + 2 by 7
  const events = table.run('damageStep');
  expect(names(events).filter((name) => name === 'hpChanged')).toEqual([]);
  expect(events.filter(({ event }) => event === 'damage').map(({ values }) => Object.values(values))).toEqual([
    [0, 1, 0],
    [1, 0, 0],
  ]);
});

test('E_RANGE, E_UNKNOWN_ID: words that a command lacks, lists that are too long or not even begun', () => {
  const { battle } = begin(loners([fighter('a'), fighter('b')], { phase: 'reactive' }));
  const before = battle.image.slice();
  const code = (...words: number[]): number => {
    const result = battle.step(Int32Array.from(words), undefined);
    expect(Buffer.compare(battle.image, before)).toBe(0);
    return result;
  };
  // 1 no such command, 2 an unknown id, 3 out of range; processTurn has a list of 16, notice two ids
  expect([code(), code(0), code(30), code(-1), code(1000)]).toEqual([1, 1, 1, 1, 1]);
  expect([code(7), code(7, -1), code(7, 17), code(7, 2, 0), code(4), code(4, 0)]).toEqual([3, 3, 3, 3, 3, 3]);
  expect([code(4, -1, 0), code(4, 0, -1), code(4, 2, 0), code(7, 1, -1), code(7, 1, 2)]).toEqual([2, 2, 2, 2, 2]);
  expect(code(7, 2, 0, 0)).toBe(5);
  expect(battle.step(Int32Array.from([7, 0, ...new Array<number>(16).fill(0)]), undefined)).toBe(0);
});
