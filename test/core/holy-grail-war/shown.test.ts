/** What a war prints, predicts and shows a viewer, and the words that stand for its numbers. */
import { describe, expect, test } from 'vitest';
import { holyGrailWar, pairTable, warOf } from '../../../core/holy-grail-war/index.js';
import type { Battle } from '../../../core/system/system.js';
import { begin, duel, fighter, loners, type Plain, skill, toDeclarations, toEnd, twoPairs } from './support.js';

const { print, predict: foretold, overview } = holyGrailWar.capabilities.views ?? {};

const AHEAD = ', three turns ahead';
/** What is foretold but for the MP of later turns, which have a test of their own. */
const predict = (battle: Battle) => (foretold?.(battle) ?? []).filter(([label]) => !label.endsWith(AHEAD));

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
    expect(predict(table.battle)).toEqual([
      ['next income of a-side', '-5'],
      ['next income of b-side', '-5'],
      ['next income of c-side', '-5'],
      ['a leaves for MP', '0'],
      ['b leaves for MP', '8'],
      ['c leaves for MP', '0'],
    ]);
    table.run('escape', { unit: 'b' });
    expect(predict(table.battle).map(([label]) => label)).not.toContain('b leaves for MP');
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
    expect(predict(table.battle)).toEqual(incomes);
    table.run('closeDeclarations');
    expect(predict(table.battle)).toEqual([...incomes, ['a allocates in step 1', '2']]);
    table.run('allocate', { step: 1, unit: 'a', str: 2, con: 0, agi: 0 });
    expect(predict(table.battle)).toEqual([...incomes, ['a allocates in step 2', '1'], ['b allocates in step 2', '3']]);
    table.run('allocate', { step: 2, unit: 'b', str: 2, con: 1, agi: 0 });
    expect(predict(table.battle)).toEqual([...incomes, ['a allocates in step 2', '1']]);
  });

  test('W2, H5, H6, HA14: MP of three turns ahead, and the war stays as it was', () => {
    const of = (id: string, kind: string, more: object) => ({ ...fighter(id), kind, upkeep: undefined, ...more });
    const units = [
      of('rin', 'master', { mag: 3, mp: 10, maxMp: 30, name: '凛' }),
      of('archer', 'servant', { mag: 4, mp: 10, maxMp: 40, upkeep: 8 }),
      of('lone', 'servant', { mag: 4, mp: 7, maxMp: 40, upkeep: 8 }),
    ];
    const table = begin({
      units,
      pairs: [
        { id: 'pair', master: 'rin', servant: 'archer' },
        { id: 'lone', servant: 'lone' },
      ],
    });
    const before = table.battle.image.slice();
    // the pair gains 17 a turn, the servant first, what is too much goes to the master; alone it loses 4
    expect((foretold?.(table.battle) ?? []).filter(([label]) => label.endsWith(AHEAD))).toEqual([
      [`MP of pair${AHEAD}`, '凛 10, archer 27; 凛 14, archer 40; 凛 30, archer 40'],
      [`MP of lone${AHEAD}`, 'lone 3; lone is gone; lone is gone'],
    ]);
    expect(table.battle.image).toEqual(before);
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

test('nobody to meet: no table of pairs; outside of the battle: no cost of leaving', () => {
  const lone = print?.(begin(loners([fighter('a')])).battle) ?? '';
  expect(lone.split('\n').slice(-3)).toEqual([
    'unit  str  con  agi  mag       HP     MP  advantage  state  side  escape',
    'a       5    5    5    3  100/100  50/50          0   none     -       -',
    '',
  ]);
  const table = begin(loners([fighter('a'), fighter('b'), fighter('c')]));
  toEnd(table, { a: 0, b: 1 });
  const escapes = (print?.(table.battle) ?? '')
    .split('\n')
    .filter((line) => /^[abc] /.test(line) && !line.includes('>'));
  expect(escapes.map((line) => line.trim().split(/\s+/).at(-1))).toEqual(['0', '0', '-']);
});

test('cells: the number that stands for nothing, and its word', () => {
  const { cells } = begin(twoPairs()).battle;
  const none = (word: string): string[] =>
    cells.filter((cell) => cell.none?.[0] === 255 && cell.none[1] === word).map(({ name }) => name);
  const ofUnit = (id: string, ...fields: string[]): string[] => fields.map((field) => `unit[${id}].${field}`);
  expect(none('unknown').filter((name) => /red-servant|blue\]/.test(name))).toEqual([
    'unit[red-servant].area',
    'pair[blue].base',
  ]);
  expect(none('none').filter((name) => /red-servant|blue\]/.test(name))).toEqual([
    ...ofUnit('red-servant', 'actionPair', 'actionArea', 'actionSkill', 'actionReason', 'gatherTopic', 'side'),
    ...[0, 1, 2, 3].map((number) => `pair[blue].reactionUnit${number}`),
  ]);
});

describe('print and predict: lasting effects', () => {
  test('H31: an effect that always works adds up over the skills of a unit', () => {
    const always = (id: string, ...changes: Plain[]): Plain => skill(id, {}, { timing: 'always', changes });
    const skills = [
      always('wall', { stat: 'con', amount: 3 }, { stat: 'agi', amount: -2 }),
      always('gate', { stat: 'con', amount: 4 }, { stat: 'mag', amount: 2 }),
      always('roof', { stat: 'str', amount: 1 }, { stat: 'str', amount: 2 }),
      skill('other', {}, { changes: [{ stat: 'str', amount: 9, lasts: 'turn' }] }),
    ];
    const table = begin(loners([fighter('a', { skills }), fighter('b')]));
    expect((print?.(table.battle) ?? '').split('\n')[6]).toBe(
      'a       8   12    3    5  100/100  50/50          0   none     -       -',
    );
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

test('words for the numbers of cells, and names for what they number', () => {
  const { cells } = begin(twoPairs({}, { 'red-servant': { skills: [skill('blade')] } })).battle;
  const words = (name: string): string => {
    const cell = cells.find((one) => one.name === name);
    return Object.values(cell?.words ?? {}).join(', ');
  };
  expect(['slot', 'phase'].map(words)).toEqual([
    'morning, afternoon, late night',
    'preparation, active, reactive, processing',
  ]);
  expect(words('battleStep')).toBe('no battle, lines, skills, declarations, allocation, damage, end');
  expect(words('unit[red-master].status')).toBe('alive, dying, dead, vanished');
  expect(words('unit[red-master].injury')).toBe('uninjured, lightly injured, injured, heavily injured');
  expect(words('unit[red-master].action')).toBe(
    'do nothing, explore, raid, communicate, gather information, rest, eat souls, move the base, use a skill, act freely',
  );
  for (const line of ['line', 'sealedLine']) expect(words(`unit[red-master].${line}`)).toBe('none, rear, front');
  for (const index of [0, 1, 2, 3]) {
    expect(words(`pair[blue].reaction${index}`)).toBe('none, accept, stop, flee, help, other');
    expect(words(`pair[blue].reactionUnit${index}`)).toMatch(/^red-master, red-servant, .*, grey-master$/);
  }
  for (const area of ['unit[red-master].area', 'unit[red-master].actionArea', 'pair[red].base']) {
    expect(words(area)).toBe('harbour, temple, school');
  }
  expect(words('unit[red-master].actionPair')).toBe('red, blue, grey');
  expect(words('unit[red-master].actionSkill')).toBe('blade');
  for (const reason of ['actionReason', 'gatherTopic'])
    expect(words(`unit[red-master].${reason}`)).toBe('ruled, rumour');
  expect(words('unit[red-master].str')).toBe('');
});
