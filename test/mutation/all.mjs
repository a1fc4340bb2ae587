/**
 * Mutation of all rooms from one commit: node test/mutation/all.mjs [SYSTEM...]
 * It runs every system one after the other, writes the committed reports, and prints one table.
 * An hour or two on two cores. It refuses a work tree with changes, whose figures would name a
 * commit they are not of, and ends with 1 where a run failed or a score is below 95 %.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LEAST = 95;
const REPORTS = ['turn-engine', 'cpu', 'live-a-live', 'srpg-movement', 'kurogane-engage', 'holy-grail-war', 'fftcg'];

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !REPORTS.includes(name));
if (unknown !== undefined) {
  console.error(`there is no report ${unknown}; known: ${REPORTS.join(', ')}`);
  process.exit(2);
}

function output(command, words) {
  const { status, stdout } = spawnSync(command, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${status}`);
  return stdout.trim();
}

function run(command, words) {
  return spawnSync(command, words, { stdio: 'inherit' }).status === 0;
}

if (output('git', ['status', '--porcelain']) !== '') {
  console.error('the work tree has changes: commit them first, so that the figures are of one commit');
  process.exit(2);
}
const commit = output('git', ['rev-parse', '--short=8', 'HEAD']);
const rows = [];
for (const name of wanted.length === 0 ? REPORTS : wanted) {
  // a score below the least ends Stryker with an error too: the report is there all the same
  run('node', ['test/mutation/systems/run.mjs', name]);
  const report = `test/mutation/systems/${name}.json`;
  const isWritten = run('node', ['test/mutation/systems/summary.mjs', name, commit, 'whole']);
  const { mutants, score } = JSON.parse(readFileSync(report, 'utf8')).total;
  rows.push({ name, mutants, score, isGood: isWritten && score >= LEAST });
}
console.log(`\ncommit ${commit}`);
for (const { name, mutants, score, isGood } of rows) {
  console.log(`${isGood ? 'ok ' : 'NOT'} ${name.padEnd(16)} ${String(mutants).padStart(6)} mutants  ${score} %`);
}
process.exit(rows.every(({ isGood }) => isGood) ? 0 : 1);
