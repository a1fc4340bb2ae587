/** `npm run site`: the pages of all bundled plans, in `dist/site`. */

import { join } from 'node:path';
import { countText } from '../../base/number-text.js';
import { packageRoot } from '../../base/package-root.js';
import { buildSite } from './build-site.js';

const folder = join(packageRoot(), 'dist/site');
const pages = buildSite(join(packageRoot(), 'traces'), folder);
process.stdout.write(`${countText(pages.length, 'page')}: open ${join(folder, 'index.html')}\n`);
