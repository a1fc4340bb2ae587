/** What is shown of a battle: the printed text, the table of a viewer, the lists of what may be commanded, the odds. */
import { expect, test } from 'vitest';
import { type KuroganeBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import type { Battle, OddsTable } from '../../../core/system/system.js';
import { APPLY, declare, END, rolled, run, SETUP, SIZE, start, TEST, withUnits } from './skirmish.js';

const { odds } = kuroganeEngage.capabilities;
const { print, overview } = kuroganeEngage.capabilities.views ?? {};
const KILL = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];
const linesOf = (battle: KuroganeBattle): string[] => (print?.(battle) ?? '').split('\n');

test('print: units alone before the first attack, and the destroyed', () => {
  const battle = start();
  expect(linesOf(battle)).toEqual([
    'ace: damage 0/3, risk 0',
    'wing: damage 0/3, risk 0',
    'boss: damage 0/4, risk 0',
    'drone: damage 0/3, risk 0',
    'to: damage 0/1, risk 0',
    '',
  ]);
  run(battle, ...KILL);
  // 8 over 3
  expect(linesOf(battle).at(-2)).toBe('to: damage 2/1, risk 0, destroyed');
});

test('print: every part of the pool by its name', () => {
  const pool = (
    changes: Parameters<typeof withUnits>[0],
    more: Record<string, unknown>,
    specials: object = {},
  ): string | undefined => {
    const battle = start(withUnits(changes, { specials: { enhance: specials } }));
    run(battle, declare(more), SIZE, { command: 'enhance' });
    return linesOf(battle)[1];
  };
  expect(pool({}, {})).toBe('pool 4 = 4 hit');
  expect(pool({ ace: { level: 1 }, drone: { risk: 2 } }, { distance: 7, mutualClear: 1 }, { poolDelta: -1 })).toBe(
    'pool 5 = 4 hit - 2 distance + 2 risk + 1 clear shot + 1 high ground - 1 specials',
  );
  expect(pool({}, { weapon: 'mortar', visible: 0, allySees: 1 })).toBe('pool 2 = 3 hit - 1 indirect');
  expect(pool({}, {}, { poolDelta: -6 })).toBe('pool 0 = 4 hit - 6 specials + 2 up to 0');
  expect(pool({}, { weapon: 'blade', distance: 2 })).toBe('pool 0 (close combat out of place)');
});

test('a battle of another system is refused', () => {
  const other = { image: new Uint8Array(0) } as unknown as Battle;
  expect(() => print?.(other)).toThrow(expect.objectContaining({ code: 'E_TYPE' }));
  expect(() => print?.(other)).toThrow(/not a battle of kurogane-engage/);
});

test('names: units and weapons by number and back, nothing of another kind', () => {
  const battle = start();
  expect([battle.idName('unit', 3), battle.idName('weapon', 2), battle.idName('skill', 0)]).toEqual([
    'drone',
    'blade',
    undefined,
  ]);
  expect([battle.idNumber('unit', 'to'), battle.idNumber('weapon', 'mortar'), battle.idNumber('skill', 'ace')]).toEqual(
    [4, 1, -1],
  );
});

test('overview: miniatures until they are collected, whose attack it is, a table as large as needed', () => {
  const setup = withUnits({ boss: { y: 9 } }, { objectives: [{ x: 2, y: 12 }] });
  const battle = start(setup);
  expect(overview?.turn?.(battle)).toBe(-1);
  expect(overview?.sides?.(battle)).toEqual(['side 0', 'side 1']);
  expect(overview?.units?.(battle)?.map(({ prefixes, name, side, x, y }) => [prefixes, name, side, x, y])).toEqual([
    [['unit[0]'], 'ace', 0, 0, 0],
    [['unit[1]'], 'wing', 0, 0, 1],
    [['unit[2]'], 'boss', 1, 4, 9],
    [['unit[3]'], 'drone', 1, 1, 0],
    [['unit[4]'], 'to', 1, 2, 0],
  ]);
  // boss in column 4, the objective in row 12
  expect(overview?.board?.(battle)).toEqual([5, 13]);
  expect(overview?.board?.(start(withUnits({ boss: { y: 9 } }, { objectives: [{ x: 7, y: 1 }] })))).toEqual([8, 10]);
  expect(overview?.board?.(start({ weapons: [], units: [] }))).toEqual([1, 1]);
  run(battle, declare({ attacker: 'wing', target: 'to' }));
  expect(overview?.turn?.(battle)).toBe(0);
  run(battle, SIZE, rolled(6, 6, 6, 6), TEST, APPLY);
  expect(overview?.units?.(battle)?.length).toBe(5);
  run(battle, END);
  expect(overview?.turn?.(battle)).toBe(-1);
  run(battle, { command: 'endRound' });
  expect(overview?.units?.(battle)?.map(({ name }) => name)).toEqual(['ace', 'wing', 'boss', 'drone']);
  run(battle, { command: 'place', unit: 'drone', x: 30, y: 40 }, declare({ attacker: 'drone', target: 'ace' }));
  expect([overview?.turn?.(battle), overview?.board?.(battle)]).toEqual([1, [31, 41]]);
});

/** Listed commands of one kind, each as its ranges. */
function listed(battle: KuroganeBattle, name: string): string[] {
  const words = new Int32Array(20000);
  const length = battle.legalCommands(words);
  const out: string[] = [];
  for (let at = 0; at < length; ) {
    const shape = kuroganeEngage.commands.find(({ code }) => code === words[at]);
    const size = 1 + (shape?.parameters.length ?? 0) * 2 + (shape?.name === 'roll' ? 2 : 0);
    if (shape?.name === name) out.push([...words.subarray(at + 1, at + size)].join(' '));
    at += size;
  }
  return out;
}

test('legal: declarations of each weapon at each enemy, seen or by indirect fire', () => {
  const battle = start(withUnits({ ace: { weapons: ['rifle', 'mortar', 'rifle'] }, boss: { weapons: [] } }));
  const targets = [2, 3, 4];
  expect(listed(battle, 'declare').sort()).toEqual(
    [
      ...targets.map((target) => `0 0 0 0 ${target} ${target} -1 255 1 1 0 1 0 1`),
      ...targets.map((target) => `0 0 1 1 ${target} ${target} -1 255 1 1 0 1 0 1`),
      ...targets.map((target) => `0 0 1 1 ${target} ${target} -1 255 0 0 1 1 0 1`),
      ...targets.map((target) => `1 1 0 0 ${target} ${target} -1 255 1 1 0 1 0 1`),
      ...[0, 1].map((target) => `3 3 0 0 ${target} ${target} -1 255 1 1 0 1 0 1`),
    ].sort(),
  );
});

test('legal: KA10 KA11 distance 0 and what cannot be measured are left out', () => {
  const of = (drone: Record<string, unknown>): string[] => {
    const battle = start(withUnits({ wing: { weapons: [] }, ace: { weapons: ['rifle'] }, drone }), {
      strictDistance: 'yes',
    });
    return listed(battle, 'declare')
      .filter((entry) => entry.startsWith('0 0 0 0 3 3'))
      .map((entry) => entry.split(' ').slice(6, 8).join(' '));
  };
  expect(of({ x: 1 })).toEqual(['-1 -1', '1 255']);
  expect(of({ x: 0 })).toEqual(['1 255']);
  const far = start(withUnits({ drone: { x: 255, y: 1 } }));
  expect(listed(far, 'declare').filter((entry) => entry.startsWith('0 0 0 0 3 3'))).toEqual([
    '0 0 0 0 3 3 0 255 1 1 0 1 0 1',
  ]);
});

test('legal: falls to the ground, risk to nothing, everything else between attacks', () => {
  const battle = start(withUnits({ boss: { level: 255, risk: 0 }, drone: { risk: 255 }, to: { level: 3, risk: 9 } }));
  expect(listed(battle, 'fall')).toEqual(['2 2 1 255 0 0', '2 2 1 253 1 1', '4 4 1 3 0 0', '4 4 1 3 1 1']);
  expect(listed(battle, 'workOffRisk')).toEqual(['3 3 1 255', '4 4 1 9']);
  expect(listed(battle, 'place')).toEqual([0, 1, 2, 3, 4].map((unit) => `${unit} ${unit} 0 255 0 255 0 255`));
  expect([listed(battle, 'displace'), listed(battle, 'roll'), listed(battle, 'overkill')]).toEqual([[], [], []]);
  run(battle, declare({ target: 'to' }));
  expect(listed(battle, 'place')).toEqual([]);
});

test('legal: the dice of the pool, the squares beside the destroyed, a movement that is due', () => {
  const specials = { enhance: { afterResolve: 'moveAttacker' } };
  const battle = start(withUnits({ to: { x: 2, y: 1 } }, { specials }));
  run(battle, declare({ target: 'to' }), SIZE, { command: 'enhance' });
  expect(listed(battle, 'roll')).toEqual(['4 4 1 6']);
  run(battle, rolled(6, 6, 6, 6), TEST, APPLY);
  expect(listed(battle, 'displace')).toEqual(['0 0 0 255 0 255 0 255']);
  // ace (0,0) walks two: (1,1) and no farther; (2,0) is two as well. wing (0,1): (1,1) alone.
  expect(listed(battle, 'overkill')).toEqual(['0 0 2 2 0 0', '0 0 1 1 1 1', '1 1 1 1 1 1']);
});

test('legal: a list that is exactly full is complete', () => {
  const battle = start();
  const words = new Int32Array(20000);
  const length = battle.legalCommands(words);
  const exact = new Int32Array(length);
  expect([battle.legalCommands(exact), exact]).toEqual([length, words.subarray(0, length)]);
});

const QUERY = { attacker: 'ace', weapon: 'rifle', target: 'drone', distance: 1 };
const ask = (query: object, setup: object = SETUP): OddsTable => odds?.(setup, query) as OddsTable;
const rowsOf = (table: OddsTable): unknown[] => table.rows.map(({ values, numerator }) => [...values, numerator]);

test('odds: flags as numbers or true and false, the distance measured unless given', () => {
  const clear = ask({ ...QUERY, mutualClear: true });
  expect(clear.denominator).toBe((6n ** 5n).toString());
  expect(ask({ ...QUERY, mutualClear: 1 })).toEqual(clear);
  expect(ask({ ...QUERY, mutualClear: false })).toEqual(ask(QUERY));
  const { distance: _, ...measured } = QUERY;
  expect(ask(measured, withUnits({ drone: { x: 7 } })).denominator).toBe((6n ** 2n).toString());
  expect(ask({ ...QUERY, weapon: 'mortar', visible: false, allySees: true }).denominator).toBe((6n ** 2n).toString());
  expect(() => ask({ ...QUERY, visible: 0 })).toThrow(/query: ./);
});

test('odds: Pow and Arm of the special actions count', () => {
  // one die, Pow 4 + 3 + 1 success over 8 - 1: 1 for three faces, the 6 among them over 6
  const specials = { enhance: { poolDelta: -3, powDelta: 3 } };
  const table = ask({ ...QUERY, specials: ['enhance'], by: 'damage' }, withUnits({}, { specials }));
  expect([table.outcomes, rowsOf(table), table.denominator]).toEqual([
    ['damage'],
    [
      [0, '3'],
      [1, '3'],
    ],
    '6',
  ]);
});

test('odds: rows in order of their values, equal ones added up, and apart what is not equal', () => {
  // twelve dice against arm 2: damage (4 + successes) over 3
  const table = ask({ ...QUERY, by: 'damage' }, withUnits({ drone: { arm: 2, hp: 9, risk: 8 } }));
  // 0 successes miss; 1 is 5/3; 2 to 4 are 2; 5 to 7 are 3; 8 to 10 are 4; 11 and 12 are 5
  const ways = [1, 12, 66 + 220 + 495, 792 + 924 + 792, 495 + 220 + 66, 12 + 1];
  expect(rowsOf(table)).toEqual(ways.map((count, damage) => [damage, (BigInt(count) * 3n ** 12n).toString()]));
  const dice = rowsOf(ask({ ...QUERY, by: 'dice' }, withUnits({ drone: { risk: 8 } }))) as [number, number, string][];
  const pairs = dice.map(([successes, criticals]) => [successes, criticals]);
  const all = Array.from({ length: 13 }, (_, successes) =>
    Array.from({ length: successes + 1 }, (_unused, criticals) => [successes, criticals]),
  ).flat();
  expect(pairs).toEqual(all);
});

test('odds: switches are words; sixteen attacks are the most', () => {
  expect(() => ask({ ...QUERY, switches: { metric: 3 } })).toThrow(
    expect.objectContaining({ path: 'switches.metric' }),
  );
  const strict = { ...QUERY, distance: 0, switches: { strictDistance: 'yes' } };
  expect(() => ask(strict)).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
  const dull = withUnits({}, { weapons: [{ id: 'rifle', hit: 1, rng: 1, pow: 0 }, ...SETUP.weapons.slice(1)] });
  const follow = [{ attacker: 'wing', weapon: 'rifle', distance: 200 }];
  const query = { ...QUERY, distance: 200, followedBy: follow };
  expect(ask({ ...query, attacks: 15 }, dull).denominator).toBe('1');
  expect(() => ask({ ...query, attacks: 16 }, dull)).toThrow(
    expect.objectContaining({ code: 'E_WIDTH', path: 'query.followedBy' }),
  );
  expect(() => ask({ ...query, attacks: 16 }, dull)).toThrow(/at most 16 attacks/);
});

test('a setup says which HP, damage or range is wrong', () => {
  const unit = (fields: object): object => ({ weapons: [], units: [{ id: 'a', side: 0, hp: 3, arm: 8, ...fields }] });
  expect(() => start(unit({ hp: 0 }))).toThrow(/setup\.units\[0\]\.hp is 0/);
  expect(() => start(unit({ damage: 3 }))).toThrow(/setup\.units\[0\]\.damage is 3.*HP 3/);
  expect(() => start({ units: [], weapons: [{ id: 'w', hit: 1, rng: 0, pow: 1 }] })).toThrow(
    /setup\.weapons\[0\]\.rng is 0.*1 to 255/,
  );
});
