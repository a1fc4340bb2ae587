/** A running game beside a plan of commands: its memory is that of every frame of the plan. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import type { LiveSource } from '../../../../harness/capture/live/source.js';
import { rowEnds, timelineOf } from '../../../../harness/views/workbench/branch-lines.js';
import {
  createPlanPlaces,
  followPlan,
  type LiveNews,
  liveWords,
} from '../../../../harness/views/workbench/live/live-words.js';

import { loopbackAddress } from '../../../../harness/views/workbench/live/loopback.js';

import { openSession } from '../../../../harness/views/workbench/session.js';
import { isWorkRam, WINDOWS, WORK_RAM } from '../../../../rom-map/index.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const session = openSession(SYSTEMS, readFileSync(join(packageRoot(), PLAN), 'utf8'), 'namcat.toml', 'en');
const repeats = session.rows().map(({ repeat }) => repeat);
/** Every so many frames are seen. */
const EVERY = 5;

interface Moment {
  readonly ram: Uint8Array;
  /** Commands that are done, and whether the next one has begun. */
  readonly row: number;
  readonly isInside: boolean;
}

function ramOf(image: Uint8Array): Uint8Array {
  const ram = new Uint8Array(0x20000);
  for (const { address, length, offset } of WINDOWS) {
    if (isWorkRam(address)) ram.set(image.subarray(offset, offset + length), address - WORK_RAM);
  }
  return ram;
}

/** Memory at the start, inside each command, and after it. */
async function moments(): Promise<Moment[]> {
  const timeline = await timelineOf(session);
  const all: Moment[] = [{ ram: ramOf(timeline.state(0)), row: 0, isInside: false }];
  for (const [row, end] of rowEnds(repeats, timeline).entries()) {
    timeline.visitInside(end, 0, (index, _frame, _before, after) => {
      if (index % EVERY === 1) all.push({ ram: ramOf(after), row, isInside: true });
    });
    all.push({ ram: ramOf(timeline.state(end)), row: row + 1, isInside: false });
  }
  return all;
}

/** What is told of each of these moments. */
async function followed(seen: readonly Uint8Array[]): Promise<(LiveNews | undefined)[]> {
  const told: (LiveNews | undefined)[] = seen.map(() => undefined);
  const stop = new AbortController();
  let at = -1;
  const source: LiveSource = {
    ...{ name: 'test', version: '1', close: () => undefined },
    async read(ranges, into) {
      at++;
      if (at >= seen.length) return stop.abort();
      let to = 0;
      for (const { address, length } of ranges) {
        into.set((seen[at] as Uint8Array).subarray(address, address + length), to);
        to += length;
      }
    },
  };
  const places = createPlanPlaces(await timelineOf(session), repeats, 'en');
  await followPlan({
    plan: { system: session.system, switches: {}, places, language: 'en' },
    connect: async () => source,
    tell: (news) => {
      if (at >= 0) told[at] = news;
    },
    signal: stop.signal,
    times: { pause: 0 },
  });
  return told;
}

test('each frame of the plan is found at its place, decisions at their command', async () => {
  const all = await moments();
  const told = await followed(all.map(({ ram }) => ram));
  let found = 0;
  for (const [index, { row, isInside }] of all.entries()) {
    const news = told[index];
    // what does not differ from the moment before is not told again; a skill half done is waited for
    if (news?.is !== 'battle') continue;
    found++;
    expect(news.parting).toBeUndefined();
    // a frame that shows what the decision before or after it shows counts as that one
    const least = isInside ? row : row - 1;
    expect(news.place?.row).toBeGreaterThanOrEqual(least);
    expect(news.place?.row).toBeLessThanOrEqual(row + 1);
    expect(news.place?.drawsDiffer).toBe(false);
  }
  expect(found).toBeGreaterThan(all.length / 2);
  const last = told.at(-1);
  expect(last?.is === 'battle' && last.place).toEqual({ row: repeats.length, inside: 0, drawsDiffer: false });
});

test('another generator is told; another value is the parting, until the game is in the plan again', async () => {
  const all = (await moments()).filter(({ isInside }) => !isInside).map(({ ram }) => ram);
  const [start, first, second] = all.slice(0, 3) as [Uint8Array, Uint8Array, Uint8Array];
  const drawn = second.slice();
  // rom-map: the newest byte of the battle generator
  drawn[0x33b] = (drawn[0x33b] ?? 0) ^ 0x80;
  const other = first.slice();
  // rom-map: the low byte of the action points, 57 after a step at speed 31
  other[0x3ae] = 58;
  const told = await followed([start, first, other, second, drawn]);
  const rows = session.rows();
  const words = told.map((news) => news && liveWords(news, rows));
  expect(words[0]?.text).toMatch(/^test: its battle is set up and has not begun \(/u);
  expect(words[0]?.isFault).toBe(false);
  expect(words[1]?.text).toMatch(/^test: after command 1 of 13, /);
  expect(words[2]?.text).toMatch(
    /^test: the game left the plan after command 1 of 13, .*: action points 58 \(plan: 57\)$/,
  );
  expect(words[2]?.isFault).toBe(true);
  expect(words[3]?.text).toMatch(/^test: after command 2 of 13, /);
  expect(words[4]?.text).toMatch(/^test: after command 2 .*its generator stands elsewhere than in the plan/);
});

test.each([
  ['memory of nothing', new Uint8Array(0x20000), 'no battle of this plan’s game is in its memory'],
  ['memory of another game', new Uint8Array(0x20000).fill(0xa5), 'no battle of this plan’s game is in its memory'],
])('%s is told and waited for', async (_name, ram, text) => {
  const [news] = await followed([ram]);
  expect(news && liveWords(news, session.rows()).text).toContain(text);
});

test.each([
  ['ws://localhost', 'ws://localhost:23074'],
  ['ws://127.0.0.1:5000/', 'ws://127.0.0.1:5000'],
])('%s is an address of this machine', (given, address) => {
  expect(loopbackAddress(given)).toBe(address);
});

test.each([
  'ws://10.0.0.1:23074',
  'ws://127.0.0.1.example.org',
  'ws://localhost@example.org',
  'ws://[::1]:23074',
  'nwa://localhost:48879',
  'wss://localhost:1',
  'ws://localhost:0',
  'ws://localhost:65536',
  '',
])('%j is none', (given) => {
  expect(() => loopbackAddress(given)).toThrow('the page follows games of this machine only');
});
