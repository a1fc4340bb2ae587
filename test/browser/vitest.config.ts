import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** The report in a real browser: `npm run test:browser`, with CHROMIUM naming its program where it is not /usr/bin/chromium. */
export default defineConfig({
  plugins,
  test: {
    server,
    include: ['test/browser/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
  },
});
