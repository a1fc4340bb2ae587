/** The cells of skills and items with who stands there and the facings, and the units that are out of reach, counted by hand. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { cellsOf, markCell } from '../../../fixtures/live-a-live/battle-cells.js';
import { CORNERS, type Enemies, groupIn, type LaidOut, POGO, pogoAt, teach } from './laid-out.js';

// Skills of the published table: directions of the lower right facing, distances.
/** Diagonal, 1. */
const HIGH_KICK = 125;
/** All round, 1. */
const ROUND_KICK = 126;
/** The eight cells round the user. */
const RED_COAT = 13;
/** Diagonal, 2 and more; what is on the way is hit. */
const MASER_CANNON = 180;
/** All eight lines, 2 and 3; stops at the first enemy on its way. */
const LIGHTNING_SHOT = 74;
/** All eight lines; stops at the first enemy on its way. */
const SINGLE_SHOT = 62;
/** All round, 1, and the own cell; recovery. */
const HEAL_TOUCH = 100;
/** The same, 3 x 3 cells. */
const RECOVERY_PRAYER = 106;
const [UPPER_RIGHT, LOWER_LEFT] = [2, 1];
const [GHOST, FRUIT, BISCUIT, ARGUS_EYE] = [0x40, 2, 3, 8];

/** Whom Pogo's one skill does not reach from the middle of the field. */
function beyond(skill: number, enemies: Enemies, others: Parameters<typeof pogoAt>[1] = CORNERS): string[] {
  const laid = pogoAt([3, 3], others, enemies);
  teach(laid, skill);
  return refusedIn(laid);
}

function refusedIn(laid: LaidOut): string[] {
  const found = LIVE_A_LIVE_BATTLE.capabilities.choices?.of(laid.battle).groups[0];
  expect(found?.choices.length).toBeGreaterThan(0);
  return (found?.refused ?? []).map(({ code, target, reason }) => `${code} ${target?.id} ${reason}`);
}

test('a skill with its cells row by row: who stands there, and the facing that reaches', () => {
  const laid = pogoAt(
    [3, 3],
    [
      [2, 2],
      [6, 6],
      [0, 0],
    ],
    [
      ['namcat', 6, 0],
      ['namcat', 4, 4],
    ],
  );
  teach(laid, HIGH_KICK);
  const choice = (x: number, y: number, facing: string, number: number, on: object[]): object => ({
    command: { command: 'skill', skill: 'reppu-seiken-zuki', x, y, facing, presses: 0, ally: 'pogo', frames: -1 },
    words: Int32Array.of(6, HIGH_KICK, x, y, number, 0, POGO, -1),
    cell: [x, y],
    on,
    facings: [number],
  });
  expect(groupIn(laid, 'reppu-seiken-zuki').choices).toEqual([
    choice(2, 2, 'upper-left', 3, [{ en: 'Takahara', ja: '高原　日勝', id: 'takahara' }]),
    choice(4, 2, 'upper-right', 2, []),
    choice(2, 4, 'lower-left', 1, []),
    choice(4, 4, 'lower-right', 0, [{ en: 'Namcat B', ja: 'ナムキャットＢ', id: 'namcat-b' }]),
  ]);
});

test('the third enemy is named by its own block', () => {
  const laid = pogoAt([3, 3], CORNERS, [
    ['namcat', 5, 0],
    ['namcat', 1, 0],
    ['great-asia', 4, 4],
  ]);
  teach(laid, HIGH_KICK);
  const aimed = groupIn(laid, 'reppu-seiken-zuki').choices.find(({ cell }) => cell?.join() === '4,4');
  expect(aimed?.on.map(({ id }) => id)).toEqual(['great-asia']);
});

test('an ally behind the first is named by its own block', () => {
  const laid = pogoAt(
    [3, 3],
    [
      [0, 6],
      [2, 2],
      [0, 0],
    ],
    [['namcat', 6, 0]],
  );
  teach(laid, HIGH_KICK);
  expect(groupIn(laid, 'reppu-seiken-zuki').choices[0]?.on.map(({ id }) => id)).toEqual(['uranus']);
});

test('the facing of a command is the present one where that reaches, else the first', () => {
  const laid = pogoAt([3, 3], CORNERS, [['namcat', 6, 0]]);
  teach(laid, ROUND_KICK);
  laid.cells.ally(POGO).set({ facing: UPPER_RIGHT });
  const { choices } = groupIn(laid, 'dou-mawashi-kaiten-geri');
  const at = (x: number, y: number): object[] =>
    choices
      .filter(({ cell }) => cell?.[0] === x && cell[1] === y)
      .map(({ words, command, facings }) => [words[4], command['facing'], facings]);
  expect(at(4, 3)).toEqual([[UPPER_RIGHT, 'upper-right', [0, 2]]]);
  expect(at(2, 3)).toEqual([[LOWER_LEFT, 'lower-left', [1, 3]]]);
});

test('an item has no presses', () => {
  const laid = pogoAt(
    [0, 6],
    [
      [3, 3],
      [6, 6],
      [0, 0],
    ],
    [['namcat', 6, 0]],
    { items: [FRUIT] },
  );
  const group = groupIn(laid, 'joshua-fruit');
  expect([group.command, group.name.en]).toEqual(['item', 'Joshua Fruit']);
  const facing = 'lower-right';
  expect(group.choices[2]).toEqual({
    command: { command: 'item', item: 'joshua-fruit', x: 0, y: 6, facing, ally: 'pogo', frames: -1 },
    words: Int32Array.of(7, FRUIT, 0, 6, 0, POGO, -1),
    cell: [0, 6],
    on: [expect.objectContaining({ id: 'pogo' })],
    facings: [0, 1, 2, 3],
  });
});

describe('out of reach', () => {
  test('an enemy of whom no cell is hit; the lower right corner of a large one counts', () => {
    // columns 1-2 and rows 0-2: its corner is (2,2); columns 2-3 and rows 4-6: (2,4)
    expect(
      beyond(HIGH_KICK, [
        ['great-asia', 1, 0],
        ['namcat', 5, 3],
      ]),
    ).toEqual(['E_TARGET namcat out of reach']);
    expect(beyond(HIGH_KICK, [['great-asia', 2, 4]])).toEqual([]);
    // (1,4) and (5,4) are the nearest cells
    expect(
      beyond(HIGH_KICK, [
        ['namcat', 1, 2],
        ['great-asia', 5, 2],
      ]),
    ).toEqual(['E_TARGET namcat out of reach', 'E_TARGET great-asia out of reach']);
  });

  test('a cell right below or right beside an enemy is none of its own', () => {
    // column 3, rows 4-6: beside (4,4)
    expect(beyond(HIGH_KICK, [['namcat', 3, 4]])).toEqual(['E_TARGET namcat out of reach']);
    // of one row: above (2,2)
    const laid = pogoAt([3, 3], CORNERS, [['namcat', 2, 1]]);
    teach(laid, HIGH_KICK);
    laid.cells.speciesOf(0).set({ height: 1 });
    expect(refusedIn(laid)).toEqual(['E_TARGET namcat out of reach']);
  });

  test('an enemy that is not there is not named', () => {
    const laid = pogoAt([3, 3], CORNERS, [
      ['namcat', 6, 0],
      ['great-asia', 5, 3],
    ]);
    teach(laid, HIGH_KICK);
    laid.cells.enemy(0).set({ state: 0 });
    expect(refusedIn(laid)).toEqual(['E_TARGET great-asia out of reach']);
  });

  test('of a recovery, the allies whose cell is not hit', () => {
    const gone = pogoAt(
      [3, 3],
      [
        [0, 6],
        [4, 4],
        [6, 5],
      ],
      [['namcat', 6, 0]],
    );
    teach(gone, HEAL_TOUCH);
    expect(refusedIn(gone)).toEqual(['E_TARGET takahara out of reach', 'E_TARGET akira out of reach']);
    gone.cells.ally(3).set({ state: 0 });
    expect(refusedIn(gone)).toEqual(['E_TARGET takahara out of reach']);
  });

  test('an area reaches further than the cells that can be named', () => {
    // (5,4) lies beside (4,4); (6,4) does not
    expect(
      beyond(
        RECOVERY_PRAYER,
        [['namcat', 6, 0]],
        [
          [5, 4],
          [6, 4],
          [0, 0],
        ],
      ),
    ).toEqual(['E_TARGET uranus out of reach', 'E_TARGET akira out of reach']);
  });

  test('an area round the user reaches no further, wherever in it the skill is aimed', () => {
    expect(
      beyond(RED_COAT, [
        ['namcat', 4, 4],
        ['namcat', 5, 1],
      ]),
    ).toEqual(['E_TARGET namcat-b out of reach']);
  });

  test('who stands in the way of a skill for further cells is hit', () => {
    // (4,4) is one cell away along the diagonal, (4,3) along the row; (2,0) to (2,2) hold (2,2) of the diagonal
    expect(
      beyond(MASER_CANNON, [
        ['namcat', 4, 4],
        ['namcat', 4, 0],
      ]),
    ).toEqual([]);
    expect(beyond(MASER_CANNON, [['namcat', 3, 4]])).toEqual(['E_TARGET namcat out of reach']);
    expect(beyond(LIGHTNING_SHOT, [['namcat', 4, 3]])).toEqual([]);
  });

  test('who stands behind another one can be aimed at', () => {
    // row 3: (4,3), and behind it (6,3) of a unit that no other line meets
    expect(
      beyond(SINGLE_SHOT, [
        ['namcat', 4, 3],
        ['namcat', 6, 3],
      ]),
    ).toEqual([]);
  });
});

describe('what a command hits', () => {
  const area = ({ battle }: LaidOut, ...words: number[]): readonly (readonly number[])[] | undefined =>
    LIVE_A_LIVE_BATTLE.capabilities.choices?.area(battle, Int32Array.of(...words));

  test('an item hits what its skill hits, row by row', () => {
    const laid = pogoAt([3, 3], CORNERS, [['namcat', 6, 0]], { items: [ARGUS_EYE] });
    // its skill: 3 x 3 cells
    const [top, middle, bottom] = [2, 3, 4].map((y) => [4, 5, 6].map((x) => [x, y]));
    const square = [...(top ?? []), ...(middle ?? []), ...(bottom ?? [])];
    expect(area(laid, 7, ARGUS_EYE, 5, 3, 0, POGO, -1)).toEqual(square);
    // item 3 recovers its user alone; the skill with that number hits the cells round the user
    expect(area(laid, 7, BISCUIT, 3, 3, 0, POGO, -1)).toEqual([[3, 3]]);
    expect(area(laid, 6, BISCUIT, 3, 3, 0, 0, POGO, -1)).toHaveLength(9);
  });

  test('a cell that an image’s own code marks in the unused eighth column is none of the field', () => {
    const laid = pogoAt([3, 3], CORNERS, [['namcat', 6, 0]]);
    const unused = (): never => {
      throw new Error('not asked for');
    };
    laid.battle.machine.holes.original = {
      keep: () => undefined,
      rerun: (image) => {
        cellsOf(image).set({ [markCell(2, 0)]: 0x0f, [markCell(7, 0)]: 0x0f });
        return 0;
      },
      attempt: unused,
      playFrames: unused,
    };
    laid.cells.ally(POGO).set({ targetX: 4, targetY: 4 });
    expect(area(laid, 6, HIGH_KICK, 4, 4, 0, 0, POGO, -1)).toEqual([[2, 0]]);
  });

  test('nothing where nobody can act, and where nothing is aimed', () => {
    const laid = pogoAt([3, 3], CORNERS, [['namcat', 6, 0]]);
    expect(area(laid, 2, 3, 4, POGO, -1)).toEqual([]);
    expect(area(laid, 6, RED_COAT, 3, 3, 0, 0, POGO, -1)).toHaveLength(9);
    laid.cells.set({ playerState: GHOST });
    expect(area(laid, 6, RED_COAT, 3, 3, 0, 0, POGO, -1)).toEqual([]);
  });
});
