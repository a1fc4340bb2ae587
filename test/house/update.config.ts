import { defineConfig } from 'vitest/config';

/** `npm run house:update` */
export default defineConfig({ test: { include: ['test/house/update.ts'] } });
