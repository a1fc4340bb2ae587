/** `lockstep route check CERTIFICATE`: a proof checked without the code of the search. */
import type { Command } from 'commander';
import { countText } from '../../../../core/system/names.js';
import { plainText, withSearchLimits } from '../../../base/index.js';

import { type CheckResult, checkCertificate, type Trust } from '../../../solve/index.js';

import { type CliContext, example, printJson } from '../../base/context.js';
import { checkOwnFile } from '../../base/plan-check.js';

interface Options {
  readonly plan?: string;
  readonly json?: boolean;
}

const RELIES_ON: Readonly<Record<Trust, string>> = {
  bound: 'its lower bound on the remaining cost',
  key: 'its choice of the cells that decide the future',
};

function claimText({ kind, cost, chance }: NonNullable<CheckResult['proven']>): string {
  if (chance !== undefined) return `a policy reaches the goal with a chance of ${chance}, and no policy has more`;
  if (kind === 'route') return cost < 0 ? 'there is no route' : `no route costs less than ${cost}, and one costs that`;
  if (cost < 0) return 'no plan is sure of the goal within limits.cost';
  return `a plan is sure of the goal at a cost of ${cost} at most, and none is sure of less`;
}

function resultText(file: string, { line, reason, proven }: CheckResult): string {
  if (proven === undefined) return `${file}: REFUSED at line ${line}: ${plainText(reason)}\n`;
  const { kind, title, system, ruleset, planHash, states, moves, trusts } = proven;
  const always = kind === 'route' ? ['its step'] : ['its step', 'what may come of a move'];
  const relied = [...always, ...trusts.map((one) => RELIES_ON[one])].join(', ');
  return [
    `${file}: accepted: ${claimText(proven)}`,
    `  plan: ${title === '' ? 'without a title' : plainText(title)} (SHA-256 ${planHash.slice(0, 16)}); ${system}, ruleset ${ruleset}`,
    `  ${countText(states, 'state')}, ${countText(moves, 'move')} tried; taken from the core: ${relied}`,
    '',
  ].join('\n');
}

export function registerCheck(route: Command, context: CliContext): void {
  route
    .command('check')
    .description('check the proof that `route search --certificate` wrote, without the code of the search')
    .argument('<certificate>', 'a certificate')
    .option('--plan <plan>', 'the plan that it must be of; needed where it begins with a log or state')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route search traces/live-a-live/start-namcat.toml --certificate start.jsonl.gz',
        'route check start.jsonl.gz --plan traces/live-a-live/start-namcat.toml',
        'route check start.jsonl.gz',
      ),
    )
    .action(async (file: string, options: Options) => {
      const planFile = options.plan === undefined ? {} : { planFile: options.plan };
      const given = { systems: context.systems, signal: context.signal(), ...planFile };
      const result = await withSearchLimits(() => checkCertificate(file, given));
      // the certificate is of this plan and its log: only now may it be played
      if (options.plan !== undefined) await checkOwnFile(context, options.plan);
      const exit = result.accepted ? 0 : 1;
      context.exit(exit);
      if (options.json === true) printJson(context, { verb: 'route check', exit, file, ...result });
      else context.out(resultText(file, result));
    });
}
