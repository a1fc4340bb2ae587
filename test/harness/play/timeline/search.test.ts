/** Conditions against a plain scan of the log's rows, which knows neither blocks nor the expression language. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { ExpressionError, markedText } from '../../../../harness/play/expression/expression.js';
import { type Condition, compileCondition } from '../../../../harness/play/timeline/conditions.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';

import { runBackward, runForward } from '../../../../harness/play/timeline/search.js';
import type { Timeline } from '../../../../harness/play/timeline/timeline.js';
import { openTrace } from '../../../../harness/play/trace/reader.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = testFolder();
const LOG = `${root}traces/logs/overflow.jsonl.gz`;
const open = (file: string): Promise<Timeline> => openTimeline(file, { systems: SYSTEMS });

/** The generator's bytes; every draw writes them. */
const GENERATOR = ['battleGenerator.a0', 'battleGenerator.a1', 'battleGenerator.a2', 'battleGenerator.a3'];

type Values = Readonly<Record<string, number>>;

/** Frames of the log of which a function of the row before and the row is true. */
async function framesWhere(file: string, holds: (before: Values, after: Values) => boolean): Promise<number[]> {
  const reader = await openTrace(file);
  const names = ['actionPoints', 'turnFlag', 'enemy[0].orderPoints', 'ally[0].cellX', 'ally[0].charge', ...GENERATOR];
  const places = names.map((name) => reader.header.cells.findIndex((cell) => cell[0] === name));
  const found: number[] = [];
  let before: Values | undefined;
  do {
    while (reader.next()) {
      const after = Object.fromEntries(names.map((name, index) => [name, reader.row.values[places[index] ?? 0] ?? 0]));
      if (before !== undefined && holds(before, after)) found.push(reader.row.frame);
      before = after;
    }
  } while (await reader.fill());
  return found;
}

async function allForward(timeline: Timeline, text: string, line = 0): Promise<number[]> {
  const condition = compileCondition(timeline, text);
  const found: number[] = [];
  for (let at = 1; ; ) {
    at = await runForward(timeline, condition, at, { line });
    if (at <= 0) return found;
    found.push(timeline.frameOf(at));
  }
}

async function allBackward(timeline: Timeline, text: string, line = 0): Promise<number[]> {
  const condition = compileCondition(timeline, text);
  const found: number[] = [];
  for (let at = timeline.length(line); at > 1; at--) {
    at = await runBackward(timeline, condition, at, { line });
    if (at <= 1) break;
    found.unshift(timeline.frameOf(at));
  }
  return found;
}

test('a block in which nothing changes that the condition reads is passed without a step', async () => {
  const timeline = await open(LOG);
  const advance = vi.spyOn(timeline, 'advance');
  // the fights of the test ROM never change the formation
  const never = compileCondition(timeline, 'formationNumber > 300');
  expect(await runForward(timeline, never, 0)).toBe(0);
  expect(await runBackward(timeline, never, timeline.length())).toBe(0);
  expect(advance).toHaveBeenCalledTimes(0);
});

test('a long search yields: it goes on behind its 64th block, and a signal of meanwhile ends it', async () => {
  const timeline = await open(LOG);
  const { greenzone } = timeline;
  // as many blocks as rows, all of them passed over
  const long = {
    length: () => 1000,
    greenzone: { ...greenzone, blockOf: (at: number) => at - 1, rangeOf: (block: number) => [block + 1, block + 1] },
  } as unknown as Timeline;
  const condition: Condition = { ...compileCondition(timeline, 'draw'), prepare: () => undefined, skips: () => true };
  for (const [run, from] of [
    [runForward, 0],
    [runBackward, 1000],
  ] as const) {
    expect(await run(long, condition, from)).toBe(0);
    const stop = new AbortController();
    setImmediate(() => stop.abort());
    expect(await run(long, condition, from, { signal: stop.signal })).toBe(-1);
  }
}, 5000);

describe('conditions find what a plain scan finds, both ways', () => {
  const becomes =
    (is: (values: Values) => boolean) =>
    (before: Values, after: Values): boolean =>
      is(after) && !is(before);
  const points = (values: Values): number => values['actionPoints'] ?? 0;
  const isEnemies = (values: Values): boolean => points(values) >= 256 && values['turnFlag'] !== 0;
  type Case = readonly [text: string, holds: (before: Values, after: Values) => boolean];
  const OVERFLOW: readonly Case[] = [
    ['actionPoints < previous(actionPoints)', (before, after) => points(after) < points(before)],
    ['actionPoints >= 0xFE02 and actionPoints <= 65281', becomes((v) => points(v) >= 65026 && points(v) <= 65281)],
  ];
  const DRAWS: readonly Case[] = [['draw', (before, after) => GENERATOR.some((name) => before[name] !== after[name])]];
  const SOAK: readonly Case[] = [
    ['enemy turn', becomes(isEnemies)],
    ['next turn', (before, after) => isEnemies(before) !== isEnemies(after)],
    ['change ally[0].cellX', (before, after) => before['ally[0].cellX'] !== after['ally[0].cellX']],
    ['action', (before, after) => points(before) !== points(after)],
    [
      'changed(enemy[0].orderPoints) and not changed(actionPoints)',
      (before, after) =>
        before['enemy[0].orderPoints'] !== after['enemy[0].orderPoints'] && points(before) === points(after),
    ],
    ['actionPoints - previous(actionPoints) == 510', (before, after) => points(after) - points(before) === 510],
    ['previous(ally[0].charge) == 3', (before) => before['ally[0].charge'] === 3],
    [
      'not (actionPoints > 300) or ally[0].charge & 1 = 1',
      becomes((v) => points(v) <= 300 || ((v['ally[0].charge'] ?? 0) & 1) === 1),
    ],
  ];

  const opened = new Map<string, Promise<Timeline>>();
  const shared = (file: string): Promise<Timeline> => {
    const timeline = opened.get(file) ?? open(file);
    opened.set(file, timeline);
    return timeline;
  };

  test.each([
    ...OVERFLOW.map(([text, holds]) => [text, LOG, holds] as const),
    ...DRAWS.map(([text, holds]) => [text, `${root}traces/logs/soak-14-accuracy.jsonl.gz`, holds] as const),
    ...SOAK.map(([text, holds]) => [text, `${root}traces/logs/soak-08-accuracy.jsonl.gz`, holds] as const),
  ])('a search finds the frames that a check of every row finds, both ways: %s', async (text, file, holds) => {
    const timeline = await shared(file);
    const expected = await framesWhere(file, holds);
    expect(expected.length).toBeGreaterThan(0);
    expect(await allForward(timeline, text)).toEqual(expected);
    // by the thousand both ways would be slow: the last thirty
    const back = expected.slice(-30);
    const condition = compileCondition(timeline, text);
    let at = timeline.length();
    for (const frame of back.reverse()) {
      at = await runBackward(timeline, condition, at);
      expect(timeline.frameOf(at)).toBe(frame);
      at--;
    }
  });

  test('a search on a branch without edits finds what one of the recording finds, both ways', async () => {
    const timeline = await open(`${root}traces/logs/worked-example.jsonl.gz`);
    const branch = timeline.branch(0);
    for (const text of ['enemy turn', 'action', 'change enemy[0].orderPoints', 'actionPoints == 57']) {
      const found = await allForward(timeline, text, branch);
      expect(found).toEqual(await allForward(timeline, text));
      expect(await allBackward(timeline, text, branch)).toEqual(found);
      expect(found.length).toBeGreaterThan(0);
    }
  });

  test('a search finds the first difference of a plan to a recording, both ways', async () => {
    // one press less than the recording: the skill goes off where L or R was pressed there, 28 points short
    const text = readFileSync(`${root}traces/live-a-live/overflow.toml`, 'utf8')
      .replace('../logs', `${root}traces/logs`)
      .replace('presses = 1205', 'presses = 1204')
      .replaceAll(/^expect = .*$/gm, '');
    const options = { systems: SYSTEMS, against: LOG };
    const timeline = await openTimeline(folder.write('short.toml', text), options);
    const found = await runForward(timeline, compileCondition(timeline, 'difference'), 0);
    // openArea and 1,118 + 1,204 presses are as recorded
    expect(found).toBe(1 + 1118 + 1204 + 1);
    expect(timeline.differences).toEqual([
      {
        at: found,
        kind: 'recording',
        cells: [{ cell: 'actionPoints', mine: 65044 - 28, theirs: 65044 }],
        note: 'overflow.jsonl.gz, frame 2404',
      },
    ]);
    expect(await runBackward(timeline, compileCondition(timeline, 'difference'), timeline.length())).toBe(found);
    const same = await openTimeline(`${root}traces/live-a-live/overflow.toml`, options);
    expect(same.differences).toEqual([]);
    expect((await lockstepErrorOf(() => openTimeline(LOG, options))).code).toBe('E_OPTION');
    const example = `${root}traces/live-a-live/worked-example.toml`;
    const error = await lockstepErrorOf(() => openTimeline(example, options));
    expect([error.code, error.details.remedy]).toEqual([
      'E_NOTHING_COMPARED',
      'Begin the plan with a [start] in this recording',
    ]);
  });

  test('a search finds where a branch parts from the recording, both ways', async () => {
    const timeline = await open(LOG);
    const branch = timeline.branch(timeline.entryOf(2300));
    expect(await allForward(timeline, 'difference', branch)).toEqual([]);
    // frame 2404 is the last press of the recording; on the branch nothing is pressed in it
    timeline.setInput(branch, timeline.entryOf(2404), 0);
    expect(await allForward(timeline, 'difference', branch)).toEqual([2404]);
    expect(await allBackward(timeline, 'difference', branch)).toEqual([2404]);
    expect(await allForward(timeline, 'difference')).toEqual([]);
  });

  test('on an appended stretch the pad word is that of the branch', async () => {
    const timeline = await open(LOG);
    const branch = timeline.branch(timeline.length());
    timeline.insertInput(branch, timeline.length() + 1, 0x4000, undefined, 3);
    expect(await allForward(timeline, 'pad == 0x4000 and frame > 2499', branch)).toEqual([2500]);
    expect(await allBackward(timeline, 'pad == 0x4000', branch)).toContain(2500);
  });

  test('a search finds the draws of a plan, both ways', async () => {
    const timeline = await open(`${root}traces/live-a-live/takahara-namcat.toml`);
    const generator = Int32Array.from(GENERATOR.map((name) => timeline.cells.get(name).offset));
    const expected: number[] = [];
    for (let at = 1; at <= timeline.length(); at++) {
      const before = timeline.state(at - 1).slice();
      const after = timeline.state(at);
      if (generator.some((offset) => before[offset] !== after[offset])) expected.push(timeline.frameOf(at));
    }
    expect(expected.length).toBeGreaterThan(3);
    expect(await allForward(timeline, 'draw')).toEqual(expected.filter((frame) => frame > timeline.frameOf(1)));
    expect(await allBackward(timeline, 'draw')).toEqual(expected.filter((frame) => frame > timeline.frameOf(1)));
  });

  test('a search finds differences and routines', async () => {
    const timeline = await open(`${root}test/fixtures/rom-M511.jsonl.gz`);
    const [first] = await allForward(timeline, 'difference');
    expect(first).toBe(166);
    const fires = await allForward(timeline, 'routine C1:93C5');
    expect(fires.includes(166)).toBe(true);
    expect(await allForward(timeline, 'routine ally-skill-fires')).toEqual(fires);
    expect(() => compileCondition(timeline, 'routine ally-skill-fire')).toThrow(/ally-skill-fires/);
    const kurogane = await open(`${root}traces/golden/kurogane-engage/worked-example.jsonl`);
    expect((await allForward(kurogane, 'routine k11')).length).toBeGreaterThan(0);
  });

  test('an interruption ends a search', async () => {
    const timeline = await open(LOG);
    const stop = AbortSignal.abort();
    const condition = compileCondition(timeline, 'frame == 99999');
    expect(await runForward(timeline, condition, 0, { signal: stop })).toBe(-1);
  });
});

describe('a wrong expression is an error with its column', () => {
  const CASES: readonly (readonly [string, number, string])[] = [
    ['actionPoints >', 15, 'the end'],
    ['actionPoints > 3 and', 21, 'the end'],
    ['(actionPoints', 14, 'the end'],
    ['actionPoints 3', 14, '3'],
    ['1 + enemy[0].orderPoint', 5, 'enemy[0].orderPoint'],
    ['enemy[99].hp > 3', 1, 'enemy[99].hp'],
    ['actionPoints == 0x1g', 17, '0x1g'],
    ['actionPoints == 99999999999', 17, '99999999999'],
    ['$123456 == 1', 1, '$123456'],
    ['moved(actionPoints)', 1, 'moved'],
    ['changed(3)', 9, '3'],
    ['敵 ＝ 3', 3, '＝'],
    ['', 1, 'the end'],
    ['actionPoints === 3', 16, '='],
    ['1 < 2 < 3', 7, '<'],
  ];

  test.each(CASES)('%s: column %i', async (text, column, found) => {
    const timeline = await open(`${root}traces/logs/worked-example.jsonl.gz`);
    const error = await lockstepErrorOf(() => compileCondition(timeline, text));
    expect(error).toBeInstanceOf(ExpressionError);
    expect([error.code, (error as ExpressionError).column, error.details.found]).toEqual([
      'E_EXPRESSION',
      column,
      found,
    ]);
    expect(error.sentence.startsWith(`column ${column}: `)).toBe(true);
    expect(markedText(error as ExpressionError).split('\n')[1]).toHaveLength(column);
  });

  test('a very deep expression is an error, not an overflow of the stack', async () => {
    const timeline = await open(`${root}traces/logs/worked-example.jsonl.gz`);
    const error = await lockstepErrorOf(() => compileCondition(timeline, `${'('.repeat(50_000)}1`));
    expect(error.code).toBe('E_EXPRESSION');
    expect((await lockstepErrorOf(() => compileCondition(timeline, `${'-'.repeat(50_000)}1`))).code).toBe(
      'E_EXPRESSION',
    );
  });

  test('a condition that a system does not support is an error', async () => {
    const fftcg = await open(`${root}traces/golden/fftcg/x1.jsonl`);
    expect((await lockstepErrorOf(() => compileCondition(fftcg, 'draw'))).code).toBe('E_CAPABILITY');
    const grail = await open(`${root}traces/golden/holy-grail-war/seals.jsonl`);
    expect((await lockstepErrorOf(() => compileCondition(grail, 'enemy turn'))).code).toBe('E_CAPABILITY');
  });
});

test('units are named by number or by id, and cells by raw address', async () => {
  const kurogane = await open(`${root}traces/golden/kurogane-engage/worked-example.jsonl`);
  const name = kurogane.battle.idName('unit', 0) ?? '';
  const byId = compileCondition(kurogane, `unit[${name}].hp > 0 and 1`);
  const byNumber = compileCondition(kurogane, 'unit[0].hp > 0 and 1');
  expect(byId.offsets).toEqual(byNumber.offsets);
  const console = await open(`${root}traces/logs/worked-example.jsonl.gz`);
  const points = console.cells.get('actionPoints');
  const address = points.address.toString(16);
  expect(compileCondition(console, `$${address}.2 == 57`).offsets).toEqual(
    compileCondition(console, 'actionPoints == 57').offsets,
  );
});
