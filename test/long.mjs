// `npm run test:long`: everything that needs only Node and is too slow for `npm test`, suite after suite. Each prints its
// own counts; the last line names those that failed. Fuzz has its short counts here, unless the variables say more.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SUITES = ['test/console', 'test/docs', 'test/harness/fuzz'];
const COUNTS = {
  LOCKSTEP_MUTANTS: '10000',
  LOCKSTEP_PLAYS: '3200',
  LOCKSTEP_STATES: '5000',
  LOCKSTEP_SEARCHES: '500',
};

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const env = { ...COUNTS, ...process.env };
const failed = SUITES.filter((suite) => {
  const words = ['run', '--config', `${suite}/vitest.config.ts`, ...process.argv.slice(2)];
  return spawnSync(process.execPath, [vitest, ...words], { cwd: root, env, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length === 0 ? `${SUITES.length} suites passed` : `failed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
