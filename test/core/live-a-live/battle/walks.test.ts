/** A walk is its steps one by one, each until the player would be asked, and the last with the frames of the command. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { encodeCommand, type PlainCommand } from '../../../../core/system/battle.js';
import { type BattleCells, cellsOf, fieldCell } from '../../../fixtures/live-a-live/battle-cells.js';
import { firstStep } from '../../../references/live-a-live/played-choices.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const STEPS = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;

function started(points: number): LiveALiveBattle {
  const battle = createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [
      { character: 'takahara', x: 5, y: 4 },
      { character: 'pogo', x: 3, y: 5 },
    ],
    generator: [1, 2, 3, 4],
  });
  step(battle, { command: 'wait', frames: 1 });
  cellsOf(battle.image).set({ actionPoints: points, turnFlag: 0x80 });
  return battle;
}

function step(battle: LiveALiveBattle, command: PlainCommand): void {
  expect(battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, command), undefined)).toBe(0);
}

const TO: readonly (readonly [number, number])[] = [
  [5, 3],
  [5, 5],
  [4, 4],
  [6, 4],
  [5, 2],
  [4, 3],
  [6, 5],
  [2, 4],
  [3, 6],
  [1, 1],
];

// Takahara's step brings 57 points: with 0 no walk here comes to the enemies' turn, with 190 the second step does
test.each([0, 20, -1].flatMap((frames) => [0, 190].map((points) => [frames, points] as const)))(
  'with %i frames behind it, from %i action points',
  (frames, points) => {
    const ends = new Set<string>();
    for (const [x, y] of TO) {
      const [whole, steps] = [started(points), started(points)];
      step(whole, { command: 'move', x, y, frames });
      const memory = new Memory(steps.image);
      const { ally, read } = cellsOf(steps.image);
      for (;;) {
        const [atX, atY] = [ally(0).read('cellX'), ally(0).read('cellY')];
        const way = firstStep(memory, 0, x, y);
        const [right, down] = STEPS[way] ?? [0, 0];
        const isLast = atX + right === x && atY + down === y;
        step(steps, { command: 'move', x: atX + right, y: atY + down, frames: isLast ? frames : 0 });
        ends.add(isLast ? 'there' : 'on the way');
        if (isLast) break;
        // the walk ends where the enemies get a turn, which a command may wait for
        if (read('actionPoints') < 256 || read('turnFlag') === 0) continue;
        if (frames === -1) step(steps, { command: 'wait', frames: -1 });
        break;
      }
      for (const cell of [
        'ally[0].cellX',
        'ally[0].cellY',
        'actionPoints',
        'enemy[0].hp',
        'enemy[0].cellX',
        'enemy[0].cellY',
      ])
        expect([cell, x, y, cellsOf(whole.image).read(cell)]).toEqual([cell, x, y, read(cell)]);
      expect([x, y, cellsOf(whole.image).read('battleFrames')]).toEqual([x, y, read('battleFrames')]);
    }
    expect(ends.size).toBe(2);
  },
);

test('a walk ends where a lock takes the legs, the battle ends or somebody else has his turn', () => {
  const steps = (put: (cells: ReturnType<typeof cellsOf>) => void): number => {
    const battle = started(0);
    const cells = cellsOf(battle.image);
    let frames = 0;
    battle.machine.onFrame = () => {
      frames++;
      if (frames === 3) put(cells);
    };
    step(battle, { command: 'move', x: 5, y: 1, frames: 0 });
    return 4 - cells.ally(0).read('cellY');
  };
  expect(steps(() => undefined)).toBe(3);
  expect(steps((cells) => cells.ally(0).set({ statuses: 2 }))).toBe(1);
  expect(steps((cells) => cells.set({ battleResult: 1 }))).toBeLessThan(2);
});

describe('frames of a walk', () => {
  /** Frames of a walk of Takahara's to a cell, and what they leave. @param put after so many of them */
  function walked(
    x: number,
    y: number,
    frames: number,
    after = 0,
    put: (cells: BattleCells) => void = () => undefined,
  ) {
    const battle = started(0);
    const cells = cellsOf(battle.image);
    let played = 0;
    battle.machine.onFrame = () => {
      played++;
      if (played === after) put(cells);
    };
    step(battle, { command: 'move', x, y, frames });
    return { played, cellY: cells.ally(0).read('cellY'), stepping: cells.read('allyActionFlags') & 8 };
  }

  const one = walked(5, 3, 0).played;

  test('follow the last of its steps, and no other one', () => {
    expect(one).toBeGreaterThan(3);
    // each step alone takes as many as it needs; the last one has those of the command, which are more
    expect([walked(5, 2, 0).played, walked(5, 1, 0).played]).toEqual([2 * one, 3 * one]);
    const wait = 3 * one;
    expect([walked(5, 3, wait).played, walked(5, 2, wait).played, walked(4, 3, wait).played]).toEqual([
      wait,
      one + wait,
      one + wait,
    ]);
  });

  const taken = fieldCell(5, 1);
  test.each<[string, (cells: BattleCells) => void]>([
    ['a lock takes the legs', (cells) => cells.ally(0).set({ statuses: 2 })],
    ['the battle is over', (cells) => cells.set({ battleResult: 1 })],
    ['it is over in the enemies’ turn', (cells) => cells.set({ battleResult: 1, actionPoints: 400, turnFlag: 0x80 })],
    ['another ally has the turn', (cells) => cells.set({ currentAlly: cells.ally(1).address })],
    ['somebody stands on the goal', (cells) => cells.set({ [taken]: 0x11 })],
  ])('end with a step after which %s', (_, put) => {
    for (const frames of [0, 20, -1])
      expect(walked(5, 1, frames, one, put)).toEqual({ played: one, cellY: 3, stepping: 0 });
  });
});
