/** `npm run extension`: writes the debug extension as a package, once it was checked. */

import { join } from 'node:path';
import { countText } from '../../../core/system/names.js';
import { packageRoot, writeFile } from '../../base/index.js';

import { checkVsix, makeVsix } from './vsix.js';

const file = join(packageRoot(), 'dist/battle-lockstep-debug.vsix');
const bytes = makeVsix();
const names = checkVsix(bytes);
writeFile(file, bytes, 'extension');
process.stdout.write(`${file}: ${countText(names.length, 'file')}, ${countText(bytes.length, 'byte')}, checked\n`);
