/**
 * The harness's recorder modules as JavaScript in a scratch folder: the koffi recorder is a child process of plain
 * Node, which reads no TypeScript, and a test has to run today's sources, not whatever lies in dist/.
 */

import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns the folder that holds the compiled `record/`. */
export function compileRecorderModules(scratch: string): string {
  const harness = join(scratch, 'harness');
  mkdirSync(join(harness, 'record'), { recursive: true });
  writeFileSync(join(scratch, 'package.json'), '{ "type": "module" }\n');
  symlinkSync(join(PROJECT, 'node_modules'), join(scratch, 'node_modules'));
  symlinkSync(join(PROJECT, 'harness/native'), join(harness, 'native'));
  const sources = readdirSync(join(PROJECT, 'harness/record')).map((name) => `record/${name}`);
  for (const name of ['errors.ts', ...sources]) {
    const text = readFileSync(join(PROJECT, 'harness', name), 'utf8');
    const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
    const { outputText } = ts.transpileModule(text, { compilerOptions: options });
    writeFileSync(join(harness, name.replace(/\.ts$/u, '.js')), outputText);
  }
  return join(harness, 'record');
}
