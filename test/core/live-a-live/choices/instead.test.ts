/** What a refused command could have named instead: whole sentences, counted by hand. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { CORNERS, type LaidOut, leaveFree, POGO, pogoAt, teach } from './laid-out.js';

// rule errors and skills by number
const [E_OVER, E_UNREACHABLE, E_SKILL, E_DISABLED, E_TARGET, E_ITEM] = [3, 6, 7, 8, 9, 10];
const [HIGH_KICK, ROUND_KICK, NO_CELL] = [125, 126, 168];
/** An item whose skill, Karamitsuki, goes one or two cells along a diagonal. */
const KONNA_MON = 5;
const ANY = -1;

const laidOut = (...at: [] | [number, number]): LaidOut =>
  pogoAt(at.length === 0 ? [3, 3] : at, CORNERS, [['great-asia', 5, 2]]);

function instead({ battle }: LaidOut, error: number, ...words: number[]): string | undefined {
  return LIVE_A_LIVE_BATTLE.capabilities.choices?.instead(battle, Int32Array.of(...words), error);
}

const aimed = (skill: number, x: number, y: number, facing: number): number[] => [6, skill, x, y, facing, 0, POGO, -1];

describe('the skills that may be used', () => {
  test('those of the list but counters and what a status disables', () => {
    const laid = laidOut();
    teach(laid, ROUND_KICK, 4, 0, HIGH_KICK, 13, ...Array.from({ length: 10 }, () => 0), 100);
    // a counter; a locked arm
    laid.cells.ally(POGO).set({ listFlags: [0, 1], listDisabling: [0x72, 0, 0, 0, 0x04], statuses: 0x04 });
    // what would be an entry behind the sixteenth
    laid.cells.ally(3).set({ listSkill: 2 });
    const sentence = 'it may use dou-mawashi-kaiten-geri, reppu-seiken-zuki, heal-touch';
    expect(instead(laid, E_SKILL, ...aimed(1, 0, 0, ANY))).toBe(sentence);
    expect(instead(laid, E_DISABLED, ...aimed(13, 0, 0, ANY))).toBe(sentence);
  });

  test('there is none', () => {
    const laid = laidOut();
    teach(laid);
    expect(instead(laid, E_SKILL, ...aimed(1, 0, 0, ANY))).toBe('it has no skill that may be used now');
  });
});

describe('the cells in reach', () => {
  const ROUND = 'it reaches (2,2) (3,2) (4,2) (2,3) (4,3) (2,4) (3,4) (4,4)';

  test('row by row, without the facings of a cell that none reaches', () => {
    const laid = laidOut();
    teach(laid, ROUND_KICK);
    expect(instead(laid, E_TARGET, ...aimed(ROUND_KICK, 6, 6, ANY))).toBe(ROUND);
    expect(instead(laid, E_TARGET, ...aimed(ROUND_KICK, 6, 6, 2))).toBe(ROUND);
  });

  test('and the facings that reach the cell, where it is another one that was named', () => {
    const laid = laidOut();
    teach(laid, ROUND_KICK);
    // facings: 0 lower right, 1 lower left, 2 upper right, 3 upper left
    const way = '; this cell with the facing';
    expect(instead(laid, E_TARGET, ...aimed(ROUND_KICK, 2, 3, 0))).toBe(`${ROUND}${way} lower-left or upper-left`);
    expect(instead(laid, E_TARGET, ...aimed(ROUND_KICK, 3, 2, 1))).toBe(`${ROUND}${way} upper-right or upper-left`);
    expect(instead(laid, E_TARGET, ...aimed(ROUND_KICK, 4, 4, 3))).toBe(`${ROUND}${way} lower-right`);
  });

  test('of an item, those of its skill', () => {
    const cells = '(1,1) (5,1) (2,2) (4,2) (2,4) (4,4) (1,5) (5,5)';
    expect(instead(laidOut(), E_TARGET, 7, KONNA_MON, 0, 0, ANY, POGO, -1)).toBe(`it reaches ${cells}`);
  });

  // four cells or more along a line: from the middle nothing is so far
  test('there is none', () => {
    expect(instead(laidOut(), E_TARGET, ...aimed(NO_CELL, 0, 0, ANY))).toBe('it reaches no cell from here');
  });
});

describe('the cells to walk to', () => {
  test('six at most, the nearest to the one that was named first, of those as near row by row', () => {
    // Great Asia holds columns 5-6 of rows 2-4. From (5,2): 1 step (5,1) and (4,2); 2 steps (5,0), (4,1), (6,1), (3,2) and (4,3)
    expect(instead(laidOut(), E_UNREACHABLE, 2, 5, 2, POGO, -1)).toBe(
      'the nearest cells that it can walk to: (5,1) (4,2) (5,0) (4,1) (6,1) (3,2)',
    );
    // nearer to the upper left corner, where Akira stands
    expect(instead(laidOut(), E_UNREACHABLE, 2, 0, 0, POGO, -1)).toBe(
      'the nearest cells that it can walk to: (1,0) (0,1) (2,0) (1,1) (0,2) (3,0)',
    );
  });

  test('all where there are fewer: those that a way leads to', () => {
    const laid = laidOut();
    leaveFree(laid, [3, 2], [2, 3], [6, 6]);
    expect(instead(laid, E_UNREACHABLE, 2, 6, 6, POGO, -1)).toBe('the nearest cells that it can walk to: (3,2) (2,3)');
  });

  test('there is none', () => {
    const laid = laidOut();
    leaveFree(laid);
    expect(instead(laid, E_UNREACHABLE, 2, 6, 6, POGO, -1)).toBe('every cell around is taken');
  });
});

test('nothing beside the other errors, and where nobody can act', () => {
  const laid = laidOut();
  teach(laid, ROUND_KICK);
  for (const error of [E_OVER, E_ITEM]) expect(instead(laid, error, ...aimed(ROUND_KICK, 0, 0, ANY))).toBe('');
  laid.cells.ally(POGO).set({ statuses: 0x20 });
  for (const error of [E_UNREACHABLE, E_SKILL, E_DISABLED, E_TARGET])
    expect(instead(laid, error, ...aimed(ROUND_KICK, 0, 0, ANY)), String(error)).toBe('');
});
