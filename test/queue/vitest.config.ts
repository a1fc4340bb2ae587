import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Needs a Redis or Valkey server: `redis-server` in the path, or named by REDIS_SERVER; says why it skips. */
export default defineConfig({
  plugins,
  test: { server, include: ['test/queue/**/*.test.ts'], testTimeout: 240_000, fileParallelism: false },
});
