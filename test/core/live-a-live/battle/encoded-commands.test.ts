/** Encoded commands whose words are what no plan can hold: refused by number, the image untouched. What a used skill notes. */
import { describe, expect, test } from 'vitest';
import { pressesOf } from '../../../../core/live-a-live/battle/commands.js';
import { createBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { stretchesUsed } from '../../../../core/live-a-live/memory/unpublished-used.js';
import { cellsOf, placeOf } from '../../../fixtures/live-a-live/battle-cells.js';
import { BATTLE_RESULT } from '../../../references/live-a-live/own-cells.js';
import { Memory } from '../../../references/live-a-live/played-memory.js';

const [E_OVER, E_SKILL, E_TARGET, E_ITEM, E_RANGE, E_PRESSES] = [3, 7, 9, 10, 12, 14];

function started(facing = 0): LiveALiveBattle {
  return createBattle({
    enemies: [{ species: 'namcat', x: 0, y: 0 }],
    party: [{ character: 'takahara', x: 3, y: 3, facing }],
    generator: [1, 2, 3, 4],
    items: [1],
  });
}

/** The error of a command; whatever it is, a refusal changes nothing. */
function step(battle: LiveALiveBattle, ...words: number[]): number {
  const before = battle.image.slice();
  const error = battle.step(Int32Array.from([...words, 0, 0, 0, 0, 0, 0, 0, 0].slice(0, 9)), undefined);
  if (error !== 0) expect(Buffer.compare(battle.image, before)).toBe(0);
  return error;
}

/** Every command that frames follow, with so many. */
const withFrames = (frames: number): number[][] => [
  [2, 3, 2, -1, frames],
  [3, 0, -1, frames],
  [4, -1, frames],
  [5, -1, frames],
  [6, 0x7d, 4, 4, -1, 0, -1, frames],
  [7, 1, 3, 3, -1, -1, frames],
  [9, frames],
];

test('frames after a command run from -1 to 255; others are refused', () => {
  for (const frames of [-2, 256, 1000]) {
    for (const words of withFrames(frames)) expect(step(started(), ...words), words.join(' ')).toBe(E_RANGE);
  }
  for (const frames of [-1, 255]) {
    for (const words of withFrames(frames)) expect(step(started(), ...words), words.join(' ')).toBe(0);
  }
  expect(step(started(), 9, 0)).toBe(E_RANGE);
});

test('a battle that is won, lost or escaped from accepts no command', () => {
  for (const result of [1, 2, 3]) {
    for (const words of [...withFrames(0), [8, -1], [9, 1], [10, 0, 0, 1]]) {
      const battle = started();
      new Memory(battle.image).set(BATTLE_RESULT, result);
      expect(step(battle, ...words), words.join(' ')).toBe(E_OVER);
    }
  }
});

test('a way to turn, a facing or a count of presses out of range is refused', () => {
  for (const way of [-1, 2]) expect(step(started(), 3, way, -1, 0)).toBe(E_RANGE);
  for (const facing of [-2, 4]) {
    expect(step(started(), 6, 0x7d, 4, 4, facing, 0, -1, 0)).toBe(E_RANGE);
    expect(step(started(), 7, 1, 3, 3, facing, -1, 0)).toBe(E_RANGE);
  }
  for (const presses of [-1, 65_536, 0x7fff_fffe])
    expect(step(started(), 6, 0x7d, 4, 4, -1, presses, -1, 0)).toBe(E_RANGE);
  for (const presses of [0, 65_535, 0x7fff_ffff]) expect(step(started(), 6, 0x7d, 4, 4, -1, presses, -1, 0)).toBe(0);
});

test('a target column outside of the field is refused, not taken for a cell of the next row', () => {
  // 8 more columns are one row less
  expect(step(started(), 6, 0x7d, 4 + 8, 4 - 1, -1, 0, -1, 0)).toBe(E_TARGET);
  expect(step(started(), 6, 0x7d, 4 - 8, 4 + 1, -1, 0, -1, 0)).toBe(E_TARGET);
  expect(step(started(), 6, 0x7d, 4 - 64, 4 + 8, -1, 0, -1, 0)).toBe(E_TARGET);
  expect(step(started(), 6, 0x7d, 4 + 64, 4 - 8, -1, 0, -1, 0)).toBe(E_TARGET);
  expect(step(started(), 6, 0x7d, 4, 4, -1, 0, -1, 0)).toBe(0);
});

describe('a skill is refused', () => {
  const punch = [6, 0x7d, 4, 4, -1, 0, -1, 0];
  test('where no number of presses leads to the overflow: behind its window', () => {
    const battle = started();
    cellsOf(battle.image).set({ actionPoints: 65_400 });
    expect(step(battle, 6, 0x7d, 4, 4, -1, 0x7fff_ffff, -1, 0)).toBe(E_PRESSES);
    expect(step(battle, ...punch)).toBe(0);
  });

  test('that only answers attacks', () => {
    const battle = started();
    const cells = cellsOf(battle.image);
    const slot = Array.from({ length: 16 }, (_, at) => at).find(
      (at) => cells.ally(0).read(`listSkill[${at}]`) === 0x7d,
    );
    cells.ally(0).set({ [`listFlags[${slot}]`]: 1 });
    expect(step(battle, ...punch)).toBe(E_SKILL);
    cells.ally(0).set({ [`listFlags[${slot}]`]: 0 });
    expect(step(battle, ...punch)).toBe(0);
  });

  test('that is not in the list, whatever lies before it', () => {
    const [takahara, akira] = [
      { character: 'takahara', x: 0, y: 6 },
      { character: 'akira', x: 3, y: 3 },
    ];
    const battle = createBattle({ enemies: [{ species: 'namcat', x: 0, y: 0 }], party: [takahara, akira] });
    const cells = cellsOf(battle.image);
    cells.set({ currentAlly: cells.ally(1).address });
    // before the second ally's four lists is the last flag of the first one's
    cells.ally(0).set({ 'listFlags[15]': 2 });
    expect(step(battle, ...punch)).toBe(E_SKILL);
    cells.ally(1).set({ 'listSkill[0]': 0x7d, 'listFlags[0]': 0, 'listDisabling[0]': 0 });
    expect(step(battle, ...punch)).toBe(0);
  });
});

test('item 0, an empty slot, cannot be used, nor can what lies behind the sixteen slots', () => {
  expect(step(started(), 7, 0, 3, 3, -1, -1, 0)).toBe(E_ITEM);
  const battle = started();
  const first = placeOf('inventory[0]');
  battle.image[first] = 0;
  battle.image[first + 16] = 1;
  expect(step(battle, 7, 1, 3, 3, -1, -1, 0)).toBe(E_ITEM);
  battle.image[first + 15] = 1;
  expect(step(battle, 7, 1, 3, 3, -1, -1, 0)).toBe(0);
});

test('only the first command begins the battle', () => {
  const battle = started();
  const memory = new Memory(battle.image);
  const cells = cellsOf(memory.image);
  const frames = [1, 2, 3].map(() => {
    step(battle, 4, -1, 0);
    return cells.read('battleFrames');
  });
  expect(frames).toEqual([2, 3, 4]);
});

describe('a skill on a cell that another facing reaches', () => {
  const used = (facing: number, x: number, y: number): [number, boolean] => {
    const battle = started(facing);
    expect(step(battle, 6, 0x7e, x, y, -1, 0, -1, 0)).toBe(0);
    const names = stretchesUsed(battle.image).map(({ name }) => name);
    return [cellsOf(battle.image).ally(0).read('facing'), names.includes('targetFacing')];
  };
  test('turns the ally, and the battle notes the unpublished choice of a facing', () => {
    // どう回し回転げり reaches right, down and the diagonal between them
    expect([used(0, 4, 4), used(1, 4, 4), used(3, 4, 4)]).toEqual([
      [0, false],
      [0, true],
      [0, true],
    ]);
  });

  test('turns nobody when the present facing reaches the cell as well', () => {
    expect([used(0, 4, 3), used(2, 4, 3)]).toEqual([
      [0, false],
      [2, false],
    ]);
  });
});

test('a policy that is none, or more commands than 10,000, is refused', () => {
  for (const [policy, commands] of [
    [-1, 1],
    [2, 1],
    [0, -1],
    [0, 10_001],
  ] as const)
    expect(step(started(), 10, policy, commands, 1)).toBe(E_RANGE);
  expect([step(started(), 10, 0, 1, 1), step(started(), 10, 1, 10_000, 1)]).toEqual([0, 0]);
});

describe('the way to the next battle', () => {
  /** Formation, frames of the walk, draws, whether HP are restored, whether it can be left, area; of a battle with this result. */
  const way = (result: number, ...words: number[]): number => {
    const battle = started();
    new Memory(battle.image).set(BATTLE_RESULT, result);
    return step(battle, 11, ...words);
  };

  test.each<[string, readonly number[]]>([
    ['a formation below that of an area', [-2, 0, 0, 1, -1, -1]],
    ['formation 256', [256, 0, 0, 1, -1, -1]],
    ['an area below none', [5, 0, 0, 1, -1, -2]],
    ['area 256', [5, 0, 0, 1, -1, 256]],
    ['less than no frame', [5, -1, 0, 1, -1, -1]],
    ['65,536 frames', [5, 65_536, 0, 1, -1, -1]],
    ['less than no draw', [5, 0, -1, 1, -1, -1]],
    ['256 draws', [5, 0, 256, 1, -1, -1]],
    ['HP restored less than not', [5, 0, 0, -1, -1, -1]],
    ['HP restored twice', [5, 0, 0, 2, -1, -1]],
    ['a battle that can be left less than as it is', [5, 0, 0, 1, -2, -1]],
    ['a battle that can be left twice', [5, 0, 0, 1, 2, -1]],
  ])('%s is refused', (_, words) => {
    expect(way(1, ...words)).toBe(E_RANGE);
  });

  test('has a formation or an area, and begins after a battle that was not lost', () => {
    expect(way(1, -1, 0, 0, 1, -1, -1)).toBe(22);
    expect([way(0, 5, 0, 0, 1, -1, -1), way(2, 5, 0, 0, 1, -1, -1)]).toEqual([15, 16]);
    expect([way(1, 5, 0, 0, 1, -1, -1), way(3, 5, 65_535, 255, 0, 1, -1), way(1, 5, 3, 0, 1, 0, -1)]).toEqual([
      0, 0, 0,
    ]);
    for (const words of [
      [255, 0, 0, 1, -1, -1],
      [-1, 0, 0, 1, -1, 255],
      [0, 0, 0, 1, -1, 0],
    ])
      expect(way(1, ...words)).not.toBe(E_RANGE);
  });
});

test('a walk out of the field leads nowhere, whatever locks the legs', () => {
  const walk = (x: number, y: number): number => {
    const battle = started();
    cellsOf(battle.image).ally(0).set({ statuses: 2 });
    return step(battle, 2, x, y, -1, 0);
  };
  expect([walk(7, 3), walk(3, 7), walk(-1, 3), walk(3, -1)]).toEqual([6, 6, 6, 6]);
  expect([walk(3, 2), walk(0, 6), walk(6, 6)]).toEqual([13, 13, 13]);
});

test('only a skill has presses: those that it names, or as many as lead to the overflow', () => {
  const battle = started();
  expect(step(battle, 9, 1)).toBe(0);
  const cells = cellsOf(battle.image);
  // a turn of speed 31 brings 28 points; from 65,026 on a skill without a charge wraps them: 1000 + 2287 x 28 = 65,036
  cells.ally(0).set({ speed: 31 });
  cells.set({ actionPoints: 1000 });
  const presses = (code: number, count: number): number =>
    pressesOf(battle.image, Int32Array.of(code, 0x7d, 4, 4, -1, count, -1, 0));
  expect([presses(6, 5), presses(6, 0x7fff_ffff), presses(7, 5)]).toEqual([5, 2287, 0]);
  // behind the window no number leads there
  cells.set({ actionPoints: 65_400 });
  expect(presses(6, 0x7fff_ffff)).toBe(0);
});
