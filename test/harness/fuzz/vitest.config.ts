import { defineConfig } from 'vitest/config';

/** Long runs of what the unit tests do in short: damaged files for every reader, plays under the lower bound. */
export default defineConfig({ test: { maxWorkers: '100%', include: ['test/**/*.fuzz.ts'] } });
