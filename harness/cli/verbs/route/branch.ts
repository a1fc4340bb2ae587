/** `lockstep route branch`: branches off a log or a plan, in a file. */
import type { Command } from 'commander';
import type { CliContext } from '../../base/context.js';
import { registerChange } from './branch/change.js';
import { registerCompare } from './branch/compare.js';
import { exportBranch } from './branch/export.js';
import { registerFork } from './branch/fork.js';
import { registerList } from './branch/list.js';
import { registerRemove } from './branch/remove.js';

export function registerBranch(route: Command, context: CliContext): void {
  const branch = route.command('branch').description('make branches off a log or a plan: fork, change, compare');
  registerList(branch, context);
  registerFork(branch, context);
  registerChange(branch, context);
  registerRemove(branch, context);
  registerCompare(branch, context);
  exportBranch(branch, context);
}
