/**
 * Idle frames taken together against the same frames one by one, where several of both sides charge, sleep and carry timers, and faults
 * planted into the code that takes them together: each makes a difference in one of the same battles.
 */
import { afterAll, expect, test } from 'vitest';
import { passIdleFrames } from '../../../../core/live-a-live/battle/decision-frames.js';
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
/** A skill is due after its last frame, and in it. */
const PAIRS = [undefined, { idleChargeFrames: 'N' } as const].map((switches) => ({
  first: createBattle(null, switches, TABLES),
  second: createBattle(null, switches, TABLES),
}));
const mine = createEventBuffer(1 << 16);
const theirs = createEventBuffer(1 << 16);

const once = (below: Below, so: number): boolean => below(so) === 0;

function putTimers(below: Below, memory: Memory, timers: number): void {
  for (let bit = 0; bit < 8; bit++) memory.set(timers + bit, once(below, 6) ? 1 + below(40) : 0);
}

/** Nobody can act for a while: charges, sleep and timers of all, in the battle of a number. */
function idleBattle(seed: number): Uint8Array {
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
    // sleep that ends
    if (memory.get(ally + ALLY.statuses) === 0x20) memory.set(ally + ALLY.timerSleep, 2 + below(9));
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
  const acted = once(below, 4);
  memory.setWord(CELL.actionPoints, once(below, 3) ? 65_300 + below(236) : below(acted ? 512 : 65_536));
  memory.set(CELL.turnFlag, acted ? 0x80 : 0);
  memory.setWord(CELL.work0312, below(65_536));
  memory.set(CELL.timeCode, once(below, 6) ? 0x40 : 0);
  memory.set(CELL.playerState, once(below, 8) ? 0 : 0x80);
  memory.set(CELL.enemyActionFlags, once(below, 10) ? 8 : 0);
  return battle.image;
}

/** @returns frames taken together, or what differs */
function compare(seed: number, pass: typeof passIdleFrames, max: number): number | string {
  const { first, second } = PAIRS[seed % 3 === 0 ? 1 : 0] as (typeof PAIRS)[number];
  const image = idleBattle(seed);
  for (const { machine } of [first, second]) machine.ram.set(image);
  mine.length = 0;
  theirs.length = 0;
  first.machine.events = mine;
  second.machine.events = theirs;
  const frames = pass(first.machine, max);
  playFrame(first.machine);
  for (let frame = 0; frame <= frames; frame++) playFrame(second.machine);
  if (frames > max) return 'more frames than asked for';
  const differs = first.image.findIndex((byte, at) => byte !== second.image[at]);
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

const FILE = 'core/live-a-live/battle/decision-frames.ts';
const FAULTS: readonly (readonly [fault: string, find: string, replace: string])[] = [
  ['an ally’s charge is passed over', 'if (isCharging(ram, ally)) frames', 'if (false) frames'],
  ['an ally’s timers are passed over', 'if (ram[ally + Ally.STATUSES] !== OUT_OF_FIGHT)', 'if (false)'],
  ['an ally that can act is passed over', 'if (isAllyAble(ram, ally)) return 0;', ''],
  ['an enemy’s charge is passed over', 'if (isDue && (', 'if (false && ('],
  [
    'an enemy’s timers are passed over',
    'frames = Math.min(frames, firstTimer(machine, enemy + Enemy.TIMERS) - 1);',
    '',
  ],
  ['the other half of the timers is passed over', 'at < timers + 8', 'at < timers + 4'],
  ['an ally’s timers end a frame late', 'ally + Ally.TIMERS) - 1', 'ally + Ally.TIMERS)'],
  ['an enemy’s timers end a frame late', 'enemy + Enemy.TIMERS) - 1', 'enemy + Enemy.TIMERS)'],
  ['a charge ends a frame late', 'charge - 1 : charge', 'charge - 1 : charge + 1'],
  ['a charge that is due in its last frame ends late', 'charge - 1 : charge', 'charge : charge'],
  ['the enemies’ turn is passed over', 'LARGEST_BEFORE_ENEMIES = 0xff', 'LARGEST_BEFORE_ENEMIES = 0x1ff'],
  ['nobody is looked for', 'runPlayerHalf(machine, PLAYED_BATTLE, 0);\n  return frames;', 'return frames;'],
  ['a time code is no hindrance', 'NOBODY_CAN_ACT || ram[Cell.TIME_CODE] !== 0', 'NOBODY_CAN_ACT'],
  ['a player who may act is no hindrance', 'ram[Cell.PLAYER_STATE] !== NOBODY_CAN_ACT || ', ''],
  ['a step is no hindrance', '& BUSY) === 0', '& 0) === 0'],
  ['points past 65535', '(left / gain) | 0', '0xffff'],
  ['as many as there are', 'Math.min(max, idleFrames(machine, gain))', 'idleFrames(machine, gain)'],
  ['order points rise once', 'raiseAllOrderPoints(machine);', 'if (frame === 0) raiseAllOrderPoints(machine);'],
  ['the timer stands', 'every draw\n    countDown16(ram, Cell.BATTLE_TIMER);', 'every draw'],
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
