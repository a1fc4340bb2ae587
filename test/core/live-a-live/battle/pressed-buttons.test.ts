/** Buttons as a number, as pad words and as text; and a turn of them, of a stand-in for the image's code that keeps what it is asked. */
import { describe, expect, test } from 'vitest';
import { actor } from '../../../../core/live-a-live/battle/choices.js';
import {
  buttonsOfNumber,
  buttonsText,
  LARGEST_SCRIPT,
  MOST_BUTTONS,
  NEXT_BATTLE,
  numberOfButtons,
  oneButton,
  padWordsOf,
} from '../../../../core/live-a-live/battle/command-shapes.js';
import { press } from '../../../../core/live-a-live/battle/commands.js';

import { createBattle, LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import { createEventBuffer, readEvents } from '../../../../core/system/battle.js';
import type { FrameWay, OriginalCode } from '../../../../core/system/evidence.js';
import { cellsOf } from '../../../fixtures/live-a-live/battle-cells.js';

/** In the order of register 4218, from bit 15 on. */
const BUTTONS = ['b', 'y', 'select', 'start', 'up', 'down', 'left', 'right', 'a', 'x', 'l', 'r'];

describe('a script', () => {
  test('is a number of digits to the base 13, the first button lowest', () => {
    BUTTONS.forEach((button, at) => {
      expect([numberOfButtons(button), buttonsOfNumber(at + 1), oneButton(at)]).toEqual([at + 1, button, at + 1]);
    });
    // a = 9, right = 8, b = 1
    const number = 9 + 13 * 8 + 13 * 13 * 1;
    expect([numberOfButtons('a right b'), buttonsOfNumber(number)]).toEqual([number, 'a right b']);
    expect(buttonsOfNumber(0)).toBe('');
    expect([MOST_BUTTONS, LARGEST_SCRIPT]).toEqual([8, 13 ** 8 - 1]);
    const eight = Array(8).fill('r').join(' ');
    expect([numberOfButtons(eight), buttonsOfNumber(LARGEST_SCRIPT)]).toEqual([LARGEST_SCRIPT, eight]);
  });

  test('has known buttons, eight at most, and no number with a digit of 0 below another', () => {
    const texts = [`${Array(9).fill('a').join(' ')}`, 'a z', '', 'A', 'a  b'];
    expect(texts.map(numberOfButtons)).toEqual([-1, -1, -1, -1, -1]);
    expect([13, 13 * 13 + 1, -1, LARGEST_SCRIPT + 1].map(buttonsOfNumber)).toEqual(Array(4).fill(undefined));
    // nine times B: a word of a command has room for it
    const nine = Array.from({ length: 9 }, (_, at) => 13 ** at).reduce((sum, digit) => sum + digit);
    expect([nine < 2 ** 31, buttonsOfNumber(nine), padWordsOf([nine], 4, 4)]).toEqual([true, undefined, undefined]);
  });

  test('is held and released, one pad word a frame', () => {
    expect([...(padWordsOf([numberOfButtons('b a'), 0, numberOfButtons('r')], 2, 1) ?? [])]).toEqual([
      ...[0x8000, 0x8000, 0, 0x0080, 0x0080, 0],
      ...[0x0010, 0x0010, 0],
    ]);
    expect(padWordsOf([1, 13], 2, 1)).toBeUndefined();
    expect(buttonsText(Uint16Array.of(0x80, 0x80, 0, 0x8010, 0x0100))).toBe('a 2, - 1, b+r 1, right 1');
    expect(buttonsText(new Uint16Array(0))).toBe('');
  });
});

const [E_OVER, E_RANGE, E_DRIVEN, E_NOT_DRIVEN, E_NO_IMAGE, E_NO_ROUND, E_OUTCOMES] = [3, 12, 23, 24, 25, 26, 27];

/** Takahara's place is taken by the machine, which the player drives. */
function driven(play?: (ram: Uint8Array, way: FrameWay) => number): LiveALiveBattle {
  const battle = createBattle({ formation: 'namcat', party: [{ character: 'takahara' }], generator: [1, 2, 3, 4] });
  cellsOf(battle.image).ally(0).set({ id: 0x40, state: 0x40, statuses: 0 });
  if (play !== undefined) battle.machine.holes.original = { playFrames: play } as unknown as OriginalCode;
  return battle;
}

const words = (...list: number[]): Int32Array => Int32Array.from(list);

describe('a turn of buttons', () => {
  test.each<[string, number, Int32Array]>([
    ['no button', E_RANGE, words(12, 0, 0, 4, 4)],
    ['held for no frame', E_RANGE, words(12, 9, 0, 0, 4)],
    ['held for 61 frames', E_RANGE, words(12, 9, 0, 61, 4)],
    ['released for no frame', E_RANGE, words(12, 9, 0, 4, 0)],
    ['released for 61 frames', E_RANGE, words(12, 9, 0, 4, 61)],
    ['a number that is no script', E_RANGE, words(12, 13, 0, 4, 4)],
  ])('%s is refused', (_, error, command) => {
    expect(press(driven(() => 9).machine, command)).toBe(error);
  });

  test('needs a running battle, an enemy that is driven, an image, and draws of its own', () => {
    const command = words(12, 9, 0, 60, 1);
    const over = driven(() => 9);
    cellsOf(over.image).set({ battleResult: 1 });
    expect(press(over.machine, command)).toBe(E_OVER);
    const other = driven(() => 9);
    cellsOf(other.image).ally(0).set({ id: 1 });
    expect(press(other.machine, command)).toBe(E_NOT_DRIVEN);
    expect(press(driven().machine, command)).toBe(E_NO_IMAGE);
    const drawn = driven(() => 9);
    drawn.machine.script = { values: new Uint8Array(1), next: 0 };
    expect(press(drawn.machine, command)).toBe(E_OUTCOMES);
    expect(press(driven(() => 9).machine, command)).toBe(0);
  });

  test('that comes to no end changes and tells nothing', () => {
    const battle = driven(() => -1);
    const before = battle.image.slice();
    const events = createEventBuffer(64);
    battle.machine.events = events;
    expect([press(battle.machine, words(12, 9, 0, 4, 4)), events.length]).toEqual([E_NO_ROUND, 0]);
    expect(battle.image).toEqual(before);
    // what was told before stays told
    events.words.set([7, 8, 9]);
    events.length = 3;
    expect(press(battle.machine, words(12, 9, 0, 4, 4))).toBe(E_NO_ROUND);
    expect([...events.words.subarray(0, events.length)]).toEqual([7, 8, 9]);
    battle.machine.events = undefined;
    expect(press(battle.machine, words(12, 9, 0, 4, 4))).toBe(E_NO_ROUND);
    expect(battle.image).toEqual(before);
  });

  test('that is over before its first frame took none', () => {
    const battle = driven((ram) => {
      cellsOf(ram).enemy(0).set({ state: 0 });
      return 0;
    });
    const cells = cellsOf(battle.image);
    cells.set({ battleFrames: 100 });
    expect(press(battle.machine, words(12, 9, 0, 4, 4))).toBe(0);
    expect([cells.read('battleResult'), cells.read('battleFrames')]).toEqual([1, 100]);
  });

  test('counts the frames, and tells what was pressed and how long it took', () => {
    const battle = driven(() => 40);
    const cells = cellsOf(battle.image);
    cells.set({ battleFrames: 100 });
    const events = createEventBuffer(64);
    battle.machine.events = events;
    expect(press(battle.machine, words(12, 9, 8, 4, 2))).toBe(0);
    expect([cells.read('battleFrames'), cells.read('battleResult')]).toEqual([140, 0]);
    const told = readEvents(LIVE_A_LIVE_BATTLE, events).map(({ values }) => Object.values(values));
    expect(told.flat()).toEqual(expect.arrayContaining([9, 8, 40]));
  });

  test.each<[string, number, (cells: ReturnType<typeof cellsOf>) => void]>([
    ['nobody of the enemies is there: won', 1, (cells) => cells.enemy(0).set({ state: 0 })],
    ['the machine is out of the fight: lost', 2, (cells) => cells.ally(0).set({ statuses: 0xff })],
    ['the machine is not there: lost', 2, (cells) => cells.ally(0).set({ state: 0 })],
    ['both are there: it goes on', 0, () => undefined],
  ])('%s', (_, result, put) => {
    const battle = driven((ram) => {
      put(cellsOf(ram));
      return 1;
    });
    expect(press(battle.machine, words(12, 9, 0, 4, 4))).toBe(0);
    expect(cellsOf(battle.image).read('battleResult')).toBe(result);
  });

  test('is over when the battle is, or at a round after the last word was read in which the player may act', () => {
    const ways: FrameWay[] = [];
    const battle = driven((_, way) => ways.push(way));
    press(battle.machine, words(12, 9, 0, 3, 2));
    const [way] = ways;
    if (way === undefined) throw new Error('nothing was played');
    // A for three frames, nothing for two, then ten seconds
    expect([[...way.pads], way.frames]).toEqual([[0x80, 0x80, 0x80, 0, 0], 605]);
    const cells = cellsOf(battle.image);
    const isOver = (isRound: boolean, frame: number, values: Record<string, number> = {}): boolean => {
      cells.set({ playerState: 0, allyActionFlags: 0, enemyActionFlags: 0, actionPoints: 0, turnFlag: 0, ...values });
      return way.isOver(battle.image, isRound, frame);
    };
    expect([isOver(true, 7), isOver(true, 6), isOver(false, 7)]).toEqual([true, false, false]);
    expect([isOver(true, 7, { playerState: 0x80 }), isOver(true, 7, { playerState: 0x10 })]).toEqual([false, true]);
    expect([isOver(true, 7, { allyActionFlags: 8 }), isOver(true, 7, { enemyActionFlags: 0x10 })]).toEqual([
      false,
      false,
    ]);
    expect(isOver(true, 7, { actionPoints: 256, turnFlag: 0x80 })).toBe(false);
    expect([isOver(true, 7, { actionPoints: 255, turnFlag: 0x80 }), isOver(true, 7, { actionPoints: 256 })]).toEqual([
      ...[true, true],
    ]);
    cells.enemy(0).set({ state: 0 });
    expect(isOver(false, 0)).toBe(true);
  });
});

test('where an enemy is driven each button by itself is listed, in place of every script', () => {
  const battle = driven();
  const cells = cellsOf(battle.image);
  cells.set({ currentAlly: cells.ally(0).address, playerState: 0 });
  // nor does the ally act whose place the machine has taken
  expect(actor(battle.image)).toBe(0);
  cells.ally(0).set({ id: 1 });
  expect(actor(battle.image)).toBe(cells.ally(0).address);
  cells.ally(0).set({ id: 0x40 });
  const out = new Int32Array(200);
  const entries = BUTTONS.map((_, button) => [12, button + 1, button + 1, 0, 0, 4, 4, 4, 4]);
  expect([...out.subarray(0, battle.legalCommands(out))]).toEqual(entries.flat());
  // whole entries alone
  const short = new Int32Array(20);
  expect([...short.subarray(0, battle.legalCommands(short))]).toEqual(entries.slice(0, 2).flat());
});

describe('as commands', () => {
  test('buttons are pressed where an enemy is driven, and refused elsewhere', () => {
    const battle = driven(() => 40);
    cellsOf(battle.image).set({ battleFrames: 100 });
    expect([battle.step(words(12, 9, 0, 4, 4), undefined), cellsOf(battle.image).read('battleFrames')]).toEqual([
      ...[0, 140],
    ]);
    cellsOf(battle.image).ally(0).set({ id: 1 });
    const before = battle.image.slice();
    // one that would be a policy's number as well
    expect(battle.step(words(12, 1, 0, 4, 4), undefined)).toBe(E_NOT_DRIVEN);
    expect(battle.image).toEqual(before);
  });

  test.each<[string, Int32Array]>([
    ['move', words(2, 5, 3, -1, 0)],
    ['turn', words(3, 0, -1, 0)],
    ['step', words(4, -1, 0)],
    ['pass', words(5, -1, 0)],
    ['skill', words(6, 0x7d, 5, 3, -1, 0, -1, 0)],
    ['item', words(7, 1, 5, 3, -1, -1, 0)],
    ['escape', words(8, -1)],
    ['wait', words(9, 1)],
    ['auto', words(10, 0, 1, 1)],
  ])('%s is refused where an enemy is driven', (_, command) => {
    const battle = driven(() => 40);
    const before = battle.image.slice();
    expect(battle.step(command, undefined)).toBe(E_DRIVEN);
    expect(battle.image).toEqual(before);
  });

  test('a next battle is refused where an enemy was driven', () => {
    const battle = driven();
    cellsOf(battle.image).set({ battleResult: 1 });
    const before = battle.image.slice();
    // formation 1, no area
    const command = words(NEXT_BATTLE, 1, 0, 0, 0, -1, -1);
    expect(battle.step(command, undefined)).toBe(E_DRIVEN);
    expect(battle.image).toEqual(before);
    cellsOf(battle.image).ally(0).set({ id: 1 });
    expect(battle.step(command, undefined)).toBe(0);
  });
});
