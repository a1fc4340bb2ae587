/** What chance decides: the outcomes of a roll, what is forgotten between attacks, and the published form of a setup. */
import { expect, test } from 'vitest';
import { kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { apply, read } from '../../../core/system/battle.js';
import type { TableShape, ValueShape } from '../../../core/system/system.js';
import { codeOf, ENHANCE } from './bare-commands.js';
import { APPLY, declare, END, rolled, run, SIZE, start, TEST, WEAPONS, withUnits } from './skirmish.js';

const planning = kuroganeEngage.capabilities.planning;
const ROLL = 4;
const ROLL_CODE = kuroganeEngage.commands.find(({ name }) => name === 'roll')?.code ?? ROLL;

test('K11: the outcomes of a roll are its successes and criticals, with as many cases as rolls have them', () => {
  const battle = start();
  run(battle, declare(), SIZE);
  expect(planning?.chanceParameters).toEqual({ roll: 'faces' });
  const outcomes = planning?.outcomes?.(battle, ROLL_CODE, 15);
  if (!Array.isArray(outcomes)) throw new Error('no outcomes');
  // four dice: every roll of them, counted one by one
  const counted = new Map<string, bigint>();
  for (let number = 0; number < 6 ** 4; number++) {
    const faces = [0, 1, 2, 3].map((at) => 1 + (Math.floor(number / 6 ** at) % 6));
    const key = `${faces.filter((face) => face >= 4).length} ${faces.filter((face) => face === 6).length}`;
    counted.set(key, (counted.get(key) ?? 0n) + 1n);
  }
  const found = new Map<string, bigint>();
  for (const { command, cases } of outcomes) {
    const fresh = start();
    run(fresh, declare(), SIZE);
    expect(fresh.step(command, undefined)).toBe(0);
    found.set(`${read(fresh, 'successes')} ${read(fresh, 'criticals')}`, cases);
  }
  expect(found).toEqual(counted);
  expect(outcomes).toHaveLength(15);
});

test.each([
  [2, 15],
  [5, 15],
  // where a 6 alone succeeds, every success is critical
  [6, 5],
])('KA12: with %i as the lowest success there are %i outcomes of four dice', (successMin, count) => {
  const battle = start(withUnits({}, { specials: { enhance: { successMin } } }));
  run(battle, declare(), SIZE, { command: 'enhance' });
  const outcomes = planning?.outcomes?.(battle, ROLL_CODE, 100);
  if (!Array.isArray(outcomes)) throw new Error('no outcomes');
  expect(outcomes).toHaveLength(count);
  expect(outcomes.reduce((sum, { cases }) => sum + cases, 0n)).toBe(1296n);
});

test('the dice of a pool of two that miss show a 1', () => {
  const setup = withUnits({}, { weapons: WEAPONS.map((weapon) => ({ ...weapon, hit: 2 })) });
  const battle = start(setup);
  run(battle, declare(), SIZE);
  const outcomes = planning?.outcomes?.(battle, ROLL_CODE, 100);
  if (!Array.isArray(outcomes)) throw new Error('no outcomes');
  // a success is a 5 or, where it is critical, a 6
  expect(outcomes.map(({ command }) => [...command.slice(0, 4)].join(' ')).sort()).toEqual(
    ['1 1', '5 1', '5 5', '6 1', '6 5', '6 6'].map((faces) => `${ROLL_CODE} 2 ${faces}`),
  );
});

test('more outcomes than asked for are a number; another step or command has none', () => {
  const battle = start();
  expect(planning?.outcomes?.(battle, ROLL_CODE, 99)).toBeUndefined();
  run(battle, declare());
  expect(planning?.outcomes?.(battle, ROLL_CODE, 99)).toBeUndefined();
  run(battle, SIZE);
  expect(planning?.outcomes?.(battle, ROLL_CODE, 14)).toBe(15);
  expect(planning?.outcomes?.(battle, ROLL_CODE + 1, 99)).toBeUndefined();
  run(battle, rolled(4, 1, 1, 1));
  expect(planning?.outcomes?.(battle, ROLL_CODE, 99)).toBeUndefined();
});

test('K1: between attacks the last one is forgotten, and nothing that a later step reads', () => {
  const battle = start();
  run(battle, declare(), SIZE, rolled(4, 1, 1, 1), TEST);
  const during = battle.image.slice();
  planning?.forgetPast?.(battle);
  expect(battle.image).toEqual(during);
  run(battle, APPLY, END, { command: 'endRound' });
  expect(read(battle, 'distance')).toBe(1);
  planning?.forgetPast?.(battle);
  expect(['distance', 'pool', 'successes', 'faces[4]'].map((name) => read(battle, name))).toEqual([0, 0, 0, 0]);
  expect([read(battle, 'round'), read(battle, 'unit[3].risk')]).toEqual([2, 1]);
  const plain = start();
  run(plain, declare(), SIZE, rolled(4, 1, 1, 1), TEST, APPLY, END, { command: 'endRound' });
  for (const one of [battle, plain]) run(one, declare(), SIZE);
  expect(battle.image).toEqual(plain.image);
  expect(codeOf(battle, ENHANCE)).toBe(codeOf(plain, ENHANCE));
  apply(kuroganeEngage, battle, rolled(1, 1, 1, 1, 1));
});

/** Fields as `name is`, with `!` where one is required; tables are opened. */
function fieldsOf({ fields }: TableShape): string[] {
  return fields.flatMap((field) => {
    expect(field.meaning).not.toBe('');
    expect(field.otherwise).not.toBe('');
    const inner: ValueShape = field.value.is === 'list' || field.value.is === 'entries' ? field.value.of : field.value;
    const head = `${field.name}${field.isRequired === true ? '!' : ''} ${field.value.is}`;
    return inner.is === 'table' ? [head, ...fieldsOf(inner).map((line) => `  ${line}`)] : [head];
  });
}

test('the form of a setup and of a query, field by field', () => {
  expect(kuroganeEngage.setupShape && fieldsOf(kuroganeEngage.setupShape)).toEqual([
    'weapons! list',
    ...[
      '  id! text',
      '  name text',
      '  hit! integer',
      '  rng! either',
      '  pow! integer',
      '  pen integer',
      '  indirect flag',
    ],
    '  powerAttack flag',
    'units! list',
    ...[
      '  id! text',
      '  name text',
      '  side! integer',
      '  frame word',
      '  hp integer',
      '  arm integer',
      '  mv integer',
      '  x integer',
    ],
    ...['  y integer', '  level integer', '  damage integer', '  risk integer', '  weapons list', '  commander flag'],
    ...['  enhance flag', '  shield flag', '  largeWeapon flag', '  faction text'],
    'specials entries',
    ...['  side word', '  needs list', '  poolDelta integer', '  successMin integer', '  powDelta integer'],
    ...['  armDelta integer', '  afterResolve word'],
    'objectives list',
    ...['  x! integer', '  y! integer'],
    'rounds integer',
  ]);
  const attack = ['distance integer', 'visible either', 'allySees either', 'mutualClear either', 'specials list'];
  expect(kuroganeEngage.queryShape && fieldsOf(kuroganeEngage.queryShape)).toEqual([
    ...['attacker! text', 'weapon! text', ...attack, 'target! text', 'attacks integer', 'followedBy list'],
    ...['attacker! text', 'weapon! text', ...attack].map((line) => `  ${line}`),
    ...['by word', 'switches table'],
    ...kuroganeEngage.switches.map(({ name }) => `  ${name} word`),
  ]);
});

test('K3 to K12: the best weapon of a pair, over all faces, leaves the battle as it was', () => {
  const battle = kuroganeEngage.create({
    weapons: [
      { id: 'rifle', hit: 4, rng: 3, pow: 4, pen: 1 },
      { id: 'pistol', hit: 2, rng: 3, pow: 4, pen: 1 },
    ],
    units: [
      { id: 'a', side: 0, frame: 'standard', weapons: ['pistol', 'rifle'] },
      { id: 'b', side: 1, frame: 'large', x: 6 },
    ],
  });
  // Rng 3 at distance 6 costs a die: three are left; Arm 10, Pen 1, at least 3 (K4, K12)
  let ways = 0;
  for (let number = 0; number < 6 ** 3; number++) {
    const faces = [0, 1, 2].map((at) => 1 + (Math.floor(number / 6 ** at) % 6));
    const successes = faces.filter((face) => face >= 4).length;
    const criticals = faces.filter((face) => face === 6).length;
    if (successes > 0 && 4 + successes >= Math.max(3, 10 - 1 - criticals)) ways++;
  }
  const before = battle.image.slice();
  const panels = kuroganeEngage.capabilities.views?.panels?.(battle) ?? [];
  expect(battle.image).toEqual(before);
  const [line] = panels.find(({ title }) => title === 'Best weapons')?.lines ?? [];
  expect(line?.[0]).toBe('a on b');
  expect(line?.[1]).toMatch(new RegExp(`^rifle at 6, 3 dice: damage ${ways} of 216, `, 'u'));
});
