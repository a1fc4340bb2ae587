/** What the page is given, against the timeline it was taken from. */
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readCell } from '../../../core/battle.js';
import { gaugesOf } from '../../../harness/facts/index.js';
import { collectLine, oddsOf, pageOf, type ReportData } from '../../../harness/report/index.js';
import { frameOf, placeOf, valueAt } from '../../../harness/report/page/steps.js';
import { SYSTEMS } from '../../../harness/systems.js';
import { openTimeline } from '../../../harness/timeline/index.js';

const traces = (name: string): string => fileURLToPath(new URL(`../../../traces/${name}`, import.meta.url));
const open = (name: string) => openTimeline(traces(name), { systems: SYSTEMS });

test('every gauge has the value of the state, at every place', async () => {
  const timeline = await open('logs/worked-example.jsonl.gz');
  const line = collectLine(timeline, 'x');
  const gauges = gaugesOf(timeline);
  expect(line.gauges).toHaveLength(gauges.length);
  for (let at = 0; at <= line.length; at += 1) {
    const image = timeline.state(at);
    const expected = gauges.map(([, cell]) => readCell(image, cell));
    expect(line.gauges.map((gauge) => valueAt(gauge, at))).toEqual(expected);
    expect(frameOf(line, at)).toBe(timeline.frameOf(at));
    expect(placeOf(line, timeline.frameOf(at))).toBe(at);
  }
});

test('the wrap of the recorded overflow is a wrap, and the only one', async () => {
  const timeline = await open('logs/overflow.jsonl.gz');
  const line = collectLine(timeline, 'x');
  const [points] = line.gauges.filter((gauge) => gauge.role === 'points');
  expect(points?.wraps.map((at) => timeline.frameOf(at))).toEqual([2406]);
});

test('text of files is data and never markup', () => {
  const evil = '</script><img src=x onerror="alert(1)"><!--';
  const data: ReportData = { title: evil, lines: [] };
  const page = pageOf(data);
  expect(page).not.toContain('<img');
  expect(page.match(/<\/script>/gu)).toHaveLength(2);
  const packed = /id="data">([^<]*)</u.exec(page)?.[1] ?? '';
  expect(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'))).toEqual(data);
  expect(pageOf(data)).toBe(page);
});

test('odds keep their exact fractions', () => {
  const odds = oddsOf({ outcomes: ['damage'], rows: [{ values: [1], numerator: '1' }], denominator: '3' });
  expect(odds.rows).toEqual([{ label: '1', fraction: '1/3', part: 0.333333333 }]);
});
