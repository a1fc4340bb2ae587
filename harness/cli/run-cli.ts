/**
 * The command line as a function, for programs that import the harness: its types name no package
 * that the build takes in.
 */
import type { ExitCode, GivenContext } from './base/context.js';
import { runCli as run } from './program.js';

/**
 * Runs one command line and returns its exit code; errors are printed by `context.err`, never
 * thrown.
 *
 * @param words the command line without `node` and the script
 */
export function runCli(words: readonly string[], context: GivenContext): Promise<ExitCode> {
  return run(words, context);
}
