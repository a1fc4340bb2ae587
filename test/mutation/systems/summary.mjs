/**
 * Takes Stryker's report of one run over files of a system into `SYSTEM.json` beside this file:
 * figures and commit per file, and every mutant that lived with its reason from `equivalent.json`.
 * Files of earlier runs stay, unless they are gone or the run was of the whole system; a file that
 * was never run is listed under `notRun`.
 * Usage: node test/mutation/systems/summary.mjs SYSTEM COMMIT [whole]
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { figures, livedIn, printOpen } from '../figures.mjs';
import { filesOf } from './files.mjs';

const [system, commit, covered] = process.argv.slice(2);
if (system === undefined || commit === undefined) throw new Error('usage: summary.mjs SYSTEM COMMIT [whole]');
const here = new URL('./', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, here), 'utf8'));
const report = read(`../../../reports/mutation/${system}.json`);
const reasons = read('equivalent.json');
const all = filesOf(system);
const target = new URL(`${system}.json`, here);
const earlier = covered !== 'whole' && existsSync(target) ? read(`${system}.json`) : { files: {}, lived: [] };

const now = Object.entries(report.files).filter(([, { mutants }]) => mutants.length > 0);
const entries = {
  ...earlier.files,
  ...Object.fromEntries(now.map(([file, { mutants }]) => [file, { ...figures(mutants), commit }])),
};
const files = Object.fromEntries(
  all.filter((file) => entries[file] !== undefined).map((file) => [file, entries[file]]),
);
const lived = [
  ...earlier.lived.filter(({ file }) => all.includes(file) && !now.some(([other]) => other === file)),
  ...now.flatMap(([file, content]) => livedIn(file, content, reasons)),
].sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
const sum = (name) => Object.values(files).reduce((total, one) => total + one[name], 0);
const [killed, timeout, survived] = [sum('killed'), sum('timeout'), sum('survived')];
const out = {
  system,
  command: `npm run test:mutation:system -- ${system} FILE,FILE...`,
  stryker: report.framework?.version,
  total: {
    mutants: sum('mutants'),
    killed,
    timeout,
    survived,
    ignored: sum('ignored'),
    score: Number((((killed + timeout) / (killed + timeout + survived)) * 100).toFixed(2)),
  },
  notRun: all.filter((file) => files[file] === undefined),
  files,
  lived,
};
writeFileSync(target, `${JSON.stringify(out, null, 2)}\n`);
printOpen(out.total, lived);
