/**
 * Mutation of one system; of LIVE A LIVE what `../stryker.config.json` leaves out. `LOCKSTEP_SYSTEM` names it;
 * `LOCKSTEP_MUTATE` narrows the files.
 */
const system = process.env.LOCKSTEP_SYSTEM;
if (system === undefined) throw new Error('LOCKSTEP_SYSTEM is not set; use: npm run test:mutation:system -- SYSTEM');

const LIVE_A_LIVE = 'test/core/live-a-live';
/** Beside the folders: what costs seconds together, so that nothing quick is missed. */
const SINGLE = [
  ...['actions', 'battle-set-up', 'decision', 'declarations', 'draw-outcomes', 'frame-edges', 'predict-edges'],
  ...['ranges-and-movement', 'state-key', 'set-up', 'turn-edges', 'views'],
];
const ROUTINES = [
  ...['combat', 'growth'].map((area) => `${LIVE_A_LIVE}/${area}`),
  ...SINGLE.map((name) => `${LIVE_A_LIVE}/${name}.test.ts`),
  // ranges and areas as sets of cells
  `${LIVE_A_LIVE}/play/marks.test.ts`,
  `${LIVE_A_LIVE}/play/ranges-and-hits.test.ts`,
  'test/mutation/routine-cases.ts',
  'test/mutation/sequence-cases.ts',
];
const wants = (part) => process.env.LOCKSTEP_MUTATE?.includes(part) ?? true;
const TOGETHER = ['idle-frames', 'decision-frames', 'tries'].some((part) => wants(`play/${part}`));
/** Cases of a property test: its tests on what all cases together met must still hold. */
const PROPERTY_RUNS = {
  ...{ 'kurogane-engage': 600, 'holy-grail-war': 6, 'srpg-movement': 3, fftcg: 3 },
  'live-a-live': TOGETHER ? 400 : 10,
};
/** Played battles take seconds: they run only against the mutants of `play`. */
const PLAYS = wants('/play/') ? [`${LIVE_A_LIVE}/play`, 'test/harness/search/expansion/shared-prefixes.test.ts'] : [];
const BAD_INPUT = wants('set-up') && PLAYS.length === 0 ? [`${LIVE_A_LIVE}/play/bad-input.test.ts`] : [];
/** What only the test ROM does is the business of its logs. */
const LOGS = ['drill-attack', 'drill-battle-skill', 'drill-counter', 'drill-fields'].some(wants)
  ? ['test/mutation/log-cuts.ts']
  : [];
/** What the routines' cases run through has nothing of `play`, and a mutant of what runs on import evaluates all of them. */
const ONLY_PLAYS = process.env.LOCKSTEP_MUTATE?.split(',').every((file) => file.includes('/play/')) ?? false;
const BATTLES = ['declarations', 'state-key', 'set-up', 'views'].map((name) => `${LIVE_A_LIVE}/${name}.test.ts`);
const TESTS = {
  'live-a-live': [...(ONLY_PLAYS ? BATTLES : new Set([...ROUTINES, ...LOGS])), ...BAD_INPUT, ...PLAYS],
};
/**
 * Tests that run for longest and would make a loop without end hard to tell from them: maps of 256 x 256, random play under
 * watch. What only they would kill counts as living.
 */
const LEFT_OUT = {
  'live-a-live': [
    ...(PLAYS.length === 0 ? [] : ['nothing of units that are not there', 'the same commands give the same image']),
    // plays whole battles, and asks for what many of them meet
    'every value of a draw leads where',
    // compares with frame by frame what only two files do, and needs hundreds of cases to meet it
    ...(TOGETHER ? [] : ['taken together', 'those of a range that is marked anew']),
  ],
  'srpg-movement': ['listed means accepted', '256 x 256', 'memory where it was lent'],
  fftcg: [
    'the image is sound',
    'no window is skipped',
    'lists exactly what is taken',
    'leaves every byte as it was',
    'the same choices',
    'random play uses it',
  ],
  'holy-grail-war': ['a rejection leaves the image', 'every entry of a simple command', 'a snapshot replays'],
};

// Read by the test runner, whose process inherits them.
process.env.LOCKSTEP_PROPERTY_RUNS ??= String(PROPERTY_RUNS[system] ?? 10);
process.env.LOCKSTEP_LEFT_OUT ??= JSON.stringify(LEFT_OUT[system] ?? []);
process.env.LOCKSTEP_TESTS ??= (TESTS[system] ?? [`test/core/${system}`]).join(',');

export default {
  testRunner: 'in-process',
  plugins: ['./test/mutation/in-process/plugin.mjs'],
  coverageAnalysis: 'perTest',
  mutate: (process.env.LOCKSTEP_MUTATE ?? `core/${system}/**/*.ts`).split(','),
  ignorePatterns: [
    '.stryker-tmp-*',
    'dist',
    'reports',
    ...(system === 'live-a-live' && LOGS.length > 0 ? [] : ['traces/logs']),
    ...(system === 'live-a-live' ? [] : ['traces/vectors']),
    'traces/homebrew',
    'test/emulator',
  ],
  tempDirName: `.stryker-tmp-${system}`,
  concurrency: Number(process.env.LOCKSTEP_CONCURRENCY ?? '1'),
  // loops are found by their count; on a busy machine less would take a slow run for a hang
  timeoutMS: 120_000,
  dryRunTimeoutMinutes: 60,
  incrementalFile: `reports/mutation/${system}.incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `reports/mutation/${system}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 90, break: 90 },
};
