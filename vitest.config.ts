import { defineConfig } from 'vitest/config';
import { builtModules } from './test/built-modules.js';
import { SLOW_TESTS } from './test/slow-tests.js';

const { plugins, server } = builtModules();

/** The suite that needs nothing but Node; suites that need more have a configuration of their own beside their tests. */
export default defineConfig({
  plugins,
  test: {
    server,
    include: ['test/**/*.test.ts'],
    exclude: [
      'dist/**',
      'node_modules/**',
      'test/console/**',
      ...SLOW_TESTS,
      'test/emulator/**',
      'test/bench/**',
      'test/terminal/**',
      'test/browser/**',
      'test/docs/**',
      'test/release/**',
      'test/door/**',
      'test/lua/**',
      'test/queue/**',
      'test/harness/fuzz/**',
    ],
    // By default one core is left free, which on two cores halves the speed.
    maxWorkers: '100%',
    // Files share the modules of their process: loading them for each took four minutes in ten.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
