/** Idle frames and decisions taken together against the same frames one by one, from battles whose units charge, drift and carry statuses. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { read32, write32 } from '../../../../core/int/uint.js';
import { PLAYED_BATTLE, passDecisions, passIdleFrames } from '../../../../core/live-a-live/battle/decision-frames.js';

import { playFrame } from '../../../../core/live-a-live/battle/run.js';
import { stepFrame } from '../../../../core/live-a-live/frame/frame.js';
import { createBattle, type LiveALiveBattle } from '../../../../core/live-a-live/index.js';
import * as Ally from '../../../../core/live-a-live/memory/cells/ally.js';
import * as Cell from '../../../../core/live-a-live/memory/cells/cell.js';
import * as Enemy from '../../../../core/live-a-live/memory/cells/enemy.js';
import * as Host from '../../../../core/live-a-live/memory/cells/host.js';
import type { Machine } from '../../../../core/live-a-live/memory/machine.js';
import { createEventBuffer } from '../../../../core/system/battle.js';

const WAIT = 9;
const byte = fc.integer({ min: 0, max: 255 });
const bytes = (length: number): fc.Arbitrary<number[]> => fc.array(byte, { minLength: length, maxLength: length });
const RUNNING_TIMERS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 9, 5, 3];
const timers = fc.array(fc.constantFrom(...RUNNING_TIMERS), { minLength: 8, maxLength: 8 });

const FORMATIONS = [0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xde];
let battles: readonly LiveALiveBattle[] | undefined;

/** Battles that have begun; not on import, so that a test can fail on them. */
function begun(): readonly LiveALiveBattle[] {
  battles ??= FORMATIONS.map((formation) => {
    const battle = createBattle({ formation, party: [{ character: 'takahara' }] });
    battle.step(Int32Array.of(WAIT, 1, 0, 0, 0, 0, 0, 0), undefined);
    return battle;
  });
  return battles;
}
const FIRST = createBattle(null);
const SECOND = createBattle(null);

/** Two equal battles in which the only ally charges and nobody has a turn. */
function idleBattles(number: number, put: (ram: Uint8Array) => void): [LiveALiveBattle, LiveALiveBattle] {
  const { ram } = FIRST.machine;
  ram.set(begun()[number]?.image ?? []);
  ram[Ally.FIRST + Ally.SKILL_STATE] = 0x40;
  ram[Cell.PLAYER_STATE] = 0x80;
  ram[Cell.TURN_FLAG] = 0;
  ram[Cell.TIME_CODE] = 0;
  put(ram);
  SECOND.machine.ram.set(ram);
  return [FIRST, SECOND];
}

test('idle frames taken together, with the frame after them, have the cells, draws and events of the same frames one by one', () => {
  let together = 0;
  fc.assert(
    fc.property(
      fc.nat(FORMATIONS.length - 1),
      fc.record({ charge: byte, generator: bytes(4), points: bytes(2), stats: bytes(8), order: bytes(2) }),
      fc.record({ own: timers, theirs: timers, abnormality: fc.integer({ min: 0, max: 7 }), charging: fc.boolean() }),
      byte,
      fc.integer({ min: 1, max: 60 }),
      (formation, { charge, generator, points, stats, order }, state, theirCharge, most) => {
        const [first, second] = idleBattles(formation, (ram) => {
          ram[Ally.FIRST + Ally.CHARGE] = charge;
          ram.set(generator, Cell.BATTLE_GENERATOR);
          ram.set(points, Cell.ACTION_POINTS);
          ram.set(stats.slice(0, 4), Ally.FIRST + Ally.STATS);
          ram.set(stats.slice(4), Enemy.FIRST + Enemy.STATS);
          ram.set(order, Enemy.FIRST + Enemy.ORDER_POINTS);
          ram.set(state.own, Ally.FIRST + Ally.TIMERS);
          ram.set(state.theirs, Enemy.FIRST + Enemy.TIMERS);
          ram[Enemy.FIRST + Enemy.ABNORMALITY] = state.abnormality;
          ram[Enemy.FIRST + Enemy.SKILL_STATE] = state.charging ? 0x40 : 0;
          ram[Enemy.FIRST + Enemy.CHARGE] = theirCharge;
        });
        const mine = createEventBuffer(1 << 14);
        const theirs = createEventBuffer(1 << 14);
        first.machine.events = mine;
        second.machine.events = theirs;
        const frames = passIdleFrames(first.machine, most);
        expect(frames).toBeLessThanOrEqual(most);
        together += frames;
        playFrame(first.machine);
        for (let frame = 0; frame <= frames; frame++) playFrame(second.machine);
        expect(Buffer.compare(first.image, second.image)).toBe(0);
        expect([...mine.words.subarray(0, mine.length)]).toEqual([...theirs.words.subarray(0, theirs.length)]);
      },
    ),
    { numRuns: 300, seed: 11 },
  );
  expect(together).toBeGreaterThan(300);
});

test('frames with an enemy’s decision taken together have the cells, draws and events of the same frames one by one', () => {
  let together = 0;
  let stalls = 0;
  fc.assert(
    fc.property(
      fc.nat(FORMATIONS.length - 1),
      fc.record({ generator: bytes(4), points: bytes(2), step: fc.integer({ min: 0, max: 9 }), order: bytes(2) }),
      fc.record({
        x: fc.integer({ min: 0, max: 6 }),
        y: fc.integer({ min: 0, max: 6 }),
        statuses: fc.constantFrom(0, 0, 0, 2, 0x20),
        charge: fc.constantFrom(-1, -1, -1, 0, 16),
      }),
      fc.constantFrom(0, 0, 3),
      fc.integer({ min: 1, max: 12 }),
      (number, { generator, points, step, order }, { x, y, statuses, charge }, abnormality, most) => {
        const [first, second] = idleBattles(number, (ram) => {
          ram[Ally.FIRST + Ally.SKILL_STATE] = 0;
          ram[Cell.PLAYER_STATE] = 0;
          ram[Cell.TURN_FLAG] = 0x80;
          ram[Ally.FIRST + Ally.CELL_X] = x;
          ram[Ally.FIRST + Ally.CELL_Y] = y;
          ram.set(generator, Cell.BATTLE_GENERATOR);
          ram.set([points[0] ?? 0, 1 + ((points[1] ?? 0) & 3)], Cell.ACTION_POINTS);
          ram.set(order, Enemy.FIRST + Enemy.ORDER_POINTS);
          ram[Enemy.FIRST + Enemy.STATUSES] = statuses;
          ram[Enemy.FIRST + Enemy.AI_STEP] = step;
          ram[Enemy.FIRST + Enemy.SKILL_STATE] = charge < 0 ? 0 : 0x40;
          ram[Enemy.FIRST + Enemy.CHARGE] = Math.max(charge, 0);
          ram[Enemy.FIRST + Enemy.ABNORMALITY] = abnormality;
        });
        const mine = createEventBuffer(1 << 14);
        const theirs = createEventBuffer(1 << 14);
        first.machine.events = mine;
        second.machine.events = theirs;
        const decisions = passDecisions(first.machine, most);
        const frames = Math.abs(decisions);
        expect(frames).toBeLessThanOrEqual(most);
        together += Math.max(frames - 1, 0);
        if (decisions < 0) stalls++;
        for (let frame = 1; frame <= frames; frame++) {
          // the poison that a frame below 256 action points brings follows for the first one as well
          if (frame === frames) expect(stepFrame(countFrame(second), PLAYED_BATTLE, 0)).toBe(decisions < 0);
          else expect(playFrame(second.machine)).toBe(false);
        }
        expect(Buffer.compare(first.image, second.image)).toBe(0);
        expect([...mine.words.subarray(0, mine.length)]).toEqual([...theirs.words.subarray(0, theirs.length)]);
      },
    ),
    { numRuns: 400, seed: 12 },
  );
  expect(together).toBeGreaterThan(200);
  expect(stalls).toBeGreaterThan(3);
});

/** A frame is counted before it is run. */
function countFrame({ machine }: LiveALiveBattle): Machine {
  const { ram } = machine;
  write32(ram, Host.BATTLE_FRAMES, read32(ram, Host.BATTLE_FRAMES) + 1);
  return machine;
}
