import { defineConfig } from 'vitest/config';

/** The report in a real browser: `npm run test:browser`, with CHROMIUM naming its program where it is not /usr/bin/chromium. */
export default defineConfig({
  test: { include: ['test/browser/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000, fileParallelism: false },
});
