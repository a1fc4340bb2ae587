/**
 * An excerpt of a real trace: Snes9x 1.63 built with its debugger, running our test ROM (repeated rows of WAI and the
 * messages about memory refresh left out). Nothing in it was written by us.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { verifyCpuTrace } from '../../../../harness/original/cpu-trace/verify-trace.js';
import { cli } from '../../cli/run-cli.js';

const FILE = join(import.meta.dirname, '../../../../traces/homebrew/drill-snes9x.log.gz');

test('calls in a trace of snes9x are found and equal', async () => {
  const result = await verifyCpuTrace(FILE, loadProfile('drill'));
  expect(result.summary.dialect.id).toBe('snes9x');
  expect(result.gaps).toBe(0);
  expect(result.differences).toEqual([]);
  expect(result.totals.equal).toBeGreaterThan(100);
  expect(result.framesHow).toContain('00:8069');
});

test('verify takes such a trace as it is, and compares nothing without a profile', async () => {
  const drill = await cli(['verify', FILE, '--profile', 'drill']);
  expect(drill.code).toBe(0);
  expect(drill.out).toContain('Snes9x debugger trace');
  expect(drill.out).toContain('0 differences');
  const game = await cli(['verify', FILE]);
  expect(game.code).toBe(2);
  expect(game.out).toContain('nothing was compared');
});

/** Line 1279 adds 03AE, which nothing showed before, and line 1280 stores the sum: a changed sum passes for another operand. */
test('a sum whose operand only its result shows is counted apart', async () => {
  const drill = await cli(['verify', FILE, '--profile', 'drill', '--json']);
  const [{ routines, totals }] = JSON.parse(drill.out).traces;
  const derived = routines.filter((one: { derived: number }) => one.derived > 0);
  expect(derived.map((one: { routine: string; derived: number }) => [one.routine, one.derived])).toEqual([
    ['C1:1C02', 1],
    ['C1:2828', 1],
    ['C1:EBCE', 1],
  ]);
  expect([totals.derived, totals.equal]).toEqual([3, 167]);
});

test('verify takes an unknown ROM beside the trace with --force-rom alone', async () => {
  const rom = join(import.meta.dirname, '../../../../traces/homebrew/drill.sfc');
  const both = await cli(['verify', FILE, '--rom', rom, '--force-rom', '--profile', 'drill']);
  expect(both.code).toBe(0);
  const wrong = await cli(['verify', FILE, '--rom', rom, '--profile', 'drill']);
  expect(wrong.code).toBe(2);
});

test('holes takes the ROM as verify does, and names it', async () => {
  const rom = join(import.meta.dirname, '../../../../traces/homebrew/drill.sfc');
  const refused = await cli(['holes', FILE, '--profile', 'drill', '--rom', rom]);
  expect([refused.code, refused.out]).toEqual([2, '']);
  const forced = await cli(['holes', FILE, '--profile', 'drill', '--rom', rom, '--force-rom']);
  expect(forced.code).toBe(0);
  expect(forced.out).toContain('FORCED (--force-rom)');
  const json = JSON.parse(
    (await cli(['holes', FILE, '--profile', 'drill', '--rom', rom, '--force-rom', '--json'])).out,
  );
  expect(json.image).toMatchObject({ forced: true, known: null });
});
