/** `lockstep route`: plans as routes: verified against checkpoints and recordings. */
import type { Command } from 'commander';
import type { CliContext } from '../../base/context.js';
import { registerBranch } from './branch/index.js';
import { registerCheck } from './check.js';
import { registerExport } from './export.js';
import { registerSearch } from './search.js';
import { registerVerify } from './verify.js';

export function register(program: Command, context: CliContext): void {
  const route = program
    .command('route')
    .description('check a plan with its ledger, search for a better one, branch off it, export it');
  registerVerify(route, context);
  registerSearch(route, context);
  registerCheck(route, context);
  registerExport(route, context);
  registerBranch(route, context);
}
