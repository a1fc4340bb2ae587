/**
 * Makes `report.json` from Stryker's own report: figures per file, and every mutant that lived with
 * its reason from `equivalent.json`. Usage: node test/mutation/summary.mjs COMMIT
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { figures, livedIn, printOpen } from './figures.mjs';

const here = new URL('./', import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, here), 'utf8'));
const report = read('../../reports/mutation/mutation.json');
const reasons = read('equivalent.json');
const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('usage: summary.mjs COMMIT');

const files = Object.entries(report.files).sort(([a], [b]) => (a < b ? -1 : 1));
const lived = files.flatMap(([file, content]) => livedIn(file, content, reasons));
const out = {
  commit,
  command: 'npm run test:mutation',
  stryker: report.framework?.version,
  total: figures(files.flatMap(([, { mutants }]) => mutants)),
  files: Object.fromEntries(files.map(([file, { mutants }]) => [file, figures(mutants)])),
  lived,
};
writeFileSync(new URL('report.json', here), `${JSON.stringify(out, null, 2)}\n`);
printOpen(out.total, lived);
