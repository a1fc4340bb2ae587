/** `lockstep route branch`: branches off a log or a plan, in a file. */
import type { Command } from 'commander';
import type { CliContext } from '../../base/context.js';
import { registerChange, registerFork, registerRemove } from './branch/change.js';
import { registerCompare } from './branch/compare.js';
import { registerExport, registerList } from './branch/list.js';

export function registerBranch(route: Command, context: CliContext): void {
  const branch = route.command('branch').description('make branches off a log or a plan: fork, change, compare');
  registerList(branch, context);
  registerFork(branch, context);
  registerChange(branch, context);
  registerRemove(branch, context);
  registerCompare(branch, context);
  registerExport(branch, context);
}
