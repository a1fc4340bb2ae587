import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Not a suite: `write.ts` overwrites the pictures of the overlay. */
export default defineConfig({ plugins, test: { server, include: ['test/lua/write.ts'] } });
