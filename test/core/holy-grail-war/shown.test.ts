/** What is listed, printed and shown: legal commands in every phase and step, the text of a war, a viewer's rows. */
import { describe, expect, test } from 'vitest';
import { holyGrailWar, pairTable, warOf } from '../../../core/holy-grail-war/index.js';
import type { Battle } from '../../../core/system/system.js';
import { begin, loners, type Plain, skill, type Table, toDeclarations, toEnd, twoPairs, unit } from './support.js';

const { odds } = holyGrailWar.capabilities;
const { print, predict, overview } = holyGrailWar.capabilities.views ?? {};

/** Entries as `name ranges`. */
function entries(words: Int32Array): string[] {
  const out: string[] = [];
  for (let at = 0; at < words.length; ) {
    const shape = holyGrailWar.commands.find(({ code }) => code === words[at]);
    const own = (shape?.parameters ?? []).reduce((sum, { capacity }) => sum + (capacity === undefined ? 2 : 4), 1);
    out.push([shape?.name ?? '', ...words.subarray(at + 1, at + own)].join(' '));
    at += own;
  }
  return out;
}
/** Those of some commands, or of all but rulings and knowledge. */
function listed({ battle }: Table, ...names: string[]): string[] {
  const words = new Int32Array(20000);
  const all = entries(words.subarray(0, battle.legalCommands(words)));
  const usual = ['adjust', 'endWar', 'revealFact', 'revealSkill', 'useSeal'];
  return all.filter((entry) => {
    const name = entry.split(' ')[0] ?? '';
    return names.length === 0 ? !usual.includes(name) : names.includes(name);
  });
}
const fighter = (id: string, values: Plain = {}): Plain => unit(id, 'servant', values);
const duel = (a: Plain = {}, b: Plain = {}, values: Plain = {}): Table =>
  begin(loners([fighter('a', a), fighter('b', b)], values));

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
});

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
    const battle = (): string[] => listed(table).filter((entry) => !entry.startsWith('witness'));
    table.run('openBattle', { units: ['a', 'c', 'b'], sides: [0, 0, 1], witnesses: [] });
    expect(listed(table)).toEqual([
      'setLines 0 0 0 2 0 2',
      'setLines 1 1 0 1 1 1',
      ...[0, 1, 2, 3].map((pair) => `witness ${pair} ${pair}`),
    ]);
    table.run('witness', { pair: 'c-side' });
    table.run('setLines', { side: 0, front: ['a', 'c'] });
    expect(listed(table)).toEqual(['setLines 1 1 0 1 1 1', 'witness 0 0', 'witness 1 1', 'witness 3 3']);
    table.run('setLines', { side: 1, front: ['b'] });
    expect(battle()).toEqual(['closeStandby']);
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
      for (let room = 0; room <= length; room += 1) {
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

describe('print and predict', () => {
  test('a war: day and phase, pairs, units, who could meet whom', () => {
    const table = begin(
      twoPairs(
        { day: 12, slot: 'pm', phase: 'active' },
        {
          'red-master': { str: 0, hp: 40 },
          'red-servant': { mp: 7, advantage: 3, str: 12 },
          blue: { soulEaten: 12 },
          'blue-servant': { hp: 75 },
        },
      ),
    );
    for (const who of ['blue-master', 'blue-servant', 'grey-master']) {
      if (who !== 'blue-servant')
        table.run('adjust', { unit: who, stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    }
    // injured: str and agi 1 less, str not below 0
    expect((print?.(table.battle) ?? '').split('\n')).toEqual([
      'day 12 pm, active',
      '',
      'red: red-master + red-servant, seals 3, souls 0',
      'blue: blue-master + blue-servant, seals 3, souls 12, secrecy broken',
      'grey: grey-master + -, seals 3, souls 0',
      '',
      'unit          str  con  agi  mag       HP     MP  advantage    state  side  escape',
      'red-master      0    5    4    3   40/100  50/50          0  injured     -       -',
      'red-servant    12    5    5    3  100/100   7/50          3     none     -       -',
      'blue-master     4    4    4    2    0/100  50/50          0    dying     -       -',
      'blue-servant    5    5    5    3   75/100  50/50          0    light     -       -',
      'grey-master     4    4    4    2    0/100  50/50          0    dying     -       -',
      '',
      'pair                        attack  hits  damage',
      // 0 - 5 + 2 by 4 - 5 + 2; 12 - 5 + 2 by 2
      'red-master > blue-servant       -3     1      -3',
      'red-servant > blue-servant       9     2      18',
      'blue-servant > red-master        2     3       6',
      'blue-servant > red-servant       2     2       4',
      '',
    ]);
  });

  test('a battle: round and step, sides and lines, what leaving costs', () => {
    const table = begin(loners([fighter('a', { str: 9 }), fighter('b'), fighter('c')]));
    table.run('openBattle', { units: ['a', 'b', 'c'], sides: [0, 1, 1] });
    table.run('setLines', { side: 0, front: ['a'] });
    table.run('setLines', { side: 1, front: ['b'] });
    const lines = (): string[] => (print?.(table.battle) ?? '').split('\n');
    expect(lines()[0]).toBe('day 1 am, processing, round 1 skills');
    expect(lines().slice(7)).toEqual([
      'a       9    5    5    3  100/100  50/50          0   none  0 front       -',
      'b       5    5    5    3  100/100  50/50          0   none  1 front       -',
      'c       5    5    5    3  100/100  50/50          0   none   1 rear       -',
      '',
      'pair   attack  hits  damage',
      'a > b       6     2      12',
      'b > a       2     2       4',
      '',
    ]);
    table.run('closeStandby');
    table.run('closeDeclarations');
    table.run('damageStep');
    expect(lines()[0]).toBe('day 1 am, processing, round 1 end');
    expect(lines().slice(7, 10)).toEqual([
      'a       9    5    5    3   96/100  50/50          0   none  0 front       0',
      'b       5    5    5    3   88/100  50/50          0   none  1 front       8',
      'c       5    5    5    3  100/100  50/50          0   none   1 rear       0',
    ]);
    expect(predict?.(table.battle)).toEqual([
      ['next income of a-side', '-5'],
      ['next income of b-side', '-5'],
      ['next income of c-side', '-5'],
      ['a leaves for MP', '0'],
      ['b leaves for MP', '8'],
      ['c leaves for MP', '0'],
    ]);
    table.run('escape', { unit: 'b' });
    expect(predict?.(table.battle).map(([label]) => label)).not.toContain('b leaves for MP');
    expect(pairTable(warOf(table.battle)).map(({ attacker, defender }) => [attacker, defender])).toEqual([
      [0, 1],
      [1, 0],
    ]);
    table.run('cleanup');
    expect(lines()[0]).toBe('day 1 am, processing, round 2 lines');
  });

  test('points owed now, by step; a pair without anybody alive has no income', () => {
    const table = begin(loners([fighter('a'), fighter('b', { advantage: 2 }), fighter('c')]));
    toDeclarations(table, { a: 0, b: 1 });
    for (const who of ['a', 'b']) table.run('payMag', { unit: who });
    table.run('adjust', { unit: 'c', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
    const incomes = [
      ['next income of a-side', '-5'],
      ['next income of b-side', '-5'],
    ];
    expect(predict?.(table.battle)).toEqual(incomes);
    table.run('closeDeclarations');
    expect(predict?.(table.battle)).toEqual([...incomes, ['a allocates in step 1', '2']]);
    table.run('allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 });
    expect(predict?.(table.battle)).toEqual([
      ...incomes,
      ['a allocates in step 2', '1'],
      ['b allocates in step 2', '3'],
    ]);
    table.run('allocate', { step: 2, unit: 'b', str: 2, con: 1, agi: 0 });
    expect(predict?.(table.battle)).toEqual([...incomes, ['a allocates in step 2', '1']]);
  });

  test('a pair that exchanged nothing has no row, one that only hit back has', () => {
    // a has no hit on b and b none on a; c hits a
    const table = begin(
      loners([fighter('a', { str: 3, con: 9, agi: 1 }), fighter('b', { agi: 9, str: 7, con: 5 }), fighter('c')]),
    );
    toEnd(table, { a: 0, b: 1, c: 2 });
    const rows = pairTable(warOf(table.battle)).map((row) => Object.values(row).join(' '));
    // attacker, defender, attack, hits, damage
    expect(rows).toEqual(['0 1 0 0 0', '0 2 0 0 0', '1 0 0 10 0', '1 2 4 6 24', '2 0 -2 6 -12', '2 1 2 0 0']);
  });
});

test('overview: gauges that are cells, the living and the dying, sides of the battle', () => {
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
  const cells = new Set(table.battle.cells.map(({ name }) => name.replace(/\[[^\]]*\]/g, '[*]')));
  expect(overview?.gauges.map(({ cell, role, label }) => [cells.has(cell), role, label])).toEqual([
    [true, 'health', 'HP'],
    [true, 'other', 'MP'],
    [true, 'other', 'luck points'],
    [true, 'other', 'injury'],
    [true, 'order', 'advantage'],
    [true, 'other', 'command seals'],
  ]);
  const row = (name: string, side: number): object => ({
    prefixes: [`unit[${name}]`],
    name,
    side,
    x: -1,
    y: -1,
    facing: '',
  });
  expect(overview?.units(table.battle)).toEqual([row('a', -1), row('b', -1), row('c', -1)]);
  expect(overview?.sides(table.battle)).toEqual([]);
  table.run('openBattle', { units: ['a', 'b'], sides: [0, 2] });
  table.run('adjust', { unit: 'c', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  expect(overview?.sides(table.battle)).toEqual(['side 0', 'side 1', 'side 2']);
  expect(overview?.units(table.battle)).toEqual([row('a', 0), row('b', 2), row('c', -1)]);
  const dead = begin(loners([fighter('a'), fighter('b')]));
  dead.run('adjust', { unit: 'a', stat: 'hp', amount: -100, lasts: 'now', reason: 'ruled' });
  dead.run('endTurn');
  expect(overview?.units(dead.battle).map(({ name }) => name)).toEqual(['b']);
  expect(overview?.turn).toBeUndefined();
});

test('a battle of another system is refused', () => {
  const other = { image: new Uint8Array(0) } as unknown as Battle;
  expect(() => print?.(other)).toThrow(expect.objectContaining({ code: 'E_UNKNOWN_ID' }));
  expect(() => print?.(other)).toThrow(/not one of holy-grail-war/);
});

test('words stand for numbers as the cells describe them, in both directions', () => {
  const { battle } = duel();
  const words: Readonly<Record<string, string>> = {
    action: 'none explore raid communicate gather rest soulEating moveBase skill free',
    reaction: 'none accept stop flee help other',
    seal: 'order mag str con agi hp mp rank halve summon disable escape miracle',
    stat: 'str con agi mag advantage hp mp lp',
    lasts: 'now round turn',
    fact: 'str con agi mag luk np attribute hp mp upkeep lp class',
    source: 'asked gathered shown',
    unit: 'a b',
    pair: 'a-side b-side',
    reason: 'ruled',
  };
  for (const [kind, list] of Object.entries(words)) {
    const names = list.split(' ');
    expect(
      names.map((name) => battle.idNumber(kind, name)),
      kind,
    ).toEqual(names.map((_, number) => number));
    expect(
      names.map((_, number) => battle.idName(kind, number)),
      kind,
    ).toEqual(names);
    expect([battle.idNumber(kind, 'nothing'), battle.idName(kind, names.length)]).toEqual([-1, undefined]);
  }
  expect([battle.idNumber('nothing', 'a'), battle.idName('nothing', 0)]).toEqual([-1, undefined]);
});

describe('setup', () => {
  const message = (setup: object): string => {
    try {
      holyGrailWar.create(setup);
      return 'ok';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const one = (values: Plain): string => message(loners([fighter('a', values), fighter('b')]));
  const withSkill = (values: Plain, effect: Plain = {}): string => one({ skills: [skill('s', values, effect)] });

  test('what a unit and a pair start with, left out and given', () => {
    const given = {
      ...{ str: 1, con: 2, agi: 3, mag: 4, luk: 5, np: 6, hp: 70, maxHp: 80, mp: 9, maxMp: 10, lp: 11, maxLp: 12 },
      ...{ advantage: 13, upkeep: 14 },
    };
    const table = begin(
      twoPairs(
        { day: 3, slot: 'night', phase: 'reactive' },
        {
          'red-servant': given,
          red: { seals: 9, soulEaten: 9, base: 'temple' },
          blue: { soulEaten: 10, seals: 0 },
          grey: { exposed: true },
        },
      ),
    );
    const values = (prefix: string, names: string): string =>
      names
        .split(' ')
        .map((name) => table.cell(`${prefix}.${name}`))
        .join(' ');
    const unitCells = 'str con agi mag luk np hp maxHp mp maxMp lp maxLp advantage upkeep';
    expect(values('unit[red-servant]', unitCells)).toBe('1 2 3 4 5 6 70 80 9 10 11 12 13 14');
    expect(values('unit[grey-master]', unitCells)).toBe('5 5 5 3 0 0 100 100 50 50 0 0 0 0');
    expect(values('unit[red-servant]', 'status injury area action actionPair side line gatherTopic')).toBe(
      '0 0 1 0 255 255 0 255',
    );
    const pairCells =
      'seals soulEaten exposed prepared base noticed talked reactionLimit reactions reaction0 reactionUnit3';
    expect(values('pair[red]', pairCells)).toBe('9 9 0 0 1 0 0 1 0 0 255');
    expect(values('pair[blue]', pairCells)).toBe('0 10 1 0 1 0 0 1 0 0 255');
    expect(values('pair[grey]', pairCells)).toBe('3 0 1 0 255 0 0 1 0 0 255');
    expect(['day', 'slot', 'phase', 'battleStep'].map((name) => table.cell(name))).toEqual([3, 2, 2, 0]);
  });

  test('limits: the last value that is taken, the first that is not', () => {
    const taken = (name: string, ...values: unknown[]): boolean[] =>
      values.map((value) => one({ lp: 0, maxLp: 9, hp: 1, mp: 0, [name]: value }) === 'ok');
    for (const stat of ['str', 'con', 'agi', 'mag'])
      expect(taken(stat, -1, 0, 99, 100), stat).toEqual([false, true, true, false]);
    for (const name of ['luk', 'np', 'advantage', 'maxLp'])
      expect(taken(name, -1, 0, 255, 256), name).toEqual([false, true, true, false]);
    expect(taken('maxHp', 0, 1, 16383, 16384)).toEqual([false, true, true, false]);
    expect(taken('hp', 0, 1, 100, 101)).toEqual([false, true, true, false]);
    expect(taken('mp', -1, 0, 50, 51)).toEqual([false, true, true, false]);
    expect(taken('lp', -1, 0, 9, 10)).toEqual([false, true, true, false]);
    expect(taken('upkeep', -1, 0, 65535, 65536)).toEqual([false, true, true, false]);
    const ids = ['a', 'z9-', `a${'0'.repeat(31)}`, '', 'A', '9a', '-a', 'a b', `a${'0'.repeat(32)}`];
    expect(ids.map((id) => message({ units: [fighter(id)], pairs: [{ id: 'p', servant: id }] }) === 'ok')).toEqual([
      ...[1, 1, 1].map(Boolean),
      ...ids.slice(3).map(() => false),
    ]);
    const ranks = ['E', 'D+', 'C++', 'B+++', 'A', 'EX', 'EX+', 'A++++', 'F', 'e', 'A+ ', ' A', 'EXA'];
    expect(ranks.map((rank) => withSkill({ rank }) === 'ok')).toEqual(ranks.map((_, index) => index < 6));
    const amounts = (stat: string, ...values: number[]): boolean[] =>
      values.map(
        (amount) => withSkill({}, { changes: [{ stat, amount, lasts: stat === 'hp' ? 'now' : 'turn' }] }) === 'ok',
      );
    expect(amounts('agi', -100, -99, 99, 100)).toEqual([false, true, true, false]);
    expect(amounts('hp', -16384, -16383, 16383, 16384)).toEqual([false, true, true, false]);
    expect([0, 1, 15, 16].map((number) => withSkill({}, { number }) === 'ok')).toEqual([false, true, true, false]);
    const change = { stat: 'str', amount: 1, lasts: 'turn' };
    expect([8, 9].map((count) => withSkill({}, { changes: Array(count).fill(change) }) === 'ok')).toEqual([
      true,
      false,
    ]);
    const list = (count: number): string[] => Array.from({ length: count }, (_, index) => `x${index}`);
    expect([32, 33].map((count) => withSkill({ lineages: list(count) }) === 'ok')).toEqual([true, false]);
    expect([32, 33].map((count) => withSkill({}, { refersTo: list(count), disables: 'turn' }) === 'ok')).toEqual([
      true,
      false,
    ]);
    const many = (name: string, most: number, entry: (index: number) => unknown): boolean[] =>
      [most, most + 1].map(
        (count) =>
          message({ ...loners([fighter('a')]), [name]: Array.from({ length: count }, (_, index) => entry(index)) }) ===
          'ok',
      );
    expect(many('areas', 64, (index) => `x${index}`)).toEqual([true, false]);
    expect(many('reasons', 128, (index) => ({ id: `x${index}`, text: '' }))).toEqual([true, false]);
    const servants = (count: number): Plain[] => list(count).map((id) => fighter(id));
    expect([8, 9].map((count) => message(loners(servants(count))) === 'ok')).toEqual([true, false]);
    const skills = (count: number): string => one({ skills: list(count).map((id) => skill(id)) });
    expect([skills(64) === 'ok', skills(65) === 'ok']).toEqual([true, false]);
    expect([message({ ...loners([fighter('a')]), day: 65535 })]).toEqual(['ok']);
  });

  test('messages name what is wrong', () => {
    expect(message({ units: [] })).toMatch(/setup\.units is missing/);
    expect(message(loners([unit('m', 'master', { upkeep: 1 })]))).toMatch(/units\[0\]\.upkeep: only a servant/);
    expect(message({ ...loners([fighter('a')]), pairs: [{ id: 'x' }] })).toMatch(
      /pairs\[0\] needs a master, a servant/,
    );
    expect(message({ ...loners([fighter('a')]), pairs: [{ id: 'x', master: 'a' }] })).toMatch(
      /pairs\[0\]\.master: a is no master/,
    );
    expect(message({ ...loners([fighter('a')]), pairs: [] })).toMatch(/units\[0\]: a is in no pair/);
    expect(message(twoPairs({}, { grey: { master: 'red-master' } }))).toMatch(/units\[0\]: red-master is in 2 pairs/);
    const split = loners([
      fighter('a', { skills: Array.from({ length: 33 }, (_, index) => skill(`a${index}`)) }),
      fighter('b', { skills: Array.from({ length: 32 }, (_, index) => skill(`b${index}`)) }),
    ]);
    expect(message(split)).toMatch(/setup\.units hold 65 skills; 64 fit/);
    expect(one({ id: 'Ä' })).toMatch(/up to 32 lower case letters/);
    expect(withSkill({ rank: 'F' })).toMatch(/rank must be E to A with up to three \+, or EX, not F/);
    expect(withSkill({ lineages: [] })).toMatch(/skills\[0\]\.lineages needs at least one/);
    expect(withSkill({ effects: [] })).toMatch(/skills\[0\]\.effects needs at least one/);
    expect(withSkill({}, { disables: 'turn' })).toMatch(/disables needs refersTo/);
    for (const wrong of [{ cost: 1 }, { refersTo: ['x'] }]) {
      expect(withSkill({}, { timing: 'always', ...wrong })).toMatch(
        /effects\[0\]: an effect that always works has no cost/,
      );
    }
    const change = (values: Plain, effect: Plain = {}): string =>
      withSkill({}, { changes: [{ amount: 1, ...values }], ...effect });
    expect(change({ stat: 'str', lasts: 'now' })).toMatch(/lasts is round or turn for a stat/);
    expect(change({ stat: 'mp', lasts: 'round' })).toMatch(/lasts is round or turn for a stat/);
    const always = { timing: 'always' };
    for (const wrong of [{ stat: 'hp' }, { stat: 'str', target: 'other' }, { stat: 'str', lasts: 'turn' }]) {
      expect(change(wrong, always)).toMatch(/changes\[0\]: an effect that always works changes a stat of its owner/);
    }
    expect([
      change({ stat: 'advantage' }, always),
      change({ stat: 'lp' }),
      change({ stat: 'advantage', lasts: 'round' }),
    ]).toEqual(['ok', 'ok', 'ok']);
  });

  test('H31: an effect that always works adds up over the skills of a unit', () => {
    const always = (id: string, ...changes: Plain[]): Plain => skill(id, {}, { timing: 'always', changes });
    const skills = [
      always('wall', { stat: 'con', amount: 3 }, { stat: 'agi', amount: -2 }),
      always('gate', { stat: 'con', amount: 4 }, { stat: 'mag', amount: 2 }),
      skill('other', {}, { changes: [{ stat: 'str', amount: 9, lasts: 'turn' }] }),
    ];
    const table = begin(loners([fighter('a', { skills }), fighter('b')]));
    expect((print?.(table.battle) ?? '').split('\n')[6]).toBe(
      'a       5   12    3    5  100/100  50/50          0   none     -       -',
    );
  });
});

describe('what-if', () => {
  const ask = (setup: Plain, query: object): string => {
    try {
      const table = odds?.(setup, query);
      return (table?.rows ?? []).map(({ values, numerator }) => `${values.join(' ')}: ${numerator}`).join(', ');
    } catch (error) {
      return (error as Error).message;
    }
  };
  const two = (a: Plain = {}, b: Plain = {}): Plain =>
    loners([fighter('a', { mag: 0, ...a }), fighter('b', { mag: 0, ...b })]);

  test('outcomes from the least loss on, HP not below 0', () => {
    // a point on con: 2 * 2 and b's 1 * 2; on agi: 2 * 3 and 2 * 1; on str: 3 * 2 and 2 * 2
    expect(ask(two({ mag: 1 }, { maxHp: 5 }), { units: ['a', 'b'] })).toBe('2 98 4 1: 1, 2 98 6 0: 1, 4 96 6 0: 1');
    // negative damage falls on the attacker: (1 - 9 + 2) * 2
    expect(ask(two({ str: 1 }, { con: 9, str: 7 }), { units: ['a', 'b'] })).toBe('20 80 0 100: 1');
  });

  test('allies do not strike each other; sides are given or each its own', () => {
    const setup = loners(['a', 'b', 'c'].map((id) => fighter(id, { mag: 0 })));
    expect(ask(setup, { units: ['a', 'b', 'c'], sides: [4, 4, 9], limit: 1 })).toBe('4 96 4 96 8 92: 1');
    expect(ask(setup, { units: ['a', 'b', 'c'], limit: 1 })).toBe('8 92 8 92 8 92: 1');
  });

  test('the first of two against all splits of the second', () => {
    // b with a point hits (2 or 3) * 2, or 2 * 3, takes 4, (1 * 2) or (2 * 1)
    expect(ask(two({}, { mag: 1 }), { units: ['a', 'b'], view: 'splits' })).toBe('0 0 0 4 6 2 4: 0');
    expect(odds?.(two(), { units: ['a', 'b'], view: 'splits' })?.outcomes).toEqual([
      ...['str', 'con', 'agi', 'least lost', 'most lost', 'enemy loses least', 'enemy loses most'],
    ]);
    expect(odds?.(two({}, { mag: 2 }), { units: ['a', 'b'], view: 'splits' })?.denominator).toBe('6');
    expect(ask(two({ str: 6 }), { units: ['a', 'b'], view: 'splits' })).toBe('0 0 0 4 4 6 6: 1');
    expect(ask(two(), { units: ['a', 'b'], view: 'splits' })).toBe('0 0 0 4 4 4 4: 0');
  });

  test('HA6: with points kept, and stats that stay within 179', () => {
    expect(odds?.(two({ mag: 2 }), { units: ['a', 'b'], switches: { allowUnspent: 'yes' } })?.denominator).toBe('10');
    const strong = skill('strong', {}, { timing: 'always', changes: [{ stat: 'str', amount: 79 }] });
    // 99 + 79 = 178: one of two points on str fits, two do not
    expect(odds?.(two({ mag: 2, str: 99, skills: [strong] }), { units: ['a', 'b'] })?.denominator).toBe('5');
  });

  test('refusals say what to do', () => {
    expect(ask(two(), { units: ['a'] })).toMatch(/query\.units must name at least two units/);
    expect(ask(two(), { units: ['a', 'b'], sides: [1] })).toMatch(/query\.sides must give one side for each/);
    expect(ask(two({ mp: 0 }), { units: ['a', 'b'] })).toMatch(/a has no MP to pay; name it in notPaying/);
    expect(ask(two({ mp: 0 }), { units: ['a', 'b'], notPaying: ['a'] })).toBe('4 96 4 96: 1');
    expect(ask(two({ mag: 2 }, { mag: 2 }), { units: ['a', 'b'], limit: 35 })).toMatch(
      /^36 combinations of splits; the limit is 35$/,
    );
    expect(ask(two({ mag: 2 }, { mag: 2 }), { units: ['a', 'b'], limit: 36 })).not.toMatch(/combinations/);
    const three = loners(['a', 'b', 'c'].map((id) => fighter(id, { mag: 0 })));
    expect(ask(three, { units: ['a', 'b', 'c'] })).toMatch(/^1 combinations of splits; give a limit/);
    expect(ask(three, { units: ['a', 'b', 'c'], view: 'splits', limit: 1 })).toMatch(
      /view = "splits" compares exactly two/,
    );
  });
});
