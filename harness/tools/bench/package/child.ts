/** A program of a user: imports the installed package, does the work, prints the times as JSON. */
import { pathToFileURL } from 'node:url';
import type * as Core from '../../../../core/index.js';
import { timePackage } from './work.js';

const [entry = ''] = process.argv.slice(2);
const core = (await import(pathToFileURL(entry).href)) as typeof Core;
process.stdout.write(JSON.stringify(timePackage(core)));
