/**
 * Mutation of one system, of the processor (`cpu`), or of the integer core and the turn engine
 * (`turn-engine`). `LOCKSTEP_SYSTEM` names it; `LOCKSTEP_MUTATE` narrows the files.
 */
import * as lists from './live-a-live-tests.mjs';

const system = process.env.LOCKSTEP_SYSTEM;
if (system === undefined) throw new Error('LOCKSTEP_SYSTEM is not set; use: npm run test:mutation:system -- SYSTEM');

const files = process.env.LOCKSTEP_MUTATE?.split(',') ?? [];
const beginnings = files.map((file) => file.replace(/[*{:].*/, ''));
/**
 * Whether mutants of one of these files are asked for, by name or by a pattern that begins like it.
 */
const wants = (sources) =>
  files.length === 0 || sources.some((source) => beginnings.some((beginning) => source.startsWith(beginning)));
const TOGETHER = wants(lists.TOGETHER_SOURCES);
/** Cases of a property test: its tests on what all cases together met must still hold. */
const PROPERTY_RUNS = {
  ...{ 'kurogane-engage': 600, 'holy-grail-war': 6, 'srpg-movement': 3, fftcg: 3 },
  'live-a-live': TOGETHER ? 400 : 10,
  'turn-engine': 100,
};
const PLAYED = wants(lists.PLAYED_SOURCES) ? lists.PLAYED : [];
const ofSetups = (file) => lists.SETUP_ROOMS.some((room) => file.startsWith(room));
const SETUPS = files.length === 0 || files.some(ofSetups) ? lists.SETUPS : [];
const LOGS = wants(lists.LOGGED_SOURCES) ? lists.LOGS : [];
/**
 * What the routines' cases run through has nothing of a played battle, and a mutant of what runs on
 * import evaluates all of them.
 */
const ONLY_PLAYED = files.length > 0 && files.every((file) => file.startsWith('core/live-a-live/battle/'));
const RULES = ONLY_PLAYED ? lists.BESIDE_PLAYED : [...lists.RULES, ...lists.CASES, ...LOGS];
const aloneIn = Object.keys(lists.ALONE).find(
  (room) => files.length > 0 && files.every((file) => file.startsWith(room)),
);
const ofSomeRooms = Object.keys(lists.ALONE).flatMap((room) => (wants([room]) ? lists.ALONE[room] : []));
const TESTS = {
  'turn-engine': [...new Set(lists.TURN_ENGINE_TESTS)],
  'live-a-live': lists.ALONE[aloneIn] ?? [...new Set([...RULES, ...SETUPS, ...PLAYED, ...ofSomeRooms])],
};
/**
 * Tests that run for longest and would make a loop without end hard to tell from them: maps of 256
 * x 256, random play under watch or beside a reference. What only they would kill counts as living.
 */
const LEFT_OUT = {
  'live-a-live': [
    ...(PLAYED.length === 0 && aloneIn === undefined ? [] : lists.LEFT_OUT.played),
    ...(PLAYED.length === 0 ? [] : lists.LEFT_OUT.filled),
    ...lists.LEFT_OUT.always,
    ...(TOGETHER ? [] : lists.LEFT_OUT.together),
  ],
  'turn-engine': [...lists.LEFT_OUT.played, ...lists.LEFT_OUT.always, 'taken together'],
  'srpg-movement': ['listed means accepted', '256 x 256', 'memory where it was lent', 'random commands agree'],
  'kurogane-engage': [
    ...['random commands agree', 'listed means accepted', 'sixteen attacks with sixty dice'],
    ...['counting all rolls', 'a count of every roll', 'every pair of rolls'],
  ],
  fftcg: [
    '25,000 random commands agree',
    'the image is sound',
    'no window is skipped',
    'lists exactly what is taken',
    'leaves every byte as it was',
    'the same choices',
    'random play uses it',
  ],
  'holy-grail-war': [
    'a rejection leaves the image',
    'every entry of a simple command',
    'a snapshot replays',
    'random commands',
  ],
};

// Read by the test runner, whose process inherits them.
process.env.LOCKSTEP_ROOT = process.cwd();
process.env.LOCKSTEP_PROPERTY_RUNS ??= String(PROPERTY_RUNS[system] ?? 10);
process.env.LOCKSTEP_LEFT_OUT ??= JSON.stringify(LEFT_OUT[system] ?? []);
if (system === 'cpu') {
  process.env.LOCKSTEP_RECHECK ??= '1';
  // a run of many short stretches is slow, and no loop without end
  process.env.LOCKSTEP_FEWEST_HITS ??= '1000000';
}
/** Sentences and tables of all systems have one test each. */
const TOLD = system === 'cpu' ? [] : ['test/core/told-battles.test.ts', 'test/core/shown-tables.test.ts'];
process.env.LOCKSTEP_TESTS ??= (TESTS[system] ?? [`test/core/${system}`, ...TOLD]).join(',');

export default {
  testRunner: 'in-process',
  plugins: ['./test/mutation/in-process/plugin.mjs'],
  coverageAnalysis: 'perTest',
  mutate: files.length > 0 ? files : system === 'turn-engine' ? lists.TURN_ENGINE : [`core/${system}/**/*.ts`],
  ignorePatterns: [
    '.stryker-tmp-*',
    'dist',
    'reports',
    ...(system === 'turn-engine' || (system === 'live-a-live' && LOGS.length > 0) ? [] : ['traces/logs']),
    ...(['cpu', 'live-a-live', 'turn-engine'].includes(system) ? [] : ['traces/vectors']),
    'traces/homebrew',
    'test/emulator',
  ],
  tempDirName: `.stryker-tmp-${system}`,
  cleanTempDir: process.env.LOCKSTEP_KEEP !== '1',
  concurrency: Number(process.env.LOCKSTEP_CONCURRENCY ?? '1'),
  // loops are found by their count; on a busy machine less would take a slow run for a hang, and on
  // a very busy one even this
  timeoutMS: Number(process.env.LOCKSTEP_TIMEOUT_MS ?? '120000'),
  dryRunTimeoutMinutes: 60,
  incrementalFile: `reports/mutation/${system}.incremental.json`,
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: `reports/mutation/${system}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: 90, break: 90 },
};
