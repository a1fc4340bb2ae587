/** Predictions against counting them out step by step, against the guide page's worked numbers, and as lines for people. */
import { expect, test } from 'vitest';
import { createFrameBattle, LIVE_A_LIVE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import * as predict from '../../../../core/live-a-live/turn/predict.js';

const COSTS = [0, 1, 4, 8, 24, 28, 49, 57, 64];

/** Actions that leave the points below the threshold, counted one by one. */
function countFree(points: number, cost: number, threshold: number): number {
  if (points >= threshold) return 0;
  if (cost === 0) return -1;
  let actions = 0;
  for (let sum = points + cost; sum < threshold; sum += cost) actions++;
  return actions;
}

/** Presses until the points stand in the window, one by one. */
function countPresses(points: number, cost: number, first: number, last: number): number {
  let presses = 0;
  let sum = points;
  while (sum < first) {
    if (cost === 0) return -1;
    sum += cost;
    presses++;
  }
  return sum <= last ? presses : -1;
}

test('free actions are as many as counting them out gives, for all action points up to beyond the threshold', () => {
  for (const threshold of [255, 256]) {
    for (let points = 0; points < 300; points++) {
      for (const cost of COSTS) {
        const free = countFree(points, cost, threshold);
        expect([points, cost, predict.freeActions(points, cost, threshold)]).toEqual([points, cost, free]);
        expect(predict.actionsUntilEnemyTurn(points, cost, threshold)).toBe(free + 1);
      }
    }
  }
});

test('the threshold is that of the cartridge, 256, when none is named', () => {
  expect(predict.freeActions(255, 64)).toBe(0);
  expect(predict.freeActions(254, 1)).toBe(1);
  expect(predict.actionsUntilEnemyTurn(0, 51)).toBe(6);
});

test('Takahara has the guide page’s 4, 3, 3 and 2 free moves from 0, 29, 60 and 127 points', () => {
  expect([0, 29, 60, 127].map((points) => predict.freeActions(points, 57))).toEqual([4, 3, 3, 2]);
  expect(predict.actionsUntilEnemyTurn(0, 57)).toBe(5);
});

test('the overflow window is the points from which a skill ends at 0 to 255', () => {
  const { first, last } = predict.OVERFLOW_WINDOW;
  expect([(first + 510) % 65_536, (last + 510) % 65_536, last - first]).toEqual([0, 255, 255]);
});

test('the presses to the overflow are as many as counting them out gives, around the window', () => {
  const { first, last } = predict.OVERFLOW_WINDOW;
  for (let points = first - 700; points <= last + 3; points++) {
    for (const cost of [...COSTS, 300, 700]) {
      const presses = countPresses(points, cost, first, last);
      expect([points, cost, predict.pressesToOverflow(points, cost)]).toEqual([points, cost, presses]);
    }
  }
  expect(predict.pressesToOverflow(0, 28)).toBe(2323);
  expect(predict.pressesToOverflow(50, 30, { first: 100, last: 110 })).toBe(2);
  expect(predict.pressesToOverflow(50, 70, { first: 100, last: 110 })).toBe(-1);
});

test('a prediction tells people free moves and turns, and the presses to the overflow', () => {
  const battle = createFrameBattle({
    allies: [{ speed: 31 }, { speed: 60 }, { speed: 0 }, { speed: 255 }],
    species: [{ intellect: 55 }],
    enemies: [{ species: 0 }, { species: 0, state: 0 }, { species: 0, state: 0xc0 }],
  });
  const put = (name: string, value: number): void => {
    const cell = battle.cells.find((one) => one.name === name);
    if (cell === undefined) throw new Error(`no cell ${name}`);
    for (let index = 0; index < cell.width; index++) battle.image[cell.offset + index] = (value >> (8 * index)) & 0xff;
  };
  put('actionPoints', 29);
  put('enemy[0].orderPoints', 201);
  put('enemy[2].orderPoints', 770);
  put('ally[1].state', 0);
  const lines = LIVE_A_LIVE.capabilities.views?.predict?.(battle as LiveALiveBattle);
  // 31: step 57, turn 28; 0: 64 and 32; above 226: 8 and 4. (65026 - 29) / 28 = 2321.3, / 32 = 2031.2, / 4 = 16249.25
  expect(lines).toEqual([
    ['action points', '29'],
    ['turn', 'allies'],
    ['ally 0 free moves', '3'],
    ['ally 0 presses to the overflow', '2322'],
    ['ally 2 free moves', '3'],
    ['ally 2 presses to the overflow', '2032'],
    ['ally 3 free moves', '28'],
    ['ally 3 presses to the overflow', '16250'],
    ['enemy 0 order points', '201'],
    ['enemy 2 order points', '770'],
  ]);
  const turnAt = (points: number, flag: number): string => {
    put('actionPoints', points);
    put('turnFlag', flag);
    return predict.predictTurn(battle.image)[1]?.join(' ') ?? '';
  };
  // C1:8E51: the high byte is not 0 and an ally acted last
  expect([turnAt(255, 0x40), turnAt(256, 0), turnAt(256, 0x40), turnAt(0xffff, 0x80)]).toEqual([
    ...['turn allies', 'turn allies', 'turn enemies', 'turn enemies'],
  ]);
});
