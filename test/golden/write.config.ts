import { defineConfig } from 'vitest/config';

/** Not a suite: `write.ts` overwrites the files below `traces/golden`. */
export default defineConfig({ test: { include: ['test/golden/write.ts'] } });
