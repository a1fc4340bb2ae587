/** Which enemies acted, as a search counts it. An enemy that turned did; one whose move came to nothing did not. */
import { expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { countEnemyActions } from '../../../../core/live-a-live/planning/frame-play.js';
import { createEventBuffer, encodeCommand, read } from '../../../../core/system/battle.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

/** How often enemies acted in a command, who did, and the action points after it. */
function acts(
  battle: LiveALiveBattle,
  command: Record<string, unknown> & { command: string },
): [number, number[], number] {
  const events = createEventBuffer(1 << 16);
  const acted = new Uint8Array(15);
  expect(battle.step(encodeCommand(LIVE_A_LIVE_BATTLE, battle, command), events)).toBe(0);
  const count = countEnemyActions(events, acted);
  return [count, [...acted.keys()].filter((enemy) => acted[enemy] !== 0), read(battle, 'actionPoints')];
}

test('in the worked example Namcat acts twice: a skill leaves 29, a turn takes 24 of 539', () => {
  const battle = createBattle({ formation: 0xde, party: [{ character: 'takahara' }], generator: [1, 0, 231, 131] });
  expect(acts(battle, { command: 'move', x: 5, y: 3 })).toEqual([0, [], 57]);
  expect(acts(battle, { command: 'move', x: 2, y: 3 })).toEqual([0, [], 228]);
  expect(acts(battle, { command: 'move', x: 1, y: 3, frames: 0 })).toEqual([0, [], 285]);
  expect(acts(battle, { command: 'wait' })).toEqual([1, [0], 29]);
  expect(acts(battle, { command: 'skill', skill: 0x7e, x: 0, y: 2, frames: 0 })).toEqual([0, [], 539]);
  expect(acts(battle, { command: 'wait' })).toEqual([1, [0], 515]);
});

test('an enemy whose legs are locked and that finds nothing to do has not acted', () => {
  const battle = createBattle({
    enemies: [
      { species: 'namcat', x: 0, y: 0, facing: 2 },
      { species: 'namcat', x: 2, y: 0, facing: 2 },
    ],
    party: [{ character: 'takahara', x: 6, y: 6 }],
    generator: [1, 0, 231, 131],
  });
  acts(battle, { command: 'step' });
  const memory = new Memory(battle.image);
  const cells = cellsOf(memory.image);
  for (const enemy of [0, 1]) {
    cells.enemy(enemy).set({ statuses: 2, timerLeg: 255, aiStep: 8 });
  }
  cells.set({ actionPoints: 600 });
  expect(acts(battle, { command: 'wait', frames: 4 }).slice(0, 2)).toEqual([0, []]);
});

test('a step counts for the enemy that made it', () => {
  const battle = createBattle({
    enemies: [
      { species: 'odie-o', x: 3, y: 0 },
      { species: 'namcat', x: 0, y: 0 },
    ],
    party: [{ character: 'takahara', x: 6, y: 6 }],
    generator: [3, 1, 4, 1],
  });
  let met: number[] = [];
  for (let turn = 0; turn < 12 && read(battle, 'enemyStepCount') === 0; turn++)
    met = acts(battle, { command: 'step' })[1];
  expect(read(battle, 'enemyStepCount')).toBe(1);
  expect(met).toEqual([read(battle, 'enemy[0].orderPoints') < read(battle, 'enemy[1].orderPoints') ? 0 : 1]);
});
