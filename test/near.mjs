// `npm run test:near [FILE...]`: the tests of the named files, or of those that are changed and not
// committed. A test is near a file that it imports, where it stands in the same folder below test/;
// where none does, every test that imports the file is near.
import { execFileSync, spawnSync } from 'node:child_process';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beside, importing, tests } from './near-map.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCE = /\.(?:ts|mjs)$/;

function changedFiles() {
  const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n');
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}

const given = process.argv.slice(2).map((file) => relative(root, resolve(file)).replaceAll('\\', '/'));
const changed = new Set((given.length > 0 ? given : changedFiles()).filter((file) => SOURCE.test(file)));
if (changed.size === 0) {
  console.log('test:near: no source file is changed; name one, or run `npm run test:unit`');
  process.exit(0);
}

const near = new Set();
let further = 0;
for (const file of changed) {
  const [all, close] = [importing(file), beside(file)];
  for (const test of close.length > 0 ? close : all) near.add(test);
  if (close.length > 0) further += all.length - close.length;
}
if (near.size === 0) {
  console.log(`test:near: no test imports ${[...changed].join(', ')}; run \`npm run test:unit\``);
  process.exit(1);
}
console.log(`test:near: ${near.size} of ${tests.length} test files; ${further} further ones import what is changed`);
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
process.exit(spawnSync(process.execPath, [vitest, 'run', ...near], { cwd: root, stdio: 'inherit' }).status ?? 1);
