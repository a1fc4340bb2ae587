/** K1 to K16 and KA1 to KA18, each on numbers that the rule itself gives. */
import { expect, test } from 'vitest';
import {
  CLOSE_COMBAT,
  clearShotBonus,
  damageTotal,
  defenceValue,
  distancePenalty,
  highGroundBonus,
  type KuroganeBattle,
  kuroganeEngage,
  measure,
  type PoolInput,
  poolSize,
  riskAfter,
} from '../../../core/kurogane-engage/index.js';
import { read } from '../../../core/system/battle.js';
import { APPLY, declare, END, rolled, run, SIZE, start, TEST, withUnits } from './skirmish.js';

const SHOT: PoolInput = {
  hit: 4,
  rng: 3,
  distance: 1,
  levelDifference: 0,
  visible: true,
  mutualClear: false,
  risk: 0,
  specials: 0,
  clearShotInMelee: true,
};

test('K4: Rng 3 costs nothing to 3, one die to 6, two to 9, three to 12; KA10: nothing at 0', () => {
  const penalties = Array.from({ length: 13 }, (_, distance) => distancePenalty(distance, 3));
  expect(penalties).toEqual([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  expect(distancePenalty(200, CLOSE_COMBAT)).toBe(0);
  expect([distancePenalty(5, 4), distancePenalty(255, 1)]).toEqual([1, 254]);
});

test('K5 KA2: close combat needs distance 1 and the same level or one higher, else 0 after everything', () => {
  const melee = { ...SHOT, rng: CLOSE_COMBAT, risk: 5, specials: 3, mutualClear: true };
  const sizes = [-2, -1, 0, 1, 2].map((levelDifference) => poolSize({ ...melee, levelDifference }));
  expect(sizes).toEqual([0, 0, 13, 12, 0]);
  expect([0, 2].map((distance) => poolSize({ ...melee, distance }))).toEqual([0, 0]);
});

test('KA16: sight is what is declared, whatever the positions; a disputed line is the declared flag', () => {
  for (const x of [1, 9]) {
    const flags = (more: object): KuroganeBattle => {
      const battle = start(withUnits({ drone: { x } }));
      run(battle, declare({ distance: 1, ...more }), SIZE);
      return battle;
    };
    expect(() => flags({ visible: 0, allySees: 0 })).toThrow(expect.objectContaining({ code: 'E_NOT_VISIBLE' }));
    expect(read(flags({ visible: 1, mutualClear: 0 }), 'pool')).toBe(4);
    expect(read(flags({ visible: 1, mutualClear: 1 }), 'pool')).toBe(5);
    expect(read(flags({ weapon: 'mortar', visible: 0, allySees: 1 }), 'pool')).toBe(3 - 1);
  }
});

test('K6 KA7 KA8 KA9: unseen costs a die and takes clear shot and high ground, the distance still counts', () => {
  const unseen = { ...SHOT, visible: false, mutualClear: true, levelDifference: -1, distance: 5 };
  expect(poolSize(unseen)).toBe(4 - 1 - 1);
  expect(poolSize({ ...unseen, visible: true })).toBe(4 - 1 + 2);
});

test('K7: every point of risk is a die', () => {
  expect(poolSize({ ...SHOT, risk: 3 })).toBe(7);
});

test('K8: clear shot on the same level or lower only', () => {
  const bonuses = [-1, 0, 1].map((levelDifference) => clearShotBonus({ ...SHOT, mutualClear: true, levelDifference }));
  expect(bonuses).toEqual([1, 1, 0]);
  expect(clearShotBonus(SHOT)).toBe(0);
});

test('K9 KA5: high ground from one level up, together with a clear shot', () => {
  const bonuses = [-3, -1, 0, 1].map((levelDifference) => highGroundBonus({ ...SHOT, levelDifference }));
  expect(bonuses).toEqual([1, 1, 0, 0]);
  expect(poolSize({ ...SHOT, mutualClear: true, levelDifference: -1 })).toBe(6);
});

test('KA1: never below 0, and no dice are a miss that leaves the risk', () => {
  expect(poolSize({ ...SHOT, distance: 60 })).toBe(0);
  expect(poolSize({ ...SHOT, specials: -9 })).toBe(0);
  const battle = start();
  run(battle, declare({ distance: 60 }), SIZE);
  expect([read(battle, 'pool'), read(battle, 'poolDistance'), read(battle, 'poolClamped')]).toEqual([0, -19, 15]);
  expect(run(battle, rolled())).toEqual(['rolled', 'missed', 'attackEnded']);
  expect([read(battle, 'stage'), read(battle, 'unit[3].risk')]).toEqual([0, 0]);
});

test('K1: nothing happens out of order', () => {
  const battle = start();
  const refused = (command: object): void => {
    expect(() => run(battle, command as typeof SIZE)).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
  };
  for (const command of [SIZE, rolled(), TEST, APPLY, END]) refused(command);
  run(battle, declare());
  for (const command of [declare(), rolled(1, 1, 1, 1), TEST, APPLY, END]) refused(command);
  run(battle, SIZE);
  for (const command of [declare(), SIZE, TEST, APPLY, END]) refused(command);
  run(battle, rolled(4, 1, 1, 1));
  for (const command of [declare(), SIZE, rolled(4, 1, 1, 1), APPLY, END]) refused(command);
  run(battle, TEST);
  for (const command of [declare(), SIZE, rolled(4, 1, 1, 1), TEST, END]) refused(command);
  run(battle, APPLY);
  for (const command of [declare(), SIZE, rolled(4, 1, 1, 1), TEST, APPLY]) refused(command);
  run(battle, END);
});

test('K3: the pool starts at Hit and is reported part by part', () => {
  const battle = start(withUnits({ drone: { risk: 2 } }));
  expect(run(battle, declare({ distance: 7, mutualClear: 1 }), SIZE)).toEqual([
    'declared',
    'poolBase',
    'poolDistance',
    'poolIndirect',
    'poolRisk',
    'poolClearShot',
    'poolHighGround',
    'poolSized',
  ]);
  expect(read(battle, 'pool')).toBe(4 - 2 + 2 + 1);
});

test('K11: successes are 4 to 6, each 6 is a critical too', () => {
  const battle = start();
  run(battle, declare(), SIZE, rolled(3, 4, 6, 6));
  expect([read(battle, 'successes'), read(battle, 'criticals')]).toEqual([3, 2]);
});

test('K11: a complete miss leaves damage and risk alone', () => {
  const battle = start(withUnits({ drone: { risk: 2, damage: 1 } }));
  run(battle, declare(), SIZE, rolled(1, 2, 3, 3, 2, 1));
  expect([read(battle, 'unit[3].damage'), read(battle, 'unit[3].risk')]).toEqual([1, 2]);
});

test('K12 KA3: the least armour is 3, after criticals and pen', () => {
  expect([0, 2, 4, 5, 9].map((criticals) => defenceValue(8, 0, criticals, 1, true))).toEqual([7, 5, 3, 3, 3]);
});

test('K13 KA13: damage removes all risk, and adds none', () => {
  const battle = start(withUnits({ drone: { risk: 3 } }));
  run(battle, declare(), SIZE, rolled(4, 4, 4, 1, 1, 1, 1), TEST, APPLY);
  // 7 / 7
  expect([read(battle, 'unit[3].damage'), read(battle, 'unit[3].risk')]).toEqual([1, 0]);
  expect(riskAfter(3, 1, 5)).toBe(0);
});

test('K14: without damage the successes are added to the risk', () => {
  const battle = start(withUnits({ drone: { risk: 3 } }));
  expect(run(battle, declare(), SIZE, rolled(4, 4, 1, 1, 1, 1, 1), TEST, APPLY)).toContain('riskAdded');
  expect([read(battle, 'unit[3].damage'), read(battle, 'unit[3].risk')]).toEqual([0, 5]);
});

test('K15 KA14 KA18: damage of HP or more destroys, the total stops at 255, and it is no target again', () => {
  expect([damageTotal(250, 5), damageTotal(250, 6)]).toEqual([255, 255]);
  const battle = start(withUnits({ to: { risk: 2 } }));
  // pool 4 + 2; attack 4 + 6 = 10, defence 3: damage 3 against HP 1
  const events = run(battle, declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6, 6, 6), TEST, APPLY);
  expect(events).toContain('destroyed');
  expect([read(battle, 'unit[4].destroyed'), read(battle, 'unit[4].damage'), read(battle, 'destroys')]).toEqual([
    1, 3, 1,
  ]);
  run(battle, END);
  expect(() => run(battle, declare({ target: 'to' }))).toThrow(expect.objectContaining({ code: 'E_TARGET_DESTROYED' }));
  expect(run(battle, { command: 'endRound' })).toEqual(['collected', 'roundEnded']);
  expect(read(battle, 'unit[4].collected')).toBe(1);
});

test('K16: one unit that can walk beside the destroyed one, at once, onto its level', () => {
  const battle = start(withUnits({ to: { x: 3, y: 1, level: 2 } }));
  run(battle, declare({ target: 'to' }), SIZE, rolled(6, 6, 6, 6), TEST, APPLY);
  // ace at (0,0) is 3 away from the nearest square (2,1); wing at (0,1) is 2 away
  expect([0, 1, 2, 3].map((unit) => read(battle, `unit[${unit}].candidate`))).toEqual([0, 1, 0, 0]);
  expect(() => run(battle, { command: 'overkill', unit: 'wing', x: 3, y: 1 })).toThrow(
    expect.objectContaining({ code: 'E_NOT_CANDIDATE' }),
  );
  expect(run(battle, { command: 'overkill', unit: 'wing', x: 2, y: 1 })).toEqual(['overkill']);
  expect(['x', 'y', 'level'].map((name) => read(battle, `unit[1].${name}`))).toEqual([2, 1, 2]);
  expect(() => run(battle, { command: 'overkill', unit: 'wing', x: 3, y: 0 })).toThrow(
    expect.objectContaining({ code: 'E_NOT_CANDIDATE' }),
  );
});

test('KA11: a distance that is not given is measured', () => {
  expect([measure(false, 1, 1, 3, 4), measure(true, 1, 1, 3, 4)]).toEqual([5, 3]);
  const battle = start();
  run(battle, declare({ target: 'boss', distance: -1 }));
  expect([read(battle, 'distance'), read(battle, 'levelDifference')]).toEqual([4, 1]);
});

test('K2 K6: an indirect weapon may use the eyes of an ally', () => {
  const battle = start();
  run(battle, declare({ weapon: 'mortar', visible: 0, allySees: 1, mutualClear: 1 }), SIZE);
  expect([read(battle, 'poolIndirect'), read(battle, 'poolClearShot'), read(battle, 'pool')]).toEqual([-1, 0, 2]);
});

test('K10: the attacker declares first, each action where it is allowed, then one reaction', () => {
  const battle = start(withUnits({ boss: { x: 1, y: 0, level: 0 }, drone: { x: 9 } }));
  run(battle, declare({ weapon: 'blade', target: 'boss' }), SIZE);
  const events = run(battle, { command: 'powerAttack' }, { command: 'enhance' }, { command: 'defend' });
  expect(events).toEqual(['special', 'special', 'special']);
  expect(read(battle, 'specials')).toBe(0b10011);
  // without numbers in the setup nothing changes
  expect(['pool', 'successMin', 'powDelta', 'armDelta'].map((name) => read(battle, name))).toEqual([4, 4, 0, 0]);
});

test('K10: the hooks bring in what the setup says', () => {
  const specials = {
    powerAttack: { poolDelta: 2, powDelta: 1, successMin: 5 },
    defend: { poolDelta: -1, armDelta: 3 },
  };
  const battle = start(withUnits({ boss: { x: 1, y: 0, level: 0 }, drone: { x: 9 } }, { specials }));
  run(battle, declare({ weapon: 'blade', target: 'boss' }), SIZE, { command: 'powerAttack' }, { command: 'defend' });
  expect([read(battle, 'poolSpecials'), read(battle, 'pool'), read(battle, 'successMin')]).toEqual([1, 5, 5]);
  run(battle, rolled(4, 4, 4, 5, 6), TEST);
  // KA12: 4 is no success any more; 6 + 1 + 2 against 10 + 3 - 1
  expect(['successes', 'criticals', 'attackValue', 'defenceValue', 'damage'].map((name) => read(battle, name))).toEqual(
    [2, 1, 9, 12, 0],
  );
});

test('K10: a special action that takes more than there is leaves 0 dice, never fewer', () => {
  const specials = { defend: { poolDelta: -50 } };
  const battle = start(withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } }, { specials }));
  run(battle, declare({ target: 'boss' }), SIZE, { command: 'defend' });
  expect([read(battle, 'pool'), read(battle, 'poolClamped')]).toEqual([0, 46]);
});

test('p48 p56: movements that follow the result', () => {
  const specials = { powerAttack: { afterResolve: 'moveTargetOnDamage' }, evade: { afterResolve: 'moveTarget' } };
  const setup = withUnits({ boss: { x: 1, level: 0 }, drone: { x: 9 } }, { specials });
  const push = { command: 'displace', unit: 'boss', x: 2, y: 0 };
  const attack = [declare({ weapon: 'blade', target: 'boss' }), SIZE];
  const harmless = start(setup);
  run(harmless, ...attack, { command: 'powerAttack' }, rolled(4, 1, 1, 1), TEST, APPLY);
  expect(() => run(harmless, push)).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
  const hit = start(setup);
  run(hit, ...attack, { command: 'powerAttack' }, rolled(6, 6, 6, 6), TEST, APPLY, push);
  expect(read(hit, 'unit[2].x')).toBe(2);
  expect(() => run(hit, push)).toThrow(expect.objectContaining({ code: 'E_PHASE' }));
  const evaded = start(setup);
  run(evaded, ...attack, { command: 'evade' }, rolled(4, 1, 1, 1), TEST, APPLY, push);
  expect(read(evaded, 'moveTarget')).toBe(0);
  const follow = start(withUnits({}, { specials: { enhance: { afterResolve: 'moveAttacker' } } }));
  run(follow, declare(), SIZE, { command: 'enhance' }, rolled(4, 1, 1, 1), TEST, APPLY);
  run(follow, { command: 'displace', unit: 'ace', x: 7, y: 7, level: 1 });
  expect([read(follow, 'unit[0].x'), read(follow, 'unit[0].level')]).toEqual([7, 1]);
});

test('p45: falling and working off risk', () => {
  const battle = start();
  run(battle, { command: 'place', unit: 'ace', x: 3, y: 4, level: 2 }, { command: 'fall', unit: 'ace', levels: 2 });
  expect([read(battle, 'unit[0].risk'), read(battle, 'unit[0].level')]).toEqual([2, 0]);
  run(battle, { command: 'fall', unit: 'boss', levels: 1, forced: 1 });
  expect(read(battle, 'unit[2].risk')).toBe(3);
  run(battle, { command: 'workOffRisk', unit: 'boss', amount: 2 });
  expect(read(battle, 'unit[2].risk')).toBe(1);
});

test('p39 p40: objectives are controlled by a lone side, keep their owner, and six rounds end it', () => {
  const battle = start(
    withUnits(
      {},
      {
        objectives: [
          { x: 0, y: 0 },
          { x: 20, y: 20 },
          { x: 5, y: 0 },
        ],
      },
    ),
  );
  // (1,0) holds the drone: the first is contested
  run(battle, { command: 'endRound' });
  expect([0, 1, 2].map((objective) => read(battle, `objective[${objective}].side`))).toEqual([255, 255, 1]);
  run(battle, { command: 'place', unit: 'drone', x: 9, y: 9 }, { command: 'endRound' });
  run(battle, { command: 'place', unit: 'boss', x: 9, y: 8 }, { command: 'endRound' });
  expect([read(battle, 'score[0]'), read(battle, 'score[1]'), read(battle, 'round')]).toEqual([6, 9, 4]);
  for (let round = 0; round < 3; round++) run(battle, { command: 'endRound' });
  expect([read(battle, 'ended'), read(battle, 'round')]).toEqual([1, 6]);
});

test('p25: each frame has its HP, armour and movement', () => {
  const frames = ['standard', 'large', 'high-mobility-standard', 'high-mobility-large'];
  const values = frames.map((frame) => {
    const battle = start({ weapons: [], units: [{ id: 'a', side: 0, frame }] });
    return ['hp', 'arm', 'mv'].map((name) => read(battle, `unit[0].${name}`));
  });
  expect(values).toEqual([
    [3, 8, 2],
    [4, 10, 2],
    [3, 7, 3],
    [4, 9, 3],
  ]);
});

test('every event kind is declared once and in order', () => {
  expect(kuroganeEngage.events.map((event) => event.kind)).toEqual(kuroganeEngage.events.map((_, index) => index + 1));
});

test('every byte of the image belongs to exactly one cell', () => {
  const battle = start(withUnits({}, { objectives: [{ x: 0, y: 0 }] }));
  const owners = new Uint8Array(battle.image.length);
  for (const cell of battle.cells) {
    for (let index = 0; index < cell.width; index++)
      owners[cell.offset + index] = (owners[cell.offset + index] ?? 0) + 1;
  }
  expect(owners.every((count) => count === 1)).toBe(true);
});
