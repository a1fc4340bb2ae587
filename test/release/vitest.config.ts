import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Fetches other versions of Node; says which it could not have. */
export default defineConfig({
  plugins,
  test: {
    server,
    include: ['test/release/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    fileParallelism: false,
  },
});
