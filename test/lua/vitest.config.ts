import { defineConfig } from 'vitest/config';
import { builtModules } from '../built-modules.js';

const { plugins, server } = builtModules();

/** Needs Lua: `lua5.1`, `lua5.3` and `lua5.4` on the PATH, or their folder in LUA_DIRECTORY. */
export default defineConfig({
  plugins,
  test: { server, maxWorkers: '100%', include: ['test/lua/**/*.test.ts'], testTimeout: 60_000 },
});
