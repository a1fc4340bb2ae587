import { defineConfig } from 'vitest/config';

/** Needs Lua: `lua5.1`, `lua5.3` and `lua5.4` on the PATH, or their folder in LUA_DIRECTORY. */
export default defineConfig({ test: { include: ['test/lua/**/*.test.ts'], testTimeout: 60_000 } });
