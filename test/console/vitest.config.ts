import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';
import { SLOW_TESTS } from '../slow-tests.js';

const { plugins, server } = builtModules();

/** All bundled logs on our own console, and other slow tests: needs nothing but Node, takes two minutes or three. */
export default defineConfig({
  plugins,
  test: {
    server,
    include: ['test/console/**/*.test.ts', ...SLOW_TESTS],
    // By default one core is left free, which on two cores halves the speed.
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
