import { defineConfig } from 'vitest/config';

/** `npx vitest run --config test/harness/fuzz/vitest.config.ts` */
export default defineConfig({ test: { include: ['test/harness/fuzz/**/*.fuzz.ts'] } });
