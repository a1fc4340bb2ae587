import { defineConfig } from 'vitest/config';

/** All bundled logs on our own console: needs nothing but Node, takes a minute or two. */
export default defineConfig({
  test: {
    include: ['test/console/**/*.test.ts'],
    testTimeout: 120_000,
    // what was compiled runs as it is: the runner's own form of it takes ten times as long
    server: { deps: { external: [/\/dist\//u] } },
  },
});
