import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Builds the whole documentation: needs nothing but Node, and a minute. */
export default defineConfig({
  plugins,
  test: { server, include: ['test/docs/**/*.test.ts'], testTimeout: 600_000, hookTimeout: 600_000 },
});
