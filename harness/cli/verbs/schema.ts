/** `lockstep schema [NAME]`: prints a published schema. */
import type { Command } from 'commander';
import { SYSTEMS } from '../../base/index.js';
import { SCHEMA_NAMES, schemas } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { wordArgument, wordOption } from '../base/options.js';

interface Options {
  readonly json?: boolean;
  readonly system?: string;
  readonly verb?: string;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('schema')
    .description('print a published JSON schema, or their names')
    .addArgument(wordArgument('[name]', `one of ${SCHEMA_NAMES.join(', ')}`, SCHEMA_NAMES))
    .addOption(
      wordOption(
        '--system <id>',
        'with plan: the plans of this system, with its setup, query, switches and commands',
        SYSTEMS.map(({ id }) => id),
      ),
    )
    .option('--verb <verb>', "with result: what this verb prints with --json, such as 'route search'")
    .option('--json', 'print the names as JSON')
    .addHelpText('after', example('schema trace-header', 'schema plan --system fftcg', 'schema result --verb odds'))
    .action(async (name: string | undefined, { system, verb, json }: Options) => {
      const answer = await schemas({ name, system, verb });
      // a schema is JSON itself
      show(context, 'schema', answer, answer.schema === undefined ? { json } : {});
    });
}
