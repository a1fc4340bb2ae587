/** `lockstep route branch`: branches off a log or a plan, in a file. */
import type { Command } from 'commander';
import type { CliContext } from '../../../base/context.js';
import { registerChange } from './change.js';
import { registerCompare } from './compare.js';
import { exportBranch } from './export.js';
import { registerFork } from './fork.js';
import { registerList } from './list.js';
import { registerRemove } from './remove.js';

export function registerBranch(route: Command, context: CliContext): void {
  const branch = route.command('branch').description('make branches off a log or a plan: fork, change, compare');
  registerList(branch, context);
  registerFork(branch, context);
  registerChange(branch, context);
  registerRemove(branch, context);
  registerCompare(branch, context);
  exportBranch(branch, context);
}
