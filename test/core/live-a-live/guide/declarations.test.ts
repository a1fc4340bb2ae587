/** The commands, events, switches and errors that the guide’s rule set declares. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_GUIDE } from '../../../../core/live-a-live/guide/index.js';
import { start } from './guide-battles.js';

describe('declarations', () => {
  const unit = ['unit', 0, 3, undefined];
  const enemy = ['enemy', 0, 14, undefined];
  const total = ['total', 0, 65_535, undefined];
  const side = ['side', 0, 1, undefined];
  test('list the guide’s commands with their parameters and ranges', () => {
    const shapes = LIVE_A_LIVE_GUIDE.commands.map((shape) => [
      shape.code,
      shape.name,
      ...shape.parameters.map((one) => [one.name, one.min, one.max, one.optional]),
    ]);
    expect(shapes).toEqual([
      [1, 'allyMove', unit],
      [2, 'allyTurn', unit],
      [3, 'allyPass', unit],
      [4, 'allyStep', unit],
      [5, 'allySkill', unit, ['charge', 0, 255, 0]],
      [6, 'allyItem', unit],
      [7, 'areaSelectTurn', unit],
      [8, 'tickFrames', ['frames', 0, 65_535, undefined]],
      [9, 'enemyMove'],
      [10, 'enemyTurn'],
      [11, 'enemySkill'],
      [12, 'enemyIdle'],
      [13, 'enemyDamaged', enemy, total],
      [14, 'enemyHealed', enemy, total],
      [15, 'inflictAbnormal', enemy, ['kind', 0, 255, undefined]],
      [16, 'changeStat', side, ['unit', 0, 14, undefined], ['stat', 0, 3, undefined], ['value', 0, 255, undefined]],
      [17, 'counter', side],
    ]);
  });
  test('give each command its rule, each parameter and error its meaning', () => {
    for (const shape of LIVE_A_LIVE_GUIDE.commands) {
      expect(shape.meaning).toMatch(/^[LA]\d/);
      for (const parameter of shape.parameters) expect(parameter.meaning.length).toBeGreaterThan(5);
    }
    for (const error of LIVE_A_LIVE_GUIDE.errors) expect(error.meaning.length).toBeGreaterThan(10);
  });
  test('list the events, with the rule behind each and its fields', () => {
    expect(
      LIVE_A_LIVE_GUIDE.events.map((event) => [event.name, event.rule, event.provenance, event.fields.join(' ')]),
    ).toEqual([
      ['skillEmitted', 'L5', 'guide', 'unit'],
      ['orderHeld', 'A9', 'decision', 'enemy exact'],
      ['THRESHOLD-255', 'A1', 'decision', ''],
      ['chargeNotMultipleOf16', 'L13', 'guide', 'charge'],
      ['enemyChosen', 'L18', 'guide', 'enemy'],
    ]);
  });
  test('list the switches, with the rule that leaves each open', () => {
    const shapes = LIVE_A_LIVE_GUIDE.switches.map((one) => [
      one.name,
      one.values.join(' '),
      one.default,
      one.evidence.split(':')[0],
    ]);
    expect(shapes).toEqual([
      ['enemyTurnAt', '255 256', 255, 'A1'],
      ['minTurnCost', '0 1', 0, 'A3'],
      ['passCost', 'move turn zero', 'move', 'A5'],
      ['stepCost', 'move turn zero', 'move', 'A5'],
      ['frameOrder', 'emitFirst enemyFirst', 'emitFirst', 'A6'],
      ['incapacitatedAp', 'none turn move', 'none', 'A8'],
      ['orderOverflow', 'saturate wrap', 'saturate', 'A9'],
      ['orderTie', 'first last', 'first', 'A10'],
      ['moveOrderRounding', 'separate together', 'separate', 'A11'],
      ['zeroDamageRaises', 'no yes', 'no', 'A12'],
      ['healRaises', 'no yes', 'no', 'A12'],
      ['counterAp', 'no yes', 'no', 'A14'],
      ['counterTick', 'no yes', 'yes', 'A14'],
      ['recoverRaised', 'no yes', 'yes', 'A16'],
      ['strictCharge', 'no yes', 'no', 'L13'],
    ]);
  });
  test('name the system and its version', () => {
    const { id, version, unit: time, title, capabilities } = LIVE_A_LIVE_GUIDE;
    expect([id, version, time, Object.keys(capabilities)]).toEqual(['live-a-live-guide', 1, 'command', ['views']]);
    expect(title).toContain('LIVE A LIVE');
    const battle = start();
    expect([battle.idNumber('unit', 'cube'), battle.idName('unit', 0)]).toEqual([-1, undefined]);
  });
});
