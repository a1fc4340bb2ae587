/**
 * Runs Stryker on one system: node test/mutation/systems/run.mjs SYSTEM [FILE,FILE...]
 * `cpu` is the processor, `turn-engine` the integer core and the turn engine. Without files the
 * whole system is mutated, LIVE A LIVE in groups of files that need the same tests; `summary.mjs`
 * then makes the committed report.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { filesOf, isTurnEngine } from './files.mjs';
import { groupsOf } from './live-a-live-tests.mjs';

const [system, files] = process.argv.slice(2);
const systems = readdirSync('core').filter((name) => name.includes('-') || ['cpu', 'fftcg'].includes(name));
if (system === undefined || ![...systems, 'turn-engine'].includes(system)) {
  console.error(`usage: run.mjs SYSTEM [FILE,FILE...], SYSTEM one of ${[...systems, 'turn-engine'].join(', ')}`);
  process.exit(2);
}
const REPORT = `reports/mutation/${system}.json`;

/** @param mutated the files, or all of the system @returns the exit code */
function run(mutated) {
  const env = { ...process.env, LOCKSTEP_SYSTEM: system };
  if (mutated !== undefined) env.LOCKSTEP_MUTATE = mutated;
  const words = ['stryker', 'run', 'test/mutation/systems/stryker.config.mjs'];
  return spawnSync('npx', words, { stdio: 'inherit', env }).status ?? 1;
}

/** The reports of all groups as one; what is done stays beside it if the run is broken off. */
function runGroups() {
  let joined;
  let worst = 0;
  for (const group of groupsOf(filesOf(system), isTurnEngine)) {
    rmSync(REPORT, { force: true });
    worst = Math.max(worst, run(group.join(',')));
    if (!existsSync(REPORT)) continue;
    const report = JSON.parse(readFileSync(REPORT, 'utf8'));
    joined = { ...report, files: { ...joined?.files, ...report.files } };
    writeFileSync(REPORT.replace('.json', '.groups.json'), JSON.stringify(joined));
  }
  if (joined !== undefined) writeFileSync(REPORT, JSON.stringify(joined));
  return worst;
}

process.exit(system === 'live-a-live' && files === undefined ? runGroups() : run(files));
