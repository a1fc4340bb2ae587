import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Walks through the door as a stranger does: some minutes, and the package registry is asked. */
export default defineConfig({
  plugins,
  test: { server, include: ['test/door/**/*.test.ts'], testTimeout: 1_800_000, hookTimeout: 600_000 },
});
