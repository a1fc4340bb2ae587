import { defineConfig } from 'vitest/config';

/** `npm run generate:explained-logs` */
export default defineConfig({ test: { include: ['test/harness/play/explain/write-every-log.ts'] } });
