import { defineConfig } from 'vitest/config';

/** `npm run generate:house` */
export default defineConfig({ test: { include: ['test/house/update.ts'] } });
