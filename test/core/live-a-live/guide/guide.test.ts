/** The guide's rule set: its worked numbers, each switch, each error, and equality with the independent reference. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GUIDE_ERRORS } from '../../../../core/live-a-live/guide/commands.js';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import * as rules from '../../../../core/live-a-live/guide/rules.js';
import { GUIDE_SWITCHES, guideSettings } from '../../../../core/live-a-live/guide/switches.js';
import { apply, type PlainCommand, read } from '../../../../core/system/battle.js';
import { type Battle, RuleError } from '../../../../core/system/system.js';
import { ABNORMALITIES } from '../../../../rom-map/index.js';
import { blockNumber, enemyPointer } from '../../../fixtures/live-a-live/battle-cells.js';
import { applyGuide, createGuide, type GuideCommand } from '../../../references/guide.js';
import { isLong } from '../../../references/long-runs.js';
import { RuleReferenceError } from '../../../references/reference-error.js';

type Values = Readonly<Record<string, string | number>>;

const TAKAHARA = { speed: 31, intellect: 25, hp: 320 };
const NAMCAT = { speed: 60, intellect: 55, hp: 256, level: 3 };

function start(switches: Values = {}, setup: object = {}): Battle {
  const data = { allies: [TAKAHARA], species: [NAMCAT], enemies: [{ species: 0 }], ...setup };
  return LIVE_A_LIVE_GUIDE.create(data, switches);
}

function run(battle: Battle, ...commands: readonly PlainCommand[]): number[] {
  return commands.map((command) => {
    apply(LIVE_A_LIVE_GUIDE, battle, command);
    return read(battle, 'actionPoints');
  });
}

function codeOf(action: () => void): string {
  try {
    action();
    return 'accepted';
  } catch (error) {
    if (error instanceof RuleError || error instanceof RuleReferenceError) return error.code;
    throw error;
  }
}

const move: PlainCommand = { command: 'allyMove', unit: 0 };
const skill: PlainCommand = { command: 'allySkill', unit: 0 };
const enemySkill: PlainCommand = { command: 'enemySkill' };

test('L1-L8, L17: Takahara against Namcat goes as the page’s worked example says', () => {
  const battle = start();
  expect(read(battle, 'actionPoints')).toBe(0);
  expect(read(battle, 'enemy[0].orderPoints')).toBe(201);
  const points = run(
    battle,
    ...[move, move, move, move, move, enemySkill, skill, { command: 'enemyTurn' }, move, enemySkill],
    ...[move, move, move, move],
  );
  expect(points).toEqual([57, 114, 171, 228, 285, 29, 539, 515, 572, 60, 117, 174, 231, 288]);
});

describe('formulas', () => {
  const plain = guideSettings();
  test('L6: the calculator gives 64 values from 16 to 127', () => {
    const values = new Set(Array.from({ length: 65536 }, (_, points) => rules.afterEnemySkill(points)));
    expect([values.size, Math.min(...values), Math.max(...values)]).toEqual([64, 16, 127]);
    expect([rules.afterEnemySkill(510), rules.afterEnemySkill(285), rules.afterEnemySkill(572)]).toEqual([126, 29, 60]);
  });
  test('L7, L8: a move and a turn cost what the speed says', () => {
    expect([rules.guideMoveCost(31), rules.guideMoveCost(60), rules.guideMoveCost(255)]).toEqual([57, 49, 1]);
    expect([rules.guideTurnCost(31, plain), rules.guideTurnCost(60, plain), rules.guideTurnCost(255, plain)]).toEqual([
      28, 24, 0,
    ]);
    expect(rules.guideTurnCost(255, guideSettings({ minTurnCost: 1 }))).toBe(1);
  });
  test('L19, A11: order points after a move are rounded apart, or together with the switch', () => {
    expect([rules.orderAfterMove(3, plain), rules.orderAfterMove(7, plain)]).toEqual([1, 4]);
    const together = guideSettings({ moveOrderRounding: 'together' });
    expect([rules.orderAfterMove(3, together), rules.orderAfterMove(7, together)]).toEqual([2, 5]);
  });
  test('L22, A12: damage raises order points by steps of a sixteenth of the maximum HP', () => {
    const damage = [
      rules.orderFromDamage(10, 160, 8),
      rules.orderFromDamage(80, 160, 8),
      rules.orderFromDamage(140, 160, 8),
    ];
    expect(damage).toEqual([16, 72, 120]);
    expect([
      rules.orderFromDamage(14, 16, 1),
      rules.orderFromDamage(20, 32, 1),
      rules.orderFromDamage(999, 16, 17),
    ]).toEqual([15, 11, 255]);
  });
  test('A2: the overflow window is that of the page, with its off-by-one named', () => {
    expect(rules.overflowWindow(plain)).toEqual({ first: 65026, last: 65280 });
    expect((65025 + rules.SKILL_GAIN) & 0xffff).toBe(65535);
    expect((65279 + rules.SKILL_GAIN) & 0xffff).toBe(253);
  });
});

describe('rules', () => {
  test('L11, A17: L and R in area selection add only action points', () => {
    const battle = start();
    run(battle, ...Array.from({ length: 2323 }, () => ({ command: 'areaSelectTurn', unit: 0 })));
    expect([read(battle, 'actionPoints'), read(battle, 'actingEnemy'), read(battle, 'enemy[0].orderPoints')]).toEqual([
      65044, 0, 201,
    ]);
    expect(run(battle, skill)).toEqual([18]);
  });
  test('L13, L14, L15: a lone charge of 16 takes 16 frames, +160, then 510', () => {
    const battle = start();
    run(battle, { command: 'allySkill', unit: 0, charge: 16 });
    expect(run(battle, { command: 'tickFrames', frames: 16 })).toEqual([670]);
  });
  test('L16: stats go back by 4 on a move, raised ones only with the switch', () => {
    const change = (value: number): PlainCommand => ({ command: 'changeStat', side: 0, unit: 0, stat: 1, value });
    const lowered = start();
    run(lowered, change(20), move);
    expect(read(lowered, 'ally[0].speed')).toBe(24);
    const raised = start();
    run(raised, change(40), move);
    expect(read(raised, 'ally[0].speed')).toBe(36);
    const kept = start({ recoverRaised: 'no' });
    run(kept, change(40), move);
    expect(read(kept, 'ally[0].speed')).toBe(40);
  });
  test('L20, A8: an incapacitated enemy is chosen, idles, halves its order points', () => {
    const idle = (switches: Values): number[] => {
      const battle = start(switches);
      const cell = battle.cells.find((one) => one.name === 'enemy[0].statuses');
      battle.image[cell?.offset ?? 0] = 0x20;
      run(battle, move, move, move, move, move);
      return [...run(battle, { command: 'enemyIdle' }), read(battle, 'enemy[0].orderPoints')];
    };
    expect(idle({})).toEqual([285, 103]);
    expect(idle({ incapacitatedAp: 'move' })).toEqual([236, 103]);
    expect(idle({ incapacitatedAp: 'turn' })).toEqual([261, 103]);
  });
  test('L21-L24, A9, L26: an onset, damage, a non-attack and an attack change an enemy’s order points', () => {
    const battle = start();
    run(battle, { command: 'inflictAbnormal', enemy: 0, kind: 4 });
    expect(read(battle, 'enemy[0].orderPoints')).toBe(104);
    run(battle, { command: 'enemyDamaged', enemy: 0, total: 999 });
    expect(read(battle, 'enemy[0].orderPoints')).toBe(15);
    run(battle, { command: 'inflictAbnormal', enemy: 0, kind: 8 }, move, move, move, move, move);
    expect(read(battle, 'enemy[0].orderPoints')).toBe(0);
  });
  test('A1: 255 is the enemies’ or, with the switch, still the allies’', () => {
    const at255 = (switches: Values): number => {
      const battle = start(switches, { allies: [{ ...TAKAHARA, speed: 52 }] });
      run(battle, move, move, move, move, move);
      expect(read(battle, 'actionPoints')).toBe(255);
      return read(battle, 'actingEnemy');
    };
    expect(at255({})).toBe(enemyPointer(0));
    expect(at255({ enemyTurnAt: 256 })).toBe(0);
  });
  test('A10: ties go to the first slot, or to the last', () => {
    const chosen = (switches: Values): number => {
      const battle = start(switches, { enemies: [{ species: 0 }, { species: 0 }] });
      run(battle, skill);
      return read(battle, 'actingEnemy');
    };
    expect([chosen({}), chosen({ orderTie: 'last' })]).toEqual([enemyPointer(0), enemyPointer(1)]);
  });
  test('A12: damage of 0 and absorbing count only with their switches', () => {
    const order = (switches: Values, command: string, total: number): number => {
      const battle = start(switches);
      run(battle, { command, enemy: 0, total });
      return read(battle, 'enemy[0].orderPoints');
    };
    expect([order({}, 'enemyDamaged', 0), order({ zeroDamageRaises: 'yes' }, 'enemyDamaged', 0)]).toEqual([201, 2]);
    expect([order({}, 'enemyHealed', 32), order({ healRaises: 'yes' }, 'enemyHealed', 32)]).toEqual([201, 6]);
  });
});

describe('errors', () => {
  const cases: readonly (readonly [string, PlainCommand, (() => Battle)?])[] = [
    ['E_PHASE', enemySkill],
    ['E_RANGE', { command: 'inflictAbnormal', enemy: 0, kind: 16 }],
    ['E_UNKNOWN_ID', { command: 'allyMove', unit: 3 }],
    ['E_UNKNOWN_ID', { command: 'enemyDamaged', enemy: 5, total: 1 }],
    ['E_ALLY_CAN_ACT', { command: 'tickFrames', frames: 1 }],
    ['E_TABLE_MISSING', move, () => start({}, { withoutTable: true })],
    [
      'E_UNIT_BUSY',
      move,
      () => {
        const battle = start();
        run(battle, { command: 'allySkill', unit: 0, charge: 16 });
        return battle;
      },
    ],
    ['E_RANGE', { command: 'allySkill', unit: 0, charge: 7 }, () => start({ strictCharge: 'yes' })],
  ];
  test.each(cases.map(([code, command, make]) => ({ code, command, make })))('$code, nothing changed', (one) => {
    const { code, command, make } = one;
    const battle = make === undefined ? start() : make();
    const before = battle.image.slice();
    expect(codeOf(() => apply(LIVE_A_LIVE_GUIDE, battle, command))).toBe(code);
    expect(battle.image).toEqual(before);
  });
  test('every error of the table is reached above', () => {
    expect(new Set(cases.map(([code]) => code))).toEqual(new Set(GUIDE_ERRORS.map((error) => error.code)));
  });
});

test('L13, A6, A14: a skill that an enemy’s turn went before comes out with a counter that ticks nothing', () => {
  const battle = start({ frameOrder: 'enemyFirst', counterTick: 'no' }, { allies: [{ ...TAKAHARA, speed: 64 }] });
  const move = { command: 'allyMove', unit: 0 };
  const charged = { command: 'allySkill', unit: 0, charge: 16 };
  // L7: 64 - 16 = 48 a move; L14: 96 points pass 255 in frame 16, in which the charge ends
  expect(run(battle, move, move, charged, { command: 'tickFrames', frames: 16 })).toEqual([48, 96, 96, 256]);
  expect(run(battle, { command: 'counter', side: 0 })).toEqual([256 + 510]);
});

/** Random plans on both, with every switch at random. */
const command = fc.oneof(
  fc.record({
    kind: fc.constantFrom('allyMove', 'allyTurn', 'allyPass', 'allyStep', 'areaSelectTurn', 'allyItem'),
    unit: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('allySkill'), unit: fc.nat(2), charge: fc.constantFrom(0, 0, 16, 32, 33) }),
  fc.record({ kind: fc.constant('tickFrames'), n: fc.nat(40) }),
  fc.record({ kind: fc.constantFrom('enemyMove', 'enemyTurn', 'enemySkill', 'enemySkill', 'enemyIdle') }),
  fc.record({ kind: fc.constantFrom('enemyDamaged', 'enemyHealed'), enemy: fc.nat(1), total: fc.nat(400) }),
  fc.record({ kind: fc.constant('inflictAbnormal'), enemy: fc.nat(1), abnormal: fc.nat(17) }),
  fc.record({
    kind: fc.constant('changeStat'),
    sideNumber: fc.nat(1),
    unit: fc.nat(1),
    stat: fc.nat(3),
    value: fc.nat(255),
  }),
  fc.record({ kind: fc.constant('counter'), sideNumber: fc.nat(1) }),
);
type Random = typeof command extends fc.Arbitrary<infer T> ? T : never;

const STATS = ['power', 'speed', 'body', 'iq'] as const;
const PLAIN_NAMES: Readonly<Record<string, string>> = { abnormal: 'kind', n: 'frames', sideNumber: 'side' };

function plain(random: Random): PlainCommand {
  const { kind, ...rest } = random;
  return {
    command: kind,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [PLAIN_NAMES[key] ?? key, value])),
  };
}

function referenceCommand(random: Random): GuideCommand {
  const side = 'sideNumber' in random ? (random.sideNumber === 0 ? 'ally' : 'enemy') : undefined;
  const more =
    random.kind === 'allySkill'
      ? { skill: { charge: 'charge' in random ? random.charge : 0 } }
      : random.kind === 'changeStat'
        ? { side, stat: STATS['stat' in random ? random.stat : 0] }
        : random.kind === 'counter'
          ? { by: side }
          : { side: 'L', reason: 'test' };
  return { ...random, ...more } as unknown as GuideCommand;
}

test('random plans with random switches go as the independent reference says', () => {
  let given = 0;
  const switches = fc.record(
    Object.fromEntries(GUIDE_SWITCHES.map((one) => [one.name, fc.constantFrom(...one.values)])),
  );
  fc.assert(
    fc.property(
      switches,
      fc.array(command, isLong ? { maxLength: 40, size: 'max' } : { maxLength: 40 }),
      fc.array(fc.nat(255), { minLength: 8, maxLength: 8 }),
      (chosen, plan, numbers) => {
        const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = numbers;
        const battle = LIVE_A_LIVE_GUIDE.create(
          {
            allies: [a, b, c].map((speed) => ({ speed, intellect: d })),
            species: [
              { speed: e, intellect: f, hp: 64 },
              { speed: g, intellect: h, hp: 256 },
            ],
            enemies: [{ species: 0 }, { species: 1 }],
          },
          chosen,
        );
        const flags = Object.fromEntries(
          Object.entries(chosen).map(([key, value]) => [key, value === 'yes' ? true : value === 'no' ? false : value]),
        );
        let state = createGuide({
          allies: [a, b, c].map((speed) => ({ speed, iq: d, hp: 100, maxHp: 100 })),
          enemies: [
            { speed: e, iq: f, hp: 64, maxHp: 64 },
            { speed: g, iq: h, hp: 256, maxHp: 256 },
          ],
          abnormalities: ABNORMALITIES.map((row) => ({
            onsetModifier: row.onset,
            damageConstant: row.damageConstant,
            nonAttackIncrement: row.nonAttackIncrease,
            attackDecrement: row.attackDecrease,
          })),
          switches: flags,
        });
        given += plan.length;
        for (const random of plan) {
          const mine = codeOf(() => apply(LIVE_A_LIVE_GUIDE, battle, plain(random)));
          const theirs = codeOf(() => {
            state = applyGuide(state, referenceCommand(random)).state;
          });
          const now = [
            ...[random, mine],
            read(battle, 'actionPoints'),
            read(battle, 'actingEnemy') === 0 ? null : blockNumber('enemy', read(battle, 'actingEnemy')),
            ...[0, 1].map((slot) => read(battle, `enemy[${slot}].orderPoints`)),
            ...[0, 1, 2].map((slot) => read(battle, `ally[${slot}].charge`)),
            ...[0, 1, 2].map((slot) => read(battle, `ally[${slot}].speed`)),
          ];
          const expected = [
            ...[random, theirs],
            ...[state.ap, state.actingEnemy],
            ...state.enemies.map((enemy) => enemy.order),
            ...state.allies.map((ally) => ally.charge),
            ...state.allies.map((ally) => ally.stats.speed.current),
          ];
          // texts are compared in a tenth of the time
          if (JSON.stringify(now) !== JSON.stringify(expected)) expect(now).toEqual(expected);
        }
      },
    ),
    { numRuns: isLong ? 5500 : 300 },
  );
  if (isLong) expect(given).toBeGreaterThan(100_000);
}, 600_000);
