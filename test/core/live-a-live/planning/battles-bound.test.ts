/** The lower bound over several battles, counted out: what is left of the first, then the way to each of the others and a command in it. */
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import {
  besideIt,
  cell,
  KICK,
  least,
  type Priced,
  priced,
  priceOfWin,
  read,
  threeOfThem,
  write,
} from './priced-commands.js';

const WAY: Priced = [7, { command: 'battle', formation: 5, walk: 3 }];
const DEAR_WAY: Priced = [8, { command: 'battle', formation: 5, draws: 1 }];
const KICKS: Priced = [5, KICK];
const WAIT: Priced = [2, { command: 'wait', frames: 1 }];
const ESCAPE: Priced = [4, { command: 'escape' }];

type Range = readonly [min: number, max: number];

/** The bound until so many battles have begun, and the last has this result. */
function boundOf(battle: LiveALiveBattle, number: Range, commands: readonly Priced[], result?: Range) {
  const goal = [{ cell: cell('battleNumber'), min: number[0], max: number[1] }];
  if (result !== undefined) goal.push({ cell: cell('battleResult'), min: result[0], max: result[1] });
  return least?.(battle, goal, priced(battle, commands));
}

// 256 HP are nine kicks of 31 at most
test('the first battle is won before the next one begins', () => {
  const battle = besideIt();
  expect(priceOfWin(battle, [KICKS])).toBe(9 * 5);
  expect(boundOf(battle, [1, 1], [KICKS, WAY, DEAR_WAY])?.()).toBe(9 * 5 + 7);
  // in each battle between them a command, the cheapest
  expect(boundOf(battle, [3, 3], [KICKS, WAIT, DEAR_WAY])?.()).toBe(9 * 5 + 3 * 8 + 2 * 2);
  // where the last one must end, a command in it as well
  expect(boundOf(battle, [2, 9], [KICKS, WAIT, WAY], [1, 1])?.()).toBe(9 * 5 + 2 * 7 + 2 + 2);
  expect(boundOf(battle, [2, 9], [KICKS, WAIT, WAY], [-1, -1])?.()).toBe(9 * 5 + 2 * 7 + 2 + 2);
  for (const running of [
    [0, 0],
    [0, 1],
  ] as const)
    expect(boundOf(battle, [2, 9], [KICKS, WAIT, WAY], running)?.()).toBe(9 * 5 + 2 * 7 + 2);
  // a command that does no harm is the least that a battle takes
  expect(boundOf(battle, [1, 1], [WAIT, WAY])?.()).toBe(2 + 7);
  // HP that are left are bounded: one kick, but a command costs more
  write(battle, 'enemy[0].hp', 0);
  battle.image[cell('enemy[0].hp').offset + 1] = 0;
  expect(boundOf(battle, [1, 1], [KICKS, WAY])?.()).toBe(5 + 7);
});

test('who need not be defeated costs nothing: an OBJECT of 40 HP', () => {
  const battle = threeOfThem('moribe-seishi');
  write(battle, 'species[1].type', 0x04);
  // the first has one HP more than a kick takes
  write(battle, 'enemy[0].hp', 32);
  expect(boundOf(battle, [1, 1], [KICKS, WAY])?.()).toBe(2 * 5 + 7);
});

test('nobody needs to win where somebody may escape, or where an image’s code deals the damage', () => {
  const battle = besideIt();
  expect(boundOf(battle, [1, 1], [KICKS, ESCAPE, WAY])?.()).toBe(4 + 7);
  battle.machine.holes.original = {} as NonNullable<typeof battle.machine.holes.original>;
  expect(boundOf(battle, [1, 1], [KICKS, WAY])?.()).toBe(5 + 7);
  expect(least?.(battle, [{ cell: cell('enemy[0].hp'), min: 0, max: 0 }], priced(battle, [KICKS]))).toBeUndefined();
});

test('nothing is known without the number of a battle in the goal, or without a command for a battle', () => {
  const battle = besideIt();
  const won = [{ cell: cell('battleResult'), min: 1, max: 1 }];
  expect(least?.(battle, won, priced(battle, [KICKS, WAY]))).toBeUndefined();
  expect(boundOf(battle, [1, 1], [WAY])).toBeUndefined();
});

test('the bound falls on the way: with the result of a battle, and with the next one', () => {
  const battle = besideIt();
  const ends = boundOf(battle, [2, 2], [KICKS, WAIT, WAY], [1, 1]);
  expect(ends?.()).toBe(9 * 5 + 2 * 7 + 2 + 2);
  // won, or escaped from: the way, a battle between, the last command
  for (const result of [1, 3]) {
    write(battle, 'battleResult', result);
    expect(ends?.()).toBe(2 * 7 + 2 + 2);
  }
  // after a defeat nothing follows, so that anything is no more than the truth
  write(battle, 'battleResult', 2);
  expect(ends?.()).toBe(9 * 5 + 2 * 7 + 2 + 2);
  // of the second battle only a command counts
  write(battle, 'battleResult', 0);
  write(battle, 'battleNumber', 1);
  expect(ends?.()).toBe(2 + 7 + 2);
  write(battle, 'battleNumber', 2);
  expect(ends?.()).toBe(2);
  write(battle, 'battleResult', 1);
  expect(ends?.()).toBe(0);
  // one that was begun later has it as its first
  const later = besideIt();
  write(later, 'battleNumber', 4);
  expect(read(later.image, 'battleNumber')).toBe(4);
  expect(boundOf(later, [5, 5], [KICKS, WAY])?.()).toBe(9 * 5 + 7);
  for (const reached of [
    [4, 4],
    [2, 9],
  ] as const)
    expect(boundOf(later, reached, [KICKS, WAY])?.()).toBe(0);
});

test('a win asks for the HP of every enemy, another goal for what it says', () => {
  const { planning } = LIVE_A_LIVE_BATTLE.capabilities;
  const battle = besideIt();
  const hp = { cell: cell('enemy[0].hp'), min: 0, max: 9 };
  const implied = planning?.impliedRanges?.(battle, [{ cell: cell('battleResult'), min: 1, max: 1 }, hp]);
  expect(implied?.map(({ cell: { name }, min, max }) => [name, min, max])).toEqual([['enemy[0].hp', 0, 0]]);
  expect(planning?.impliedRanges?.(battle, [{ cell: cell('battleResult'), min: 0, max: 1 }, hp])).toEqual([]);
  expect(planning?.impliedRanges?.(battle, [{ cell: cell('actionPoints'), min: 1, max: 1 }, hp])).toEqual([]);
  // a system that declares no such cell asks for nothing of it
  const without = { ...battle, image: battle.image, cells: battle.cells.filter(({ name }) => name !== 'enemy[0].hp') };
  expect(planning?.impliedRanges?.(without, [{ cell: cell('battleResult'), min: 1, max: 1 }])).toEqual([]);
});
