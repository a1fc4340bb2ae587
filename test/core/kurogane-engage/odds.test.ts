/** Exact distributions against counting every roll with the steps themselves. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolve } from '../../../core/kurogane-engage/distribution.js';
import { jointDistribution, kuroganeEngage } from '../../../core/kurogane-engage/index.js';
import { read } from '../../../core/system/battle.js';
import { APPLY, declare, END, rolled, run, SETUP, SIZE, start, TEST, withUnits } from './skirmish.js';

function rollsOf(dice: number): number[][] {
  let rolls: number[][] = [[]];
  for (let die = 0; die < dice; die++)
    rolls = rolls.flatMap((roll) => [1, 2, 3, 4, 5, 6].map((face) => [...roll, face]));
  return rolls;
}

test('K11: successes and criticals equal a count of every roll, up to 7 dice, for every success range', () => {
  for (let dice = 0; dice <= 7; dice++) {
    const rolls = rollsOf(dice);
    for (const successMin of dice === 7 ? [4] : [2, 3, 4, 5, 6]) {
      const counts = new Map<string, bigint>();
      for (const roll of rolls) {
        const successes = roll.filter((face) => face >= successMin).length;
        const key = `${successes} ${roll.filter((face) => face === 6).length}`;
        counts.set(key, (counts.get(key) ?? 0n) + 1n);
      }
      const exact = new Map(
        jointDistribution(dice, successMin).map(({ successes, criticals, ways }) => [
          `${successes} ${criticals}`,
          ways,
        ]),
      );
      expect(exact).toEqual(counts);
    }
  }
});

test('counts sum to 6^n, far beyond what a double holds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 2, max: 6 }), (dice, successMin) => {
      const sum = jointDistribution(dice, successMin).reduce((total, { ways }) => total + ways, 0n);
      expect(sum).toBe(6n ** BigInt(dice));
    }),
    { numRuns: 100 },
  );
  expect(jointDistribution(255, 4).reduce((total, { ways }) => total + ways, 0n)).toBe(6n ** 255n);
});

test('KA12 E_RANGE E_WIDTH: success range and pool have limits', () => {
  for (const successMin of [1, 7, 4.5]) {
    expect(() => jointDistribution(3, successMin)).toThrow(expect.objectContaining({ code: 'E_RANGE' }));
  }
  for (const pool of [-1, 256, 2.5]) {
    const message = `a pool has 0 to 255 dice, not ${pool}`;
    expect(() => jointDistribution(pool, 4)).toThrow(expect.objectContaining({ code: 'E_WIDTH', message }));
  }
  const message = 'the lowest success is a face from 2 to 6, not 7';
  expect(() => jointDistribution(3, 7)).toThrow(expect.objectContaining({ message }));
});

test('KA17 E_WIDTH: a risk of 255 fits; 256 has no odds, or stays at 255', () => {
  // Pow 0 and 5 successes on armour 8: no damage, so the risk grows by 5.
  const terms = { pow: 0, pen: 0, arm: 8, armDelta: 0, minimumArm: true, riskSaturates: false };
  const after = (risk: number, riskSaturates: boolean) =>
    resolve(
      { damage: 1, risk, destroyed: false },
      3,
      { ...terms, riskSaturates },
      { successes: 5, criticals: 0, ways: 1n },
    );
  expect(after(250, false)).toEqual({ damage: 1, risk: 255, destroyed: false });
  expect(after(251, true)).toEqual({ damage: 1, risk: 255, destroyed: false });
  const refusal = { code: 'E_WIDTH', message: 'risk 256 does not fit (KA17)' };
  expect(() => after(251, false)).toThrow(expect.objectContaining(refusal));
});

/** Plays every roll of one or two attacks and counts where the drone ends. */
function playEverything(setup: object, switches: Record<string, string>, attacks: number): Map<string, bigint> {
  const counts = new Map<string, bigint>();
  const most: number[] = [];
  const play = (battle: ReturnType<typeof start>, left: number, weight: bigint): void => {
    if (left === 0 || read(battle, 'unit[3].destroyed') === 1) {
      const key = ['damage', 'risk', 'destroyed'].map((name) => read(battle, `unit[3].${name}`)).join(' ');
      const scale = most.slice(attacks - left).reduce((product, pool) => product * 6n ** BigInt(pool), 1n);
      counts.set(key, (counts.get(key) ?? 0n) + weight * scale);
      return;
    }
    run(battle, declare(), SIZE);
    const pool = read(battle, 'pool');
    const missing = BigInt((most[attacks - left] ?? pool) - pool);
    const sized = battle.image.slice();
    for (const roll of rollsOf(pool)) {
      battle.image.set(sized);
      run(battle, rolled(...roll));
      if (read(battle, 'stage') !== 0) run(battle, TEST, APPLY, END);
      const after = battle.image.slice();
      play(battle, left - 1, weight * 6n ** missing);
      battle.image.set(after);
    }
  };
  // the largest pool of each attack: with nothing hit, risk grows by at most all dice of damage 0
  most.push(...largestPools(setup, switches, attacks));
  play(start(setup, switches), attacks, 1n);
  return counts;
}

function largestPools(setup: object, switches: Record<string, string>, attacks: number): number[] {
  let risks = new Set([read(start(setup, switches), 'unit[3].risk')]);
  const out: number[] = [];
  for (let attack = 0; attack < attacks; attack++) {
    const pools = [...risks].map((risk) => 2 + risk);
    out.push(Math.max(...pools));
    // weapon pow 4 + s against 8 - c - 1: damage 0 needs 4 + s < 7 - c
    const next = new Set<number>([0]);
    for (const risk of risks) {
      next.add(risk);
      for (let successes = 1; successes <= 2 + risk; successes++) if (4 + successes < 7) next.add(risk + successes);
    }
    risks = next;
  }
  return out;
}

test('K13 K14: two attacks in a row equal playing every pair of rolls', () => {
  const weapons = [{ ...SETUP.weapons[0], hit: 2 }, ...SETUP.weapons.slice(1)];
  const setup = withUnits({ drone: { damage: 2 } }, { weapons });
  const table = kuroganeEngage.capabilities.odds?.(setup, {
    attacker: 'ace',
    weapon: 'rifle',
    target: 'drone',
    distance: 1,
    attacks: 2,
  });
  const counted = playEverything(setup, {}, 2);
  const exact = new Map(
    table?.rows.map(({ values: [damage = 0, risk, destroyed], numerator }) => [
      `${damage + 2} ${risk} ${destroyed}`,
      BigInt(numerator),
    ]),
  );
  expect(exact).toEqual(counted);
  expect(table?.rows.reduce((sum, row) => sum + BigInt(row.numerator), 0n)).toBe(BigInt(table?.denominator ?? 0));
});

test('KA14: a destroyed target is attacked no more', () => {
  // HP 1, armour 2: (4 + s) / 3 destroys on any success, so only a first miss leads to a second roll
  const table = kuroganeEngage.capabilities.odds?.(SETUP, {
    attacker: 'ace',
    weapon: 'rifle',
    target: 'to',
    distance: 1,
    attacks: 2,
  });
  expect(table?.rows.map((row) => [row.values[0], row.values[2]])).toEqual([
    [0, 0],
    [1, 1],
    [2, 1],
  ]);
  // two misses of four dice
  expect(table?.rows[0]?.numerator).toBe((3n ** 8n).toString());
  // (4 + 2) / 3 = 2 takes two successes, 1296 - 81 - 4 * 81 rolls: at once, or after a miss
  expect(table?.rows[2]?.numerator).toBe((891n * 1296n + 81n * 891n).toString());
});

test('query by dice, specials, further attacks and switches', () => {
  const odds = kuroganeEngage.capabilities.odds;
  const ask = (more: object): unknown =>
    odds?.(withUnits({ boss: { x: 1, level: 0 } }, { specials: { defend: { poolDelta: -3 } } }), {
      attacker: 'ace',
      weapon: 'rifle',
      target: 'boss',
      distance: 1,
      ...more,
    });
  expect(ask({ by: 'dice', specials: ['defend'] })).toEqual({
    outcomes: ['successes', 'criticals'],
    rows: [
      { values: [0, 0], numerator: '3' },
      { values: [1, 0], numerator: '2' },
      { values: [1, 1], numerator: '1' },
    ],
    denominator: '6',
  });
  const followedBy = [{ attacker: 'wing', weapon: 'rifle', distance: 2 }];
  expect(ask({ followedBy, specials: ['defend'] })).toMatchObject({ denominator: (6n ** (1n + 5n)).toString() });
  expect(ask({ specials: ['defend'], by: 'dice', switches: { specialsTiming: 'atDeclare' } })).toMatchObject({
    denominator: '6',
  });
});

test('a query is checked like a setup', () => {
  const good = { attacker: 'ace', weapon: 'rifle', target: 'drone' };
  const codes = [
    [{ ...good, weapon: 'bow' }, 'E_UNKNOWN_ID', 'query.weapon'],
    [{ ...good, dice: 3 }, 'E_UNKNOWN_ID', 'query.dice'],
    [{ ...good, by: 'luck' }, 'E_UNKNOWN_ID', 'query.by'],
    [{ ...good, attacks: 0 }, 'E_WIDTH', 'query.attacks'],
    [{ ...good, visible: 0 }, 'E_NOT_VISIBLE', 'query'],
    [{ ...good, specials: ['powerAttack'] }, 'E_SPECIAL_NOT_ALLOWED', 'query.specials[0]'],
    [{ ...good, followedBy: [{ attacker: 'boss', weapon: 'blade' }] }, 'E_NOT_ENEMY', 'query.followedBy[0]'],
    [{ ...good, switches: { metric: 'euclid' } }, 'E_RANGE', 'switches.metric'],
  ] as const;
  for (const [query, code, path] of codes) {
    expect(() => kuroganeEngage.capabilities.odds?.(SETUP, query)).toThrow(expect.objectContaining({ code, path }));
  }
});

test('KA12 E_WIDTH E_RANGE: pools of 0 to 255 dice, faces 2 to 6', () => {
  expect(jointDistribution(0, 4)).toEqual([{ successes: 0, criticals: 0, ways: 1n }]);
  for (const [pool, face, code, message] of [
    [-1, 4, 'E_WIDTH', /a pool has 0 to 255 dice, not -1/],
    [256, 4, 'E_WIDTH', /a pool has 0 to 255 dice, not 256/],
    [1.5, 4, 'E_WIDTH', /a pool has 0 to 255 dice, not 1.5/],
    [1, 1, 'E_RANGE', /2 to 6, not 1/],
    [1, 7, 'E_RANGE', /2 to 6, not 7/],
    [1, 2.5, 'E_RANGE', /2 to 6, not 2.5/],
  ] as const) {
    expect(() => jointDistribution(pool, face)).toThrow(expect.objectContaining({ code }));
    expect(() => jointDistribution(pool, face)).toThrow(message);
  }
});

test('KA17: risk of 255 is held, 256 is E_WIDTH or 255 by riskCap', () => {
  // a pool of one die against risk that gives 254 or 255 more: Hit 0, clamped by the distance
  const after = (risk: number, riskCap: string): unknown => {
    const weapons = [{ id: 'rifle', hit: 1, rng: 1, pow: 0 }];
    const units = [
      { id: 'a', side: 0, frame: 'standard', weapons: ['rifle'] },
      { id: 'b', side: 1, frame: 'standard', risk },
    ];
    // 1 + risk - (distance - 1) is one die; one success over 8 is no damage
    const query = { attacker: 'a', weapon: 'rifle', target: 'b', distance: risk + 1, switches: { riskCap } };
    return kuroganeEngage.capabilities
      .odds?.({ weapons, units }, query)
      .rows.map(({ values, numerator }) => [...values, numerator]);
  };
  const held = [
    [0, 254, 0, '3'],
    [0, 255, 0, '3'],
  ];
  expect([after(254, 'none'), after(254, 'saturate')]).toEqual([held, held]);
});

test('KA17: what one more success does at 255', () => {
  const before = { damage: 0, risk: 255, destroyed: false };
  const terms = { pow: 0, pen: 0, arm: 8, armDelta: 0, minimumArm: true };
  const dice = { successes: 1, criticals: 0, ways: 1n };
  expect(resolve(before, 3, { ...terms, riskSaturates: true }, dice)).toEqual(before);
  const strict = (): unknown => resolve(before, 3, { ...terms, riskSaturates: false }, dice);
  expect(strict).toThrow(expect.objectContaining({ code: 'E_WIDTH' }));
  expect(strict).toThrow(/risk 256.*KA17/);
});
