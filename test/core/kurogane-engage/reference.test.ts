/** The system beside the slow reference, which was written from the rules alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBattle, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { apply, type PlainCommand, read } from '../../../core/system/battle.js';
import { RuleError } from '../../../core/system/system.js';
import * as slow from '../../references/kurogane-engage.js';

const flag = fc.boolean();

const scene = fc.record({
  weapon: fc.record({
    hit: fc.nat(5),
    rng: fc.constantFrom<number | 'C'>(1, 2, 3, 4, 'C'),
    pow: fc.nat(9),
    pen: fc.nat(3),
    indirect: flag,
    powerAttack: flag,
  }),
  target: fc.record({ hp: fc.integer({ min: 1, max: 4 }), arm: fc.integer({ min: 1, max: 10 }), risk: fc.nat(3) }),
  abilities: fc.record({ commander: flag, shield: flag, largeWeapon: flag, to: flag, enhance: flag }),
  distance: fc.nat(9),
  levels: fc.tuple(fc.nat(2), fc.nat(2)),
  visible: flag,
  allySees: flag,
  mutualClear: flag,
  sameSide: fc.constantFrom(false, false, false, true),
  specials: fc.array(fc.constantFrom<slow.SpecialKind>('enhance', 'powerAttack', 'counter', 'evade', 'defend'), {
    maxLength: 3,
  }),
  hooks: fc.record({
    poolDelta: fc.integer({ min: -2, max: 2 }),
    powDelta: fc.nat(3),
    armDelta: fc.integer({ min: -2, max: 3 }),
  }),
  minimumArm: flag,
  clearShotInMelee: flag,
  strictDistance: flag,
  faces: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 16, maxLength: 16 }),
});

type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** Different actions bring their hooks in once each; an action declared twice is refused by the system alone. */
function referenceSetup(from: Scene): slow.AttackSetup {
  const { weapon, target, abilities, levels, hooks } = from;
  const count = from.specials.length;
  return {
    weapon,
    attacker: { hp: 3, damage: 0, arm: 8, risk: 0, side: '0', commander: abilities.enhance },
    target: {
      ...target,
      damage: 0,
      side: from.sameSide ? '0' : '1',
      commander: abilities.commander,
      shield: abilities.shield,
      largeWeapon: abilities.largeWeapon,
      faction: abilities.to ? 'TO' : '',
    },
    distance: from.distance,
    levelDifference: levels[1] - levels[0],
    visible: from.visible,
    allySees: from.allySees,
    mutualClear: from.mutualClear,
    specials: from.specials.map((kind) => ({
      kind,
      by: kind === 'enhance' || kind === 'powerAttack' ? 'attacker' : 'defender',
    })),
    poolDelta: hooks.poolDelta * count,
    powDelta: hooks.powDelta * count,
    armDelta: from.minimumArm ? hooks.armDelta * count : 0,
    switches: {
      minArmAppliesToBase: from.minimumArm,
      clearShotInMelee: from.clearShotInMelee,
      strictDistance: from.strictDistance,
    },
  };
}

function systemSetup(from: Scene): object {
  const { weapon, target, abilities, levels, hooks } = from;
  const numbers = { ...hooks, armDelta: from.minimumArm ? hooks.armDelta : 0 };
  const own = { id: 'a', side: 0, hp: 3, arm: 8, commander: abilities.enhance, enhance: abilities.enhance };
  const { commander, shield, largeWeapon } = abilities;
  return {
    weapons: [{ id: 'w', ...weapon }],
    units: [
      { ...own, level: levels[0], weapons: ['w'] },
      {
        id: 't',
        side: from.sameSide ? 0 : 1,
        ...target,
        level: levels[1],
        commander,
        shield,
        largeWeapon,
        faction: abilities.to ? 'TO' : '',
      },
    ],
    specials: { enhance: numbers, powerAttack: numbers, counter: numbers, evade: numbers, defend: numbers },
  };
}

function systemSwitches(from: Scene): Record<string, string> {
  return {
    minArmAppliesToBase: from.minimumArm ? 'yes' : 'no',
    clearShotInMelee: from.clearShotInMelee ? 'yes' : 'no',
    strictDistance: from.strictDistance ? 'yes' : 'no',
  };
}

function codeOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
  return '';
}

test('K1 to K15: pool, values, result and refusals of one attack', () => {
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(scene, (given) => {
      const from = { ...given, specials: [...new Set(given.specials)] };
      const reference = referenceSetup(from);
      const battle = createBattle(systemSetup(from), systemSwitches(from));
      const run = (command: PlainCommand): void => apply(kuroganeEngage, battle, command);
      const refused = codeOf(() => {
        run({
          command: 'declare',
          attacker: 'a',
          weapon: 'w',
          target: 't',
          distance: from.distance,
          visible: Number(from.visible),
          allySees: Number(from.allySees),
          mutualClear: Number(from.mutualClear),
        });
        run({ command: 'sizePool' });
        for (const kind of from.specials) run({ command: kind });
      });
      const refusedThere = codeOf(() => {
        slow.checkTarget(reference);
        slow.checkSpecials(reference);
      });
      // order and permission of one action may both be wrong: then either code is right
      const order = ['E_SPECIAL_ORDER', 'E_TWO_REACTIONS', 'E_SPECIAL_NOT_ALLOWED'];
      if (order.includes(refused) && order.includes(refusedThere)) return;
      expect(refused).toBe(refusedThere);
      seen.set(refused, (seen.get(refused) ?? 0) + 1);
      if (refused !== '') return;

      const pool = slow.dicePool(reference);
      expect(read(battle, 'pool')).toBe(pool.pool);
      const parts = [
        'poolBase',
        'poolDistance',
        'poolIndirect',
        'poolRisk',
        'poolClearShot',
        'poolHighGround',
        'poolSpecials',
      ];
      expect([...parts, 'poolCloseCombatZero'].map((name) => read(battle, name))).toEqual(
        [
          pool.base,
          pool.distance,
          pool.indirect,
          pool.risk,
          pool.clear,
          pool.high,
          pool.delta,
          Number(pool.outOfReach),
        ].map((value) => value + 0),
      );
      const faces = from.faces.slice(0, pool.pool);
      const result = slow.attack(reference, faces);
      run({ command: 'roll', faces });
      expect([read(battle, 'successes'), read(battle, 'criticals')]).toEqual([result.successes, result.criticals]);
      if (!result.miss) {
        run({ command: 'testDamage' });
        expect(['attackValue', 'defenceValue', 'damage'].map((name) => read(battle, name))).toEqual([
          result.attack,
          result.defence,
          result.damage,
        ]);
        run({ command: 'applyResult' });
      }
      expect(['damage', 'risk', 'destroyed'].map((name) => read(battle, `unit[1].${name}`))).toEqual([
        result.newDamage,
        result.newRisk,
        Number(result.destroyed),
      ]);
    }),
    { numRuns: 1500 },
  );
  for (const code of ['', 'E_NOT_ENEMY', 'E_NOT_VISIBLE', 'E_NOT_INDIRECT', 'E_RANGE']) {
    expect(seen.get(code) ?? 0).toBeGreaterThan(0);
  }
});

test('odds equal counting all rolls of the reference, up to 7 dice', () => {
  const asked: number[] = [];
  fc.assert(
    fc.property(scene, (given) => {
      const from = { ...given, specials: [], sameSide: false, visible: true, strictDistance: false };
      const reference = referenceSetup(from);
      const { pool } = slow.dicePool(reference);
      if (pool > 7) return;
      asked.push(pool);
      const query = {
        attacker: 'a',
        weapon: 'w',
        target: 't',
        distance: from.distance,
        mutualClear: from.mutualClear,
        switches: systemSwitches(from),
      };
      const ask = (by: string): ReadonlyMap<string, number> =>
        new Map(
          kuroganeEngage.capabilities
            .odds?.(systemSetup(from), { ...query, by })
            .rows.map((row) => [row.values.join(' '), Number(row.numerator)]),
        );
      const counted = slow.enumerate(reference);
      expect(ask('dice')).toEqual(counted.joint);
      expect(ask('damage')).toEqual(new Map([...counted.damage].map(([damage, rolls]) => [String(damage), rolls])));
    }),
    { numRuns: 300 },
  );
  expect(Math.max(...asked)).toBe(7);
});

test('a RuleError of the system is the one the harness knows', () => {
  expect(codeOf(() => createBattle({}))).toBe('E_TYPE');
  expect(() => createBattle({})).toThrow(RuleError);
});
