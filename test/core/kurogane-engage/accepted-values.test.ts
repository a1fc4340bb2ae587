/** The first and the last value that each command accepts, and the step in which it is accepted. */
import { expect, test } from 'vitest';
import { read } from '../../../core/system/battle.js';
import {
  ACE,
  alone,
  BOSS,
  CHECK_DESTRUCTION,
  COUNTER,
  codeOf,
  DECLARE,
  DEFEND,
  DISPLACE,
  DRONE,
  END_ROUND,
  ENHANCE,
  EVADE,
  FALL,
  KILL,
  NOBODY,
  OVERKILL,
  PLACE,
  ROLL,
  SIZE_POOL,
  TO,
  WING,
  WORK_OFF,
} from './bare-commands.js';
import { APPLY, declare, END, rolled, run, SETUP, SIZE, start, TEST, withUnits } from './skirmish.js';

test('K2: attacker, weapon and target are there', () => {
  const codes = [-1, ACE, TO, NOBODY].map((attacker) => alone(SETUP, DECLARE, attacker, 0, DRONE, 1, 1, 0, 0));
  expect(codes).toEqual(['E_UNKNOWN_ID', 'ok', 'E_UNKNOWN_ID', 'E_UNKNOWN_ID']);
  const targets = [-1, TO, NOBODY].map((target) => alone(SETUP, DECLARE, ACE, 0, target, 1, 1, 0, 0));
  expect(targets).toEqual(['E_UNKNOWN_ID', 'ok', 'E_UNKNOWN_ID']);
  // the first and the last unit
  expect(alone(SETUP, DECLARE, DRONE, 0, ACE, 1, 1, 0, 0)).toBe('ok');
  expect([-1, 3, 4].map((weapon) => alone(SETUP, DECLARE, ACE, weapon, DRONE, 1, 1, 0, 0))).toEqual([
    'E_UNKNOWN_ID',
    'ok',
    'E_UNKNOWN_ID',
  ]);
});

test('K2 K4: a distance is measured (-1) or 0 to 255, a flag is 0 or 1', () => {
  const codes = [-2, -1, 0, 255, 256].map((distance) => alone(SETUP, DECLARE, ACE, 0, DRONE, distance, 1, 0, 0));
  expect(codes).toEqual(['E_WIDTH', 'ok', 'ok', 'ok', 'E_WIDTH']);
  for (const at of [5, 6, 7]) {
    for (const [value, code] of [
      [-1, 'E_WIDTH'],
      [1, 'ok'],
      [2, 'E_WIDTH'],
    ] as const) {
      const words = [DECLARE, ACE, 0, DRONE, 1, 1, 0, 0];
      words[at] = value;
      expect(alone(SETUP, ...words)).toBe(code);
    }
  }
});

test('KA11: 255 can be measured, 256 cannot', () => {
  const measured = (x: number, y: number): string =>
    alone(withUnits({ drone: { x, y } }), DECLARE, ACE, 0, DRONE, -1, 1, 0, 0);
  expect([measured(255, 0), measured(254, 1), measured(255, 1)]).toEqual(['ok', 'ok', 'E_WIDTH']);
});

test('KA10: under strictDistance 1 is allowed, and 0 is refused when measured too', () => {
  const strict = (x: number, distance: number): string =>
    codeOf(start(withUnits({ drone: { x } }), { strictDistance: 'yes' }), DECLARE, ACE, 0, DRONE, distance, 1, 0, 0);
  expect([strict(1, 1), strict(1, -1), strict(0, -1), strict(1, 0)]).toEqual(['ok', 'ok', 'E_RANGE', 'E_RANGE']);
});

test('K2 K6: who sees the target', () => {
  const sight = (weapon: number, visible: number, allySees: number): string =>
    alone(SETUP, DECLARE, ACE, weapon, DRONE, 1, visible, allySees, 0);
  // rifle 0, mortar 1
  expect([sight(0, 1, 0), sight(0, 1, 1), sight(0, 0, 0), sight(0, 0, 1)]).toEqual([
    'ok',
    'ok',
    'E_NOT_VISIBLE',
    'E_NOT_INDIRECT',
  ]);
  expect([sight(1, 1, 0), sight(1, 1, 1), sight(1, 0, 0), sight(1, 0, 1)]).toEqual(['ok', 'ok', 'E_NOT_VISIBLE', 'ok']);
});

test('a pool of 255 dice is the largest, with and without a special action', () => {
  const sized = (risk: number): string => {
    const battle = start(withUnits({ drone: { risk } }));
    run(battle, declare({ weapon: 'huge' }));
    return codeOf(battle, SIZE_POOL);
  };
  expect([sized(0), sized(1)]).toEqual(['ok', 'E_WIDTH']);
  const enhanced = (poolDelta: number): string => {
    const weapons = SETUP.weapons.map((weapon) => ({ ...weapon, hit: 254 }));
    const battle = start(withUnits({}, { weapons, specials: { enhance: { poolDelta } } }));
    run(battle, declare(), SIZE);
    return codeOf(battle, ENHANCE);
  };
  expect([enhanced(1), enhanced(2)]).toEqual(['ok', 'E_WIDTH']);
});

test('KA19: under atDeclare the width of the pool is tested when it is sized', () => {
  const battle = start(withUnits({}, { specials: { enhance: { poolDelta: 1 } } }), { specialsTiming: 'atDeclare' });
  run(battle, declare({ weapon: 'huge' }));
  expect([codeOf(battle, ENHANCE), codeOf(battle, SIZE_POOL)]).toEqual(['ok', 'E_WIDTH']);
});

test('p48: a commander or a TO counters, a commander without a large weapon evades, a shield defends', () => {
  const reaction = (special: number, fields: object): string => {
    const battle = start(withUnits({ drone: { ...fields } }));
    run(battle, declare(), SIZE);
    return codeOf(battle, special);
  };
  const NOT = 'E_SPECIAL_NOT_ALLOWED';
  expect([{}, { commander: true }, { faction: 'TO' }].map((who) => reaction(COUNTER, who))).toEqual([NOT, 'ok', 'ok']);
  const evades = [{}, { commander: true }, { commander: true, largeWeapon: true }].map((who) => reaction(EVADE, who));
  expect(evades).toEqual([NOT, 'ok', NOT]);
  expect([{}, { shield: true }].map((who) => reaction(DEFEND, who))).toEqual([NOT, 'ok']);
});

test('K10: every reaction closes the declarations of both sides', () => {
  const boss = { x: 1, level: 0 };
  for (const first of [COUNTER, EVADE, DEFEND]) {
    const battle = start(withUnits({ boss }));
    run(battle, declare({ target: 'boss' }), SIZE);
    expect(codeOf(battle, first)).toBe('ok');
    for (const second of [COUNTER, EVADE, DEFEND]) expect(codeOf(battle, second)).toBe('E_TWO_REACTIONS');
    expect(codeOf(battle, ENHANCE)).toBe('E_SPECIAL_ORDER');
  }
});

test('K11: every die of the pool is looked at', () => {
  const battle = start();
  run(battle, declare(), SIZE);
  for (let at = 0; at < 4; at++) {
    for (const [face, code] of [
      [0, 'E_DICE_FACE'],
      [7, 'E_DICE_FACE'],
    ] as const) {
      const faces = [1, 6, 1, 6];
      faces[at] = face;
      expect(codeOf(battle, ROLL, 4, ...faces)).toBe(code);
    }
  }
  expect(codeOf(battle, ROLL, 4, 1, 6, 1, 6)).toBe('ok');
});

test('KA17: risk of 255 is held, by an attack and by a fall', () => {
  // 250 + 5 successes, Pow 0 + 5 over 8 - 1: no damage
  const weapons = [{ ...SETUP.weapons[0], hit: 0, pow: 0 }, ...SETUP.weapons.slice(1)];
  const battle = start(withUnits({ drone: { risk: 250 } }, { weapons }));
  run(battle, declare(), SIZE, rolled(4, 4, 4, 4, 4, ...new Array<number>(245).fill(1)), TEST, APPLY);
  expect(read(battle, 'unit[3].risk')).toBe(255);
  const fallen = (risk: number, levels: number, forced: number, switches = {}): number | string => {
    const falling = start(withUnits({ boss: { risk, level: 2 } }), switches);
    const code = codeOf(falling, FALL, BOSS, levels, forced);
    return code === 'ok' ? read(falling, 'unit[2].risk') : code;
  };
  expect([fallen(253, 2, 0), fallen(254, 2, 0), fallen(252, 1, 1), fallen(253, 1, 1)]).toEqual([
    255,
    'E_WIDTH',
    255,
    'E_WIDTH',
  ]);
  expect([fallen(254, 2, 0, { riskCap: 'saturate' }), fallen(255, 2, 1, { riskCap: 'saturate' })]).toEqual([255, 255]);
});

test('squares are 0 to 255 on each axis, for placing, displacing and overkill', () => {
  const placed = (x: number, y: number, level: number): string => alone(SETUP, PLACE, WING, x, y, level);
  expect([placed(0, 0, 0), placed(255, 255, 255)]).toEqual(['ok', 'ok']);
  for (const bad of [-1, 256]) {
    expect([placed(bad, 0, 0), placed(0, bad, 0), placed(0, 0, bad)]).toEqual(['E_WIDTH', 'E_WIDTH', 'E_WIDTH']);
  }
  const specials = { enhance: { afterResolve: 'moveAttacker' } };
  const moving = start(withUnits({}, { specials }));
  run(moving, declare(), SIZE, { command: 'enhance' }, rolled(4, 1, 1, 1), TEST, APPLY);
  for (const bad of [-1, 256]) {
    for (const at of [2, 3, 4]) {
      const words = [DISPLACE, ACE, 0, 0, 0];
      words[at] = bad;
      expect(codeOf(moving, ...words)).toBe('E_WIDTH');
    }
  }
  expect([-1, NOBODY].map((unit) => codeOf(moving, DISPLACE, unit, 0, 0, 0))).toEqual(['E_UNKNOWN_ID', 'E_UNKNOWN_ID']);
  // only the attacker has a movement due
  expect([WING, DRONE].map((unit) => codeOf(moving, DISPLACE, unit, 0, 0, 0))).toEqual(['E_PHASE', 'E_PHASE']);
  expect(codeOf(moving, DISPLACE, ACE, 255, 255, 255)).toBe('ok');
  const killed = start();
  run(killed, ...KILL);
  for (const bad of [-1, 256]) {
    expect([codeOf(killed, OVERKILL, WING, bad, 1), codeOf(killed, OVERKILL, WING, 2, bad)]).toEqual([
      'E_WIDTH',
      'E_WIDTH',
    ]);
  }
  expect([-1, NOBODY].map((unit) => codeOf(killed, OVERKILL, unit, 2, 1))).toEqual(['E_UNKNOWN_ID', 'E_UNKNOWN_ID']);
});

test('p56: only the target moves when only its movement is due, and not before the result', () => {
  const specials = { defend: { afterResolve: 'moveTarget' } };
  const battle = start(withUnits({ drone: { shield: true } }, { specials }));
  run(battle, declare(), SIZE, { command: 'defend' }, rolled(4, 1, 1, 1), TEST);
  expect(codeOf(battle, DISPLACE, DRONE, 5, 5, 0)).toBe('E_PHASE');
  run(battle, APPLY);
  expect([ACE, BOSS].map((unit) => codeOf(battle, DISPLACE, unit, 5, 5, 0))).toEqual(['E_PHASE', 'E_PHASE']);
  expect(codeOf(battle, DISPLACE, DRONE, 5, 5, 0)).toBe('ok');
});

test('p45: falling takes 1 to the level, working off 1 to the risk', () => {
  const falls = (levels: number, forced = 0): string =>
    alone(withUnits({ boss: { level: 2 } }), FALL, BOSS, levels, forced);
  expect([-1, 0, 1, 2, 3, 256].map((levels) => falls(levels))).toEqual([
    'E_WIDTH',
    'E_RANGE',
    'ok',
    'ok',
    'E_RANGE',
    'E_WIDTH',
  ]);
  expect([falls(1, -1), falls(1, 2), falls(1, 1)]).toEqual(['E_WIDTH', 'E_WIDTH', 'ok']);
  const worked = (amount: number): string => alone(withUnits({ boss: { level: 9, risk: 2 } }), WORK_OFF, BOSS, amount);
  expect([-1, 0, 1, 2, 3, 256].map(worked)).toEqual(['E_WIDTH', 'E_RANGE', 'ok', 'ok', 'E_RANGE', 'E_WIDTH']);
  expect([PLACE, FALL, WORK_OFF].map((kind) => alone(SETUP, kind, NOBODY, 1, 0, 0))).toEqual([
    'E_UNKNOWN_ID',
    'E_UNKNOWN_ID',
    'E_UNKNOWN_ID',
  ]);
  const highest = withUnits({ boss: { level: 255 }, drone: { risk: 255 } });
  expect([alone(highest, FALL, BOSS, 255, 0), alone(highest, WORK_OFF, DRONE, 255)]).toEqual(['ok', 'ok']);
});

test('between the steps: a fall may follow the result, everything else beside the attack waits', () => {
  const battle = start(withUnits({ boss: { risk: 5 } }));
  run(battle, declare(), SIZE, rolled(4, 1, 1, 1));
  expect(codeOf(battle, FALL, BOSS, 1, 0)).toBe('E_PHASE');
  run(battle, TEST);
  expect(codeOf(battle, FALL, BOSS, 1, 0)).toBe('E_PHASE');
  run(battle, APPLY);
  expect([codeOf(battle, PLACE, BOSS, 1, 1, 1), codeOf(battle, WORK_OFF, BOSS, 1)]).toEqual(['E_PHASE', 'E_PHASE']);
  expect(codeOf(battle, FALL, BOSS, 1, 0)).toBe('ok');
});

test('the destroyed are neither placed nor do they fall or work off risk', () => {
  const battle = start(withUnits({ to: { level: 2 } }));
  run(battle, ...KILL, END);
  expect([codeOf(battle, PLACE, TO, 9, 9, 0), codeOf(battle, FALL, TO, 1, 0)]).toEqual([
    'E_ATTACKER_DESTROYED',
    'E_ATTACKER_DESTROYED',
  ]);
});

test('p40: nothing is done after the last round', () => {
  const battle = start(withUnits({ boss: { risk: 2 } }, { rounds: 1 }));
  run(battle, { command: 'endRound' });
  const after = [
    [DECLARE, ACE, 0, DRONE, 1, 1, 0, 0],
    [PLACE, ACE, 0, 0, 0],
    [FALL, BOSS, 1, 0],
    [WORK_OFF, BOSS, 1],
    [END_ROUND],
  ];
  expect(after.map((words) => codeOf(battle, ...words))).toEqual(after.map(() => 'E_ENDED'));
});

test('KA15: one late check, and nobody overkills or ends the attack before it', () => {
  const battle = start(withUnits({ to: { x: 2, y: 1 } }), { destroyTiming: 'wiki56' });
  run(battle, ...KILL.slice(0, -1));
  expect(codeOf(battle, CHECK_DESTRUCTION)).toBe('E_PHASE');
  run(battle, APPLY);
  expect([codeOf(battle, OVERKILL, WING, 1, 1), codeOf(battle, END_ROUND)]).toEqual(['E_PHASE', 'E_PHASE']);
  expect([codeOf(battle, CHECK_DESTRUCTION), codeOf(battle, CHECK_DESTRUCTION)]).toEqual(['ok', 'E_PHASE']);
  expect([codeOf(battle, OVERKILL, WING, 1, 1), codeOf(battle, OVERKILL, ACE, 1, 1)]).toEqual([
    'ok',
    'E_NOT_CANDIDATE',
  ]);
});

test('a unit’s own movement stands in its cell', () => {
  expect(read(start(withUnits({ wing: { mv: 9 } })), 'unit[1].mv')).toBe(9);
});
