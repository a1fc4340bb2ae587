/**
 * A test runner for Stryker that runs unit tests in its own process. Vitest starts a worker for every mutant and imports
 * everything anew, which takes a second or more; here a mutant costs what its tests cost. Modules are evaluated again only
 * for mutants that Stryker calls static. Which tests: `LOCKSTEP_TESTS`, a folder.
 */
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import * as fastCheck from 'fast-check';
import { createLoader } from './loader.mjs';
import { createTestApi } from './test-api.mjs';

/** Property tests run at most this many cases against a mutant, always the same ones. */
const PROPERTY_RUNS = Number(process.env.LOCKSTEP_PROPERTY_RUNS ?? '10');
const SEED = 9357;
/** A mutated place that runs this many times as often as without the mutant is in a loop without end. Stryker's own figure is 100. */
const LOOP_FACTOR = 10;
const PASSED = 0;
const FAILED = 1;

/** In place of fast-check, as its default export. */
const quickFastCheck = {
  __esModule: true,
  default: {
    ...fastCheck.default,
    assert: (property, options = {}) => {
      const numRuns = Math.min(options.numRuns ?? PROPERTY_RUNS, PROPERTY_RUNS);
      return fastCheck.default.assert(property, { seed: SEED, ...options, numRuns, endOnFailure: true });
    },
  },
};

function loadTests(folder) {
  const tests = [];
  const load = createLoader({ vitest: createTestApi(tests), 'fast-check': quickFastCheck });
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.test.ts')) continue;
    const first = tests.length;
    load(resolve(folder, name));
    for (let index = first; index < tests.length; index++) {
      const test = tests[index];
      test.id = `${name}#${index - first} ${test.name}`;
      test.file = join(folder, name);
    }
  }
  return tests;
}

class InProcessRunner {
  constructor() {
    globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
    this.state = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE];
    this.folder = process.env.LOCKSTEP_TESTS;
    this.times = new Map();
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    if (this.folder === undefined) throw new Error('LOCKSTEP_TESTS is not set');
  }

  async runTest(test) {
    this.state.currentTestId = test.id;
    const start = performance.now();
    const result = { id: test.id, name: test.id, fileName: test.file, status: PASSED };
    try {
      await test.run();
    } catch (error) {
      result.status = FAILED;
      result.failureMessage = error instanceof Error ? error.message.slice(0, 500) : String(error);
    }
    this.state.currentTestId = undefined;
    result.timeSpentMs = performance.now() - start;
    return result;
  }

  async dryRun() {
    this.state.activeMutant = undefined;
    this.tests = loadTests(this.folder);
    const results = [];
    for (const test of this.tests) {
      const result = await this.runTest(test);
      this.times.set(test.id, result.timeSpentMs);
      results.push(result);
    }
    return { status: 'complete', tests: results, mutantCoverage: this.state.mutantCoverage };
  }

  /** Tests for a mutant: for a static one everything is evaluated while it is active. */
  testsFor(id, isStatic) {
    this.state.activeMutant = isStatic ? id : undefined;
    if (isStatic) return loadTests(this.folder);
    this.tests ??= loadTests(this.folder);
    return this.tests;
  }

  async runUntilFailure(id, isStatic, wanted) {
    let tests;
    try {
      tests = this.testsFor(id, isStatic);
    } catch (error) {
      return [{ id: 'import', name: 'import', status: FAILED, failureMessage: String(error), timeSpentMs: 0 }];
    }
    this.state.activeMutant = id;
    const chosen = wanted === undefined ? [...tests] : tests.filter((test) => wanted.includes(test.id));
    // quick ones first: most mutants die in them
    chosen.sort((a, b) => (this.times.get(a.id) ?? 0) - (this.times.get(b.id) ?? 0));
    const results = [];
    for (const test of chosen) {
      const result = await this.runTest(test);
      results.push(result);
      if (result.status === FAILED) break;
    }
    this.state.activeMutant = undefined;
    return results;
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit: given }) {
    const hitLimit = given === undefined ? undefined : Math.max(1000, (given / 100) * LOOP_FACTOR);
    this.state.hitCount = hitLimit === undefined ? undefined : 0;
    this.state.hitLimit = hitLimit;
    const tests = await this.runUntilFailure(activeMutant.id, mutantActivation === 'static', testFilter);
    return toMutantRunResult(determineHitLimitReached(this.state.hitCount, hitLimit) ?? { status: 'complete', tests });
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: () => new InProcessRunner() }];
