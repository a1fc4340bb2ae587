/** The legal commands that a war lists in each phase of a turn, with their ranges. */
import { describe, expect, test } from 'vitest';
import { begin, fighter, listed, loners, skill, type Table, twoPairs } from './support.js';

describe('legal commands of the turn', () => {
  test('H3 H4 H5: shares of a gain, and healing by wounds and by MP', () => {
    const table = begin(
      twoPairs(
        {},
        {
          'red-master': { hp: 90, mp: 1 },
          'red-servant': { hp: 50 },
          'blue-servant': { hp: 99, upkeep: 44 },
          'grey-master': { hp: 1, mp: 4 },
        },
      ),
    );
    // red gains 2*3 + 3 + 15 - 8 = 16, blue loses 20, grey alone and heavily injured gains 2 * (3 - 1)
    expect(listed(table)).toEqual([
      'prepare 0 0 -1 16 0 8 0 33',
      'prepare 1 1 -1 -1 0 0 0 1',
      'prepare 2 2 -1 -1 0 4 0 0',
    ]);
    table.run('prepare', { pair: 'blue' });
    expect(listed(table)).toEqual(['prepare 0 0 -1 16 0 8 0 33', 'prepare 2 2 -1 -1 0 4 0 0']);
    const even = begin(twoPairs({}, { 'red-servant': { upkeep: 24 } }));
    expect(listed(even)[0]).toBe('prepare 0 0 -1 0 0 0 0 0');
    const lone = begin(loners([fighter('a', { hp: 98 })], { phase: 'preparation' }));
    expect(listed(lone)).toEqual(['prepare 0 0 -1 -1 0 0 0 2']);
    // the dead are not healed, and a pair of the dead prepares nothing
    for (const who of ['red-master', 'grey-master']) {
      even.run('adjust', { unit: who, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    }
    expect(listed(even, 'prepare')).toEqual(['prepare 0 0 -1 -1 0 0 0 0', 'prepare 1 1 -1 16 0 0 0 0']);
  });

  test('H7: every action of one unit, and the base that the partner has chosen', () => {
    const acts = skill('forge', {}, { timing: 'action', number: 3 });
    const other = skill('tale', {}, { timing: 'anyTime' });
    const table = begin(twoPairs({ phase: 'active' }, { 'red-servant': { skills: [other, acts] } }));
    const ofUnit = (number: number): string[] =>
      listed(table, 'chooseActive').filter((entry) => entry.startsWith(`chooseActive ${number} ${number} `));
    const none = '-1 -1';
    const common = (number: number): string[] => [
      `chooseActive ${number} ${number} 2 2 1 1 ${none} 0 0 ${none} 0 0 -1 1`,
      `chooseActive ${number} ${number} 3 3 1 1 ${none} 0 0 ${none} 0 0 -1 1`,
      `chooseActive ${number} ${number} 2 2 2 2 ${none} 0 0 ${none} 0 0 -1 1`,
      `chooseActive ${number} ${number} 3 3 2 2 ${none} 0 0 ${none} 0 0 -1 1`,
      `chooseActive ${number} ${number} 5 5 ${none} ${none} 0 0 ${none} 0 0 ${none}`,
      `chooseActive ${number} ${number} 4 4 ${none} ${none} 0 0 ${none} 0 0 0 1`,
      `chooseActive ${number} ${number} 9 9 ${none} ${none} 0 0 ${none} 0 0 0 1`,
    ];
    const explore = (number: number): string => `chooseActive ${number} ${number} 1 1 ${none} 0 2 0 0 ${none} 0 0 -1 1`;
    expect(ofUnit(0)).toEqual([explore(0), `chooseActive 0 0 7 7 ${none} 0 2 0 0 ${none} 0 0 ${none}`, ...common(0)]);
    expect(ofUnit(1)).toEqual([
      explore(1),
      `chooseActive 1 1 6 6 ${none} 0 2 1 10 ${none} 0 0 ${none}`,
      `chooseActive 1 1 7 7 ${none} 0 2 0 0 ${none} 0 0 ${none}`,
      ...common(1),
      `chooseActive 1 1 8 8 ${none} ${none} 0 0 1 1 3 3 ${none}`,
    ]);
    expect(ofUnit(4)).toHaveLength(9);
    expect(listed(table).at(-2)).toBe('closeActive');
    table.run('chooseActive', { unit: 'red-master', action: 'moveBase', area: 'temple' });
    expect(ofUnit(0)).toEqual([]);
    expect(ofUnit(1)[2]).toBe(`chooseActive 1 1 7 7 ${none} 1 1 0 0 ${none} 0 0 ${none}`);
    // no area, no reason
    const bare = begin({ ...loners([fighter('a'), fighter('b')], { phase: 'active' }), reasons: [] });
    expect(listed(bare)).toEqual([
      ...[0, 1].flatMap((number) => [
        ...[2, 3].map(
          (action) =>
            `chooseActive ${number} ${number} ${action} ${action} ${1 - number} ${1 - number} ${none} 0 0 ${none} 0 0 ${none}`,
        ),
        `chooseActive ${number} ${number} 5 5 ${none} ${none} 0 0 ${none} 0 0 ${none}`,
      ]),
      'closeActive',
    ]);
  });

  test('one area and one reason are enough, and the dead neither act nor react', () => {
    const one = (phase: string): Table =>
      begin({ ...loners([fighter('a'), fighter('b')], { phase }), areas: ['only'] });
    const acts = listed(one('active')).filter((entry) => entry.startsWith('chooseActive 0 0 '));
    // explore, soul eating, base, raid, communicate, rest, gather, free
    expect(acts.map((entry) => entry.split(' ')[3]).join(' ')).toBe('1 6 7 2 3 5 4 9');
    expect(acts[6]).toBe('chooseActive 0 0 4 4 -1 -1 -1 -1 0 0 -1 -1 0 0 0 0');
    const reactive = one('reactive');
    expect(listed(reactive)).toEqual(['grantReaction 0 0 0 0', 'grantReaction 1 1 0 0', 'processTurn 0 0 0 0']);
    reactive.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    expect(listed(reactive, 'grantReaction')).toEqual(['grantReaction 1 1 0 0']);
    const active = one('active');
    active.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    expect(listed(active).filter((entry) => entry.startsWith('chooseActive 0 0 '))).toEqual([]);
  });

  test('H8 H9: what can be noticed and answered, and what can then be blocked', () => {
    const table = begin(twoPairs({ phase: 'active' }));
    table.run('chooseActive', { unit: 'red-servant', action: 'soulEating', area: 'harbour', amount: 2 });
    table.run('chooseActive', { unit: 'blue-master', action: 'communicate', pair: 'red' });
    table.run('chooseActive', { unit: 'blue-servant', action: 'raid', pair: 'red' });
    table.run('closeActive');
    const grant = (pair: number): string => `grantReaction ${pair} ${pair} 0 1`;
    expect(listed(table)).toEqual([
      ...['notice 0 0 2 2', 'chooseReactive 0 0 1 1 2 2', 'notice 0 0 3 3', grant(0)],
      ...['notice 1 1 1 1', grant(1)],
      ...['notice 2 2 1 1', 'notice 2 2 2 2', 'notice 2 2 3 3', grant(2)],
      'processTurn 0 0 0 0',
    ]);
    table.run('notice', { pair: 'red', unit: 'blue-servant' });
    table.run('notice', { pair: 'grey', unit: 'red-servant' });
    table.run('grantReaction', { pair: 'grey', reason: 'ruled' });
    expect(listed(table)).toEqual([
      'notice 0 0 2 2',
      'chooseReactive 0 0 1 1 2 2',
      ...[3, 4, 5].map((reaction) => `chooseReactive 0 0 ${reaction} ${reaction} 3 3`),
      grant(0),
      ...['notice 1 1 1 1', grant(1)],
      ...[2, 5].map((reaction) => `chooseReactive 2 2 ${reaction} ${reaction} 1 1`),
      ...['notice 2 2 2 2', 'notice 2 2 3 3', grant(2)],
      'processTurn 0 0 0 0',
    ]);
    table.run('chooseReactive', { pair: 'red', reaction: 'flee', unit: 'blue-servant' });
    expect(listed(table, 'chooseReactive', 'processTurn')).toEqual([
      'chooseReactive 2 2 2 2 1 1',
      'chooseReactive 2 2 5 5 1 1',
      'processTurn 0 1 3 3',
    ]);
    table.run('chooseReactive', { pair: 'grey', reaction: 'stop', unit: 'red-servant' });
    for (let more = 0; more < 2; more++) table.run('grantReaction', { pair: 'grey', reason: 'ruled' });
    expect(listed(table, 'chooseReactive', 'processTurn', 'grantReaction')).toEqual([
      grant(0),
      grant(1),
      'chooseReactive 2 2 5 5 1 1',
      'processTurn 0 2 1 3',
    ]);
  });

  test('H10 H12: healing of those who rest, and the end of the turn outside of battles', () => {
    const table = begin(
      twoPairs(
        { phase: 'active' },
        {
          'red-master': { hp: 90, mp: 10 },
          'red-servant': { mp: 20 },
          'blue-master': { hp: 50 },
          'grey-master': { hp: 99 },
        },
      ),
    );
    for (const who of ['red-master', 'red-servant', 'grey-master'])
      table.run('chooseActive', { unit: who, action: 'rest' });
    table.run('closeActive');
    table.run('processTurn');
    // 10 + 3 MP heal 6; the servant has no wound; one wound
    expect(listed(table)).toEqual([
      'openBattle 2 5 0 4 2 5 0 7 0 3 0 2',
      'restHeal 0 0 1 6',
      'restHeal 4 4 1 1',
      'endTurn',
    ]);
    table.run('restHeal', { unit: 'red-master', hp: 6 });
    table.run('openBattle', { units: ['red-servant', 'blue-servant'], sides: [0, 1] });
    expect(listed(table, 'restHeal', 'endTurn', 'openBattle')).toEqual(['restHeal 4 4 1 1']);
  });

  test('H28: seals on the servant, on its skills, in words', () => {
    const skills = [
      skill('blade', { kind: 'noblePhantasm' }),
      skill('legend', { rank: 'EX' }),
      skill('peak', { rank: 'A' }),
    ];
    const seals = (table: Table): string[] => listed(table, 'useSeal');
    const setup = twoPairs({ phase: 'processing' }, { 'red-servant': { skills }, blue: { seals: 0 } });
    const table = begin(setup);
    const on = (effect: number, ...numbers: number[]): string[] =>
      numbers.map((number) => `useSeal 0 0 ${effect} ${effect} ${number} ${number} -1 -1`);
    const words = (effect: number): string => `useSeal 0 0 ${effect} ${effect} -1 -1 0 1`;
    expect(seals(table)).toEqual([
      words(0),
      ...on(5, -1),
      ...on(6, -1),
      ...on(7, 0, 2),
      ...on(8, 0, 1, 2),
      ...on(9, -1),
      ...on(10, 1, 2),
      words(12),
    ]);
    expect(seals(begin(setup, { rankCap: 'reject' }))).not.toContain(on(7, 2)[0]);
    table.run('useSeal', { pair: 'red', effect: 'halve', skill: 'legend' });
    table.run('openBattle', { units: ['red-servant', 'blue-servant'], sides: [0, 1] });
    expect(seals(table)).toEqual([
      words(0),
      ...[1, 2, 3, 4, 5, 6].flatMap((effect) => on(effect, -1)),
      ...on(7, 0, 2),
      ...on(8, 0, 2),
      ...on(9, -1),
      ...on(10, 1, 2),
      ...on(11, -1),
      words(12),
    ]);
    const silent = begin({ ...twoPairs({ phase: 'processing' }), reasons: [] });
    expect(seals(silent).map((entry) => entry.split(' ')[3])).toEqual(['5', '6', '9', '5', '6', '9']);
  });

  test('H15 H17 H31: uses of skills by cost, moment, target and lineage', () => {
    const skills = [
      skill('plain'),
      skill('plus', { rank: 'C+' }, { number: 2, cost: 50 }),
      skill('dear', {}, { cost: 51 }),
      skill('passive', {}, { timing: 'always', changes: [{ stat: 'con', amount: 1 }] }),
      skill('hex', {}, { changes: [{ stat: 'hp', amount: -1, target: 'other' }] }),
      skill('break', { lineages: ['curse'] }, { refersTo: ['art', 'rune'], disables: 'turn' }),
      skill('hush', { lineages: ['curse'] }, { refersTo: ['curse'], disables: 'round' }),
      skill('lost', { lineages: ['curse'] }, { refersTo: ['nothing'], disables: 'turn' }),
      skill('clash', { lineages: ['curse'] }, { timing: 'battle' }),
    ];
    const table = begin(twoPairs({ phase: 'processing' }, { 'red-servant': { skills } }));
    const use = (number: number, effect: number, target: string, on = '-1 -1', condition = '0 0'): string =>
      `useSkill 1 1 ${number} ${number} ${effect} ${effect} ${target} ${on} ${condition} 0 3 0 2 0 3 0 2`;
    expect(listed(table, 'useSkill')).toEqual([
      use(0, 1, '-1 4'),
      use(1, 2, '-1 4', '-1 -1', '0 1'),
      use(4, 1, '0 4'),
      use(5, 1, '-1 4', '0 4'),
    ]);
    // the first and the last unit die
    for (const who of ['red-master', 'grey-master']) {
      table.run('adjust', { unit: who, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    }
    expect(listed(table, 'useSkill')[2]).toBe(use(4, 1, '1 3'));
    table.run('useSkill', { unit: 'red-servant', skill: 'break', effect: 1, targetSkill: 'plain' });
    table.run('openBattle', { units: ['red-servant', 'blue-servant'], sides: [0, 1] });
    table.run('setLines', { side: 0, front: [] });
    table.run('setLines', { side: 1, front: [] });
    expect(listed(table, 'useSkill')).toEqual([
      use(1, 2, '-1 4', '-1 -1', '0 1'),
      use(4, 1, '1 3'),
      use(5, 1, '-1 4', '0 4'),
      use(6, 1, '-1 4', '5 8'),
      use(8, 1, '-1 4'),
    ]);
  });

  test('H15: a target that only the plain multiple fits is listed, one that fits neither is not', () => {
    const blow = skill(
      'blow',
      { rank: 'C+' },
      { changes: [{ stat: 'str', amount: 90, target: 'other', lasts: 'turn' }] },
    );
    const table = begin(twoPairs({}, { 'red-servant': { skills: [blow] }, 'grey-master': { str: 95 } }));
    // 5 + 90 stays below 179, 95 + 90 does not
    expect(listed(table, 'useSkill')[0]).toMatch(/^useSkill 1 1 0 0 1 1 0 3 /);
    const names = ['red-master', 'red-servant', 'blue-master', 'blue-servant', 'grey-master'];
    const strong = Object.fromEntries(names.map((name) => [name, { str: 95 }]));
    const full = begin(twoPairs({}, { ...strong, 'red-servant': { str: 95, skills: [blow] } }));
    expect(listed(full, 'useSkill')).toEqual([]);
  });

  test('H31: rulings on the living, by what can last, and the end of the war', () => {
    const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
    const now = (number: number): string => `adjust ${number} ${number} 5 7 -16383 16383 0 0 0 0`;
    const lasting = (number: number, lasts: number): string =>
      `adjust ${number} ${number} 0 4 -1998 1998 ${lasts} ${lasts} 0 0`;
    expect(listed(table, 'adjust', 'endWar')).toEqual([
      ...[0, 1, 2].flatMap((number) => [now(number), lasting(number, 2)]),
      'endWar 0 0',
    ]);
    table.run('openBattle', { units: ['a', 'b'], sides: [0, 1] });
    table.run('adjust', { unit: 'b', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    expect(listed(table, 'adjust')).toEqual([now(0), lasting(0, 2), lasting(0, 1), now(2), lasting(2, 2)]);
    expect(listed(begin({ ...loners([fighter('a')]), reasons: [] }), 'adjust', 'endWar')).toEqual([]);
    table.run('endWar', { reason: 'ruled' });
    expect(listed(table, 'adjust', 'endWar', 'cleanup')).toEqual([]);
    expect(table.battle.legalCommands(new Int32Array(100))).toBe(0);
  });

  test('H30: own units by asking, everything by showing, what was gathered in processing', () => {
    const skills = [skill('open', { secrecy: 'E' }), skill('hidden'), skill('unknown', { secrecy: 'EX' })];
    const table = begin(twoPairs({ phase: 'active' }, { 'red-servant': { skills } }));
    const fact = (pair: number, source: number, ...units: number[]): string[] =>
      units.map((number) => `revealFact ${pair} ${pair} ${number} ${number} 0 11 ${source} ${source}`);
    const told = (pair: number, source: number, ...numbers: number[]): string[] =>
      numbers.map((number) => `revealSkill ${pair} ${pair} ${number} ${number} ${source} ${source}`);
    expect(listed(table, 'revealFact', 'revealSkill')).toEqual([
      ...[...fact(0, 0, 1), ...told(0, 0, 1), ...fact(0, 2, 1, 2, 3, 4), ...told(0, 2, 1)],
      ...[...fact(1, 0, 3), ...fact(1, 2, 0, 1, 3, 4), ...told(1, 2, 0, 1)],
      ...[...fact(2, 2, 0, 1, 2, 3), ...told(2, 2, 0, 1)],
    ]);
    table.run('chooseActive', { unit: 'grey-master', action: 'gather', reason: 'rumour' });
    table.run('chooseActive', { unit: 'blue-master', action: 'communicate', pair: 'red' });
    table.run('chooseActive', { unit: 'red-master', action: 'communicate', pair: 'blue' });
    table.run('closeActive');
    table.run('processTurn');
    expect(listed(table, 'revealFact', 'revealSkill')).toEqual([
      ...[...fact(0, 0, 1, 2, 3), ...told(0, 0, 1), ...fact(0, 2, 1, 2, 3, 4), ...told(0, 2, 1)],
      ...[...fact(1, 0, 0, 1, 3), ...told(1, 0, 0, 1), ...fact(1, 2, 0, 1, 3, 4), ...told(1, 2, 0, 1)],
      ...[...fact(2, 1, 0, 1, 2, 3), ...told(2, 1, 0, 1, 2), ...fact(2, 2, 0, 1, 2, 3), ...told(2, 2, 0, 1)],
    ]);
  });

  test('what is left out: rulings without a reason, healing that is done, skills of the dead', () => {
    const bare = begin({ ...loners([fighter('a'), fighter('b')], { phase: 'reactive' }), reasons: [] });
    expect(listed(bare)).toEqual(['processTurn 0 0 0 0']);
    const acts = skill('forge', {}, { timing: 'action' });
    const hurt = { hp: 50 };
    const table = begin(
      twoPairs({ phase: 'active' }, { 'red-servant': { ...hurt, skills: [acts] }, 'blue-servant': hurt }),
    );
    table.run('chooseActive', { unit: 'red-servant', action: 'skill', skill: 'forge', effect: 1 });
    table.run('chooseActive', { unit: 'blue-servant', action: 'rest' });
    table.run('closeActive');
    table.run('processTurn');
    expect(listed(table, 'restHeal')).toEqual(['restHeal 3 3 1 25']);
    expect(listed(table, 'useSkill')).toHaveLength(1);
    table.run('restHeal', { unit: 'blue-servant', hp: 1 });
    table.run('adjust', { unit: 'red-servant', stat: 'hp', amount: -50, lasts: 'now', reason: 'ruled' });
    expect(listed(table, 'restHeal', 'useSkill')).toEqual([]);
  });

  test('H28 H30 half a price, seals in words with one reason, skills of the second pair', () => {
    const dear = skill('dear', {}, { cost: 99 });
    const reasons = [{ id: 'ruled', text: 'so it is' }];
    const table = begin(twoPairs({ phase: 'processing', reasons }, { 'blue-servant': { skills: [dear] } }));
    expect(listed(table, 'useSkill')).toEqual([]);
    const inWords = listed(table, 'useSeal').filter(
      (entry) => entry.startsWith('useSeal 1 1') && entry.endsWith(' 0 0'),
    );
    expect(inWords).toEqual(['useSeal 1 1 0 0 -1 -1 0 0', 'useSeal 1 1 12 12 -1 -1 0 0']);
    expect(listed(table, 'revealSkill').filter((entry) => entry.startsWith('revealSkill 1 1'))).toEqual([
      'revealSkill 1 1 0 0 0 0',
      'revealSkill 1 1 0 0 2 2',
    ]);
    table.run('useSeal', { pair: 'blue', effect: 'halve', skill: 'dear' });
    // 49 of 50
    expect(listed(table, 'useSkill')).toHaveLength(1);
  });
});
