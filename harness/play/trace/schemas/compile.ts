/**
 * The published schemas as functions. Each is compiled once, when it is first needed. Bundles hold
 * functions that the build compiled instead (`harness/tools/build/compiled-schemas.ts`).
 */
import { Ajv, type ValidateFunction } from 'ajv';
import { SCHEMAS } from './index.js';

const compiled = new Map<string, ValidateFunction>();

/** The function that checks plain data against a schema. */
export function validator(name: string): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const ajv = new Ajv({ strict: true, strictTuples: false, allErrors: false, allowUnionTypes: true });
  const made = ajv.compile(SCHEMAS[name] ?? false);
  compiled.set(name, made);
  return made;
}
