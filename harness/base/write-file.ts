/** Writes whole files, and the paths in them. */
import { dirname, relative, resolve, sep } from 'node:path';
import { type OutputRules, openOutput } from './output-file.js';

/**
 * Writes a file. An earlier file of that name stays if this fails.
 * @param what noun for the file in the message, such as `page`
 * @throws LockstepError `E_OUTPUT_WRITE`, `E_OUTPUT_IS_INPUT`
 */
export function writeFile(file: string, content: string | Uint8Array, what: string, rules: OutputRules = {}): void {
  const output = openOutput(file, what, rules);
  output.write(typeof content === 'string' ? Buffer.from(content) : content);
  output.finish();
}

/** Path of a file relative to the folder of another one, with `/` on every platform. */
export function pathBeside(file: string, target: string): string {
  return relative(dirname(resolve(file)), resolve(target))
    .split(sep)
    .join('/');
}
