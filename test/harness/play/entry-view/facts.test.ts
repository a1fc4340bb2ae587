/** What is said about entries: numbers of the rules and the recorded logs, writers by the printed routine addresses. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { System } from '../../../../core/system/system.js';
import { plainText } from '../../../../harness/base/errors.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { factsOf, gaugesOf } from '../../../../harness/play/entry-view/entry-facts.js';
import { factsText, whyText } from '../../../../harness/play/entry-view/text.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import type { Timeline } from '../../../../harness/play/timeline/timeline.js';
import { why } from '../../../../harness/play/timeline/why.js';

import { COUNTER } from '../../fixtures/counter-system.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const open = (file: string): Promise<Timeline> => openTimeline(`${root}${file}`, { systems: SYSTEMS });
const OVERFLOW = 'traces/logs/overflow.jsonl.gz';

describe('facts about the overflow', () => {
  test('a gauge of numbers has no words for its values: a page would show `none` in their place', async () => {
    const numbers = gaugesOf(await open(OVERFLOW)).filter(([{ role }]) => role === 'points' || role === 'health');
    expect(numbers.length).toBeGreaterThan(1);
    for (const [shape] of numbers) expect(Object.keys(shape)).not.toContain('words');
    for (const [shape] of numbers) expect(Object.keys(shape)).not.toContain('bits');
  });

  test('a skill from 65,026 to 65,281 wraps; the routine that wrote it is C1:93C5', async () => {
    const timeline = await open(OVERFLOW);
    const wraps: number[] = [];
    for (let at = timeline.entryOf(2395); at <= timeline.entryOf(2415); at++) {
      const facts = factsOf(timeline, at);
      const points = facts.gauges.find((gauge) => gauge.role === 'points');
      if (points?.wrapped !== true) continue;
      wraps.push(facts.frame);
      expect(points.previous).toBeGreaterThanOrEqual(65_026);
      expect(points.previous).toBeLessThanOrEqual(65_281);
      // a skill adds 510
      expect(points.value).toBe(points.previous + 510 - 65_536);
      expect(points.line).toEqual({ value: 256, meaning: 'enemies may act', reached: false, crossed: -1 });
      const change = facts.changes.find(({ cell }) => cell.name === 'actionPoints');
      expect(change?.writers.map((writer) => writer.id)).toEqual(['C1:93C5']);
      const text = factsText(facts).join('\n');
      expect(text).toContain('wrapped past 65535, fell below 256');
      expect(text).toContain(`actionPoints ${points.previous} -> ${points.value} by C1:93C5`);
    }
    expect(wraps).toHaveLength(1);
  });

  test('the why-chain leads over the presses of L back to the pad', async () => {
    const timeline = await open(OVERFLOW);
    const at = timeline.entryOf(2406);
    const cause = await why(timeline, timeline.cells.get('actionPoints'), at, { depth: 2, steps: 1_000_000 });
    expect(cause.writes.at(-1)?.writer.id).toBe('C1:93C5');
    const [past] = cause.causes;
    expect(past?.cell.name).toBe('actionPoints');
    // C1:281B: L and R while an area is chosen add the turn's cost
    expect(past?.writes.at(-1)?.writer.id).toBe('C1:281B');
    expect(past?.input?.pad).toBe(0x0020);
    // the cost of a turn depends on the speed: C1:2808
    expect(past?.notFollowed.map((cell) => cell.name)).toContain('ally[0].speed');
    expect(past?.notFollowed.map((cell) => cell.name)).not.toContain('enemy[0].hp');
    expect(whyText(cause, 'frame')[0]).toMatch(/^actionPoints = \d+: frame 2406: \d+ -> \d+ by C1:93C5/);
    expect(whyText(cause, 'frame').join('\n')).toContain('input 0020 (L)');
  });

  test('a why-chain with too few steps says so, and is the same each time', async () => {
    const timeline = await open(OVERFLOW);
    const at = timeline.entryOf(2406);
    const chain = () => why(timeline, timeline.cells.get('actionPoints'), at, { depth: 1, steps: 300 });
    const cause = await chain();
    expect(cause.complete).toBe(false);
    expect(whyText(cause, 'frame').join('\n')).toContain('not every cell was tried');
    expect(await chain()).toEqual(cause);
  });
});

test('turns, crossed lines and places of the worked example are listed', async () => {
  const timeline = await open('traces/logs/worked-example.jsonl.gz');
  // Five moves at speed 31 cost 57 each: 285 is the enemies' turn.
  const crossing = factsOf(timeline, timeline.entryOf(134));
  expect(crossing.turn).toEqual({ before: 'allies', after: 'enemies' });
  const points = crossing.gauges.find((gauge) => gauge.role === 'points');
  expect([points?.previous, points?.value, points?.line?.crossed]).toEqual([228, 285, 1]);
  const step = factsOf(timeline, timeline.entryOf(70));
  expect([step.input, step.buttons]).toEqual(['0200', 'Left']);
  const [ally, enemy] = step.units;
  expect([ally?.name, ally?.x, ally?.y, ally?.facing, ally?.side]).toEqual([
    'Takahara (ally 0)',
    5,
    4,
    'lower left',
    0,
  ]);
  expect(enemy?.gauges.find((gauge) => gauge.role === 'order')?.value).toBe(201);
  expect(step.board).toEqual([7, 7]);
  const start = factsOf(timeline, 0);
  expect([start.events, start.changes, start.input]).toEqual([[], [], '']);
});

test('a difference is listed with the side that was kept', async () => {
  const timeline = await open('test/fixtures/rom-M511.jsonl.gz');
  const facts = factsOf(timeline, timeline.entryOf(166));
  // the faulty ROM's skill brings 511 instead of 510
  expect(facts.difference?.cells).toEqual([{ cell: 'actionPoints', mine: 539, theirs: 540 }]);
  expect(factsText(facts).join('\n')).toContain('actionPoints: model 539, recorded 540');
  const change = facts.changes.find(({ cell }) => cell.name === 'actionPoints');
  expect(change?.writers.map((writer) => writer.kind)).toEqual(['routine', 'recording']);
  expect([change?.before, change?.after]).toEqual([29, 540]);
});

test('a write by hand on a branch is shown as a write, and its why-chain ends there', async () => {
  const timeline = await open('traces/golden/kurogane-engage/worked-example.jsonl');
  const cell = timeline.cells.get('unit[0].hp');
  const line = timeline.branch(2);
  timeline.poke(line, 2, cell.offset, Uint8Array.of(99));
  const facts = factsOf(timeline, 2, line);
  const change = facts.changes.find((one) => one.cell.name === cell.name);
  expect([change?.after, change?.writers.map((writer) => writer.kind)]).toEqual([99, ['write']]);
  expect(factsOf(timeline, 2).changes.some((one) => one.cell.name === cell.name)).toBe(false);
  const cause = await why(timeline, cell, 3, { line });
  expect([cause.at, cause.value, cause.causes]).toEqual([2, 99, []]);
});

test.each([
  ['one more', 300, 301],
  ['nothing', 300, 0],
  ['the largest', 300, 65_535],
  ['a bit of the upper half of its low byte', 300, 316],
  ['the same where the low byte is 0', 256, 272],
  ['a bit of its high byte', 300, 44],
])('what a step does at one value of a cell alone is found from %s', async (_what, start, only) => {
  const system: System = {
    ...COUNTER,
    create(setup, switches) {
      const battle = COUNTER.create(setup, switches);
      const { image } = battle;
      const step = battle.step.bind(battle);
      return Object.assign(battle, {
        step(command: Int32Array): number {
          const total = (image[0] as number) + 256 * (image[1] as number);
          // nothing is told of it
          const result = step(command, undefined);
          if (total === only) image[2] = 200;
          return result;
        },
      });
    },
  };
  const plan = `plan = 1\nsystem = "counter"\n[setup]\nstart = ${start}\n[[do]]\ncommand = "add"\namount = 1\n`;
  const timeline = await openTimeline(folder.write('counter.toml', plan), { systems: [system] });
  const cause = await why(timeline, timeline.cells.get('steps'), 1);
  // what was added before is counted in it as well
  expect([cause.value, cause.causes.map(({ cell }) => cell.name).sort()]).toEqual([1, ['steps', 'total']]);
});

/** A value that a trace's own worked numbers foretell, the entry that leaves it, and the rule that writes it. */
const FIVE = [
  ['traces/logs/worked-example.jsonl.gz', 'actionPoints', 'C1:96CB'],
  ['traces/golden/live-a-live-guide/worked-example.jsonl', 'actionPoints', 'allyMove'],
  ['traces/golden/fftcg/x1.jsonl', 'stackDepth', 'F17'],
  ['traces/golden/srpg-movement/movement-of-four.jsonl', 'calculatedUnit', 'S13'],
  ['traces/golden/kurogane-engage/worked-example.jsonl', 'successes', 'K11'],
  ['traces/golden/holy-grail-war/w3-damage.jsonl', 'battleStep', 'H18'],
] as const;

describe('facts in every system', () => {
  test.each(FIVE)('%s: every entry has facts, and %s is first written by %s', async (file, name, writer) => {
    const timeline = await open(file);
    let first = '';
    for (let at = 0; at <= Math.min(timeline.length(), 120); at++) {
      const facts = factsOf(timeline, at);
      for (const change of facts.changes) {
        const { cell, before, after } = change;
        expect(change.writers.length).toBeGreaterThan(0);
        if (first === '' && cell.name === name && before !== after) first = change.writers.at(-1)?.id ?? '';
      }
      for (const line of factsText(facts, { scratch: true, passive: true })) expect(line).toBe(plainText(line));
    }
    expect(first).toBe(writer);
  });

  test.each(FIVE)(
    '%s: a why-chain names an input or a further cause, and its trials change no state',
    async (file, name) => {
      const timeline = await open(file);
      const before = timeline.state(timeline.length()).slice();
      const cause = await why(timeline, timeline.cells.get(name), timeline.length(), {
        depth: 2,
        width: 3,
        steps: 60_000,
      });
      expect(cause.at).toBeGreaterThan(0);
      expect(cause.input !== undefined || cause.causes.length > 0).toBe(true);
      // trials leave no trace
      expect(timeline.state(timeline.length())).toEqual(before);
      timeline.state(1);
      expect(timeline.state(timeline.length())).toEqual(before);
    },
  );
});

test('control characters, overrides of direction and invisible letters are shown, not obeyed', () => {
  expect(plainText('a\u001b[2Jb\u202ec\u200bd\n')).toBe('a\\u{1B}[2Jb\\u{202E}c\\u{200B}d\\u{A}');
  expect(plainText('勇者 é')).toBe('勇者 é');
});
