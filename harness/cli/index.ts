/** The command line, for programs and for developers. */

export type { CliContext, ExitCode, GivenContext } from './base/context.js';
export { runCli } from './run-cli.js';
