/** States of a timeline against the rows of the log, read by the row reader alone; differences against the foretold ones. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { RECORDING } from '../../../../harness/play/timeline/branch-store.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { commonStart, firstDifferingState, type LineOf } from '../../../../harness/play/timeline/divergence.js';
import type { Timeline } from '../../../../harness/play/timeline/timeline.js';

import { parseHeader } from '../../../../harness/play/trace/header.js';
import { headerToday } from '../../../../harness/play/trace/layout.js';
import type { TraceHeader } from '../../../../harness/play/trace/types.js';
import { parseAddress } from '../../../../rom-map/windows.js';
import { TICKER } from '../../fixtures/counter-system.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { type PlainRow, readFileRows } from '../../fixtures/read-rows.js';
import { rowLines, sealed, somePads, tickerHeader, tickerRows } from '../../fixtures/ticker-log.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = testFolder();
const LOGS = [
  'traces/logs/overflow.jsonl.gz',
  'traces/golden/live-a-live-guide/worked-example.jsonl',
  'traces/golden/fftcg/random-41.jsonl.gz',
  'traces/golden/srpg-movement/random-11.jsonl.gz',
  'traces/golden/kurogane-engage/random-21.jsonl.gz',
  'traces/golden/holy-grail-war/turns-36.jsonl.gz',
];

const open = (file: string): Promise<Timeline> => openTimeline(`${root}${file}`, { systems: SYSTEMS });

/** Header of a log, by JSON alone. */
function headerOf(file: string): TraceHeader {
  const bytes = readFileSync(`${root}${file}`);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return headerToday(parseHeader(text.slice(0, text.indexOf('\n')), file), file);
}

/** Entries that lie far from each other, both ways, neighbours included. */
function places(length: number): number[] {
  const last = length - 1;
  return [0, last, last - 1, 1, last >> 1, (last >> 1) - 1, 3, last, Math.floor(last / 3), 255, 256, 257, 0].filter(
    (index) => index >= 0 && index <= last,
  );
}

function expectState(timeline: Timeline, header: ReturnType<typeof headerOf>, row: PlainRow, at: number): void {
  const image = timeline.state(at);
  const scratch = new Set(timeline.cells.cells.filter((cell) => cell.scratch === true).map((cell) => cell.name));
  header.cells.forEach(([name, address, width], index) => {
    if (scratch.has(name)) return;
    const offset = timeline.cells.offsetOf(parseAddress(address));
    let value = 0;
    for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + (image[offset + byte] ?? 0);
    if (value !== row.values[index]) throw new Error(`${name} at entry ${at}: ${value}, recorded ${row.values[index]}`);
  });
}

describe('every system’s states are those of its log', () => {
  test.each(LOGS)('%s: whatever the order of the jumps, every cell is the recorded one', async (file) => {
    const timeline = await open(file);
    const rows = await readFileRows(`${root}${file}`);
    const header = headerOf(file);
    expect(timeline.end).toEqual({ whole: true, reason: '' });
    expect(timeline.differences).toEqual([]);
    expect(timeline.length()).toBe(rows.reduce((sum, row) => sum + row.count, 0));
    for (const index of places(rows.length)) {
      const row = rows[index] as PlainRow;
      // a log of commands counts its rows from 0, people count commands from 1
      const number = timeline.isByFrame ? row.frame : row.frame + 1;
      const at = timeline.entryOf(number);
      expectState(timeline, header, row, at);
      expect(timeline.frameOf(at)).toBe(number);
      expect(timeline.input(at).command?.plain ?? timeline.input(at).pad).toEqual(row.input);
    }
  });

  test('rows behind long folded ones are read as well', async () => {
    const rows = ['[0,1,"full",[1]]', '[1,0,[],5000]', '[5001,0,[],5000]', '[10001,1,[0,2]]', '[10002,1,[0,3]]'];
    const text = sealed(tickerHeader({ cells: [['presses', '7E0344', 1]] }), rows, 10_003);
    const timeline = await openTimeline(folder.write('long-rows.jsonl', text), { systems: [TICKER] });
    expect([timeline.length(), timeline.end, timeline.differences]).toEqual([10_003, { whole: true, reason: '' }, []]);
    const presses = timeline.cells.offsetOf(parseAddress('7E0344'));
    const at = [1, 10_001, 10_002, 10_003];
    expect(at.map((entry) => timeline.state(entry)[presses])).toEqual([1, 1, 2, 3]);
  });

  test('who opens a long log is told how far it is, and can end it', async () => {
    // each look at the clock is a pause later than the last
    let now = 0;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => (now += 1000));
    try {
      const told: number[] = [];
      const options = { systems: SYSTEMS, progress: (entries: number) => void told.push(entries) };
      const timeline = await openTimeline(`${root}${LOGS[0]}`, options);
      expect(told.length).toBeGreaterThan(0);
      expect(told).toEqual([...told].sort((a, b) => a - b));
      expect(told.at(-1)).toBeLessThanOrEqual(timeline.length());
      const ended = openTimeline(`${root}${LOGS[0]}`, { systems: SYSTEMS, signal: AbortSignal.abort() });
      expect((await lockstepErrorOf(() => ended)).code).toBe('E_INTERRUPTED');
    } finally {
      clock.mockRestore();
    }
  });

  test('a frame without a tick is none for a probe either', async () => {
    const ticked = tickerRows(somePads(12));
    const rows = ticked.flatMap((row) => (row.frame % 4 === 3 ? [row, row] : [row]));
    const header = tickerHeader({ sequence: { begin: 'begin', end: 'end' } });
    const text = sealed(header, rowLines(rows.map((row, frame) => ({ ...row, frame }))));
    const timeline = await openTimeline(folder.write('doubled.jsonl', text), { systems: [TICKER] });
    expect([timeline.length(), timeline.differences]).toEqual([15, []]);
    for (let at = 1; at <= timeline.length(); at++) {
      const before = timeline.state(at - 1).slice();
      const after = [...timeline.state(at)];
      expect([at, [...timeline.probe(before, at)]]).toEqual([at, after]);
    }
  });

  test('an entry played with all events ends in the state of the plain step', async () => {
    const timeline = await open('traces/logs/overflow.jsonl.gz');
    for (const at of places(timeline.length()).filter((place) => place > 0)) {
      const plain = timeline.state(at).slice();
      const entry = timeline.entry(at);
      expect(entry.after).toEqual(plain);
      // the changes between the events, put together, lead from before to after
      const replayed = entry.before.slice();
      for (const { offsets, after } of [...entry.events.map((event) => event.changed), entry.rest]) {
        offsets.forEach((offset, index) => {
          replayed[offset] = after[index] as number;
        });
      }
      expect(replayed).toEqual(plain);
    }
  });
});

describe('model and recording part at the first difference', () => {
  const table = JSON.parse(readFileSync(`${root}test/fixtures/rom-mutants.json`, 'utf8')) as {
    log: string;
    first: { frame: number; cell: string };
  }[];

  test.each(table.map((row) => [row.log, row.first] as const))(
    '%s: at the foretold frame and cell',
    async (log, first) => {
      const timeline = await open(`test/fixtures/${log}`);
      const [difference] = timeline.differences;
      expect(timeline.frameOf(difference?.at ?? 0)).toBe(first.frame);
      const cells = difference?.cells.map((cell) => cell.cell) ?? [];
      expect(cells).toContain(first.cell);
      // the recording was taken over, so the state is the recorded one there and at the end
      const rows = await readFileRows(`${root}test/fixtures/${log}`);
      const header = headerOf(`test/fixtures/${log}`);
      expectState(timeline, header, rows.at(-1) as PlainRow, timeline.length());
      expectState(timeline, header, rows[(difference?.at ?? 1) - 1] as PlainRow, difference?.at ?? 0);
      // a branch plays by the model where the recording was taken over: nothing is common from there on
      const [mine, theirs] = [timeline.branch(0), RECORDING].map((line) => ({ timeline, line })) as [LineOf, LineOf];
      expect(commonStart(mine, theirs)).toBe((difference?.at ?? 0) - 1);
      expect(firstDifferingState(mine, theirs)).toBe(difference?.at);
    },
  );
});

describe('branches of a timeline', () => {
  test('a write stays on its branch, and play goes on from there', async () => {
    const timeline = await open('traces/logs/worked-example.jsonl.gz');
    const cell = timeline.cells.get('actionPoints');
    const at = timeline.entryOf(100);
    const end = timeline.state(timeline.length()).slice();
    const branch = timeline.branch(at);
    expect(timeline.state(at, branch)).toEqual(timeline.state(at).slice());
    timeline.poke(branch, at, cell.offset, Uint8Array.of(0xff, 0xff));
    expect([...timeline.state(at, branch).subarray(cell.offset, cell.offset + 2)]).toEqual([0xff, 0xff]);
    // the guide's worked example: a move at speed 31 adds 57; 65535 + 57 wraps to 56
    const recorded = timeline.state(timeline.entryOf(102)).slice();
    const before = timeline.state(timeline.entryOf(101)).slice();
    const added = (recorded[cell.offset] ?? 0) - (before[cell.offset] ?? 0);
    expect(added).toBe(57);
    expect([...timeline.state(timeline.entryOf(102), branch).subarray(cell.offset, cell.offset + 2)]).toEqual([56, 0]);
    expect(timeline.state(timeline.length())).toEqual(end);
    // without changes the branch is the recording again
    const same = timeline.branch(at);
    const compared = timeline.cells.cells.filter((one) => one.scratch !== true && one.passive !== true);
    const branchEnd = timeline.state(timeline.length(), same);
    for (const one of compared) expect(branchEnd[one.offset]).toBe(end[one.offset]);
  });

  test('a branch of a branch has the writes of both', async () => {
    const timeline = await open('traces/golden/kurogane-engage/random-21.jsonl.gz');
    const hp = timeline.cells.get('unit[0].hp').offset;
    const arm = timeline.cells.get('unit[0].arm').offset;
    const first = timeline.branch(10);
    timeline.poke(first, 10, hp, Uint8Array.of(77));
    const second = timeline.branch(10, first);
    timeline.poke(second, 10, arm, Uint8Array.of(9));
    const image = timeline.state(10, second);
    expect([image[hp], image[arm]]).toEqual([77, 9]);
    expect([timeline.state(10, first)[hp], timeline.state(10, first)[arm]]).not.toEqual([77, 9]);
    expect(timeline.state(10)[hp]).not.toBe(77);
    expect((await lockstepErrorOf(() => timeline.removeBranch(first))).code).toBe('E_BRANCH');
    timeline.removeBranch(second);
    timeline.removeBranch(first);
    expect(timeline.lines()).toHaveLength(1);
  });

  test('an input can be appended to a branch, and none further on', async () => {
    const timeline = await open('traces/logs/worked-example.jsonl.gz');
    const branch = timeline.branch(timeline.length());
    timeline.setInput(branch, timeline.length() + 1, 0x4000);
    expect(timeline.length(branch)).toBe(timeline.length() + 1);
    expect(timeline.input(timeline.length(branch), branch).text).toBe('4000');
    expect(timeline.entry(timeline.length(branch), branch).error).toBe('');
    const error = await lockstepErrorOf(() => timeline.setInput(branch, timeline.length() + 9, 0));
    expect([error.code, error.details.found, error.details.expected]).toEqual(['E_BRANCH', 'frame 428', '420 to 421']);
  });

  test('a write to the recording is refused', async () => {
    const timeline = await open('traces/logs/worked-example.jsonl.gz');
    expect((await lockstepErrorOf(() => timeline.poke(0, 5, 0, Uint8Array.of(1)))).code).toBe('E_BRANCH');
    expect((await lockstepErrorOf(() => timeline.setInput(0, 5, 0))).code).toBe('E_BRANCH');
  });
});

describe('bad input to a timeline', () => {
  test('a log that ends early opens and says where it ends', async () => {
    const text = gunzipSync(readFileSync(`${root}traces/logs/worked-example.jsonl.gz`)).toString('utf8');
    const lines = text.split('\n');
    const file = folder.write('cut.jsonl', `${lines.slice(0, 101).join('\n')}\n${lines[101]?.slice(0, 9)}`);
    const timeline = await openTimeline(file, { systems: SYSTEMS });
    expect(timeline.length()).toBe(100);
    expect(timeline.end).toEqual({ whole: false, reason: 'the log has no footer: its recording was cut' });
    const damaged = folder.write('damaged.jsonl', `${lines.slice(0, 51).join('\n')}\n[1,2,"nonsense\n`);
    const opened = await openTimeline(damaged, { systems: SYSTEMS });
    expect(opened.length()).toBe(50);
    expect(opened.end.reason).toMatch(/line 52/);
  });

  test('places that do not exist are errors', async () => {
    const timeline = await open('traces/logs/worked-example.jsonl.gz');
    expect((await lockstepErrorOf(() => timeline.entryOf(60))).details.expected).toBe('61 to 419');
    expect((await lockstepErrorOf(() => timeline.state(360))).code).toBe('E_FRAME');
    expect((await lockstepErrorOf(() => timeline.state(1, 7))).code).toBe('E_BRANCH');
  });

  test('an empty plan is refused', async () => {
    const file = folder.write('empty.toml', 'plan = 1\nsystem = "kurogane-engage"\n');
    expect(['E_NOTHING_COMPARED', 'E_PLAN_SETUP']).toContain(
      (await lockstepErrorOf(() => openTimeline(file, { systems: SYSTEMS }))).code,
    );
  });
});

test('a plan without commands is called one, with what makes it a plan to step through', async () => {
  const error = await lockstepErrorOf(() => open('traces/fftcg/search-break.toml'));
  expect([error.code, error.sentence]).toEqual(['E_NOTHING_COMPARED', 'the plan has no command']);
  expect(error.details.remedy).toContain('lockstep route search');
});
