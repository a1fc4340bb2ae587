/** `lockstep schema [NAME]`: prints a published schema. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { System } from '../../../core/system/system.js';
import { LockstepError, nearest, packageRoot, SYSTEMS } from '../../base/index.js';

import { planSchemaOf, SCHEMAS, schemaText } from '../../play/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import { wordArgument, wordOption } from '../base/options.js';

function systemOf(id: string): System {
  const system = SYSTEMS.find((candidate) => candidate.id === id);
  if (system !== undefined) return system;
  const known = SYSTEMS.map((candidate) => candidate.id);
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, { remedy: nearest(id, known) });
}

/** Name of the schemas of what a verb prints with `--json`. */
const RESULT = 'result';
const NAMES = [...Object.keys(SCHEMAS), RESULT];

/** These schemas by verb; `npm run generate` makes them from the types. */
const RESULTS = join(packageRoot(), 'traces', 'schemas', 'results.json');

/** @throws LockstepError `E_SCHEMA_NAME` for a verb that there is none of */
function resultSchema(verb: string): object {
  const schemas = JSON.parse(readFileSync(RESULTS, 'utf8')) as Readonly<Record<string, object>>;
  const schema = Object.hasOwn(schemas, verb) ? schemas[verb] : undefined;
  if (schema !== undefined) return schema;
  const parts = Object.keys(schemas).flatMap((name) =>
    name.startsWith(`${verb} `) ? name.slice(verb.length + 1) : [],
  );
  if (parts.length > 0) {
    throw new LockstepError('E_SCHEMA_NAME', `${verb} has verbs of its own, each with a result`, {
      expected: `${verb} and one of ${parts.join(', ')}`,
      remedy: `Name it: \`lockstep schema result --verb '${verb} ${parts.at(-1)}'\``,
    });
  }
  throw new LockstepError('E_SCHEMA_NAME', `no verb is called ${verb}`, {
    remedy: nearest(verb, Object.keys(schemas)),
  });
}

/** The schema that the options ask for beside the published ones, or undefined. */
function askedSchema(name: string | undefined, { system, verb }: Options): object | undefined {
  const wrong =
    system !== undefined && name !== 'plan' ? 'system' : verb !== undefined && name !== RESULT ? 'verb' : '';
  if (wrong !== '') {
    const [owner, value] = wrong === 'system' ? ['plan', 'ID'] : [RESULT, 'VERB'];
    throw new LockstepError('E_SCHEMA_NAME', `--${wrong} belongs to the schema ${owner}`, {
      remedy: `Give \`lockstep schema ${owner} --${wrong} ${value}\``,
    });
  }
  if (system !== undefined) return planSchemaOf(systemOf(system));
  if (name !== RESULT) return undefined;
  if (verb !== undefined) return resultSchema(verb);
  throw new LockstepError('E_SCHEMA_NAME', 'each verb has a result of its own', {
    remedy: 'Name it: `lockstep schema result --verb odds`',
  });
}

interface Options {
  readonly json?: boolean;
  readonly system?: string;
  readonly verb?: string;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('schema')
    .description('print a published JSON schema, or their names')
    .addArgument(wordArgument('[name]', `one of ${NAMES.join(', ')}`, NAMES))
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
    .action((name: string | undefined, options: Options) => {
      const names = Object.keys(SCHEMAS);
      const asked = askedSchema(name, options);
      if (asked !== undefined) {
        context.out(schemaText(asked));
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
