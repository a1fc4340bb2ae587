/** Report and workbench show one truth: of the same state both have the same units, gauges and forecast. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { readTextFile } from '../../../../harness/base/read-text.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { openTimeline } from '../../../../harness/timeline/index.js';
import { valueText } from '../../../../harness/views/parts/charted.js';
import { collectLine } from '../../../../harness/views/report/index.js';
import { shownAt } from '../../../../harness/views/report/page/shown-at.js';
import { chartedLine } from '../../../../harness/views/workbench/chart-line.js';
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
    return { name, unit: 'frame', rows: one.rows(), samples: createKnownStates(one, 'en').samples() };
  };
  const line = chartedLine(planOf(session, 'plan'), [planOf(branch, 'other')]);
  // the guide's plan: 13 commands, 158 frames
  expect([line.length, line.frameShift.values.at(-1)]).toEqual([13, 158 - 13]);
  expect(line.partings).toEqual([{ at: 3, text: 'other parts' }]);
  expect(line.differences).toEqual([]);
  const points = line.gauges.find(({ name }) => name === 'actionPoints');
  // rule L7: a step at speed 31 brings 57 points
  expect(points?.values.slice(0, 2)).toEqual([0, 57]);
  expect(points?.line).toEqual({ value: 256, meaning: 'enemies may act' });
});

test('values in words: of the whole, of the bits, else the number', () => {
  expect(valueText({ words: { 64: 'out' }, bits: ['neck', 'leg'] }, 64)).toBe('out');
  expect(valueText({ bits: ['neck', 'leg', 'arm'] }, 5)).toBe('neck, arm');
  expect(valueText({ bits: ['neck'] }, 0)).toBe('none');
  expect(valueText({}, 7)).toBe('7');
});
