/** The schemas of what `--json` prints, for the tests that validate against them. */
import { readFileSync } from 'node:fs';
import { Ajv, type ValidateFunction } from 'ajv';

const FILE = new URL('../../../traces/schemas/results.json', import.meta.url);

export const RESULTS = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, object>>;

const ajv = new Ajv({ strict: false, allowUnionTypes: true });
const made = new Map<string, ValidateFunction>();

/** Validates what a verb prints. @throws Error for a verb without a schema */
export function validatorOf(verb: string): ValidateFunction {
  const schema = RESULTS[verb];
  if (schema === undefined) throw new Error(`${verb} has no schema of its result`);
  const check = made.get(verb) ?? ajv.compile(schema);
  made.set(verb, check);
  return check;
}
