/** The table of odds: the closed forms of the rules, and what the console was seen to do. */
import { expect, test } from 'vitest';
import { write16 } from '../../../../core/int/uint.js';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import type { Battle } from '../../../../core/system/system.js';
import { type Ring, ringsOf } from '../../../../harness/solve/odds/graph/follow.js';
import { drawnSystem, type Position } from '../../../../harness/solve/odds/position/position.js';
import { candidatesOf, createUnitReader } from '../../../../harness/solve/odds/table/candidates.js';
import { actorOf, type CommandOdds, commandOdds, oddsTable } from '../../../../harness/solve/odds/table/odds-table.js';
import { oddsJson, oddsText } from '../../../../harness/solve/odds/table/odds-text.js';
import { species } from '../../../../rom-map/tables/species.js';

/** Two hits without a status, displacement or field: byte 19 is 2, the attack power is added. */
function position(skill: string, speed: number, attack: number, hp?: number): Position {
  const battle = LIVE_A_LIVE_BATTLE.create({
    enemies: [{ species: 'odie-o', x: 0, y: 0, facing: 0 }],
    party: [{ character: 'takahara', x: 3, y: 4, facing: 2, speed, attack, skills: [skill] }],
    generator: [1, 2, 3, 4],
  });
  const cell = battle.cells.find(({ name }) => name === 'enemy[0].hp');
  if (hp !== undefined && cell !== undefined) write16(battle.image, cell.offset, hp);
  return { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: 'at its start', switches: {} };
}

/** Draws of 0..255 whose share of a quarter of the base is `part`. */
function drawsWith(base: number, part: number): number {
  let count = 0;
  for (let draw = 0; draw < 256; draw++) if ((draw * (base >> 2)) >> 8 === part) count++;
  return count;
}

const question = { horizon: 'effect', plays: 100_000 } as const;
const SKILL = 'reppu-seiken-zuki';

test('a base of 45 in two hits: 90 to 110, as measured on the console', () => {
  // D = 8 + 5 + 2 - 4 = 11; a quarter of the speed, v = (11 * 16 >> 3) + (72 >> 2) = 40; m = (255 - 21) >> 1 = 117; 2 * (v * m >> 8) + 9 = 45
  const { rows, isWhole } = oddsTable(position(SKILL, 72, 9), { ...question, skill: SKILL });
  expect(isWhole).toBe(true);
  const row = rows.find(({ ifFacing }) => ifFacing === '');
  const lost = row?.target.lost ?? [];
  expect(row?.side).toBe('front');
  expect(lost.map(([hp]) => hp)).toEqual([90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110]);
  const shares = lost.map(([, { chance }]) => Number((chance.numerator * 256n) >> BigInt(chance.bits)));
  expect(shares).toEqual(Array.from({ length: 11 }, (_, part) => drawsWith(45, part)));
  // as plain data each amount has its own share as well
  const plain = oddsJson(oddsTable(position(SKILL, 72, 9), { ...question, skill: SKILL })).rows;
  const amounts = plain.find(({ ifFacing }) => ifFacing === '')?.target.lost as unknown as {
    readonly hp: number;
    readonly numerator: string;
    readonly denominator: string;
  }[];
  expect(
    amounts.map(({ hp, numerator, denominator }) => [hp, (256 * Number(numerator)) / Number(denominator)]),
  ).toEqual(lost.map(([hp], part) => [hp, drawsWith(45, part)]));
  // every state of the cycles is one of them
  expect(lost.reduce((sum, [, { states }]) => sum + states, 0)).toBe(209_506);
});

test('of a unit with fewer HP the damage is the number on the screen, and the HP lost are all that it has', () => {
  const { rows } = oddsTable(position(SKILL, 72, 9, 95), { ...question, skill: SKILL });
  const target = rows.find(({ ifFacing }) => ifFacing === '')?.target;
  const amounts = [90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110];
  // the same numbers as with all its HP, each with its own chance
  expect(target?.damage.map(([amount]) => amount)).toEqual(amounts);
  const shares = target?.damage.map(([, { chance }]) => Number((chance.numerator * 256n) >> BigInt(chance.bits)));
  expect(shares).toEqual(amounts.map((_, part) => drawsWith(45, part)));
  expect(target?.lost.map(([hp]) => hp)).toEqual([90, 92, 94, 95]);
  const dead = amounts.map((_, part) => (part < 3 ? 0 : drawsWith(45, part))).reduce((sum, count) => sum + count, 0);
  expect(Number((target?.out.chance.numerator ?? 0n) << 8n) / 2 ** (target?.out.chance.bits ?? 0)).toBe(dead);
  expect(target?.struck.chance).toEqual({ numerator: 1n, bits: 0 });
  const text = oddsText('a', 'b', 'c', oddsTable(position(SKILL, 72, 9, 95), { ...question, skill: SKILL }));
  expect(text).toContain('damage 90..110, HP lost 90..95 of 95');
});

test('from the side and from the back the level of the target is lower by its correction', () => {
  const { rows } = oddsTable(position(SKILL, 72, 9), { ...question, skill: SKILL });
  const least = new Map(rows.map(({ side, target }) => [side, target.lost[0]?.[0]]));
  const { backCorrection, sideCorrection } = species('odie-o').values;
  const base = (correction: number): number => {
    const difference = 8 + 5 + 2 - Math.max(4 - correction, 0);
    return 2 * (((((difference * 16) >> 3) + 18) * 117) >> 8) + 9;
  };
  expect(Object.fromEntries(least)).toEqual({
    front: 2 * base(0),
    side: 2 * base(sideCorrection),
    back: 2 * base(backCorrection),
  });
});

test('a target is found by its Japanese name as well', () => {
  const targets = (target: string): string[] =>
    oddsTable(position(SKILL, 72, 9), { ...question, target }).rows.map((row) => row.target.unit.name);
  expect(targets('オディー・Ｏ')).toEqual(targets('odie-o'));
  expect(targets('odie-o').length).toBeGreaterThan(0);
});

test('an ally is found as a target by every name of the character, no enemy of that name needed', () => {
  const battle = LIVE_A_LIVE_BATTLE.create({
    enemies: [{ species: 'odie-o', x: 0, y: 0, facing: 0 }],
    party: [{ character: 'captain-square', x: 3, y: 4, facing: 2 }],
    generator: [1, 2, 3, 4],
  });
  const there = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: '', switches: {} };
  const rows = (target: string) => oddsTable(there, { ...question, target }).rows;
  for (const name of ['captain-square', 'キャプテンＳ']) expect(rows(name)).toEqual(rows('ally[0]'));
  expect(() => rows('masaru')).toThrow(expect.objectContaining({ code: 'E_UNKNOWN_ID' }));
});

test('rows of one skill and target that differ in the facing alone name it', () => {
  const battle = LIVE_A_LIVE_BATTLE.create({
    formation: 'tula-han',
    generator: [1, 2, 3, 4],
    party: [{ character: 'akira', x: 2, y: 1, skills: ['low-kick'] }],
  });
  const there = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: '', switches: {} };
  const text = oddsText('a.toml', 'at its start', 'until then', oddsTable(there, question));
  const heads = text.split('\n').filter((line) => line.startsWith('low-kick, '));
  expect(heads.map((line) => line.split(/ {2,}/)[0])).toEqual([
    'low-kick, lower-left',
    'low-kick, lower-left',
    'low-kick, upper-left',
    'low-kick, upper-left',
  ]);
  expect(new Set(heads).size).toBe(4);
});

test('a target without a side is named alone', () => {
  const table = oddsTable(position(SKILL, 72, 9), { ...question, skill: SKILL });
  const withoutSide = { ...table, rows: table.rows.map((row) => ({ ...row, side: '' as const, ifFacing: '' })) };
  expect(oddsText('a', 'b', 'c', withoutSide)).toMatch(/ odie-o {2,}\S/u);
});

test('of a generator that has no state nothing is said of what is lost now', () => {
  const there = position(SKILL, 72, 9);
  const lostNow = () => oddsTable(there, { ...question, skill: SKILL }).rows.map(({ now }) => typeof now);
  expect(new Set(lostNow())).toEqual(new Set(['number']));
  drawnSystem(LIVE_A_LIVE_BATTLE, 'test').generator.write(there.battle, 0);
  expect(new Set(lostNow())).toEqual(new Set(['undefined']));
});

test('targets that may answer and stay are looked at together, and one by one where each of them leaves', () => {
  const enemies = ['enemy[0].hp', 'enemy[1].hp', 'enemy[2].hp'];
  const hero = { level: 16, power: 40, speed: 60, body: 60, intellect: 60, maxHp: 300, hp: 300 };
  // a brachiopelta and an entomopyram, each of which answers an attack
  const setup = { formation: 108, scenario: 8, party: [{ character: 'oboromaru', ...hero }], generator: [1, 2, 3, 4] };
  const thereOf = (battle: Battle) => ({
    ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'),
    battle,
    at: '',
    switches: {},
  });
  const { found } = candidatesOf(thereOf(LIVE_A_LIVE_BATTLE.create(setup)), undefined);
  const words = found.find(({ name, reaches }) => name === 'ninpo-yagurumaso' && reaches === 2)?.words;
  const [whole] = ringsOf(drawnSystem(LIVE_A_LIVE_BATTLE, 'test').generator);
  const RING = [{ first: 0, values: (whole as Ring).values.slice(5_000, 5_700) }];
  const thrown = (hp: number): CommandOdds => {
    const battle = LIVE_A_LIVE_BATTLE.create(setup);
    for (const { offset } of battle.cells.filter(({ name }) => enemies.includes(name)))
      write16(battle.image, offset, hp);
    const start = battle.image.slice();
    const reader = createUnitReader(LIVE_A_LIVE_BATTLE, battle);
    const actor = actorOf(battle, reader.read(start));
    battle.image.set(start);
    const outlook = { position: thereOf(battle), reader, rings: RING, actor };
    return commandOdds(outlook, start, words ?? new Int32Array(0), { horizon: 'effect', plays: 2_500 });
  };
  expect(thrown(9_999).together).toBe('somebody may answer');
  const fallen = thrown(1);
  expect([fallen.together, fallen.folded !== undefined]).toEqual([undefined, true]);
  // two are struck, and each has one HP
  const certain = fallen.units.filter(({ out }) => out.chance.numerator === 1n && out.chance.bits === 0);
  expect(certain.map(({ unit }) => unit.name).sort()).toEqual(['brachiopelta', 'entomopyram']);
});

test('a skill that cannot be used, and a target that is not there, are refused', () => {
  const there = position(SKILL, 72, 9);
  expect(() => oddsTable(there, { ...question, skill: 'reppu-seiken-zuk' })).toThrow(/cannot use/);
  expect(() => oddsTable(there, { ...question, target: 'odie' })).toThrow(/nobody there/);
});

test('a skill that charges until after another ally’s command is said to depend on it', () => {
  const battle = LIVE_A_LIVE_BATTLE.create({
    formation: 'tula-han',
    generator: [1, 2, 3, 4],
    party: [
      { character: 'akira', x: 2, y: 1 },
      { character: 'takahara', x: 5, y: 5 },
    ],
  });
  const there = { ...drawnSystem(LIVE_A_LIVE_BATTLE, 'test'), battle, at: 'at its start', switches: {} };
  const alone = LIVE_A_LIVE_BATTLE.create({ formation: 'tula-han', party: [{ character: 'akira', x: 2, y: 1 }] });
  const skill = 'mother-image';
  expect(oddsTable(there, { ...question, skill })).toMatchObject({ rows: [], idle: [], late: [skill] });
  const { rows, late } = oddsTable({ ...there, battle: alone }, { ...question, skill });
  expect([rows.length > 0, late]).toEqual([true, []]);
});

test('under a limit the text says what is at least so, and what is not known', () => {
  const there = position(SKILL, 72, 9);
  const text = (plays: number): string =>
    oddsText('plan.toml', 'at its start', 'one kick', oddsTable(there, { ...question, plays, skill: SKILL }));
  expect(text(1)).toContain(`limit reached before anything was known (--limit): ${SKILL}`);
  expect(text(1)).not.toContain('touches');
  expect(text(5)).toMatch(
    /odie-o, front +\S+ and more\? +\S+ and more\? +\d+\.\d\d\.\.\d+\.\d\d% +0\.00\.\.\d+\.\d\d%/,
  );
  expect(text(5)).toMatch(/KO 0\.00\.\.\d+\.\d\d% \(at least/);
  expect(text(5)).toMatch(/limit reached: \d+\.\d\d% of the draws were not looked at/);
  expect(text(5)).not.toContain('Infinity');
  expect(text(100_000)).not.toMatch(/limit|at least|more\?|\d\.\.\d+\.\d\d%/);
});
