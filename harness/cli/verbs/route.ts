/** `lockstep route`: plans as routes: verified against checkpoints and recordings. */
import type { Command } from 'commander';
import type { CliContext } from '../base/context.js';
import { registerBranch } from './route/branch.js';
import { registerCheck } from './route/check.js';
import { registerExport } from './route/export.js';
import { registerSearch } from './route/search.js';
import { registerVerify } from './route/verify.js';

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
