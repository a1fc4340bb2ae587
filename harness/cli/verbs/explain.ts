/** `lockstep explain LOG`: which action explains each change of a log without input. */
import type { Command } from 'commander';
import { explainLog, explanationText } from '../../play/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { addNamesOption, givenNames, type NamesOptions } from '../base/options.js';

interface Options extends NamesOptions {
  readonly tell?: boolean;
  readonly output?: string;
  readonly notes?: string;
  readonly forceRuleset?: boolean;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('explain')
    .description('find the action behind every change of a log, without its pad words and sequence cells')
    .argument('<log>', 'a log of frames')
    .option('-o, --output <file>', 'write the log with the input found (.jsonl or .jsonl.gz)')
    .option('--notes <file>', 'write actor, action and rule, one JSON object a frame (.jsonl or .jsonl.gz)')
    .option('--tell', 'print what happens in every frame, a sentence for each thing; --json and the notes have it too')
    .option('--force-ruleset', 'explain although the log was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example('explain traces/logs/worked-example.jsonl.gz', 'explain traces/logs/worked-example.jsonl.gz --tell'),
    );
  addNamesOption(command).action(async (log: string, options: Options) => {
    const found = await explainLog(log, {
      systems: context.systems,
      forceRuleset: options.forceRuleset === true,
      language: givenNames(options),
      ...(options.output === undefined ? {} : { output: options.output }),
      ...(options.notes === undefined ? {} : { notes: options.notes }),
    });
    context.exit(found.unexplained > 0 ? 1 : 0);
    if (options.json === true) printJson(context, found);
    else context.out(explanationText(found, options.tell === true));
  });
}
