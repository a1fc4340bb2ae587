/** The C turn engine's tests: they need a C compiler and take longer than a unit test, so they have a run of their own. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  plugins,
  test: { server, include: ['test/bench/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
