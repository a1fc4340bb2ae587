/** Walks that begin with the same step share it: which one it is, and that it and the rest are the walk. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

const { planning } = LIVE_A_LIVE_BATTLE.capabilities;

function started(waits = 1): LiveALiveBattle {
  const battle = createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [
      { character: 'takahara', x: 4, y: 4 },
      { character: 'pogo', x: 6, y: 6 },
    ],
    generator: [1, 2, 3, 4],
  });
  if (waits > 0) battle.step(words(battle, { command: 'wait', frames: waits }), undefined);
  return battle;
}

const words = (battle: LiveALiveBattle, command: PlainCommand): Int32Array =>
  encodeCommand(LIVE_A_LIVE_BATTLE, battle, command);

const to = (x: number, y: number, frames = -1): PlainCommand => ({ command: 'move', x, y, frames });

function partOf(battle: LiveALiveBattle, command: PlainCommand): number {
  return planning?.sharedPrefixes?.(battle).of(words(battle, command), -1) ?? -2;
}

// up 0, down 1, left 2, right 3; with the enemies' turn behind it 4 more
test('a walk of two cells and more begins with a step in one of four directions', () => {
  const battle = started();
  expect(planning?.sharedPrefixes?.(battle).count).toBe(8);
  expect([to(4, 1, 0), to(4, 6, 0), to(2, 4, 0), to(6, 4, 0)].map((walk) => partOf(battle, walk))).toEqual([
    0, 1, 2, 3,
  ]);
  expect([to(4, 1), to(4, 6), to(2, 4), to(6, 4)].map((walk) => partOf(battle, walk))).toEqual([4, 5, 6, 7]);
});

test('what is no such walk shares nothing', () => {
  const none: readonly PlainCommand[] = [
    ...[to(4, 3), to(4, 5), to(3, 4), to(5, 4), to(6, 6), to(4, 4), to(0, 0)],
    ...[{ command: 'step' }, { command: 'pass' }, { command: 'wait', frames: 5 }, { command: 'turn', way: 'left' }],
    { command: 'skill', skill: 1, x: 4, y: 1 },
    { command: 'move', x: 4, y: 1, ally: 'pogo' },
  ];
  const battle = started();
  expect(none.map((command) => partOf(battle, command))).toEqual(none.map(() => -1));
  // words like those of a walk to 4, 1, of other commands; then walks of too few and too many frames, and of a fifth ally
  const raw = (...list: number[]): number =>
    planning?.sharedPrefixes?.(battle).of(Int32Array.from([...list, 0, 0, 0]), -1) ?? -2;
  expect([3, 4, 5, 6, 7, 8, 9].map((code) => raw(code, 4, 1, -1, -1))).toEqual([3, 4, 5, 6, 7, 8, 9].map(() => -1));
  expect([raw(2, 4, 1, -1, -1), raw(2, 4, 1, 0, 255)]).toEqual([4, 0]);
  expect([raw(2, 4, 1, -1, -2), raw(2, 4, 1, -1, 256), raw(2, 4, 1, 4, -1), raw(2, 4, 7, -1, -1)]).toEqual([
    -1, -1, -1, -1,
  ]);
  expect(partOf(started(0), to(4, 1))).toBe(-1);
  const { ally, set } = cellsOf(battle.image);
  ally(0).set({ statuses: 2 });
  expect(partOf(battle, to(4, 1))).toBe(-1);
  ally(0).set({ statuses: 0 });
  set({ battleResult: 1 });
  expect(partOf(battle, to(4, 1))).toBe(-1);
  set({ battleResult: 0 });
  expect(partOf(battle, to(4, 1))).toBe(4);
  planning?.forceDraws?.(battle, { given: () => 0, choose: (values) => values[0] ?? 0 });
  expect(partOf(battle, to(4, 1))).toBe(-1);
});

test.each([0, 190, 240])('step and rest are the walk, from %i action points', (points) => {
  let ended = 0;
  for (const frames of [0, -1]) {
    for (const [x, y] of [
      [4, 1],
      [1, 4],
      [6, 2],
      [2, 6],
    ] as const) {
      const [whole, parts] = [started(), started()];
      for (const { image } of [whole, parts]) cellsOf(image).set({ actionPoints: points, turnFlag: 0x80 });
      const command = words(whole, to(x, y, frames));
      expect(whole.step(command, undefined)).toBe(0);
      const prefixes = planning?.sharedPrefixes?.(parts);
      const part = prefixes?.of(command, -1) ?? -1;
      expect(part).toBeGreaterThanOrEqual(0);
      if (prefixes?.play(part) === true) ended++;
      else prefixes?.playRest(command);
      expect([x, y, frames, Buffer.compare(whole.image, parts.image)]).toEqual([x, y, frames, 0]);
    }
  }
  // 57 points a step: from 240 on the first one brings the enemies' turn
  expect(ended).toBe(points === 240 ? 8 : 0);
});
