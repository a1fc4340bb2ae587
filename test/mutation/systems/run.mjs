/**
 * Runs Stryker on one system: node test/mutation/systems/run.mjs SYSTEM [FILE,FILE...]
 * Without files all of `core/SYSTEM` is mutated; `summary.mjs` then makes the committed report.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const [system, files] = process.argv.slice(2);
const systems = readdirSync('core').filter((name) => name.includes('-') || ['cpu', 'fftcg'].includes(name));
if (system === undefined || !systems.includes(system)) {
  console.error(`usage: run.mjs SYSTEM [FILE,FILE...], SYSTEM one of ${systems.join(', ')}`);
  process.exit(2);
}
const env = { ...process.env, LOCKSTEP_SYSTEM: system };
if (files !== undefined) env.LOCKSTEP_MUTATE = files;
const { status } = spawnSync('npx', ['stryker', 'run', 'test/mutation/systems/stryker.config.mjs'], {
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
