/**
 * A test runner for Stryker that runs unit tests in its own process. Vitest starts a worker for
 * every mutant and imports everything anew, which takes a second or more; here a mutant costs what
 * its tests cost. Modules are evaluated again only for mutants that Stryker calls static. Which
 * tests: `LOCKSTEP_TESTS`, folders and files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core';
import { determineHitLimitReached, toMutantRunResult } from '@stryker-mutator/api/test-runner';
import * as fastCheck from 'fast-check';
import { createLoader, focusOn, reachesFocus, takeCounts } from './loader.mjs';
import { isTaken } from './sample.mjs';
import { createTestApi } from './test-api.mjs';

/** Property tests run at most this many cases against a mutant, always the same ones. */
const PROPERTY_RUNS = Number(process.env.LOCKSTEP_PROPERTY_RUNS ?? '10');
/** Parts of the names of tests that no mutant runs against. */
const LEFT_OUT = JSON.parse(process.env.LOCKSTEP_LEFT_OUT ?? '[]');
/**
 * Runs each test that killed once more without the mutant: what a mutant left behind must not kill
 * the next one.
 */
const RECHECKS = process.env.LOCKSTEP_RECHECK === '1';
const SEED = 9357;
/**
 * A place that a test runs this many times as often as without the mutant is in a loop without end;
 * fewer hits are never one.
 */
const LOOP_FACTOR = 10;
const FEWEST_HITS = Number(process.env.LOCKSTEP_FEWEST_HITS ?? '1000');
/**
 * A loop elsewhere that a mutant makes endless is seen by the processor's time: this and
 * `LOOP_FACTOR` times what the test takes.
 */
const FEWEST_MS = 500;
/** The longest that the import of a test file may take the processor. */
const IMPORT_MS = 5_000;
const RUN = new Script(`globalThis.${INSTRUMENTER_CONSTANTS.NAMESPACE}.test.run()`);
/** A test of fewer milliseconds is worth trying before the others when it has killed. */
const QUICK = 200;
/** What the first run has measured, in Stryker's copy of the project. */
const MEASURED = '.in-process.json';
const PASSED = 0;
const FAILED = 1;

/**
 * Time that the processor has worked for this process since. On a busy machine the clock says
 * nothing.
 */
function processorMs(start) {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

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

const fileOfTest = (id) => id.slice(0, id.indexOf('#'));

/** @param list folders of tests and single files, by commas */
const testFiles = (list) =>
  list.split(',').flatMap((path) => {
    if (path.endsWith('.ts')) return [path];
    const names = readdirSync(path).filter((name) => name.endsWith('.test.ts'));
    return names.sort().map((name) => join(path, name));
  });

/**
 * @returns a function that evaluates a test file and gives its tests; modules that files share are
 * evaluated once
 */
function createTestLoader() {
  const tests = [];
  const vitest = createTestApi(tests);
  const load = createLoader({ vitest, 'fast-check': quickFastCheck });
  return (name) => {
    const first = tests.length;
    vitest.beginFile();
    load(resolve(name));
    const own = tests.slice(first);
    own.forEach((test, index) => {
      test.id = `${name}#${index} ${test.name}`;
      test.file = name;
    });
    return own.filter((test) => !LEFT_OUT.some((part) => test.name.includes(part)));
  };
}

class InProcessRunner {
  constructor() {
    globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] ??= {};
    this.state = globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE];
    this.state.hit = () => this.hit();
    this.paths = process.env.LOCKSTEP_TESTS;
    this.times = new Map();
    /**
     * When a test or, for static mutants, a file last killed: neighbours often die in the same
     * place.
     */
    this.lastDeath = new Map();
    this.deaths = 0;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    if (this.paths === undefined) throw new Error('LOCKSTEP_TESTS is not set');
  }

  /** Asked by the active mutant whenever it runs. */
  hit() {
    if (this.state.hitCount !== undefined && ++this.state.hitCount > this.state.hitLimit) {
      throw new Error(`the mutant ran more than ${this.state.hitLimit} times`);
    }
    return true;
  }

  /**
   * @param mutant the one that is active: the test may meet it `LOOP_FACTOR` times as often as
   * without
   */
  async runTest(test, mutant) {
    const usual = mutant === undefined ? undefined : this.coverage.perTest[test.id]?.[mutant];
    this.state.hitLimit = usual === undefined ? undefined : Math.max(FEWEST_HITS, usual * LOOP_FACTOR);
    const start = performance.now();
    const result = { id: test.id, name: test.id, fileName: test.file, status: PASSED };
    try {
      this.state.test = test;
      const usualMs = this.times.get(test.id);
      if (usualMs === undefined) await test.run();
      else await this.runLimited(FEWEST_MS + LOOP_FACTOR * Math.ceil(usualMs));
    } catch (error) {
      result.status = FAILED;
      this.hangs = error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      result.failureMessage = error instanceof Error ? error.message.slice(0, 500) : String(error);
    }
    result.timeSpentMs = performance.now() - start;
    return result;
  }

  /**
   * @param limit in ms of the processor: by the clock alone a test that waits for it would look
   * like one that hangs
   */
  async runLimited(limit) {
    for (let timeout = 2 * limit; ; timeout *= 2) {
      const start = process.cpuUsage();
      this.state.hitCount = this.state.hitLimit === undefined ? undefined : 0;
      try {
        return await RUN.runInThisContext({ timeout });
      } catch (error) {
        if (error?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT' || processorMs(start) >= limit) throw error;
      }
    }
  }

  async dryRun() {
    this.state.activeMutant = undefined;
    const load = createTestLoader();
    const tests = testFiles(this.paths).flatMap(load);
    this.coverage = { static: takeCounts(), perTest: {} };
    const results = [];
    for (const test of tests) {
      const start = process.cpuUsage();
      results.push(await this.runTest(test));
      this.times.set(test.id, processorMs(start));
      this.coverage.perTest[test.id] = takeCounts();
    }
    writeFileSync(MEASURED, JSON.stringify({ coverage: this.coverage, times: [...this.times] }));
    return { status: 'complete', tests: results, mutantCoverage: this.coverage };
  }

  /** In a process that did not do the first run, or takes the place of one that hung. */
  recall() {
    const { coverage, times } = JSON.parse(readFileSync(MEASURED, 'utf8'));
    this.coverage = coverage;
    this.times = new Map(times);
  }

  /** From now on the mutants of this file: tests are evaluated with them, when they are wanted. */
  turnTo(file) {
    if (this.coverage === undefined) this.recall();
    this.timeOfFile ??= this.timesOfFiles();
    if (file === this.file) return;
    this.file = file;
    focusOn(file);
    this.load = createTestLoader();
    this.loaded = new Map();
  }

  timesOfFiles() {
    const sums = new Map();
    for (const [id, ms] of this.times) sums.set(fileOfTest(id), (sums.get(fileOfTest(id)) ?? 0) + ms);
    return sums;
  }

  /** @param wanted the tests' ids, or all @returns the tests */
  testsOf(wanted) {
    const names = wanted === undefined ? testFiles(this.paths) : [...new Set(wanted.map(fileOfTest))];
    const ids = wanted === undefined ? undefined : new Set(wanted);
    return names.flatMap((name) => {
      if (!this.loaded.has(name)) this.loaded.set(name, this.load(name));
      return this.loaded.get(name).filter(({ id }) => ids === undefined || ids.has(id));
    });
  }

  /** The last killers first, then quick ones, until one fails. */
  async runUntilFailure(tests, results, mutant) {
    const turn = ({ id }) => (this.times.get(id) < QUICK ? (this.lastDeath.get(id) ?? 0) : 0);
    const time = ({ id }) => this.times.get(id) ?? 0;
    for (const test of [...tests].sort((a, b) => turn(b) - turn(a) || time(a) - time(b))) {
      const result = await this.runTest(test, mutant);
      results.push(result);
      if (result.status !== FAILED) continue;
      this.lastDeath.set(test.id, ++this.deaths);
      return true;
    }
    return false;
  }

  /**
   * For a mutant of what runs on import: file by file, everything evaluated while it is active, the
   * last killers first, then quick files.
   */
  async runStatic(results, mutant) {
    const load = createTestLoader();
    const turn = (name) => this.lastDeath.get(name) ?? 0;
    const time = (name) => this.timeOfFile.get(name) ?? 0;
    const names = testFiles(this.paths).filter((name) => reachesFocus(resolve(name)));
    names.sort((a, b) => turn(b) - turn(a) || time(a) - time(b));
    for (const name of names) {
      let failed = true;
      try {
        let tests = [];
        // what runs on import can hang as well
        this.state.hitLimit = undefined;
        this.state.test = { run: () => (tests = load(name)) };
        await this.runLimited(IMPORT_MS);
        failed = await this.runUntilFailure(tests, results, mutant);
      } catch (error) {
        this.hangs = error?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
        results.push({ id: 'import', name: 'import', status: FAILED, failureMessage: String(error), timeSpentMs: 0 });
      }
      if (!failed) continue;
      this.lastDeath.set(name, ++this.deaths);
      return;
    }
  }

  async runMutant({ id }, file, isStatic, wanted) {
    const results = [];
    this.hangs = false;
    this.state.activeMutant = undefined;
    this.turnTo(resolve(file));
    const tests = isStatic ? [] : this.testsOf(wanted);
    this.state.activeMutant = id;
    this.state.hitCount = undefined;
    this.state.hitLimit = undefined;
    if (isStatic) await this.runStatic(results, id);
    else await this.runUntilFailure(tests, results, id);
    this.state.activeMutant = undefined;
    if (RECHECKS && !isStatic) await this.recheck(results, tests);
    return results;
  }

  async recheck(results, tests) {
    const last = results.at(-1);
    if (last?.status !== FAILED) return;
    const test = tests.find(({ id }) => id === last.id);
    const { hangs, state } = this;
    const { hitCount, hitLimit } = state;
    const { status, failureMessage } = await this.runTest(test);
    this.hangs = hangs;
    Object.assign(state, { hitCount, hitLimit });
    if (status === FAILED) throw new Error(`${last.id} also fails without a mutant: ${failureMessage}`);
  }

  async mutantRun({ activeMutant, sandboxFileName, mutantActivation, testFilter }) {
    // no figure counts what ended in an error
    if (!isTaken(activeMutant)) return { status: 'error', errorMessage: 'not in the sample' };
    const isStatic = mutantActivation === 'static';
    const tests = await this.runMutant(activeMutant, sandboxFileName, isStatic, testFilter);
    const { hitCount, hitLimit } = this.state;
    const looped = this.hangs ? { status: 'timeout' } : determineHitLimitReached(hitCount, hitLimit);
    return toMutantRunResult(looped ?? { status: 'complete', tests });
  }
}

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: () => new InProcessRunner() }];
