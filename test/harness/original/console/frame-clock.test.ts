/** The frame by its documented numbers: lines, the short line, refreshes, dots. */
import { expect, test } from 'vitest';
import {
  createFrameClock,
  dotAt,
  FRAMES_PER_SECOND,
  gridAtOrAfter,
  isBeamBlank,
  lineAt,
  passFrame,
  passRefresh,
} from '../../../../harness/original/console/frame-clock.js';

test('262 lines of 1,364 cycles, every second frame four shorter, 60.0988 frames a second', () => {
  const clock = createFrameClock();
  const lengths = [0, 1, 2, 3].map(() => {
    const { frameCycles } = clock;
    passFrame(clock);
    return frameCycles;
  });
  expect(lengths).toEqual([357_368, 357_364, 357_368, 357_364]);
  expect(FRAMES_PER_SECOND).toBeCloseTo(60.0988, 4);
});

test('lines begin every 1,364 cycles; the four cycles are missing at the end of line 240', () => {
  const clock = createFrameClock();
  expect([0, 1363, 1364, 306_899, 306_900, 357_367].map((cycle) => lineAt(clock, cycle))).toEqual([
    0, 0, 1, 224, 225, 261,
  ]);
  passFrame(clock);
  expect([328_723, 328_724, 357_363].map((cycle) => lineAt(clock, cycle - 4))).toEqual([240, 241, 261]);
  expect([327_360, 328_719, 328_720].map((cycle) => lineAt(clock, cycle))).toEqual([240, 240, 241]);
});

test('dots are four cycles long, 323 and 327 six; in the short line none is', () => {
  const clock = createFrameClock();
  const dots = (line: number): number[] => {
    const lengths: number[] = new Array<number>(341).fill(0);
    for (let cycle = 0; cycle < 1364; cycle += 2) {
      const at = line * 1364 + cycle;
      if (lineAt(clock, at) === line) lengths[dotAt(clock, at)] = (lengths[dotAt(clock, at)] ?? 0) + 2;
    }
    return lengths.flatMap((length, dot) => (length === 4 || length === 0 ? [] : [dot, length]));
  };
  expect(dots(100)).toEqual([323, 6, 327, 6]);
  passFrame(clock);
  expect(dots(240)).toEqual([]);
});

test('the beam is blank from cycle 1,096 to cycle 2 of the next line', () => {
  const clock = createFrameClock();
  expect([1094, 1096, 1364, 1366, 1368].map((cycle) => isBeamBlank(clock, cycle))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

test('one refresh a line, 538 or 534 cycles into it, in step with eight cycles since reset', () => {
  const clock = createFrameClock();
  const places: number[] = [];
  let since = 0;
  for (let frame = 0; frame < 4; frame++) {
    for (let line = 0; line < 262; line++) {
      places.push(clock.nextRefresh - line * 1364 + (frame % 2 === 1 && line > 240 ? 4 : 0));
      expect((since + clock.nextRefresh) % 8).toBe(538 % 8);
      passRefresh(clock);
    }
    since += clock.frameCycles;
    passFrame(clock);
  }
  expect(new Set(places)).toEqual(new Set([538, 534]));
});

test('the grid of 256 cycles goes on through frames', () => {
  const clock = createFrameClock();
  expect([gridAtOrAfter(clock, 0), gridAtOrAfter(clock, 1), gridAtOrAfter(clock, 256)]).toEqual([0, 256, 256]);
  passFrame(clock);
  // 357,368 is 248 more than a multiple of 256
  expect([gridAtOrAfter(clock, 0), gridAtOrAfter(clock, 8), gridAtOrAfter(clock, 9)]).toEqual([8, 8, 264]);
});
