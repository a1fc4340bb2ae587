import { defineConfig } from 'vitest/config';

/** `npm run explain:every-log` */
export default defineConfig({ test: { include: ['test/harness/verify/explain/write-every-log.ts'] } });
