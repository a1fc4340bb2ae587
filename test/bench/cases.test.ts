/**
 * The C turn engine against the cases of the original's routines: every turn-area file that core passes. Expected values are the
 * recorded ones; each planted fault in the C source has to be found.
 */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { TURN_ADAPTERS } from '../../harness/original/vectors/adapters/turn.js';
import { runVectors } from '../../harness/original/vectors/run-files.js';
import { FAULTS } from '../../harness/tools/bench/turn-engine/build-engine.js';
import { engineRoutines, runEngineCases } from '../../harness/tools/bench/turn-engine/engine-cases.js';
import { engineOrReason } from './engine.js';

const VECTORS = fileURLToPath(new URL('../../traces/vectors/', import.meta.url));
const engine = engineOrReason();

afterAll(() => engine?.remove());

describe.skipIf(engine === undefined)('the C turn engine', () => {
  const path = engine?.path ?? '';

  test('has every routine of the turn area', () => {
    const routines = engineRoutines(path);
    expect(Object.keys(TURN_ADAPTERS).filter((name) => !routines.has(name))).toEqual([]);
  });

  test('agrees with the original in every case of every turn-area file', () => {
    const results = runEngineCases(path, [VECTORS]);
    expect(results.filter((file) => file.equal !== file.cases)).toEqual([]);
    const ran = new Set(results.map((file) => file.name));
    const turn = runVectors([VECTORS], { area: 'turn' }).list.filter((file) => file.routine !== '65816');
    const left = turn.map((file) => file.file.replace(/^.*\/|\.jsonl\.gz$/gu, '')).filter((name) => !ran.has(name));
    expect(left).toEqual([]);
    expect(results.reduce((sum, file) => sum + file.cases, 0)).toBeGreaterThanOrEqual(
      turn.reduce((sum, file) => sum + file.cases, 0),
    );
  });
});

/** Files that have to notice a fault; a fault of the frame program has no cases and is found by its checksum. */
const NOTICED_BY: readonly (readonly [fault: number, file: string])[] = [
  [1, 'C1-6150-battle-generator'],
  [2, 'C1-2841-ap-subtract'],
  [3, 'C1-1C02-order-points-idle'],
  [4, 'C1-92C3-choose-enemy'],
];

describe.skipIf(engine === undefined)('a planted fault is found', () => {
  test.each(NOTICED_BY)('fault %i by %s', (fault, file) => {
    expect(FAULTS[fault - 1]).toBeDefined();
    const broken = engineOrReason(fault);
    try {
      const results = runEngineCases(broken?.path ?? '', [`${VECTORS}${file}.jsonl.gz`]);
      expect(results).toHaveLength(1);
      expect(results[0]?.equal).toBeLessThan(results[0]?.cases ?? 0);
      expect(results[0]?.first).toMatch(/^line \d+: /u);
    } finally {
      broken?.remove();
    }
  });
});
