/** The attack reference against the worked example, the exact counts and the decisions of its rules file. */
import { describe, expect, it } from 'vitest';
import { type AttackSetup, attack, dicePool, distancePenalty, enumerate, gridDistance } from './kurogane-engage.js';

const rifle = { hit: 4, rng: 3, pow: 4, pen: 1 };
const standard = { hp: 3, damage: 0, arm: 8, risk: 0, side: 'b' };
const attacker = { hp: 3, damage: 0, arm: 8, risk: 0, side: 'a' };

function given(more: Partial<AttackSetup> = {}): AttackSetup {
  return {
    attacker,
    weapon: rifle,
    target: standard,
    distance: 1,
    levelDifference: 0,
    visible: true,
    allySees: false,
    mutualClear: false,
    ...more,
  };
}

const example = given({ target: { ...standard, risk: 3 }, distance: 5, mutualClear: true });
const pool = (more: Partial<AttackSetup>) => dicePool(given(more)).pool;

function codeOf(setup: AttackSetup, faces: readonly number[]): unknown {
  try {
    attack(setup, faces);
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error ? error.code : error;
  }
  return 'accepted';
}

describe('the worked example', () => {
  it('pool 7, four successes, two criticals, damage 1, risk cleared', () => {
    expect(attack(example, [1, 2, 3, 4, 5, 6, 6])).toEqual({
      pool: { base: 4, distance: -1, indirect: 0, risk: 3, clear: 1, high: 0, delta: 0, outOfReach: false, pool: 7 },
      ...{ successes: 4, criticals: 2, miss: false, attack: 8, defence: 5, damage: 1 },
      ...{ newRisk: 0, newDamage: 1, destroyed: false },
    });
    expect(attack(example, [1, 2, 3, 4, 6, 6, 6]).damage).toBe(2);
  });

  it('the exact distribution over 6^7', () => {
    const odds = enumerate(example);
    expect([odds.rolls, odds.misses, odds.damageSum]).toEqual([279936, 2187, 275707]);
    expect([...odds.damage].sort()).toEqual([
      [0, 37908],
      [1, 212340],
      [2, 25697],
      [3, 3991],
    ]);
    expect([...odds.riskAdded].sort()).toEqual([
      [1, 15309],
      [2, 20412],
    ]);
  });

  it('all 6^4 rolls of the base pool: misses, damage and added risk', () => {
    const odds = enumerate(given());
    expect([odds.rolls, odds.misses]).toEqual([1296, 81]);
    expect([...odds.damage].sort()).toEqual([
      [0, 621],
      [1, 666],
      [2, 9],
    ]);
    expect([...odds.riskAdded].sort()).toEqual([
      [1, 324],
      [2, 216],
    ]);
    expect([...odds.joint.values()].reduce((sum, rolls) => sum + rolls, 0)).toBe(1296);
  });
});

describe('the pool', () => {
  it('K4 Rng 3 up to distance 12, KA10 distance 0', () => {
    const penalties = Array.from({ length: 13 }, (_, distance) => distancePenalty(distance, 3));
    expect(penalties).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
    expect(codeOf(given({ distance: 0, switches: { strictDistance: true } }), [])).toBe('E_RANGE');
  });

  it('K5 KA2 close combat reaches its own level and one higher at distance 1, and nothing helps otherwise', () => {
    const weapon = { ...rifle, rng: 'C' as const };
    const target = { ...standard, risk: 5 };
    const levels = [-1, 0, 1, 2].map((levelDifference) => pool({ weapon, target, levelDifference }));
    expect(levels).toEqual([0, 9, 9, 0]);
    expect(pool({ weapon, target, distance: 2, poolDelta: 9 })).toBe(0);
    expect(pool({ weapon, distance: 0 })).toBe(0);
    expect(pool({ weapon, mutualClear: true })).toBe(5);
    expect(pool({ weapon, mutualClear: true, switches: { clearShotInMelee: false } })).toBe(4);
  });

  it('K6 to K9 KA5 KA7 to KA9 indirect, clear, high', () => {
    const weapon = { ...rifle, indirect: true };
    const unseen = { weapon, visible: false, allySees: true, mutualClear: true, levelDifference: -2, distance: 4 };
    expect(pool(unseen)).toBe(2);
    expect(pool({ ...unseen, visible: true })).toBe(5);
    expect([-1, 0, 1].map((levelDifference) => pool({ mutualClear: true, levelDifference }))).toEqual([6, 5, 4]);
    expect(pool({ levelDifference: -1 })).toBe(5);
  });

  it('KA1 clamps at 0; no dice are a miss and leave the risk', () => {
    const far = given({ distance: 30, target: { ...standard, risk: 2 } });
    expect(dicePool(far).pool).toBe(0);
    const result = attack(far, []);
    expect([result.miss, result.newRisk, result.damage]).toEqual([true, 2, 0]);
  });

  it('KA11 a distance adds the axes, or takes the longer one with the switch', () => {
    expect([gridDistance(-2, 3), gridDistance(-2, 3, 'chebyshev')]).toEqual([5, 3]);
  });
});

describe('the result', () => {
  it('K12 KA3 KA4 never below 3', () => {
    const soft = given({ target: { ...standard, arm: 4 } });
    expect(attack(soft, [6, 6, 6, 6]).defence).toBe(3);
    expect(attack(given({ target: { ...standard, arm: 2 } }), [4, 1, 1, 1]).defence).toBe(3);
    const literal = given({ target: { ...standard, arm: 2 }, switches: { minArmAppliesToBase: false } });
    expect(attack(literal, [4, 1, 1, 1]).defence).toBe(2);
  });

  it('K14 no damage adds the successes to the risk, K11 none is a miss', () => {
    const risky = given({ target: { ...standard, risk: 1 } });
    expect(attack(risky, [4, 4, 1, 1, 1]).newRisk).toBe(3);
    expect(attack(risky, [3, 3, 1, 1, 1]).newRisk).toBe(1);
    expect(attack({ ...risky, successMin: 3 }, [3, 3, 1, 1, 1]).newRisk).toBe(3);
  });

  it('K15 KA14 destroyed, saturating at 255', () => {
    const frail = given({ target: { ...standard, hp: 1, arm: 4 } });
    expect(attack(frail, [6, 6, 1, 1])).toMatchObject({ damage: 2, newDamage: 2, destroyed: true });
    const worn = given({ target: { ...standard, hp: 255, damage: 254, arm: 3 } });
    expect(attack(worn, [6, 6, 1, 1])).toMatchObject({ damage: 2, newDamage: 255, destroyed: true });
  });

  it('a refused attack has its code', () => {
    const four = [4, 4, 4, 4];
    expect(codeOf(given({ target: { ...standard, side: 'a' } }), four)).toBe('E_NOT_ENEMY');
    expect(codeOf(given({ target: { ...standard, damage: 3 } }), four)).toBe('E_TARGET_DESTROYED');
    expect(codeOf(given({ visible: false }), four)).toBe('E_NOT_VISIBLE');
    expect(codeOf(given({ visible: false, allySees: true }), four)).toBe('E_NOT_INDIRECT');
    expect(codeOf(given(), [4, 4, 4])).toBe('E_DICE_COUNT');
    expect(codeOf(given(), [4, 4, 4, 7])).toBe('E_DICE_FACE');
    expect(codeOf(given({ weapon: { ...rifle, rng: 0 } }), four)).toBe('E_RANGE');
    expect(codeOf(given({ successMin: 7 }), four)).toBe('E_RANGE');
    const full = given({ target: { ...standard, risk: 255, arm: 60 }, poolDelta: -255 });
    expect(codeOf(full, four)).toBe('E_WIDTH');
    expect(attack({ ...full, switches: { riskCap: 200 } }, four).newRisk).toBe(200);
  });

  it('K10 special actions in their order, by who may', () => {
    const able = given({
      attacker: { ...attacker, commander: true },
      weapon: { ...rifle, powerAttack: true },
      target: { ...standard, commander: true, shield: true },
    });
    const four = [4, 4, 4, 4];
    const enhance = { by: 'attacker', kind: 'enhance' } as const;
    const power = { by: 'attacker', kind: 'powerAttack' } as const;
    const evade = { by: 'defender', kind: 'evade' } as const;
    const defend = { by: 'defender', kind: 'defend' } as const;
    const counter = { by: 'defender', kind: 'counter' } as const;
    expect(codeOf({ ...able, specials: [enhance, power, evade] }, four)).toBe('accepted');
    expect(codeOf({ ...able, specials: [evade, power] }, four)).toBe('E_SPECIAL_ORDER');
    expect(codeOf({ ...able, specials: [evade, defend] }, four)).toBe('E_TWO_REACTIONS');
    for (const special of [enhance, power, evade, defend, counter]) {
      expect(codeOf(given({ specials: [special] }), four)).toBe('E_SPECIAL_NOT_ALLOWED');
    }
    expect(codeOf(given({ target: { ...standard, faction: 'TO' }, specials: [counter] }), four)).toBe('accepted');
    const heavy = given({ target: { ...standard, commander: true, largeWeapon: true }, specials: [evade] });
    expect(codeOf(heavy, four)).toBe('E_SPECIAL_NOT_ALLOWED');
  });
});
