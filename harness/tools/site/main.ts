/** `npm run site [-- FOLDER]`: the pages of all bundled plans, in `dist/site` or the folder. */

import { join, resolve } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { packageRoot } from '../../base/index.js';
import { buildSite } from './build-site.js';

const [given, ...more] = process.argv.slice(2);
if (more.length > 0 || given?.startsWith('-')) {
  process.stderr.write('npm run site takes one folder at most: npm run site -- FOLDER\n');
  process.exit(2);
}
const folder = given === undefined ? join(packageRoot(), 'dist/site') : resolve(given);
const pages = buildSite(join(packageRoot(), 'traces'), folder);
process.stdout.write(`${countText(pages.length, 'page')}: open ${join(folder, 'index.html')}\n`);
