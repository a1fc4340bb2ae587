/**
 * Makes `report.json` from Stryker's own report: figures per file, and every mutant that lived with its reason from `equivalent.json`.
 * Usage: node test/mutation/summary.mjs COMMIT
 */
import { readFileSync, writeFileSync } from 'node:fs';

const here = new URL('./', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, here), 'utf8'));
const report = read('../../reports/mutation/mutation.json');
const reasons = read('equivalent.json');
const DEAD = ['Killed', 'Timeout', 'RuntimeError', 'CompileError'];
const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('usage: summary.mjs COMMIT');

const squeeze = (text) => text.replace(/\s+/g, ' ').trim();

function figures(mutants) {
  const count = (...states) => mutants.filter((one) => states.includes(one.status)).length;
  const killed = count('Killed');
  const timeout = count('Timeout');
  const ignored = count('Ignored');
  const survived = count('Survived', 'NoCoverage');
  return {
    mutants: mutants.length,
    killed,
    timeout,
    survived,
    ignored,
    score: Number((((killed + timeout) / (killed + timeout + survived)) * 100).toFixed(2)),
  };
}

const files = Object.entries(report.files).sort(([a], [b]) => (a < b ? -1 : 1));
const lived = files.flatMap(([file, { source, mutants }]) =>
  mutants
    .filter((one) => !DEAD.includes(one.status))
    .map((one) => {
      const { start, end } = one.location;
      const lines = source.split('\n');
      const line = squeeze(lines[start.line - 1]);
      const original =
        start.line === end.line ? lines[start.line - 1].slice(start.column - 1, end.column - 1) : `${line} ...`;
      const replacement = squeeze(one.replacement ?? '');
      const reason = reasons.find(
        (entry) =>
          entry.file === file &&
          entry.line === line &&
          entry.original === original &&
          entry.replacement === replacement,
      );
      return { file, line: start.line, original, replacement, reason: reason?.reason ?? 'not decided' };
    }),
);

const out = {
  commit,
  command: 'npm run test:mutation',
  stryker: report.framework?.version,
  total: figures(files.flatMap(([, { mutants }]) => mutants)),
  files: Object.fromEntries(files.map(([file, { mutants }]) => [file, figures(mutants)])),
  lived,
};
writeFileSync(new URL('report.json', here), `${JSON.stringify(out, null, 2)}\n`);
const open = lived.filter((one) => one.reason === 'not decided');
console.log(out.total, `${open.length} without a reason`);
for (const one of open) console.log(`${one.file}:${one.line} ${one.original} -> ${one.replacement}`);
