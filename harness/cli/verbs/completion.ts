/** `lockstep completion SHELL`: the script with which a shell completes verbs and options. */
import type { Command } from 'commander';
import { LockstepError, nearest } from '../../base/index.js';

import { type CliContext, example, printJson } from '../base/context.js';
import { wordArgument } from '../base/options.js';
import { commandWords, completionScript, SHELLS } from '../completion/shell-scripts.js';

export function register(program: Command, context: CliContext): void {
  program
    .command('completion')
    .description('print the script with which your shell completes verbs, options and their words')
    .addArgument(wordArgument('<shell>', SHELLS.join(', '), SHELLS))
    .option('--json', 'print the script as JSON')
    .addHelpText('after', example('completion bash', 'completion fish'))
    .action((name: string, options: { json?: boolean }) => {
      const shell = SHELLS.find((candidate) => candidate === name);
      if (shell === undefined) {
        throw new LockstepError('E_OPTION', `there is no completion for ${name}`, {
          expected: SHELLS.join(', '),
          remedy: nearest(name, SHELLS),
        });
      }
      const script = completionScript(shell, commandWords(program));
      context.exit(0);
      if (options.json === true) printJson(context, { verb: 'completion', exit: 0, shell, script });
      else context.out(script);
    });
}
