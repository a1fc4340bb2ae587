import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Needs python3 for its pty; says what it skips. */
export default defineConfig({
  plugins,
  test: { server, include: ['test/terminal/**/*.test.ts'], testTimeout: 120_000, fileParallelism: false },
});
