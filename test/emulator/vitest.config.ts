import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Needs a C compiler, bsnes-mercury cores (LIBRETRO_DIRECTORY) and for the ROM's own tests ca65 and ld65; says what it skips. */
export default defineConfig({
  plugins,
  test: { server, include: ['test/emulator/**/*.test.ts'], testTimeout: 600_000, maxWorkers: 2 },
});
