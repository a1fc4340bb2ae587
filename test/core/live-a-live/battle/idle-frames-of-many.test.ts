/**
 * Idle frames taken together against the same frames one by one, where several of both sides charge, sleep and carry timers, and faults
 * planted into the code that takes them together: each makes a difference in one of the same battles.
 */
import { afterAll, expect, test } from 'vitest';
import { passIdleFrames } from '../../../../core/live-a-live/battle/idle-frames.js';
import { playFrame } from '../../../../core/live-a-live/battle/run.js';
import { createBattle } from '../../../../core/live-a-live/index.js';
import type { Machine } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../../core/system/battle.js';
import { numbers } from '../../../fixtures/live-a-live/crowded-battle.js';
import { type Below, harmfulBattle, TABLES } from '../../../fixtures/live-a-live/harmful-battles.js';
import { type Fault, faultyModules } from '../../../fixtures/planted-faults.js';
import { ALLY, CELL, ENEMY } from '../../../references/live-a-live/addresses.js';
import { ALLIES, Memory } from '../../../references/live-a-live/played-memory.js';

const BATTLES = 400;
const SECOND = createBattle(null, undefined, TABLES);
const FIRST = createBattle(null, undefined, TABLES);
const mine = createEventBuffer(1 << 16);
const theirs = createEventBuffer(1 << 16);

const once = (below: Below, so: number): boolean => below(so) === 0;

function putTimers(below: Below, memory: Memory, timers: number): void {
  for (let bit = 0; bit < 8; bit++) memory.set(timers + bit, once(below, 6) ? 1 + below(40) : 0);
}

/** Nobody can act for a while: charges, sleep and timers of all, in the battle of a number. */
function putIdleBattle(seed: number): void {
  const below = numbers(seed + 77);
  for (let lost = 0; lost < 4; lost++) below(2);
  const { battle, enemies } = harmfulBattle(seed);
  const memory = new Memory(battle.image);
  for (const number of ALLIES) {
    if (!memory.allyPresent(number)) continue;
    const ally = memory.allyBlock(number);
    const charges = !once(below, 3);
    memory.set(ally + ALLY.skillState, charges ? 0x40 : 0);
    memory.set(ally + ENEMY.charge, 3 + below(30));
    memory.set(ally + ALLY.statuses, once(below, 4) || !charges ? ([0x20, 0x10, 0xff][below(3)] ?? 0) : 0);
    putTimers(below, memory, ally + ALLY.timerNeck);
    if (!once(below, 12)) continue;
    // able, though the player was not asked yet
    memory.set(ally + ALLY.skillState, 0);
    memory.set(ally + ALLY.statuses, 0);
  }
  for (const number of enemies) {
    const enemy = memory.enemyBlock(number);
    memory.set(enemy + ENEMY.skillState, once(below, 2) ? 0x40 : 0);
    memory.set(enemy + ENEMY.charge, 3 + below(30));
    memory.set(enemy + ENEMY.statuses, once(below, 3) ? 0x20 : 0);
    memory.set(enemy + ENEMY.orderPoints, 240 + below(16));
    putTimers(below, memory, enemy + ENEMY.timerNeck);
  }
  memory.setWord(CELL.actionPoints, once(below, 3) ? 65_300 + below(236) : below(65_536));
  memory.set(CELL.turnFlag, once(below, 6) ? 0x80 : 0);
  memory.set(CELL.timeCode, once(below, 6) ? 0x40 : 0);
  memory.set(CELL.playerState, once(below, 8) ? 0 : 0x80);
  memory.set(CELL.enemyActionFlags, once(below, 10) ? 8 : 0);
  FIRST.image.set(battle.image);
  SECOND.image.set(battle.image);
}

/** @returns frames taken together, or what differs */
function compare(seed: number, pass: typeof passIdleFrames, max: number): number | string {
  putIdleBattle(seed);
  mine.length = 0;
  theirs.length = 0;
  FIRST.machine.events = mine;
  SECOND.machine.events = theirs;
  const frames = pass(FIRST.machine, max);
  playFrame(FIRST.machine);
  for (let frame = 0; frame <= frames; frame++) playFrame(SECOND.machine);
  if (frames > max) return 'more frames than asked for';
  const differs = FIRST.image.findIndex((byte, at) => byte !== SECOND.image[at]);
  if (differs >= 0) return `byte ${differs} after ${frames} frames`;
  const [ours, others] = [mine, theirs].map(({ words, length }) => words.subarray(0, length).join(' '));
  return ours === others ? frames : `events of ${frames} frames`;
}

const mostOf = (seed: number): number => 1 + (seed % 60);

test('image, draws and events are the same, whoever charges or sleeps', () => {
  let together = 0;
  let none = 0;
  for (let seed = 0; seed < BATTLES; seed++) {
    const frames = compare(seed, passIdleFrames, mostOf(seed));
    expect(frames, `battle ${seed}`).toBeTypeOf('number');
    together += Number(frames);
    if (frames === 0) none++;
  }
  expect([together > 450, none > 60, none < 340], `${together} together, ${none} times none`).toEqual([
    true,
    true,
    true,
  ]);
});

const FILE = 'core/live-a-live/battle/idle-frames.ts';
const FAULTS: readonly (readonly [fault: string, find: string, replace: string])[] = [
  ['an ally’s charge is passed over', 'if (isCharging(ram, ally)) frames', 'if (false) frames'],
  ['an ally’s timers are passed over', 'if (ram[ally + Ally.STATUSES] !== OUT_OF_FIGHT) frames', 'if (false) frames'],
  ['an ally that can act is passed over', 'if (isAllyAble(ram, ally)) return 0;', ''],
  ['an enemy’s charge is passed over', 'if (isDue && (', 'if (false && ('],
  ['an enemy’s timers are passed over', 'frames = Math.min(frames, firstTimer(machine, enemy + Enemy.TIMERS));', ''],
  ['the other half of the timers is passed over', 'at < timers + 8', 'at < timers + 4'],
  ['the end is met a frame late', '(machine, frames)) - 2', '(machine, frames)) - 1'],
  ['the end is met two frames late', '(machine, frames)) - 2', '(machine, frames))'],
  ['a turn is no hindrance', ' || ram[Cell.TURN_FLAG] !== 0', ''],
  ['a time code is no hindrance', ' || ram[Cell.TIME_CODE] !== 0', ''],
  ['a player who may act is no hindrance', 'ram[Cell.PLAYER_STATE] !== NOBODY_CAN_ACT || ', ''],
  ['a step is no hindrance', '& BUSY) === 0', '& 0) === 0'],
  ['points past 65535', '(left / gain) | 0', '0xffff'],
  ['as many as there are', 'Math.min(max, idleFrames(machine, gain))', 'idleFrames(machine, gain)'],
  ['order points rise once', 'raiseAllOrderPoints(machine);', 'if (frame === 0) raiseAllOrderPoints(machine);'],
  ['the timer stands', 'countDown16(ram, Cell.BATTLE_TIMER);', ''],
  ['nobody hears of the time that passes', 'reportRoutine(machine, 0xc120f2, 0);', ''],
];

const faulty = faultyModules();
afterAll(faulty.remove);

test.each(FAULTS)('%s: a battle shows it', async (fault, find, replace) => {
  const row: Fault = { fault, file: FILE, find, replace };
  const module = await faulty.load<{ passIdleFrames: (machine: Machine, max: number) => number }>(FILE, row);
  let shown = false;
  for (let seed = 0; seed < BATTLES && !shown; seed++)
    shown = typeof compare(seed, module.passIdleFrames, mostOf(seed)) === 'string';
  expect(shown).toBe(true);
});
