/** The reference of the ruleset `guide` against every worked number of its rules file and its decisions A1 to A19. */
import { describe, expect, it } from 'vitest';
import {
  type AbnormalityRow,
  actionsUntilEnemyTurn,
  applyGuide,
  createGuide,
  freeMovesLeft,
  type GuideCommand,
  type GuideSetup,
  type GuideState,
  type GuideSwitches,
  nextEnemy,
  type UnitSetup,
} from './guide.js';
import {
  afterAllySkill,
  afterEnemySkill,
  moveCost,
  orderAfterMove,
  orderFromDamage,
  pressesToOverflow,
  startOrder,
  turnCost,
} from './guide-formulas.js';
import { RuleReferenceError } from './reference-error.js';

const bytes = Array.from({ length: 256 }, (_, value) => value);
const count = (list: readonly number[], holds: (value: number) => boolean) => list.filter(holds).length;

/** Made up so that every kind and every column tell apart; the real table comes with a cartridge. */
const table: AbnormalityRow[] = Array.from({ length: 16 }, (_, kind) => ({
  onsetModifier: 20 + kind,
  damageConstant: kind === 4 ? 1 : 2 + kind,
  nonAttackIncrement: kind === 8 ? -3 : 1 + kind,
  attackDecrement: 40 + kind,
}));

const takahara: UnitSetup = { speed: 31, iq: 20, hp: 100, maxHp: 100 };
const namcat: UnitSetup = { speed: 60, iq: 30, hp: 160, maxHp: 160 };

function battle(setup: Partial<GuideSetup> = {}, ap = 0): GuideState {
  const state = createGuide({ allies: [takahara], enemies: [namcat], abnormalities: table, ...setup });
  return { ...state, ap };
}

function play(state: GuideState, ...commands: GuideCommand[]): GuideState {
  return commands.reduce((current, command) => applyGuide(current, command).state, state);
}

function codeOf(state: GuideState, command: GuideCommand): string {
  const before = structuredClone(state);
  try {
    applyGuide(state, command);
  } catch (error) {
    expect(state).toEqual(before);
    if (error instanceof RuleReferenceError) return error.code;
    throw error;
  }
  return 'accepted';
}

const move: GuideCommand = { kind: 'allyMove', unit: 0 };
const skill: GuideCommand = { kind: 'allySkill', unit: 0, skill: { charge: 0 } };
const charged: GuideCommand = { kind: 'allySkill', unit: 0, skill: { charge: 16 } };
const frames = (n: number): GuideCommand => ({ kind: 'tickFrames', n, reason: 'idle' });
const withSwitches = (switches: Partial<GuideSwitches>) => ({ switches });

describe('worked numbers', () => {
  it('L7 L8 costs of Takahara and Namucat', () => {
    expect([moveCost(31), turnCost(31)]).toEqual([57, 28]);
    expect([moveCost(60), turnCost(60)]).toEqual([49, 24]);
  });

  it('L7 truncating the whole differs for 192 of 256 speeds', () => {
    expect(Math.floor(64 - 31 / 4)).toBe(56);
    expect(count(bytes, (speed) => Math.floor(64 - speed / 4) !== moveCost(speed))).toBe(192);
  });

  it('L7 L8 A3 ranges', () => {
    const moves = bytes.map(moveCost);
    const turns = bytes.map((speed) => turnCost(speed));
    expect([Math.min(...moves), Math.max(...moves)]).toEqual([1, 64]);
    expect([Math.min(...turns), Math.max(...turns)]).toEqual([0, 32]);
    expect(bytes.filter((speed) => turnCost(speed) === 0)).toEqual([252, 253, 254, 255]);
    expect(turnCost(252, 1)).toBe(1);
  });

  it('A4 half of the unrounded cost differs for 96 speeds', () => {
    const differs = bytes.filter((speed) => Math.floor((64 - speed / 4) / 2) !== turnCost(speed));
    expect(differs).toHaveLength(96);
    expect(differs.slice(0, 9)).toEqual([1, 2, 3, 9, 10, 11, 17, 18, 19]);
  });

  it('L6 examples, and 64 values in 16..127', () => {
    expect([510, 285, 572].map(afterEnemySkill)).toEqual([126, 29, 60]);
    const results = new Set(Array.from({ length: 65536 }, (_, ap) => afterEnemySkill(ap)));
    expect(results.size).toBe(64);
    const ranges = [16, 48, 80, 112].flatMap((from) => bytes.slice(from, from + 16));
    expect([...results].sort((a, b) => a - b)).toEqual(ranges);
  });

  it('L9 domain of the calculator', () => {
    for (const value of [1.5, Number.NaN, '3', 3n, undefined]) {
      expect(() => afterEnemySkill(value)).toThrow(/E_INT/);
      expect(() => afterAllySkill(value)).toThrow(/E_INT/);
    }
    for (const value of [-1, 65536]) expect(() => afterEnemySkill(value)).toThrow(/E_WIDTH/);
  });

  it('A2 overflow window and presses', () => {
    expect(pressesToOverflow(0, 28)).toBe(2323);
    expect(2323 * 28).toBe(65044);
    expect(afterAllySkill(65044)).toBe(18);
    expect([65025, 65026, 65279, 65280, 65281].map(afterAllySkill)).toEqual([65535, 0, 253, 254, 255]);
    const working = Array.from({ length: 20 }, (_, index) => 2315 + index).filter((n) => afterAllySkill(n * 28) < 255);
    expect(working).toEqual([2323, 2324, 2325, 2326, 2327, 2328, 2329, 2330, 2331]);
    expect([2322, 2331, 2332].map((n) => afterAllySkill(n * 28))).toEqual([65526, 242, 270]);
  });

  it('A1 24 speeds and 298 pairs land on 255', () => {
    const speeds = bytes.filter((speed) => 255 % moveCost(speed) === 0);
    const listed = [52, 188, 196, 236, 244, 252].flatMap((from) => bytes.slice(from, from + 4));
    expect(speeds).toEqual(listed);
    const starts = [...new Set(Array.from({ length: 128 }, (_, ap) => afterEnemySkill(ap)))];
    const costs = [...new Set(bytes.map(moveCost))];
    expect(starts.length * costs.length).toBe(4096);
    const hits = starts.flatMap((start) => costs.filter((cost) => (255 - start) % cost === 0));
    expect(hits).toHaveLength(298);
  });

  it('L17 start order', () => {
    expect([0, 1, 30, 255].map(startOrder)).toEqual([0, 255, 226, 1]);
  });

  it('A11 the two roundings differ for 64 values', () => {
    const differs = bytes.filter((order) => orderAfterMove(order) !== orderAfterMove(order, 'together'));
    expect(differs).toHaveLength(64);
    expect([3, 7].map((order) => [orderAfterMove(order), orderAfterMove(order, 'together')])).toEqual([
      [1, 2],
      [4, 5],
    ]);
  });

  it('A12 examples', () => {
    expect([10, 80, 140, 200].map((total) => orderFromDamage(total, 160, 8))).toEqual([16, 72, 120, 120]);
    expect(orderFromDamage(14, 16, 1)).toBe(15);
    expect(orderFromDamage(20, 32, 1)).toBe(11);
    expect(orderFromDamage(60000, 160, 17)).toBe(255);
    expect([0, 15, 16, 31].map((maxHp) => orderFromDamage(3, maxHp, 1))).toEqual([4, 4, 4, 4]);
  });

  it('the scripted scenario of the seed', () => {
    const script: GuideCommand[] = [
      ...[move, move, move, move, move, { kind: 'enemySkill' } as const, skill, { kind: 'enemyTurn' } as const],
      ...[move, { kind: 'enemySkill' } as const, move, move, move, move],
    ];
    const rows = [0];
    const enemyTurnAt: number[] = [];
    let state = battle();
    for (const command of script) {
      state = applyGuide(state, command).state;
      rows.push(state.ap);
      if (state.turn === 'enemy') enemyTurnAt.push(state.ap);
    }
    expect(rows).toEqual([0, 57, 114, 171, 228, 285, 29, 539, 515, 572, 60, 117, 174, 231, 288]);
    expect(enemyTurnAt).toEqual([285, 539, 572, 288]);
  });

  it('free moves at 0, 29, 60, 127, and above the threshold', () => {
    expect([0, 29, 60, 127, 515].map((ap) => freeMovesLeft(battle({}, ap), 0))).toEqual([4, 3, 3, 2, 0]);
    expect(actionsUntilEnemyTurn(battle({}, 60), [move, move, move, move, move])).toBe(4);
    expect(actionsUntilEnemyTurn(battle(), [move])).toBeNull();
  });
});

describe('charge and frames', () => {
  it('L15 a lone charge of 16 from ap x: x + 160, then + 510', () => {
    const charging = play(battle({}, 60), charged);
    expect([charging.ap, charging.turn]).toEqual([60, 'ally']);
    const almost = play(charging, frames(15));
    expect([almost.ap, almost.allies[0]?.charge]).toEqual([210, 1]);
    const done = play(almost, frames(1));
    expect([done.ap, done.turn, done.frame]).toEqual([60 + 670, 'enemy', 16]);
  });

  it('A6 from 126 the enemies get their turn on frame 13 with 3 charge left', () => {
    const at12 = play(battle({}, 126), charged, frames(12));
    expect([at12.ap, at12.turn]).toEqual([246, 'ally']);
    const at13 = play(at12, frames(5));
    expect([at13.ap, at13.turn, at13.frame, at13.allies[0]?.charge]).toEqual([256, 'enemy', 13, 3]);
  });

  it('A1 from 125 reaching 255 is frame 13, passing it frame 14', () => {
    expect(play(battle({}, 125), charged, frames(16)).frame).toBe(13);
    expect(play(battle(withSwitches({ enemyTurnAt: 256 }), 125), charged, frames(16)).frame).toBe(14);
  });

  it('A6 ap 95..104: skill first by default, enemies first with the switch', () => {
    for (let ap = 90; ap < 110; ap += 1) {
      const skillFirst = play(battle({}, ap), charged, frames(16));
      const enemyFirst = play(battle(withSwitches({ frameOrder: 'enemyFirst' }), ap), charged, frames(16));
      const same =
        JSON.stringify([skillFirst.ap, skillFirst.turn]) === JSON.stringify([enemyFirst.ap, enemyFirst.turn]);
      expect([ap, same]).toEqual([ap, ap < 95 || ap > 104]);
    }
  });

  it('A18 ap 515 and one ally charging: frames tick, enemies act, a skill of theirs fires it at once', () => {
    const waiting = play(battle({}, 515), charged);
    expect([waiting.turn, codeOf(waiting, move)]).toEqual(['ally', 'E_UNIT_BUSY']);
    const first = play(waiting, frames(16));
    expect([first.ap, first.turn, first.allies[0]?.charge]).toEqual([525, 'enemy', 15]);
    const again = play(first, { kind: 'enemyMove' }, frames(16));
    expect([again.ap, again.turn, again.allies[0]?.charge]).toEqual([525 - 49 + 10, 'enemy', 14]);
    const fired = applyGuide(again, { kind: 'enemySkill' });
    expect(fired.state.ap).toBe(afterEnemySkill(486) + 510);
    expect(fired.events).toContainEqual({ rule: 'L5', unit: 0 });
    expect(fired.state.allies[0]?.charging).toBe(false);
  });

  it('L13 ticks: 4 move, pass, step; 2 turn; 16 any skill; none for enemy moves and turns', () => {
    const allies = [takahara, takahara];
    const start = play(battle({ allies }), { kind: 'allySkill', unit: 1, skill: { charge: 32 } });
    const left = (...commands: GuideCommand[]) => play(start, ...commands).allies[1]?.charge;
    expect(left(move)).toBe(28);
    expect(left({ kind: 'allyPass', unit: 0 })).toBe(28);
    expect(left({ kind: 'allyStep', unit: 0 })).toBe(28);
    expect(left({ kind: 'allyTurn', unit: 0, side: 'L' })).toBe(30);
    expect(left({ kind: 'areaSelectTurn', unit: 0, side: 'L' })).toBe(32);
    expect(left(skill)).toBe(16);
    expect(left({ kind: 'allyItem', unit: 0 })).toBe(16);
    expect(left(skill, { kind: 'enemyMove' })).toBe(16);
    expect(left(skill, { kind: 'enemyTurn' })).toBe(16);
    const enemySkill = play(start, skill, { kind: 'enemySkill' });
    expect([enemySkill.ap, enemySkill.allies[1]?.charging]).toEqual([126 + 510, false]);
  });

  it('A15 a cascade: every fired skill adds 510 and ticks the others', () => {
    const allies = [takahara, takahara, takahara, takahara];
    const charge = (unit: number, amount: number): GuideCommand => ({
      kind: 'allySkill',
      unit,
      skill: { charge: amount },
    });
    const start = play(battle({ allies }), charge(3, 32), charge(1, 16), charge(2, 64));
    const step = applyGuide(start, skill);
    expect(step.events.filter((event) => event.rule === 'L5')).toEqual([
      { rule: 'L5', unit: 0 },
      { rule: 'L5', unit: 1 },
      { rule: 'L5', unit: 3 },
    ]);
    expect([step.state.ap, step.state.allies[2]?.charge]).toEqual([3 * 510, 16]);
  });

  it('L16 A16 stats go back by the same sizes, raised ones too', () => {
    const change = (value: number): GuideCommand => ({
      kind: 'changeStat',
      side: 'enemy',
      unit: 0,
      stat: 'speed',
      value,
    });
    const speed = (...commands: GuideCommand[]) => play(battle(), ...commands).enemies[0]?.stats.speed.current;
    expect(speed(change(20), move)).toBe(24);
    expect(speed(change(20), { kind: 'allyTurn', unit: 0, side: 'R' })).toBe(22);
    expect(speed(change(20), skill)).toBe(36);
    expect(speed(change(59), skill)).toBe(60);
    expect(speed(change(80), move)).toBe(76);
    expect(speed(change(20), charged, frames(3))).toBe(23);
    const lasting = battle(withSwitches({ recoverRaised: false }));
    expect(play(lasting, change(80), move).enemies[0]?.stats.speed.current).toBe(80);
  });

  it('L7 the current speed counts', () => {
    const slowed: GuideCommand = { kind: 'changeStat', side: 'ally', unit: 0, stat: 'speed', value: 0 };
    expect(play(battle(), slowed, move).ap).toBe(64);
  });
});

describe('enemies', () => {
  it('L18 A10 the highest order points act, ties go to the lowest slot', () => {
    const enemies = [namcat, { ...namcat, iq: 10 }, { ...namcat, iq: 10 }];
    expect(nextEnemy(battle({ enemies }))).toBe(1);
    expect(nextEnemy(battle({ enemies, ...withSwitches({ orderTie: 'last' }) }))).toBe(2);
  });

  it('L4 L12 one action ends the turn of one enemy, whatever the points are', () => {
    const state = play(battle({}, 2000), move);
    expect([state.turn, state.actingEnemy]).toEqual(['enemy', 0]);
    const after = play(state, { kind: 'enemyMove' });
    expect([after.turn, after.ap]).toEqual(['ally', 2057 - 49]);
    expect(after.enemies[0]?.order).toBe(113 + 56);
    expect(play(after, move).turn).toBe('enemy');
  });

  it('L20 A8 an incapacitated enemy is chosen and loses half of its order points', () => {
    const enemies = [{ ...namcat, incapacitated: true }];
    const state = play(battle({ enemies }, 255), move);
    expect(codeOf(state, { kind: 'enemyMove' })).toBe('E_UNIT_BUSY');
    const after = play(state, { kind: 'enemyIdle' });
    expect([after.turn, after.ap, after.enemies[0]?.order]).toEqual(['ally', 312, 113]);
    const apOf = (incapacitatedAp: 'turn' | 'move') =>
      play(battle({ enemies, switches: { incapacitatedAp } }, 255), move, { kind: 'enemyIdle' }).ap;
    expect([apOf('turn'), apOf('move')]).toEqual([312 - 24, 312 - 49]);
  });

  it('L21 L22 L23 L24 L26 order points', () => {
    const inflict = (abnormal: number): GuideCommand => ({ kind: 'inflictAbnormal', enemy: 0, abnormal });
    const order = (...commands: GuideCommand[]) => play(battle(), ...commands).enemies[0]?.order;
    expect(order(inflict(3))).toBe(113 + 23);
    expect(order(inflict(0))).toBe(113 + 20);
    expect(order({ kind: 'enemyDamaged', enemy: 0, total: 25 })).toBe(3 * 2);
    expect(order({ kind: 'enemyDamaged', enemy: 0, total: 0 })).toBe(226);
    expect(order({ kind: 'enemyHealed', enemy: 0, total: 25 })).toBe(226);
    expect(order(inflict(4), { kind: 'enemyDamaged', enemy: 0, total: 999 })).toBe(15);
    expect(order(move)).toBe(227);
    expect(order(inflict(8), move, move)).toBe(113 + 28 - 6);
    expect(order(skill)).toBe(226);
    expect(order(skill, { kind: 'enemySkill' })).toBe(226 - 40);
    expect(order(skill, { kind: 'enemyTurn' })).toBe(226);
  });

  it('A9 saturates and says so, or wraps', () => {
    const enemies = [{ ...namcat, iq: 1 }];
    const step = applyGuide(battle({ enemies }), move);
    expect(step.state.enemies[0]?.order).toBe(255);
    expect(step.events).toContainEqual({ rule: 'A9', enemy: 0, exact: 256 });
    expect(play(battle({ enemies, ...withSwitches({ orderOverflow: 'wrap' }) }), move).enemies[0]?.order).toBe(0);
    const low = play(battle({ enemies: [{ ...namcat, iq: 255 }] }), skill);
    expect(play(low, { kind: 'enemySkill' }).enemies[0]?.order).toBe(0);
  });

  it('A12 switches raise for nothing and for healing', () => {
    const raising = battle(withSwitches({ zeroDamageRaises: true, healRaises: true }));
    expect(play(raising, { kind: 'enemyDamaged', enemy: 0, total: 0 }).enemies[0]?.order).toBe(2);
    expect(play(raising, { kind: 'enemyHealed', enemy: 0, total: 25 }).enemies[0]?.order).toBe(6);
  });
});

describe('decisions', () => {
  it('A1 exactly 255 is the turn of the enemies, noted, and of the allies with 256', () => {
    const step = applyGuide(battle({}, 198), move);
    expect([step.state.ap, step.state.turn]).toEqual([255, 'enemy']);
    expect(step.events).toContainEqual({ rule: 'A1', note: 'THRESHOLD-255' });
    expect(play(battle(withSwitches({ enemyTurnAt: 256 }), 198), move).turn).toBe('ally');
    const slow = [{ ...takahara, speed: 52 }];
    expect(actionsUntilEnemyTurn(battle({ allies: slow }), Array(8).fill(move))).toBe(5);
    const later = battle({ allies: slow, switches: { enemyTurnAt: 256 } });
    expect(actionsUntilEnemyTurn(later, Array(8).fill(move))).toBe(6);
  });

  it('A5 pass and step cost a move unless switched', () => {
    const pass = (passCost: GuideSwitches['passCost']) =>
      play(battle(withSwitches({ passCost })), { kind: 'allyPass', unit: 0 }).ap;
    expect([pass('move'), pass('turn'), pass('zero'), pass(7)]).toEqual([57, 28, 0, 7]);
    const step = (stepCost: GuideSwitches['stepCost']) =>
      play(battle(withSwitches({ stepCost })), { kind: 'allyStep', unit: 0 }).ap;
    expect([step('move'), step('turn'), step('zero'), step(7)]).toEqual([57, 28, 0, 7]);
  });

  it('L11 A17 a press in area selection adds half and nothing else; the next real action tests', () => {
    const press: GuideCommand = { kind: 'areaSelectTurn', unit: 0, side: 'R' };
    const state = play(battle({}, 250), press);
    expect([state.ap, state.turn, state.enemies[0]?.order]).toEqual([278, 'ally', 226]);
    expect(play(state, { kind: 'allyTurn', unit: 0, side: 'L' }).turn).toBe('enemy');
  });

  it('L10 65044 + 510 wraps to 18 and stays the turn of the allies', () => {
    const state = play(battle({}, 65044), skill);
    expect([state.ap, state.turn]).toEqual([18, 'ally']);
  });

  it('A14 a counter ticks and costs nothing; the switches turn both round', () => {
    const allies = [takahara, takahara];
    const start = (switches: Partial<GuideSwitches>) =>
      play(battle({ allies, switches }), { kind: 'allySkill', unit: 1, skill: { charge: 32 } });
    const counter: GuideCommand = { kind: 'counter', by: 'ally' };
    const facts = (state: GuideState) => [state.ap, state.allies[1]?.charge];
    expect(facts(play(start({}), counter))).toEqual([0, 16]);
    expect(facts(play(start({ counterAp: true }), counter))).toEqual([510, 16]);
    expect(facts(play(start({ counterTick: false }), counter))).toEqual([0, 32]);
  });

  it('errors have their codes and change nothing', () => {
    const enemyTurn = play(battle({}, 255), move);
    expect(codeOf(enemyTurn, move)).toBe('E_PHASE');
    expect(codeOf(battle(), { kind: 'enemyMove' })).toBe('E_PHASE');
    expect(codeOf(play(battle(), charged), move)).toBe('E_UNIT_BUSY');
    expect(codeOf(battle({ allies: [{ ...takahara, incapacitated: true }] }), move)).toBe('E_UNIT_BUSY');
    expect(codeOf(battle(), frames(1))).toBe('E_ALLY_CAN_ACT');
    expect(codeOf(battle(), { kind: 'inflictAbnormal', enemy: 0, abnormal: 16 })).toBe('E_RANGE');
    expect(codeOf(battle({ abnormalities: [] }), move)).toBe('E_TABLE_MISSING');
    expect(codeOf(battle(), { kind: 'allyMove', unit: 9 })).toBe('E_UNKNOWN_ID');
    const odd: GuideCommand = { kind: 'allySkill', unit: 0, skill: { charge: 20 } };
    expect(applyGuide(battle(), odd).events).toEqual([{ rule: 'L13', note: 'CHARGE-NOT-MULTIPLE', charge: 20 }]);
    expect(codeOf(battle(withSwitches({ strictCharge: true })), odd)).toBe('E_RANGE');
  });
});
