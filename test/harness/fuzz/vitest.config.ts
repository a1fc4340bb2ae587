import { defineConfig } from 'vitest/config';
import { builtModules } from '../../built-modules.js';

const { plugins, server } = builtModules();

/** Long runs of what the unit tests do in short: damaged files for every reader, plays under the lower bound. */
export default defineConfig({ plugins, test: { server, maxWorkers: '100%', include: ['test/**/*.fuzz.ts'] } });
