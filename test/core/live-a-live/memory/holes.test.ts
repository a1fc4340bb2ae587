/** Calls of an image's code where ours has a hole: what such a call notes and tells, and what stays where it comes to no end. */
import { beforeEach, describe, expect, test } from 'vitest';
import { EVENT_DRAW, type Machine } from '../../../../core/live-a-live/memory/machine.js';
import {
  FILLED_ALLY_DEFENCE,
  FILLED_ALLY_HIT,
  FILLED_BUTTONS,
  FILLED_CAP,
  FILLED_DEFEAT,
  fillHole,
  holesFilled,
  keepForHole,
  NOT_FILLED,
  playOriginal,
  tryEveryValue,
  tryHole,
} from '../../../../core/live-a-live/memory/unpublished-used.js';
import { EVENTS } from '../../../../core/live-a-live/systems/shared.js';
import { createEventBuffer, pushFour, readEvents } from '../../../../core/system/battle.js';
import type { CallEnd, DrawListener, OriginalCode } from '../../../../core/system/evidence.js';
import { UNPUBLISHED } from '../../../../rom-map/index.js';
import { clear, ENEMY_0, machine as empty, enemy } from '../../../fixtures/live-a-live/empty-battle.js';

const ROUTINE = 0xc1cca5;
const END: CallEnd = { a: 7, stopped: false };
const WAY = { from: 0xc19480, round: 0xc10261, pads: Uint16Array.of(0, 0x80, 0), frames: 9, isOver: () => false };

/** The same memory with a listener of its own, so that a test can do without one. */
let machine: Machine;

beforeEach(() => {
  clear();
  machine = { ...empty, events: createEventBuffer(64) };
});

/** From now on an image's code is there, and its calls do this. */
function withImage(does: Partial<OriginalCode>): void {
  machine.holes.original = { keep: () => undefined, rerun: () => 0, attempt: () => END, playFrames: () => 0, ...does };
}

/** Something is told before the call. */
const tellEarlier = (): void => pushFour(machine.events, EVENT_DRAW, 1, 2, 3, 4);
const EARLIER = ['draw', 1, 2, 3, 4];

function told(): unknown[][] {
  const { events } = machine;
  if (events === undefined) return [];
  return readEvents({ events: EVENTS }, events).map(({ event, values }) => [event, ...Object.values(values)]);
}

const filled = (): readonly string[] => holesFilled(machine.ram);

/** An image's call that draws once. */
const draws =
  <End>(end: End) =>
  (draw: DrawListener | undefined): End => {
    draw?.(0xc1cca8, 5, 6, 0x2a);
    return end;
  };

describe('a routine that the image runs again', () => {
  test('is told with its draws, in place of what ours told since the state was kept', () => {
    const kept: number[] = [];
    withImage({
      keep: () => kept.push(enemy(0).read('hp')),
      rerun: (_image, _routine, _x, _y, draw) => draws(0x1234)(draw),
    });
    enemy(0).set({ hp: 50 });
    tellEarlier();
    keepForHole(machine);
    enemy(0).set({ hp: 40 });
    pushFour(machine.events, EVENT_DRAW, 9, 9, 9, 9);
    expect(fillHole(machine, FILLED_CAP, ROUTINE, ENEMY_0, 3)).toBe(true);
    expect(told()).toEqual([EARLIER, ['filled', FILLED_CAP, ROUTINE, ENEMY_0, 3], ['draw', 0xc1cca8, 5, 6, 0x2a]]);
    expect([kept, machine.holes.returnedX, filled()]).toEqual([[50], 0x1234, ['statChangeCap']]);
  });

  test('is none without an image', () => {
    keepForHole(machine);
    expect([fillHole(machine, FILLED_CAP, ROUTINE, ENEMY_0), told(), filled()]).toEqual([false, [], []]);
  });

  test('is told to nobody where nobody listens, nor are its draws', () => {
    machine.events = undefined;
    const listeners: unknown[] = [];
    withImage({ rerun: (_image, _routine, _x, _y, draw) => listeners.push(draw) });
    keepForHole(machine);
    expect(fillHole(machine, FILLED_CAP, ROUTINE, ENEMY_0)).toBe(true);
    expect([listeners, filled()]).toEqual([[undefined], ['statChangeCap']]);
  });
});

describe('a routine that the image tries', () => {
  test('counts where it comes to an end: the call and its draws are told', () => {
    const calls: unknown[] = [];
    withImage({
      keep: () => calls.push('keep'),
      attempt: (_image, routine, x, stop, draw) => {
        calls.push([routine, x, stop]);
        return draws(END)(draw);
      },
    });
    tellEarlier();
    expect(tryHole(machine, FILLED_DEFEAT, ROUTINE, ENEMY_0)).toBe(END);
    // no further address ends it
    expect(calls).toEqual(['keep', [ROUTINE, ENEMY_0, -1]]);
    expect(told()).toEqual([EARLIER, ['filled', FILLED_DEFEAT, ROUTINE, ENEMY_0, 0], ['draw', 0xc1cca8, 5, 6, 0x2a]]);
    expect(filled()).toEqual(['defeat']);
  });

  test('leaves no note and tells nothing where it comes to no end', () => {
    withImage({ attempt: (_image, _routine, _x, _stop, draw) => draws(undefined)(draw) });
    tellEarlier();
    expect(tryHole(machine, FILLED_DEFEAT, ROUTINE, ENEMY_0)).toBeUndefined();
    expect([told(), filled()]).toEqual([[EARLIER], []]);
    machine.events = undefined;
    expect(tryHole(machine, FILLED_DEFEAT, ROUTINE, ENEMY_0)).toBeUndefined();
  });

  test('is none without an image', () => {
    expect([tryHole(machine, FILLED_DEFEAT, ROUTINE, ENEMY_0), told(), filled()]).toEqual([undefined, [], []]);
  });
});

describe('a routine that reads a byte of which four bits are not known', () => {
  const PLACE = 100;
  const RESULTS = [110, 120];
  /** @param results words that the call leaves, by what it finds in the byte @param ends whether it comes to an end */
  function compute(results: (byte: number) => readonly number[], ends: (byte: number) => boolean = () => true) {
    const found: number[] = [];
    withImage({
      keep: (image) => found.push(image[PLACE] ?? -1),
      attempt: (image) => {
        if (image[PLACE + 1] !== 0) throw new Error('a call began from what another one left');
        image[PLACE + 1] = 1;
        const byte = image[PLACE] ?? 0;
        for (const [index, word] of results(byte).entries()) image.set([word & 0xff, word >> 8], RESULTS[index]);
        return ends(byte) ? END : undefined;
      },
    });
    machine.ram[PLACE] = 0x25;
    const open = { at: PLACE, mask: 0x0f, values: [1, 2, 3], words: RESULTS };
    const before = machine.ram.slice();
    const counts = tryEveryValue(machine, FILLED_ALLY_DEFENCE, ROUTINE, ENEMY_0, open);
    return { found, counts, isAsBefore: Buffer.compare(machine.ram, before) === 0 };
  }

  test('counts where every value gives the same words, and the byte is again what it was', () => {
    const { found, counts } = compute(() => [0x102, 0x304]);
    expect([counts, found]).toEqual([true, [0x21, 0x22, 0x23]]);
    expect([...machine.ram.subarray(110, 112), ...machine.ram.subarray(120, 122)]).toEqual([2, 1, 4, 3]);
    expect(machine.ram[PLACE]).toBe(0x25);
    expect(told()).toEqual([['filled', FILLED_ALLY_DEFENCE, ROUTINE, ENEMY_0, 0]]);
    expect(filled()).toEqual(['allyDefence']);
  });

  test.each<[string, (byte: number) => readonly number[], ((byte: number) => boolean)?]>([
    ['the last value gives another second word', (byte) => [1, byte === 0x23 ? 3 : 2]],
    ['the last value gives another first word', (byte) => [byte === 0x23 ? 3 : 1, 2]],
    ['the last value comes to no end', () => [1, 2], (byte) => byte !== 0x23],
    ['the first value comes to no end', () => [1, 2], (byte) => byte !== 0x21],
  ])('does not where %s: nothing has changed then', (_, results, ends) => {
    const { counts, isAsBefore } = compute(results, ends);
    expect([counts, isAsBefore, told(), filled()]).toEqual([false, true, [], []]);
  });

  test('is none without an image', () => {
    const open = { at: PLACE, mask: 0x0f, values: [1], words: RESULTS };
    expect(tryEveryValue(machine, FILLED_ALLY_DEFENCE, ROUTINE, ENEMY_0, open)).toBe(false);
    expect([told(), filled()]).toEqual([[], []]);
  });
});

describe('frames that the image plays', () => {
  test.each([0, 3])('count where they come to an end, after %i of them', (frames) => {
    withImage({ playFrames: (_image, _way, draw) => draws(frames)(draw) });
    tellEarlier();
    expect(playOriginal(machine, FILLED_BUTTONS, WAY)).toBe(frames);
    // three words of pads
    expect(told()).toEqual([EARLIER, ['filled', FILLED_BUTTONS, WAY.from, 3, 0], ['draw', 0xc1cca8, 5, 6, 0x2a]]);
    expect(filled()).toEqual(['buttonsToActions']);
  });

  test('leave no note and tell nothing where they come to no end', () => {
    withImage({ playFrames: (_image, _way, draw) => draws(-1)(draw) });
    tellEarlier();
    expect(playOriginal(machine, FILLED_BUTTONS, WAY)).toBe(-1);
    expect([told(), filled()]).toEqual([[EARLIER], []]);
    machine.events = undefined;
    expect(playOriginal(machine, FILLED_BUTTONS, WAY)).toBe(-1);
  });

  test('are none without an image', () => {
    expect([playOriginal(machine, FILLED_BUTTONS, WAY), told(), filled()]).toEqual([-1, [], []]);
  });
});

test('notes of two cells stand side by side, the last of the one and the first of the other', () => {
  withImage({});
  for (const bit of [FILLED_BUTTONS, FILLED_ALLY_HIT, FILLED_ALLY_DEFENCE, FILLED_CAP]) {
    fillHole(machine, bit, ROUTINE, ENEMY_0);
  }
  expect(filled()).toEqual(['statChangeCap', 'allyHitCheck', 'allyDefence', 'buttonsToActions']);
});

test('a hole that is not filled has its reason, and no other one has', () => {
  const reasons = UNPUBLISHED.map(({ name, notRun }) => [name, notRun] as const);
  expect(NOT_FILLED['escape']).toBe('no address of it is known');
  expect(NOT_FILLED).not.toHaveProperty('statChangeCap');
  expect(Object.keys(NOT_FILLED)).toEqual(reasons.flatMap(([name, reason]) => (reason === '' ? [] : [name])));
});
