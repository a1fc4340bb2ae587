/** Mutation of one of the four systems beside LIVE A LIVE. `LOCKSTEP_SYSTEM` names it; `LOCKSTEP_MUTATE` narrows the files. */
const system = process.env.LOCKSTEP_SYSTEM;
if (system === undefined) throw new Error('LOCKSTEP_SYSTEM is not set; use: npm run test:mutation:system -- SYSTEM');

/** Read by the test runner, whose process inherits it. */
process.env.LOCKSTEP_TESTS ??= `test/core/${system}`;

export default {
  testRunner: 'in-process',
  plugins: ['./test/mutation/in-process/plugin.mjs'],
  coverageAnalysis: 'perTest',
  mutate: (process.env.LOCKSTEP_MUTATE ?? `core/${system}/*.ts`).split(','),
  ignorePatterns: ['dist', 'reports', 'traces/logs', 'traces/vectors', 'traces/homebrew', 'test/emulator'],
  tempDirName: `.stryker-tmp-${system}`,
  concurrency: Number(process.env.LOCKSTEP_CONCURRENCY ?? '1'),
  timeoutMS: 5000,
  incrementalFile: `reports/mutation/${system}.incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `reports/mutation/${system}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 90, break: 90 },
};
