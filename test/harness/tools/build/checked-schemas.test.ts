/** A bundle has the schemas that code checks with, and no others. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SCHEMAS } from '../../../../harness/play/trace/schemas/index.js';
import { CHECKED_SCHEMAS, compiledModule } from '../../../../harness/tools/build/compiled-schemas.js';

test('no code checks with a schema that a bundle lacks', () => {
  const folder = join(packageRoot(), 'harness');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const checking = sources
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => /\b(?:findFault|knownKeys)\(/u.test(text));
  expect(checking.length).toBeGreaterThan(5);
  const others = Object.keys(SCHEMAS).filter((name) => !CHECKED_SCHEMAS.includes(name));
  expect(others.length).toBeGreaterThan(0);
  for (const name of others) expect(checking.filter((text) => text.includes(`'${name}'`))).toEqual([]);
});

test('compiled schemas hold the messages of a fault, not its path in the schema', () => {
  const code = compiledModule(['trace-footer']);
  expect(code).toContain('must have required property');
  expect(code).not.toContain('schemaPath');
});
