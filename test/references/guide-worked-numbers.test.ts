/** The guide’s reference against every worked number of its rules file. */
import { describe, expect, it } from 'vitest';
import { actionsUntilEnemyTurn, applyGuide, freeMovesLeft, type GuideCommand } from './guide.js';
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
import { battle, move, skill } from './guide-play.js';

const bytes = Array.from({ length: 256 }, (_, value) => value);

const count = (list: readonly number[], holds: (value: number) => boolean) => list.filter(holds).length;

describe('worked numbers', () => {
  it('L7 L8 costs of Takahara and Namucat', () => {
    expect([moveCost(31), turnCost(31)]).toEqual([57, 28]);
    expect([moveCost(60), turnCost(60)]).toEqual([49, 24]);
  });

  it('L7 truncating the whole differs for 192 of 256 speeds', () => {
    expect(Math.floor(64 - 31 / 4)).toBe(56);
    expect(count(bytes, (speed) => Math.floor(64 - speed / 4) !== moveCost(speed))).toBe(192);
  });

  it('L7 L8 A3 a move costs 1 to 64, a turn 0 to 32; 0 from speed 252 on, or 1 with the switch', () => {
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

  it('L17 order points at the start for intelligence 0, 1, 30 and 255', () => {
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

  it('A12 order points from damage: worked examples, a maximum HP below 32, at most 255', () => {
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
