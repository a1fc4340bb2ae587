/** A program of a user: imports the installed package and does a round of work when it is asked. */
import { pathToFileURL } from 'node:url';
import type * as Core from '../../../../core/index.js';
import { createPackageWork, type PackageTask } from './work.js';

const [entry = ''] = process.argv.slice(2);
const work = createPackageWork((await import(pathToFileURL(entry).href)) as typeof Core);
process.on('message', (task: PackageTask) => process.send?.(work(task)));
