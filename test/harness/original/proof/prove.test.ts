/** Original code beside ours: the test ROM agrees in every routine, and every planted fault is caught where it was planted. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PUBLISHED_SOURCE } from '../../../../harness/library/prove-image.js';
import { loadProfile } from '../../../../harness/original/cpu-trace/profile.js';
import { createCaseCollector } from '../../../../harness/original/proof/cases-file.js';
import { imageUnderTest } from '../../../../harness/original/proof/choose-image.js';

import { playedMemories } from '../../../../harness/original/proof/played-frames.js';
import { type ProveSource, proveImage, verdictOf } from '../../../../harness/original/proof/prove.js';
import { createCaseMachine } from '../../../../harness/original/vectors/case-machine.js';
import { parseCase, parseHeader } from '../../../../harness/original/vectors/format.js';
import { runCase } from '../../../../harness/original/vectors/run-case.js';
import { adapterOf } from '../../../../harness/original/vectors/run-files.js';
import { HOST_WINDOW, offsetOf } from '../../../../rom-map/index.js';
import { FAULTS, plant, RARE } from './faults.js';

const profile = loadProfile('drill');
const rom = new Uint8Array(readFileSync('traces/homebrew/drill.sfc'));
const options = { cases: 400, seed: 1, instructions: 20_000 };

test('every routine of the test ROM agrees, in published and varied cases', { timeout: 120_000 }, () => {
  const result = proveImage(imageUnderTest(rom, profile, true), PUBLISHED_SOURCE, { ...options, cases: 100 });
  expect(result.list.filter((one) => one.different > 0).map((one) => [one.name, one.first?.difference.text])).toEqual(
    [],
  );
  // 77 routines stand in the profile; 19,668 cases are published for them
  expect([result.routines, result.published.cases, result.published.equal]).toEqual([77, 19_668, 19_668]);
  expect(result.published.reasons).toEqual({});
  expect(verdictOf(result)).toBe('holds');
  expect([result.stopped, result.undecided]).toEqual([0, 0]);
  expect(result.cases).toBeGreaterThan(19_396 + 77 * 20);
  expect(result.total).toBe("our test ROM's code (cases)");
});

/** Routines of the battle image whose varied cases also reach states that cannot occur, or unpublished code. */
test.each(['damage-to-enemy', 'driven-enemy-hits', 'ally-correction', 'enemy-heal-apply', 'knockback-all'])(
  'the battle image agrees in %s; what is outside or unpublished is counted apart',
  { timeout: 60_000 },
  (routine) => {
    const battle = new Uint8Array(readFileSync('traces/homebrew/drill-battle.sfc'));
    const image = imageUnderTest(battle, loadProfile('drill-battle'), true);
    const result = proveImage(image, PUBLISHED_SOURCE, { ...options, routine });
    const [proof] = result.list;
    expect([result.different, proof?.first, verdictOf(result)]).toEqual([0, undefined, 'holds']);
    expect(result.undecided).toBe(0);
  },
);

describe('planted faults', () => {
  test.each(FAULTS)('is found in its routine, and nothing is without it: $what in $routine', (fault) => {
    const image = imageUnderTest(plant(rom, fault), profile, false);
    const result = proveImage(image, PUBLISHED_SOURCE, { ...options, routine: fault.routine });
    expect(result.different).toBeGreaterThan(0);
    const { first } = result;
    expect(first?.name).toBe(fault.routine);
    expect(first?.first?.cells.length).toBeLessThanOrEqual(12);
    // without the fault the smallest case is equal
    const again = proveImage(imageUnderTest(rom, profile, true), PUBLISHED_SOURCE, {
      ...options,
      cases: 0,
      routine: fault.routine,
    });
    expect(again.different).toBe(0);
  });

  test.each(FAULTS.filter((fault) => RARE.includes(fault.what)))('is found by varied cases: $what', (fault) => {
    const image = imageUnderTest(plant(rom, fault), profile, false);
    const few: ProveSource = {
      ...PUBLISHED_SOURCE,
      published: (plan) => {
        const published = PUBLISHED_SOURCE.published(plan);
        return { ...published, cases: published.cases.slice(0, 6) };
      },
    };
    const result = proveImage(image, few, { ...options, cases: 3000, routine: fault.routine });
    expect(result.first?.name).toBe(fault.routine);
  });
});

test('the same seed gives the same cases', () => {
  const fault = FAULTS.find((one) => one.what === 'half rounded up');
  if (fault === undefined) throw new Error('no such fault');
  const run = () =>
    proveImage(imageUnderTest(plant(rom, fault), profile, false), PUBLISHED_SOURCE, {
      ...options,
      routine: fault.routine,
    });
  expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
});

test('an early register read is counted', () => {
  const fault = FAULTS.find((one) => one.what === 'a quotient read too early');
  if (fault === undefined) throw new Error('no such fault');
  const image = imageUnderTest(plant(rom, fault), profile, false);
  const result = proveImage(image, PUBLISHED_SOURCE, { ...options, cases: 0, routine: fault.routine });
  expect(result.list[0]?.earlyReads).toBeGreaterThan(0);
});

test('memory of played frames comes from several scenarios, and cases on it agree', () => {
  const memories = playedMemories(rom, 20, 1);
  // the cell of the scenario's number
  const scenarios = new Set(memories.map((memory) => memory[offsetOf(HOST_WINDOW + 7)]));
  expect(scenarios.size).toBeGreaterThan(3);
  expect(memories.every((memory) => memory[offsetOf(HOST_WINDOW + 6)] === 2)).toBe(true);
  const image = imageUnderTest(rom, profile, true);
  const result = proveImage(image, PUBLISHED_SOURCE, { ...options, cases: 0, memories, routine: 'next-ally' });
  expect(result.list[0]?.played.equal).toBeGreaterThan(20);
  expect(result.different).toBe(0);
});

test('cases written for others are read and pass', () => {
  const image = imageUnderTest(rom, profile, true);
  const collect = createCaseCollector(image.sha256, 'test', 1);
  proveImage(image, PUBLISHED_SOURCE, { ...options, collect, routine: 'order-points-idle' });
  const [first = '', ...lines] = (collect.text() ?? '').trimEnd().split('\n');
  const header = parseHeader(first, 'a.jsonl');
  const found = adapterOf(header);
  if (found === undefined) throw new Error('no adapter');
  const target = createCaseMachine();
  const run = (line: string, index: number) =>
    runCase(target, found.adapter, header, parseCase(line, 'a.jsonl', index + 2));
  expect(lines.length).toBe(header.cases);
  expect(lines.length).toBeGreaterThan(100);
  expect(lines.map(run).filter((difference) => difference !== undefined)).toEqual([]);
});

test('a routine that is not there is refused: nothing is compared', () => {
  const run = () =>
    proveImage(imageUnderTest(rom, profile, true), PUBLISHED_SOURCE, { ...options, routine: 'C1:FFFF' });
  expect(run).toThrow('no case of any routine');
});
