/** Tests that need nothing but Node and take tens of seconds: they run with those of the console, not with the unit tests. */
export const SLOW_TESTS: readonly string[] = [
  'test/harness/check/bundled.test.ts',
  'test/harness/cli/interruption.test.ts',
  'test/harness/cli/luck-page.test.ts',
  'test/harness/cli/process.test.ts',
  'test/harness/movies/memory.test.ts',
  'test/harness/odds/draw-graph.test.ts',
  'test/harness/odds/locate-count.test.ts',
  'test/harness/odds/locate.test.ts',
  'test/harness/odds/seeds.test.ts',
  'test/harness/proof/battle.test.ts',
  'test/harness/proof/prove.test.ts',
  'test/harness/proof/recorded.test.ts',
  'test/harness/proof/rom-prove.test.ts',
  'test/harness/search/processes.test.ts',
  'test/harness/settle/hole-in-verbs.test.ts',
  'test/package/pack.test.ts',
];
