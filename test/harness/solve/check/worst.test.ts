/** Certificates of worst cases: equal to a count, refused after a change of any byte. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { System } from '../../../../core/system/system.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { checkCertificate } from '../../../../harness/solve/check/check.js';
import { testFolder } from '../../fixtures/files.js';
import { certify, faultyLine, problemOf } from './certificates.js';
import { drawingCounter, type Sure, sureCost, surePlan } from './drawing-counter.js';

const folder = testFolder();
const [small, changed] = [join(folder.path, 'small.jsonl'), join(folder.path, 'changed.jsonl')];
// 5 comes to 5 or 6, and again to 10, 11 or 12: from 12 on it takes more than a third addition
const system = drawingCounter(1);
const SMALL: Sure = { amounts: [1, 4, 5], range: [15, 16], cost: 6, most: 1 };
const planOf = ({ amounts, range, cost }: Sure): string => surePlan(amounts, range, cost);
const check = (file: string, of: System = system) => checkCertificate(file, { systems: [of] });

beforeAll(async () => {
  const cost = await certify(problemOf(system, folder.write('small.toml', planOf(SMALL))), small);
  expect(cost).toBe(sureCost(SMALL, () => false));
});

/** Changes bytes of a certificate, each of which must be refused with the number of its line. */
async function flip(file: string, places: readonly number[], systems: readonly System[]): Promise<void> {
  const bytes = readFileSync(file);
  for (const at of places) {
    const other = Buffer.from(bytes);
    other[at] = (bytes[at] as number) ^ (1 + ((at * 37) % 255));
    writeFileSync(changed, other);
    const line = bytes.subarray(0, at).reduce((count, byte) => count + Number(byte === 0x0a), 1);
    expect([at, await faultyLine(() => checkCertificate(changed, { systems }))]).toEqual([at, line]);
  }
}

test('a change of any one byte is refused with the number of its line', async () => {
  // every second byte: the form and its chain are those of the other certificates
  const places = [...readFileSync(small).keys()].filter((at) => at % 2 === 0);
  await flip(small, places, [system]);
}, 60_000);

test('bytes of bundled worst cases, by draws and by the enemies’ moves, are refused as well', async () => {
  const traces = join(packageRoot(), 'traces');
  for (const [plan, cost] of [
    ['live-a-live/present-day-odie-o.toml', 20],
    ['fftcg/search-sure-win.toml', 27],
  ] as const) {
    const text = readFileSync(join(traces, plan), 'utf8');
    const of = SYSTEMS.find(({ id }) => id === (plan.startsWith('fftcg') ? 'fftcg' : 'live-a-live-battle')) as System;
    const file = join(folder.path, 'bundled.jsonl');
    expect(await certify(problemOf(of, folder.write('bundled.toml', text)), file)).toBe(cost);
    const { length } = readFileSync(file);
    const places = Array.from({ length: 12 }, (_, at) => Math.floor((at * length) / 12) + (at % 7));
    await flip(file, places, SYSTEMS);
  }
}, 120_000);

test('random worst cases have the cost that is counted out', async () => {
  let [sure, none] = [0, 0];
  const given = fc.record({
    amounts: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
    low: fc.integer({ min: 2, max: 12 }),
    width: fc.integer({ min: 0, max: 3 }),
    cost: fc.integer({ min: 1, max: 5 }),
    most: fc.integer({ min: 0, max: 2 }),
    divisor: fc.integer({ min: 2, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ amounts, low, width, cost, most, divisor }) => {
      const refuses = (sum: number, amount: number): boolean => amount === amounts[0] && sum > 0 && sum % divisor === 0;
      const one: Sure = { amounts, range: [low, low + width], cost, most };
      const of = drawingCounter(most, refuses);
      const file = join(folder.path, 'random.jsonl');
      await certify(problemOf(of, folder.write('random.toml', planOf(one))), file);
      const counted = sureCost(one, refuses);
      expect(await check(file, of)).toMatchObject({ accepted: true, proven: { cost: counted } });
      if (counted < 0) none++;
      else sure++;
    }),
    { numRuns: 40, seed: 12 },
  );
  expect(Math.min(sure, none)).toBeGreaterThan(10);
}, 60_000);
