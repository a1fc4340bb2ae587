import { defineConfig } from 'vitest/config';

/** Needs python3 for its pty; says what it skips. */
export default defineConfig({
  test: { include: ['test/terminal/**/*.test.ts'], testTimeout: 120_000, fileParallelism: false },
});
