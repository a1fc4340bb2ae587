/** What the parts of `lockstep route branch` share. */
import type { BranchOptions } from '../../../../library/index.js';
import type { CliContext } from '../../../base/context.js';
import type { NamesOptions } from '../../../base/options.js';
import { sayFailures } from '../../../base/plan-check.js';

export interface CommonOptions extends NamesOptions {
  readonly json?: boolean;
  readonly forceRuleset?: boolean;
}

export const BOOK = 'a branch file (.toml)';

/** What every call about branches is given. */
export function besideBranch(context: CliContext, { forceRuleset, names }: BranchOptions): BranchOptions {
  return {
    ...{ forceRuleset, names, systems: context.systems, signal: context.signal() },
    onPlanFailures: (sentences) => sayFailures(context, sentences),
  };
}
