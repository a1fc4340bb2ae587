/** The published JSON schemas. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { System } from '../../core/system/system.js';
import { LockstepError, nearest, packageRoot, SYSTEMS } from '../base/index.js';
import { planSchemaOf, SCHEMAS, schemaText } from '../play/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface SchemasOptions extends CallOptions {
  /** `trace-header`, `plan`, ...; left out: the list of names. */
  readonly name?: string | undefined;
  /** Of `plan`: the plans of this system, with its setup, query, switches and commands. */
  readonly system?: string | undefined;
  /** Of `result`: what this verb prints with `--json`, such as `route search`. */
  readonly verb?: string | undefined;
}

interface SchemasData {
  /** Names of the schemas that need no more than their name. */
  readonly list: readonly string[];
  readonly schema?: object;
}

export type SchemasAnswer = Answer<'answered'> & Plain<SchemasData>;

function systemOf(id: string): System {
  const system = SYSTEMS.find((candidate) => candidate.id === id);
  if (system !== undefined) return system;
  const known = SYSTEMS.map((candidate) => candidate.id);
  throw new LockstepError('E_SYSTEM', `there is no system ${id}`, { remedy: nearest(id, known) });
}

/** Name of the schemas of what a verb prints with `--json`. */
const RESULT = 'result';
/** Every name that `schemas` knows. */
export const SCHEMA_NAMES: readonly string[] = [...Object.keys(SCHEMAS), RESULT];

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
function askedSchema({ name, system, verb }: SchemasOptions): object | undefined {
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

/** @throws LockstepError `E_SCHEMA_NAME` for a name that there is none of */
function namedSchema(name: string): object {
  const schema = Object.hasOwn(SCHEMAS, name) ? SCHEMAS[name] : undefined;
  if (schema !== undefined) return schema;
  throw new LockstepError('E_SCHEMA_NAME', `there is no schema ${name}`, {
    remedy: nearest(name, Object.keys(SCHEMAS)),
  });
}

/**
 * A published JSON schema, or their names.
 * @throws LockstepError for a name, system or verb that there is none of
 */
export async function schemas(options: SchemasOptions = {}): Promise<SchemasAnswer> {
  checkParameters('schemas', options, { name: 'text', system: 'text', verb: 'text' });
  endAborted(options.signal, 'schemas');
  const { name } = options;
  const list = Object.keys(SCHEMAS);
  const schema = askedSchema(options) ?? (name === undefined ? undefined : namedSchema(name));
  if (schema === undefined) return answerOf('answered', [], { list }, () => `${list.join('\n')}\n`);
  return answerOf('answered', [], { list, schema }, () => schemaText(schema));
}
