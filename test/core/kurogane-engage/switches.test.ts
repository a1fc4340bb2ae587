/** Every value of every switch does what it says. */
import { expect, test } from 'vitest';
import { kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { read } from '../../../core/system/battle.js';
import { APPLY, declare, END, rolled, run, SETUP, SIZE, start, TEST, withUnits } from './skirmish.js';

const covered = new Set<string>();

function using(name: string, value: string, setup: object = SETUP): ReturnType<typeof start> {
  covered.add(`${name}=${value}`);
  return start(setup, { [name]: value });
}

test('switch minArmAppliesToBase: yes|no (KA4)', () => {
  const defences = (value: string, arm: number): number => {
    const battle = using('minArmAppliesToBase', value, withUnits({ drone: { arm } }));
    run(battle, declare(), SIZE, rolled(6, 1, 1, 1), TEST);
    return read(battle, 'defenceValue');
  };
  expect([0, 1, 2, 3, 8].map((arm) => defences('yes', arm))).toEqual([3, 3, 3, 3, 6]);
  expect([0, 1, 2, 3, 8].map((arm) => defences('no', arm))).toEqual([1, 1, 2, 3, 6]);
});

test('switch clearShotInMelee: yes|no (KA6)', () => {
  for (const [value, pool] of [
    ['yes', 5],
    ['no', 4],
  ] as const) {
    const battle = using('clearShotInMelee', value);
    run(battle, declare({ weapon: 'blade', mutualClear: 1 }), SIZE);
    expect(read(battle, 'pool')).toBe(pool);
    run(battle, rolled(...new Array<number>(pool).fill(1)), declare({ mutualClear: 1 }), SIZE);
    expect(read(battle, 'poolClearShot')).toBe(1);
  }
});

test('switch strictDistance: no|yes (KA10)', () => {
  const loose = using('strictDistance', 'no');
  run(loose, declare({ distance: 0 }), SIZE);
  expect([read(loose, 'poolDistance'), read(loose, 'pool')]).toEqual([0, 4]);
  const strict = using('strictDistance', 'yes');
  expect(() => run(strict, declare({ distance: 0 }))).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
});

test('switch metric: manhattan|chebyshev (KA11)', () => {
  for (const [value, distance] of [
    ['manhattan', 7],
    ['chebyshev', 4],
  ] as const) {
    const battle = using('metric', value, withUnits({ drone: { x: 4, y: 3 } }));
    run(battle, declare({ distance: -1 }));
    expect(read(battle, 'distance')).toBe(distance);
  }
});

test('switch destroyTiming: seed|wiki56 (KA15)', () => {
  const kill = [declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY];
  const seed = using('destroyTiming', 'seed');
  expect(run(seed, ...kill)).toContain('destroyed');
  run(seed, { command: 'overkill', unit: 'wing', x: 2, y: 1 }, END);
  const wiki = using(
    'destroyTiming',
    'wiki56',
    withUnits({ to: { commander: true, largeWeapon: false } }, { specials: { evade: { afterResolve: 'moveTarget' } } }),
  );
  const [declaration = SIZE, ...rest] = kill;
  expect(run(wiki, declaration, SIZE, { command: 'evade' }, ...rest.slice(1))).not.toContain('destroyed');
  run(wiki, { command: 'displace', unit: 'to', x: 3, y: 3 });
  expect(() => run(wiki, END)).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
  expect(run(wiki, { command: 'checkDestruction' })).toContain('destroyed');
  expect([read(wiki, 'unit[4].x'), read(wiki, 'unit[4].destroyed'), read(wiki, 'stage')]).toEqual([3, 1, 6]);
  run(wiki, END);
});

test('switch riskCap: none|saturate (KA17)', () => {
  const weapons = [{ ...SETUP.weapons[0], hit: 0, pow: 0 }, ...SETUP.weapons.slice(1)];
  const roll = rolled(...new Array<number>(5).fill(4), ...new Array<number>(246).fill(1));
  const setup = withUnits({ drone: { risk: 251 } }, { weapons });
  const none = using('riskCap', 'none', setup);
  run(none, declare(), SIZE, roll, TEST);
  expect(() => run(none, APPLY)).toThrow(expect.objectContaining({ code: 'E_WIDTH' }));
  const saturate = using('riskCap', 'saturate', setup);
  run(saturate, declare(), SIZE, roll, TEST, APPLY);
  expect(read(saturate, 'unit[3].risk')).toBe(255);
});

test('switch specialsTiming: afterPool|atDeclare (KA19)', () => {
  const after = using('specialsTiming', 'afterPool');
  run(after, declare(), SIZE, { command: 'enhance' }, rolled(1, 1, 1, 1));
  const at = using('specialsTiming', 'atDeclare', { ...SETUP, specials: { enhance: { poolDelta: 2 } } });
  run(at, declare(), { command: 'enhance' });
  expect(read(at, 'pool')).toBe(0);
  run(at, SIZE);
  expect(read(at, 'pool')).toBe(6);
});

test('every value of every switch was used above', () => {
  const all = kuroganeEngage.switches.flatMap((shape) => shape.values.map((value) => `${shape.name}=${value}`));
  expect(all.filter((name) => !covered.has(name))).toEqual([]);
  for (const shape of kuroganeEngage.switches) expect(shape.values[0]).toBe(shape.default);
});
