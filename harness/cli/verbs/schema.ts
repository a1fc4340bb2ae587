/** `lockstep schema [NAME]`: prints a published schema. */
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { nearest } from '../../base/nearest.js';
import { SCHEMAS, schemaText } from '../../trace/schemas/index.js';
import { type CliContext, example, printJson } from '../base/context.js';
import { wordArgument } from '../base/offered-words.js';

export function register(program: Command, context: CliContext): void {
  program
    .command('schema')
    .description('print a published JSON schema, or their names')
    .addArgument(wordArgument('[name]', `one of ${Object.keys(SCHEMAS).join(', ')}`, Object.keys(SCHEMAS)))
    .option('--json', 'print the names as JSON')
    .addHelpText('after', example('schema trace-header', 'schema plan'))
    .action((name: string | undefined, options: { json?: boolean }) => {
      const names = Object.keys(SCHEMAS);
      if (name === undefined) {
        if (options.json === true) printJson(context, names);
        else context.out(`${names.join('\n')}\n`);
        return;
      }
      const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
      if (schema === undefined) {
        throw new LockstepError('E_SCHEMA_NAME', `there is no schema ${name}`, { remedy: nearest(name, names) });
      }
      context.out(schemaText(schema));
    });
}
