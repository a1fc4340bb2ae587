/** `lockstep schema [NAME]`: prints a published schema. */
import type { Command } from 'commander';
import type { System } from '../../../core/system/system.js';
import { LockstepError, nearest, SYSTEMS } from '../../base/index.js';

import { planSchemaOf, SCHEMAS, schemaText } from '../../play/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import { wordArgument, wordOption } from '../base/options.js';

function systemOf(id: string): System {
  const system = SYSTEMS.find((candidate) => candidate.id === id);
  if (system !== undefined) return system;
  const known = SYSTEMS.map((candidate) => candidate.id);
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, { remedy: nearest(id, known) });
}

export function register(program: Command, context: CliContext): void {
  program
    .command('schema')
    .description('print a published JSON schema, or their names')
    .addArgument(wordArgument('[name]', `one of ${Object.keys(SCHEMAS).join(', ')}`, Object.keys(SCHEMAS)))
    .addOption(
      wordOption(
        '--system <id>',
        'with plan: the plans of this system, with its setup, query, switches and commands',
        SYSTEMS.map(({ id }) => id),
      ),
    )
    .option('--json', 'print the names as JSON')
    .addHelpText('after', example('schema trace-header', 'schema plan', 'schema plan --system fftcg'))
    .action((name: string | undefined, options: { json?: boolean; system?: string }) => {
      const names = Object.keys(SCHEMAS);
      if (options.system !== undefined) {
        if (name !== 'plan') {
          throw new LockstepError('E_SCHEMA_NAME', '--system belongs to the schema plan', {
            remedy: 'Give `lockstep schema plan --system ID`',
          });
        }
        context.out(schemaText(planSchemaOf(systemOf(options.system))));
        return;
      }
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
