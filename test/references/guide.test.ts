/** The guide’s reference: charges and frames, enemies, and the decisions A1 to A19. */
import { describe, expect, it } from 'vitest';
import {
  actionsUntilEnemyTurn,
  applyGuide,
  type GuideCommand,
  type GuideState,
  type GuideSwitches,
  nextEnemy,
} from './guide.js';
import { afterEnemySkill } from './guide-formulas.js';
import { battle, charged, codeOf, frames, move, namcat, play, skill, takahara, withSwitches } from './guide-play.js';

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
