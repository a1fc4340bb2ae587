/** Times of statuses told apart only where they end, against every value of every draw, in battles of a few bytes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Battle, DrawSource, FramePlay } from '../../../../core/system/system.js';
import { drawGraph, weigh } from '../../../../harness/solve/odds/graph/draw-graph.js';
import { countEnds, followState, ringsOf } from '../../../../harness/solve/odds/graph/follow.js';

/** Two timers, the frame, the frame in which each timer ended last, and what was drawn while the first ran. */
const [FRAME, ENDED, LUCK] = [2, 3, 5];
const TIMERS = [0, 1];

interface Story {
  /** Units of time that pass in each frame. */
  readonly steps: readonly number[];
  /** Time that each value gives, by timer; the larger, the longer. */
  readonly times: readonly (readonly number[])[];
  /** Frames in which each timer's status is inflicted, if it does not run. */
  readonly inflicted: readonly (readonly number[])[];
  /** A frame that sets a timer to a time of its own, and one that heals it. */
  readonly given: { readonly frame: number; readonly timer: number; readonly time: number };
  readonly healed: { readonly frame: number; readonly timer: number };
  /** A frame that draws when the first timer runs. */
  readonly asked: number;
}

/** @param draw value of a draw with times, or of one that decides between below 100 and the rest */
function playFrame(
  image: Uint8Array,
  story: Story,
  draw: (times: readonly number[] | undefined) => number,
  told?: { begins(timer: number): void; ends(timer: number, step: number): void },
): void {
  const frame = (image[FRAME] as number) + 1;
  image[FRAME] = frame;
  const step = story.steps[frame - 1] ?? 1;
  for (const timer of TIMERS) {
    if (image[timer] === 0) continue;
    if ((image[timer] as number) <= step) told?.ends(timer, step);
    image[timer] = Math.max((image[timer] as number) - step, 0);
    if (image[timer] === 0) image[ENDED + timer] = frame;
  }
  for (const timer of TIMERS) {
    if (!story.inflicted[timer]?.includes(frame) || image[timer] !== 0) continue;
    const times = story.times[timer] ?? [];
    const time = times[draw(times)] as number;
    if (time === 0) continue;
    image[timer] = time;
    told?.begins(timer);
  }
  if (story.healed.frame === frame) image[story.healed.timer] = 0;
  if (story.asked === frame && image[0] !== 0) image[LUCK] = draw(undefined) < 100 ? 1 : 2;
  if (story.given.frame !== frame) return;
  // a weapon's status draws whether, not how long
  if (draw(undefined) < 100) return;
  image[story.given.timer] = story.given.time;
  told?.begins(story.given.timer);
}

function tiny(story: Story) {
  const image = new Uint8Array(8);
  let source: DrawSource | undefined;
  const draw = (times: readonly number[] | undefined): number => {
    const given = source?.given() ?? 0;
    if (given >= 0) return given;
    const kept = source?.times;
    kept?.drawn.fill(0);
    const seen: number[] = [];
    const least: number[] = [];
    for (let value = 0; value < 256; value++) {
      const time = times?.[value] ?? 0;
      if (times !== undefined && kept !== undefined) kept.drawn[value] = time;
      const key = times === undefined ? Number(value < 100) : kept === undefined ? time : Math.min(time, 1);
      if (!seen.includes(key)) {
        seen.push(key);
        least.push(value);
      }
      if (source?.kinds !== undefined) source.kinds[value] = seen.indexOf(key);
    }
    return source?.choose(Uint8Array.from(least), least.length, times === undefined ? 2 : 1) ?? 0;
  };
  const play = {
    unread: [],
    give: () => 0,
    frame: () => {
      playFrame(image, story, draw, source?.times);
      return false;
    },
    isOver: () => false,
    isLasting: () => false,
  } as unknown as FramePlay;
  const force = (_: Battle, now: DrawSource | undefined): void => {
    source = now;
  };
  return { battle: { image, cells: [] } as unknown as Battle, play, force };
}

/** What may be asked of an end: all but how long a status still lasts. */
const asked = (image: Uint8Array): string => image.slice(FRAME).join(' ');

/** Shares by what is asked, over 256 to the power of 8: every value of every draw. */
function everyValue(story: Story, frames: number): Map<string, bigint> {
  const found = new Map<string, bigint>();
  const visit = (before: Uint8Array, given: readonly number[], share: bigint): void => {
    let at = 0;
    let next: readonly number[] | undefined;
    const image = before.slice();
    playFrame(image, story, (times) => {
      const value = given[at++];
      if (value !== undefined) return value;
      // values with one time, or below 100, are alike
      next ??= Array.from({ length: 256 }, (_, one) => times?.[one] ?? Number(one < 100));
      return 0;
    });
    if (next !== undefined) {
      const counts = new Map<number, number[]>();
      next.forEach((key, value) => {
        counts.set(key, [...(counts.get(key) ?? []), value]);
      });
      for (const [value = 0, ...more] of counts.values())
        visit(before, [...given, value], (share * BigInt(1 + more.length)) / 256n);
    } else if (image[FRAME] === frames) found.set(asked(image), (found.get(asked(image)) ?? 0n) + share);
    else visit(image, [], share);
  };
  visit(new Uint8Array(8), [], 1n << 64n);
  return found;
}

const sorted = (shares: ReadonlyMap<string, bigint | number>): string => [...shares].map(String).sort().join('\n');

/** Times that grow with the value: none up to some value, then one of a few. */
const times = fc
  .record({
    none: fc.integer({ min: 0, max: 250 }),
    least: fc.integer({ min: 1, max: 9 }),
    width: fc.integer({ min: 40, max: 150 }),
  })
  .map(({ none, least, width }) =>
    Array.from({ length: 256 }, (_, value) => (value < none ? 0 : least + Math.floor((value - none) / width))),
  );
const FRAMES = 8;
const frame = fc.integer({ min: 1, max: FRAMES });
const timer = fc.constantFrom(...TIMERS);
const stories: fc.Arbitrary<Story> = fc.record({
  steps: fc.array(fc.constantFrom(1, 1, 2, 4, 6, 16), { minLength: FRAMES, maxLength: FRAMES }),
  times: fc.tuple(times, times),
  inflicted: fc.tuple(fc.array(frame, { maxLength: 2 }), fc.array(frame, { maxLength: 2 })),
  given: fc.record({ frame, timer, time: fc.integer({ min: 1, max: 12 }) }),
  healed: fc.record({ frame: fc.integer({ min: 1, max: 2 * FRAMES }), timer }),
  asked: frame,
});

/** A short cycle of a generator that draws the bytes given, one after the other. */
function generatorOf(bytes: readonly number[]) {
  return {
    next: (state: number) => (((bytes[state & 0xff] as number) << 24) | (((state & 0xff) + 1) % bytes.length)) >>> 0,
    value: (state: number) => bytes[state & 0xff] as number,
    cycles: [{ first: (((bytes.at(-1) as number) << 24) >>> 0) + 0, length: bytes.length }],
  } as unknown as Parameters<typeof ringsOf>[0];
}

test('chances, and where a generator leads, are those of every value of every draw', () => {
  let partings = 0;
  fc.assert(
    fc.property(
      stories,
      fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 7, maxLength: 200 }),
      (story, bytes) => {
        const { battle, play, force } = tiny(story);
        const graph = drawGraph(battle, play, force, new Int32Array(1), {
          horizon: FRAMES,
          plays: 100_000,
          forUnits: true,
        });
        if (typeof graph === 'number') throw new Error('refused');
        expect(graph.isWhole).toBe(true);
        partings += graph.points.filter(({ is }) => is === 'parting').length;
        const { chances } = weigh(graph);
        const shares = new Map<string, bigint>();
        graph.points.forEach((point, number) => {
          const chance = chances[number];
          if (point.is !== 'end' || chance === undefined || chance.numerator === 0n) return;
          const share = (chance.numerator << 64n) >> BigInt(chance.bits);
          shares.set(asked(point.image), (shares.get(asked(point.image)) ?? 0n) + share);
        });
        expect(sorted(shares)).toBe(sorted(everyValue(story, FRAMES)));

        const generator = generatorOf(bytes);
        const expected = new Map<string, number>();
        const followed = new Map<string, number>();
        for (const first of bytes.keys()) {
          let at = first;
          const image = new Uint8Array(8);
          while ((image[FRAME] as number) < FRAMES) playFrame(image, story, () => bytes[at++ % bytes.length] as number);
          expected.set(asked(image), (expected.get(asked(image)) ?? 0) + 1);
          const end = graph.points[followState(graph, generator, first).end];
          const text = end?.is === 'end' ? asked(end.image) : 'nowhere';
          followed.set(text, (followed.get(text) ?? 0) + 1);
        }
        const counted = new Map<string, number>();
        countEnds(graph, ringsOf(generator)).forEach((count, number) => {
          const point = graph.points[number];
          const text = point?.is === 'end' ? asked(point.image) : 'nowhere';
          if (count > 0) counted.set(text, (counted.get(text) ?? 0) + count);
        });
        expect(sorted(followed)).toBe(sorted(expected));
        expect(sorted(counted)).toBe(sorted(expected));
      },
    ),
    { numRuns: 400, seed: 4 },
  );
  expect(partings).toBeGreaterThan(250);
}, 60_000);

test.each([
  // with and without the status becomes one way once it is healed
  ['one status that is healed', [[1], []], 1],
  // of another one, which runs on, both ways stay
  ['one of two that is healed', [[1], [1]], 2],
  ['none that is healed', [[], [1]], 2],
] as const)('%s leaves no time open: the battle has as many ends as it has states', (_, inflicted, ends) => {
  const drawn = Array.from({ length: 256 }, (_, value) => (value < 100 ? 0 : 5 + Math.floor((value - 100) / 60)));
  const never = 99;
  const story: Story = {
    steps: [1, 1, 1],
    times: [drawn, drawn],
    inflicted,
    given: { frame: never, timer: 0, time: 1 },
    healed: { frame: 2, timer: 0 },
    asked: never,
  };
  const { battle, play, force } = tiny(story);
  const graph = drawGraph(battle, play, force, new Int32Array(1), { horizon: 3, plays: 1_000, forUnits: true });
  if (typeof graph === 'number') throw new Error('refused');
  expect(graph.points.filter(({ is }) => is === 'end')).toHaveLength(ends);
});
