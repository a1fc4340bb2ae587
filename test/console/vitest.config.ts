import { defineConfig } from 'vitest/config';
import { SLOW_TESTS } from '../slow-tests.js';

/** All bundled logs on our own console, and other slow tests: needs nothing but Node, takes two minutes or three. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.test.ts', ...SLOW_TESTS],
    // By default one core is left free, which on two cores halves the speed.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // what was compiled runs as it is: the runner's own form of it takes ten times as long
    server: { deps: { external: [/\/dist\//u] } },
  },
});
