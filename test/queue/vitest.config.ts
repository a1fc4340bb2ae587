import { defineConfig } from 'vitest/config';

/** Needs a Redis or Valkey server: `redis-server` in the path, or named by REDIS_SERVER; says why it skips. */
export default defineConfig({
  test: { include: ['test/queue/**/*.test.ts'], testTimeout: 240_000, fileParallelism: false },
});
