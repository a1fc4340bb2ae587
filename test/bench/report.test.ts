/** The parts that need no compiler: header, pad words, checksum, spread, and the report of a run without C. */
import { describe, expect, test } from 'vitest';
import { benchScenario } from '../../harness/tools/bench/battle.js';
import { runBench } from '../../harness/tools/bench/index.js';
import { checksum } from '../../harness/tools/bench/measure/checksum.js';
import { grouped, quartersOf, ratesOf, spreadOf } from '../../harness/tools/bench/measure/measure.js';
import { benchText } from '../../harness/tools/bench/text.js';
import { buildEngine } from '../../harness/tools/bench/turn-engine/build-engine.js';
import { cellHeader } from '../../harness/tools/bench/turn-engine/cell-header.js';
import { DRILL_BATTLES, padWords } from '../../harness/tools/drill-battles.js';

test('the checksum is FNV-1a of 32 bits', () => {
  // published test values of the function for the empty text, "a" and "foobar"
  const text = (value: string): string => checksum(new TextEncoder().encode(value));
  expect([text(''), text('a'), text('foobar')]).toEqual(['811c9dc5', 'e40c292c', 'bf9cf968']);
});

test('median, spread, quarters and rates are those of the times', () => {
  expect(spreadOf([5, 1, 3])).toEqual({ median: 3, min: 1, max: 5 });
  expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, min: 1, max: 4 });
  expect(quartersOf([9, 2, 4, 7, 5])).toEqual({ median: 5, min: 2, max: 9, lower: 4, upper: 7 });
  expect(ratesOf([1e9, 5e8], 100)).toEqual({ median: 150, min: 100, max: 200 });
  expect([grouped(999), grouped(1234567.4)]).toEqual(['999', '1,234,567']);
});

test('the header of the C engine takes its offsets from the windows', () => {
  const header = cellHeader();
  const value = (name: string): number =>
    Number(new RegExp(`^#define ${name} \\((-?\\d+)\\)$`, 'mu').exec(header)?.[1]);
  // 7E:03AE lies in the second window: 0100h bytes of the first, then 00AEh
  expect(value('ACTION_POINTS')).toBe(0x100 + 0xae);
  expect(value('ENEMY_FIRST')).toBe(0x1b00);
  expect(value('RANKS_END')).toBe(0x0ab4);
  expect(value('IMAGE_BYTES')).toBe(6896);
});

test('pad words are those of the seed and never hold opposite directions', () => {
  const words = padWords(405, 20_000);
  expect(padWords(405, 20_000)).toEqual(words);
  expect(padWords(406, 20_000)).not.toEqual(words);
  expect(new Set(words).size).toBeGreaterThan(20);
  expect(words.some((word) => (word & 0x0c00) === 0x0c00 || (word & 0x0300) === 0x0300)).toBe(false);
});

describe('without a compiler', () => {
  const engine = buildEngine({ environment: { PATH: '/nowhere' } });

  test('the build says why and the battles run all the same', async () => {
    expect(engine).toEqual({ kind: 'skipped', reason: 'no C compiler (tried CC, cc, gcc, clang)' });
    const [scenario] = DRILL_BATTLES;
    if (scenario === undefined) throw new Error('there are battles');
    const result = await benchScenario(scenario, engine, 500, 2, 1000);
    expect(result).toMatchObject({ steps: 500, pairs: 2, c: undefined, ratio: undefined });
  });
});

test('every part reports, and a folder without logs is said to be one', async () => {
  const parts = ['verify', 'snapshot', 'heap'] as const;
  const seen: string[] = [];
  const report = await runBench(
    { parts, steps: 1000, battles: 14, repeats: 1, tracesFolder: import.meta.dirname },
    (part) => seen.push(part),
  );
  expect(seen).toEqual([...parts]);
  expect(report.verify).toEqual({ skipped: `there is no log below ${import.meta.dirname}` });
  expect(report.snapshot?.bytes).toBe(6896);
  expect(benchText(report)).toContain('verify: skipped: there is no log');
});
