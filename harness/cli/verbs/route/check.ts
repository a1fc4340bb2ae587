/** `lockstep route check CERTIFICATE`: a proof checked without the code of the search. */
import type { Command } from 'commander';
import { checkCertificate } from '../../../library/index.js';
import { answered, show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { sayFailures } from '../../base/plan-check.js';

interface Options {
  readonly plan?: string;
  readonly json?: boolean;
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
      const call = checkCertificate({
        certificate: file,
        plan: options.plan,
        signal: context.signal(),
        onPlanFailures: (sentences) => sayFailures(context, sentences),
        systems: context.systems,
      });
      show(context, 'route check', await answered(call), options);
    });
}
