/** The committed figures of the run over every recorded log; the two short ones are measured again. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Measured, measure, type Way } from './measure.js';

const FOLDER = mkdtempSync(join(tmpdir(), 'lockstep-every-'));
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));
const LIST = JSON.parse(readFileSync('test/harness/play/explain/every-log.json', 'utf8')) as Measured[];
const of = (way: Way): Measured[] => LIST.filter((one) => one.way === way);
/** Those of the first two images: in the duel enemies decide by themselves, so that few actions have an input. */
const LOGS = readdirSync('traces/logs')
  .filter((name) => name.endsWith('.jsonl.gz') && !name.startsWith('duel-'))
  .map((name) => name.replace('.jsonl.gz', ''))
  .sort();

test('every recorded log is there', () => {
  for (const way of ['input', 'dropped', 'planted'] as const) expect(of(way).map(({ log }) => log)).toEqual(LOGS);
});

test('without its input, every action is in its class, none is invented, and every frame is explained and verified', () => {
  for (const { frames, missing, unexplained, acted, found, right, verified } of of('input')) {
    expect([missing, unexplained, found, right, verified]).toEqual([0, 0, acted, acted, frames]);
  }
});

test('with 1 % of the frames missing, every frame is filled in and verified, and 99.5 % of the actions are in their class', () => {
  for (const { frames, missing, unexplained, acted, found, right, verified } of of('dropped')) {
    expect(missing).toBeGreaterThan(frames / 150);
    expect([unexplained, verified]).toEqual([0, frames]);
    expect(right).toBeGreaterThanOrEqual(0.995 * Math.max(acted, found));
  }
});

test('with one false change, that frame alone is unexplained, and no other action is lost', () => {
  for (const { unexplained, acted, found, right, hole } of of('planted')) {
    expect([unexplained, right]).toEqual([1, found]);
    // where the change falls on a frame with an action, that one is not told
    expect(acted - right).toBeLessThanOrEqual(1);
    expect(hole).toBeGreaterThan(0);
  }
});

test.each(['worked-example', 'party-charge'])('%s has the committed figures when it is measured again', async (log) => {
  const measured = LIST.filter((one) => one.log === log);
  expect(measured.length).toBeGreaterThanOrEqual(3);
  for (const one of measured) expect(await measure(log, one.way, FOLDER)).toEqual(one);
});
