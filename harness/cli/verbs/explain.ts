/** `lockstep explain LOG`: which action explains each change of a log without input. */
import type { Command } from 'commander';
import { explain } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addNamesOption, type NamesOptions } from '../base/options.js';

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
    const { output, notes, tell, forceRuleset, names } = options;
    const call = explain({ log, output, notes, tell, forceRuleset, names, systems: context.systems });
    show(context, 'explain', await answered(call), options);
  });
}
