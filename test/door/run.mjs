/** `npm run door -- [--short] [--dry-run] [--into PAGE]`: walks through the door on a fresh clone. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `npm run door -- [--short] [--dry-run] [--into PAGE]

Clones this repository, types the README's two commands and each page of the tutorial, and reports
what a stranger types, reads and waits for. It takes some minutes and asks the package registry.

  --short        leaves the README's second command out; the promise does not need it
  --dry-run      counts what would be typed and read, and checks the page of --into; runs nothing
  --into PAGE    writes the sentence of what was measured into a page, between
                 <!-- door --> and <!-- end of door -->; only where all of it passed
                 and the machine was idle
  --help         prints this

Example: npm run door -- --short --into README.md
`;

function given() {
  try {
    return parseArgs({
      options: {
        short: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        into: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${HELP}`);
    process.exit(2);
  }
}

const options = given();
if (options.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const env = {
  ...process.env,
  ...(options.short ? { LOCKSTEP_DOOR: 'short' } : {}),
  ...(options['dry-run'] ? { LOCKSTEP_DOOR: 'dry' } : {}),
  ...(options.into === undefined ? {} : { LOCKSTEP_DOOR_INTO: resolve(options.into) }),
};
const vitest = resolve(import.meta.dirname ?? '.', '../../node_modules/vitest/vitest.mjs');
const words = ['run', '--config', 'test/door/vitest.config.ts', '--reporter=verbose'];
process.exit(spawnSync(process.execPath, [vitest, ...words], { env, stdio: 'inherit' }).status ?? 1);
