/** Report and workbench show one truth: of the same state both have the same units, gauges and forecast. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { readTextFile } from '../../../../harness/base/reading.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { openTimeline } from '../../../../harness/play/timeline/create-timeline.js';
import { frameOf, placeOf, valueAt, valueText } from '../../../../harness/views/parts/steps.js';
import { collectLine } from '../../../../harness/views/report/collect.js';
import { shownAt } from '../../../../harness/views/report/page/lines.js';

import { chartedLine, endsOf } from '../../../../harness/views/workbench/chart-line.js';
import { createKnownStates } from '../../../../harness/views/workbench/known-states.js';
import { openSession } from '../../../../harness/views/workbench/session.js';

const PLANS = [
  'live-a-live/takahara-namcat',
  'fftcg/x1',
  'srpg-movement/guide',
  'kurogane-engage/guide',
  'holy-grail-war/turn',
];

test.each(PLANS)('%s: both pages show the same end', async (name) => {
  const file = join(packageRoot(), 'traces', `${name}.toml`);
  const timeline = await openTimeline(file, { systems: SYSTEMS, language: 'en' });
  const line = await collectLine(timeline, name);
  const session = openSession(SYSTEMS, readTextFile(file, 1 << 20), file, 'en');
  const known = createKnownStates(session, 'en');
  const mine = known.stateAt(session.rows().length);
  const { board, ...report } = shownAt(line, line.length);
  expect(board ?? null).toEqual(mine.board ?? null);
  const { board: _board, ...workbench } = mine;
  expect(report).toEqual(workbench);
});

test('curves of a plan: the frames of the guide, the turn, and where a branch parts', () => {
  const file = join(packageRoot(), 'traces', 'live-a-live/takahara-namcat.toml');
  const text = readTextFile(file, 1 << 20);
  const session = openSession(SYSTEMS, text, file, 'en');
  const branch = openSession(SYSTEMS, text, file, 'en');
  branch.remove(3);
  const planOf = (one: typeof session, name: string) => {
    return { name, unit: 'frame', rows: one.rows(), moments: createKnownStates(one, 'en').moments() };
  };
  const plan = planOf(session, 'plan');
  const line = chartedLine(plan, [planOf(branch, 'other')]);
  const ends = endsOf(plan);
  // the guide's plan: 13 commands, 158 frames
  expect([ends.length - 1, ends[13], frameOf(line, line.length)]).toEqual([13, line.length, 158]);
  expect(line.partings).toEqual([{ at: ends[3], text: 'other parts' }]);
  expect(line.differences).toEqual([]);
  const points = line.gauges.find(({ name }) => name === 'actionPoints');
  // rule L7: a step at speed 31 brings 57 points
  expect(points?.values.slice(0, 2)).toEqual([0, 57]);
  expect(points?.line).toEqual({ value: 256, meaning: 'enemies may act' });
});

test('what happens inside a command stands at its frame in the curves of both pages', async () => {
  const file = join(packageRoot(), 'traces', 'live-a-live/takahara-namcat.toml');
  const timeline = await openTimeline(file, { systems: SYSTEMS, language: 'en' });
  const report = await collectLine(timeline, 'plan');
  const session = openSession(SYSTEMS, readTextFile(file, 1 << 20), file, 'en');
  const moments = createKnownStates(session, 'en').moments();
  const line = chartedLine({ name: 'plan', unit: 'frame', rows: session.rows(), moments }, []);
  let compared = 0;
  for (const gauge of line.gauges) {
    const theirs = report.gauges.find(({ name }) => name === gauge.name);
    if (theirs === undefined) throw new Error(`${gauge.name} has no curve in the report`);
    for (let frame = 1; frame <= 158; frame++) {
      const values = [valueAt(gauge, placeOf(line, frame)), valueAt(theirs, placeOf(report, frame))];
      expect([gauge.name, frame, values[0]]).toEqual([gauge.name, frame, values[1]]);
      compared++;
    }
  }
  expect(compared).toBe(4 * 158);
  // the last command is an `auto` of 62 frames: every blow in it lowers the HP at a frame of its own
  const hp = line.gauges.find(({ name }) => name === 'record[5].hp');
  const drops = hp?.places.filter((place, index) => index > 0 && frameOf(line, place) > 96) ?? [];
  expect(new Set(drops.map((place) => frameOf(line, place))).size).toBeGreaterThan(2);
  expect(hp?.values.at(-1)).toBe(0);
});

test('values in words: of the whole, of the bits, else the number', () => {
  expect(valueText({ words: { 64: 'out' }, bits: ['neck', 'leg'] }, 64)).toBe('out');
  expect(valueText({ bits: ['neck', 'leg', 'arm'] }, 5)).toBe('neck, arm');
  expect(valueText({ bits: ['neck'] }, 0)).toBe('none');
  expect(valueText({}, 7)).toBe('7');
});
