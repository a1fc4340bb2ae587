/** Pointers are varied over all that they can lead to: every record of a table, every block of a kind. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';
import { createProofMachine } from '../../../../harness/original/proof/compare-sides.js';
import { runPublished } from '../../../../harness/original/proof/published.js';
import { createRoutineRunner } from '../../../../harness/original/proof/routine-runner.js';
import type { ProofState } from '../../../../harness/original/proof/state.js';
import { type Corpus, relateAddresses, runAddresses } from '../../../../harness/original/proof/vary.js';
import { enemyPointer, placeOf } from '../../../fixtures/live-a-live/battle-cells.js';

function routine(name: string) {
  const profile = loadProfile('drill-battle');
  const bytes = new Uint8Array(readFileSync('traces/homebrew/drill-battle.sfc'));
  const machine = createProofMachine(imageUnderTest(bytes, profile, true));
  const plan = profile.plans.find((one) => one.name === name);
  if (plan === undefined) throw new Error(`no routine ${name}`);
  const published = PUBLISHED_SOURCE.published(plan);
  const runner = createRoutineRunner(machine, plan, published, 20_000);
  const states: ProofState[] = [];
  for (const vector of published.cases.slice(0, 8)) {
    const done = runPublished(runner, vector);
    if (done === undefined) continue;
    runner.learn();
    states.push(done.state);
  }
  const corpus: Corpus = { states, pointers: new Set(), related: { X: [], Y: [] } };
  relateAddresses(corpus, published.cases, machine.ours.offsets);
  return { runner, corpus };
}

test('the pointer to a skill: the 256 records of allies and the 256 of enemies', () => {
  const { corpus, runner } = routine('field-create');
  const at = placeOf('skillRecordPointer');
  const seen = new Set<number>();
  runAddresses(runner, corpus, 2500, () => {
    seen.add(runner.cell(at) + 256 * runner.cell(at + 1));
    return true;
  });
  expect(seen.size).toBe(512);
  expect([Math.min(...seen), Math.max(...seen)]).toEqual([0x24cb, 0x3dcb + 255 * 25]);
});

test('an enemy in X: the sixteen blocks, and no more cases than are asked for', () => {
  const { corpus, runner } = routine('hit-check');
  const seen = new Set<number>();
  const run = runAddresses(runner, corpus, 100_000, (_, registers) => {
    seen.add(registers.X);
    return true;
  });
  expect([...seen].sort((a, b) => a - b)).toEqual(expect.arrayContaining([0, 1, 15].map(enemyPointer)));
  expect(run).toBeGreaterThan(16);
  expect(runAddresses(runner, corpus, 5, () => true)).toBe(5);
});

test('a cell that holds the address in X in every published case goes with it', () => {
  const { corpus, runner } = routine('status-infliction-core');
  const at = placeOf('work0310');
  expect(corpus.related.X).toContain(at);
  runAddresses(runner, corpus, 2500, (_, registers) => {
    expect(runner.cell(at) + 256 * runner.cell(at + 1)).toBe(registers.X);
    return true;
  });
});
