/** The groups of the choices: their order and names, whole commands, and the reason of every group that is refused. */
import { describe, expect, test } from 'vitest';
import type { Named } from '../../../../core/system/system.js';
import { CORNERS, choicesIn, groupIn, type LaidOut, leaveFree, POGO, pogoAt, teach } from './laid-out.js';

// numbers of the published tables
const [HIGH_KICK, ROUND_KICK, MIRROR_DRIVE, NO_CELL, HEAL_TOUCH] = [125, 126, 4, 168, 100];
const [HERB, FRUIT, ARMOUR] = [1, 2, 14];
const alike = (name: string): Named => ({ en: name, ja: name, id: name });
const laidOut = (more: object = {}): LaidOut => pogoAt([3, 3], CORNERS, [['namcat', 6, 0]], more);
const reasons = (laid: LaidOut): unknown[] => choicesIn(laid).groups.map(({ command, refused }) => [command, refused]);

test('skills in the order of the list, items in that of their slots, each once, then the other commands', () => {
  const laid = laidOut({ items: [FRUIT, HERB, FRUIT] });
  teach(laid, ROUND_KICK, 0, HIGH_KICK);
  const { actor, groups } = choicesIn(laid);
  expect(actor?.id).toBe('pogo');
  expect(groups.map(({ command, name }) => [command, name.en])).toEqual([
    ['skill', 'Dou Mawashi Kaiten Geri'],
    ['skill', 'Reppu Seiken Zuki'],
    ['item', 'Joshua Fruit'],
    ['item', 'Naori Herb'],
    ...['move', 'turn', 'step', 'pass', 'escape', 'wait'].map((name) => [name, name]),
  ]);
});

test('the sixteen entries of a list count, and no cell behind them', () => {
  const laid = laidOut();
  teach(laid, ...Array.from({ length: 16 }, (_, slot) => HIGH_KICK + (slot % 2)));
  // the cell behind the list: what disables the first entry
  laid.cells.ally(POGO).set({ listDisabling: 0x80 });
  expect(choicesIn(laid).groups.filter(({ command }) => command === 'skill')).toHaveLength(16);
});

// codes 3, 4, 5, 8 and 9; Pogo has slot 2; -1 frames: until the enemies' turn is over
test('turn, step, pass, escape and wait: as they are written and as they are encoded', () => {
  const bare = { cell: undefined, on: [], facings: [] };
  const [ally, frames] = ['pogo', -1];
  expect(choicesIn(laidOut()).groups.slice(-5)).toEqual([
    {
      command: 'turn',
      name: alike('turn'),
      choices: [
        { command: { command: 'turn', way: 'left', ally, frames }, words: Int32Array.of(3, 0, 2, -1), ...bare },
        { command: { command: 'turn', way: 'right', ally, frames }, words: Int32Array.of(3, 1, 2, -1), ...bare },
      ],
      refused: [],
    },
    {
      command: 'step',
      name: alike('step'),
      choices: [{ command: { command: 'step', ally, frames }, words: Int32Array.of(4, 2, -1), ...bare }],
      refused: [],
    },
    {
      command: 'pass',
      name: alike('pass'),
      choices: [{ command: { command: 'pass', ally, frames }, words: Int32Array.of(5, 2, -1), ...bare }],
      refused: [],
    },
    {
      command: 'escape',
      name: alike('escape'),
      choices: [{ command: { command: 'escape', ally }, words: Int32Array.of(8, 2), ...bare }],
      refused: [],
    },
    {
      command: 'wait',
      name: alike('wait'),
      choices: [{ command: { command: 'wait', frames }, words: Int32Array.of(9, -1), ...bare }],
      refused: [],
    },
  ]);
});

describe('moves', () => {
  test('lead to the cells that a way over free cells leads to, row by row', () => {
    const laid = laidOut();
    // one step up, left or right, round a corner; (6,6) is free, and no way leads there
    leaveFree(laid, [3, 2], [2, 3], [4, 3], [4, 4], [6, 6]);
    const command = (x: number, y: number): object => ({ command: 'move', x, y, ally: 'pogo', frames: -1 });
    const choice = (x: number, y: number): object => {
      return { command: command(x, y), words: Int32Array.of(2, x, y, 2, -1), cell: [x, y], on: [], facings: [] };
    };
    expect(groupIn(laid, 'move')).toEqual({
      command: 'move',
      name: alike('move'),
      choices: [choice(3, 2), choice(2, 3), choice(4, 3), choice(4, 4)],
      refused: [],
    });
  });

  test('a locked leg keeps from moving and turning', () => {
    const laid = laidOut();
    laid.cells.ally(POGO).set({ statuses: 0x02 });
    const reason = 'a locked leg keeps the ally from moving and turning';
    const refused = [{ code: 'E_LEG_LOCK', target: undefined, reason }];
    for (const command of ['move', 'turn'])
      expect(groupIn(laid, command)).toEqual({ command, name: alike(command), choices: [], refused });
  });

  test('every cell around is taken', () => {
    const laid = laidOut();
    leaveFree(laid, [6, 6]);
    const refused = [{ code: 'E_UNREACHABLE', target: undefined, reason: 'every cell around is taken' }];
    expect(groupIn(laid, 'move')).toEqual({ command: 'move', name: alike('move'), choices: [], refused });
  });
});

test('a battle that cannot be left says so', () => {
  const refused = [{ code: 'E_ESCAPE', target: undefined, reason: 'this battle cannot be left' }];
  const laid = laidOut();
  laid.cells.set({ escapeForbidden: 1 });
  expect(groupIn(laid, 'escape')).toEqual({ command: 'escape', name: alike('escape'), choices: [], refused });
});

describe('a skill that cannot be used', () => {
  test('a counter answers attacks only', () => {
    const laid = laidOut();
    teach(laid, MIRROR_DRIVE);
    laid.cells.ally(POGO).set({ listFlags: 1 });
    expect(groupIn(laid, 'mirror-drive')).toEqual({
      command: 'skill',
      name: { en: 'Mirror Drive', ja: 'ミラードライブ', id: 'mirror-drive' },
      choices: [],
      refused: [{ code: 'E_SKILL', target: undefined, reason: 'it only answers attacks' }],
    });
  });

  test('the statuses that disable it are those of its own entry that its user has', () => {
    const laid = laidOut();
    teach(laid, HIGH_KICK, ROUND_KICK);
    laid.cells.ally(POGO).set({ listDisabling: [0x0c, 0xf3], statuses: 0x4d });
    const [first, second] = choicesIn(laid).groups;
    expect(first).toMatchObject({ command: 'skill', choices: [] });
    expect(first?.refused).toEqual([
      { code: 'E_DISABLED', target: undefined, reason: 'disabled by a locked arm and poison' },
    ]);
    expect(second?.choices).toEqual([]);
    expect(second?.refused[0]?.reason).toBe('disabled by a locked neck and drunkenness');
  });

  // four cells or more along a line: from the middle nothing is so far
  test('it reaches no cell', () => {
    const laid = laidOut();
    teach(laid, NO_CELL);
    expect(groupIn(laid, 'banbanji')).toEqual({
      command: 'skill',
      name: { en: 'Banbanji', ja: 'ばんばんじー', id: 'banbanji' },
      choices: [],
      refused: [{ code: 'E_TARGET', target: undefined, reason: 'it reaches no cell from here' }],
    });
  });
});

describe('an item that cannot be used', () => {
  test('it does nothing in a battle', () => {
    expect(groupIn(laidOut({ items: [ARMOUR, HERB] }), 'leather-armour')).toEqual({
      command: 'item',
      name: { en: 'Leather Armour', ja: 'かわよろい', id: 'leather-armour' },
      choices: [],
      refused: [{ code: 'E_ITEM', target: undefined, reason: 'it does nothing in a battle' }],
    });
  });

  test('its chapter has no items', () => {
    const laid = laidOut({ items: [HERB] });
    laid.cells.set({ scenario: 5 });
    expect(groupIn(laid, 'naori-herb')).toEqual({
      command: 'item',
      name: { en: 'Naori Herb', ja: 'なおり草', id: 'naori-herb' },
      choices: [],
      refused: [{ code: 'E_ITEM', target: undefined, reason: 'items are forbidden in this chapter' }],
    });
  });
});

const ACTIONS = ['move', 'turn', 'step', 'pass', 'skill', 'item', 'escape'];

test('a battle that is over refuses every command', () => {
  const laid = laidOut();
  laid.cells.set({ battleResult: 1 });
  expect(choicesIn(laid).actor).toBeUndefined();
  const refused = [{ code: 'E_OVER', target: undefined, reason: 'the battle is over' }];
  expect(choicesIn(laid).groups.map(({ name }) => name)).toEqual(ACTIONS.map(alike));
  expect(reasons(laid)).toEqual(ACTIONS.map((command) => [command, refused]));
});

test('where nobody can act, all but a wait is refused', () => {
  const laid = laidOut();
  teach(laid, HEAL_TOUCH);
  laid.cells.ally(POGO).set({ statuses: 0x20 });
  const refused = [{ code: 'E_NOBODY', target: undefined, reason: 'no ally can act' }];
  expect(reasons(laid)).toEqual([...ACTIONS.map((command) => [command, refused]), ['wait', []]]);
});
