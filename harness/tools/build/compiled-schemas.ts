/**
 * Schemas compiled while a bundle is made: a page's own rules forbid it to make code of text, and
 * the command would spend a fifth of a second on it in every thread.
 */
import { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { SCHEMAS } from '../../play/index.js';

const COMPILER = /[\\/]dist[\\/]harness[\\/]play[\\/]trace[\\/]schemas[\\/]compile\.js$/u;

/** Where a failed keyword stands in the schema: no message of ours says it. */
const SCHEMA_PATH = /schemaPath:"(?:[^"\\]|\\.)*",/gu;

/** Schemas for other programs alone: none of our code checks with them. */
const FOR_OTHERS: readonly string[] = ['atlas', 'trace-row', 'vectors-case', 'vectors-header'];

/** Schemas that the command and the package check with. */
export const CHECKED_SCHEMAS: readonly string[] = Object.keys(SCHEMAS).filter((name) => !FOR_OTHERS.includes(name));

/** Code of a module with the `validator` of `play/trace/schemas/compile.ts`, for some schemas. */
export function compiledModule(names: readonly string[]): string {
  const ajv = new Ajv({
    ...{ strict: true, strictTuples: false, allErrors: false, allowUnionTypes: true },
    code: { source: true, esm: true },
  });
  for (const name of names) ajv.addSchema(SCHEMAS[name] ?? false, name);
  const functions = Object.fromEntries(names.map((name) => [`check_${name.replaceAll('-', '_')}`, name]));
  const table = Object.entries(functions).map(([key, name]) => `${JSON.stringify(name)}: ${key}`);
  const code = standaloneCode.default(ajv, functions).replace(SCHEMA_PATH, '');
  return `${code}\nconst table = { ${table.join(', ')} };\nexport const validator = (name) => table[name];\n`;
}

/** Puts compiled schemas in the place of the compiler. */
export function compiledSchemas(names: readonly string[]): { name: string; load: (id: string) => string | null } {
  return { name: 'compiled-schemas', load: (id) => (COMPILER.test(id) ? compiledModule(names) : null) };
}
