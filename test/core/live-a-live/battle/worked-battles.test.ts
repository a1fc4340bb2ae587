/** A played battle: the guide's worked example, figures of the published tables, and what must never happen. */
import { describe, expect, test } from 'vitest';
import { createBattle, LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { outcomeOf } from '../../../../core/live-a-live/views/outcome.js';
import { apply, createEventBuffer, encodeCommand, read, restore, snapshot } from '../../../../core/system/battle.js';

const PRESENT_DAY = [
  { formation: 0xd9, hp: 416, intellect: 80 },
  { formation: 0xda, hp: 240, intellect: 22 },
  { formation: 0xdb, hp: 512, intellect: 18 },
  { formation: 0xdc, hp: 576, intellect: 27 },
  { formation: 0xdd, hp: 120, intellect: 99 },
  { formation: 0xde, hp: 256, intellect: 55 },
  { formation: 0xf5, hp: 832, intellect: 33 },
];

function battleOf(formation: number, generator: readonly number[] = [1, 0, 231, 131]) {
  return createBattle({ formation, party: [{ character: 'takahara' }], generator });
}

describe('a battle of the present day', () => {
  test.each(PRESENT_DAY)('formation $formation starts with the published enemy', ({ formation, hp, intellect }) => {
    const battle = battleOf(formation);
    expect(read(battle, 'enemy[0].hp')).toBe(hp);
    apply(LIVE_A_LIVE_BATTLE, battle, { command: 'step', frames: 0 });
    // 256 - intellect, and 1 for an ally's non-attack without an abnormality
    expect(read(battle, 'enemy[0].orderPoints')).toBe(256 - intellect + 1);
    expect(read(battle, 'actionPoints')).toBe(57);
  });

  test('Takahara starts with the published figures and the three skills of level 2', () => {
    const battle = battleOf(0xde);
    const names = ['power', 'speed', 'body', 'intellect', 'level', 'cellX', 'cellY', 'facing'];
    expect(names.map((name) => read(battle, `ally[0].${name}`))).toEqual([50, 31, 36, 25, 2, 5, 4, 3]);
    const listAt = battle.cells.find((cell) => cell.name === 'ally[0].listSkill')?.offset ?? 0;
    expect(Array.from(battle.image.subarray(listAt, listAt + 4))).toEqual([0x7d, 0x7e, 0x8c, 0]);
    expect(read(battle, 'record[5].hp')).toBe(320);
  });
});

test('the guide’s worked example against Namcat has its action points after every command', () => {
  const battle = battleOf(0xde);
  const points = (command: Record<string, unknown> & { command: string }): number => {
    apply(LIVE_A_LIVE_BATTLE, battle, command);
    return read(battle, 'actionPoints');
  };
  expect(points({ command: 'move', x: 5, y: 3 })).toBe(57);
  expect(points({ command: 'move', x: 2, y: 3 })).toBe(228);
  expect(points({ command: 'move', x: 1, y: 3, frames: 0 })).toBe(285);
  expect(points({ command: 'wait' })).toBe(29);
  expect(points({ command: 'skill', skill: 0x7e, x: 0, y: 2, frames: 0 })).toBe(539);
  expect(points({ command: 'wait' })).toBe(515);
  expect(points({ command: 'move', x: 1, y: 2, frames: 0 })).toBe(572);
  expect(points({ command: 'wait' })).toBe(60);
  expect([0, 1, 2].map(() => points({ command: 'step' }))).toEqual([117, 174, 231]);
  expect(points({ command: 'step', frames: 0 })).toBe(288);
});

test('a lone charge of 16 fires after 17 idle frames: 170 action points, then 510', () => {
  const battle = battleOf(0xde);
  apply(LIVE_A_LIVE_BATTLE, battle, { command: 'skill', skill: 0x8c, x: 5, y: 4, frames: 0 });
  expect(read(battle, 'actionPoints')).toBe(680);
  // the start, the frame that finds nobody able, 17 idle frames
  expect(read(battle, 'battleFrames')).toBe(1 + 1 + 17);
});

test('2,323 presses of L or R wrap the action points: the skill after them leaves 18', () => {
  const battle = battleOf(0xde);
  const command = { command: 'skill', skill: 0x7d, x: 4, y: 3, presses: 2323, frames: 0 };
  apply(LIVE_A_LIVE_BATTLE, battle, command);
  expect(read(battle, 'actionPoints')).toBe(18);
});

test.each(PRESENT_DAY)(
  'formation $formation is played to its end by random commands, and a second time the same way',
  ({ formation }) => {
    const battle = battleOf(formation, [9, 8, 7, 6]);
    const start = snapshot(battle);
    const events = createEventBuffer(200_000);
    const auto = encodeCommand(LIVE_A_LIVE_BATTLE, battle, { command: 'auto', policy: 'random', seed: 7 });
    expect(battle.step(auto, events)).toBe(0);
    expect(['won', 'lost']).toContain(outcomeOf(battle.image)[0]?.[1]);
    const end = snapshot(battle);
    restore(battle, start);
    expect(battle.step(auto, undefined)).toBe(0);
    expect(snapshot(battle)).toEqual(end);
  },
);

test('the frames of an enemy’s step are an input of the plan, counted as assumed and named in the outcome', () => {
  for (const enemyStep of [12, 30]) {
    const battle = createBattle({
      party: [{ character: 'takahara', x: 6, y: 6 }],
      enemies: [{ species: 'namcat', x: 0, y: 0 }],
      generator: [3, 1, 4, 1],
      frames: { enemyStep },
    });
    let steps = 0;
    for (let turn = 0; turn < 12 && steps === 0; turn++) {
      apply(LIVE_A_LIVE_BATTLE, battle, { command: 'step' });
      steps = read(battle, 'enemyStepCount');
    }
    expect(steps).toBe(1);
    expect(read(battle, 'assumedFrames')).toBe(enemyStep);
    expect(outcomeOf(battle.image).find(([label]) => label === 'of them assumed')?.[1]).toContain(
      `enemyStep ${enemyStep} x 1`,
    );
  }
});
