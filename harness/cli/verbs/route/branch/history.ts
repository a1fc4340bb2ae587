/** `lockstep route branch undo` and `redo`. */
import type { Command } from 'commander';
import { LockstepError } from '../../../../base/errors.js';
import { type Edit, editText } from '../../../../timeline/branches/index.js';
import { type CliContext, example, printJson } from '../../../base/context.js';
import { wholeNumber } from '../../../base/number-option.js';
import { BOOK, type CommonOptions, openBookOf } from './shared.js';

export function registerHistory(branch: Command, context: CliContext): void {
  const move = (verb: 'undo' | 'redo', description: string): void => {
    branch
      .command(verb)
      .description(description)
      .argument('<file>', BOOK)
      .option('--count <number>', 'number of edits', wholeNumber, 1)
      .option('--force-ruleset', 'open a log that was made under other rules')
      .option('--json', 'print the result as JSON')
      .addHelpText(
        'after',
        example(
          `route branch fork traces/live-a-live/overflow.toml --name early -o ${verb}.toml`,
          ...(verb === 'redo' ? ['route branch undo redo.toml'] : []),
          `route branch ${verb} ${verb}.toml`,
        ),
      )
      .action(async (file: string, options: CommonOptions & { readonly count: number }) => {
        const book = await openBookOf(context, file, options);
        const edits: Edit[] = [];
        while (edits.length < options.count) {
          const edit = verb === 'undo' ? book.undo() : book.redo();
          if (edit === undefined) break;
          edits.push(edit);
        }
        if (edits.length === 0) {
          throw new LockstepError('E_BRANCH', `there is nothing to ${verb}`, {
            file,
            remedy: verb === 'undo' ? 'All edits are undone' : 'No edit is undone',
          });
        }
        const left = verb === 'undo' ? book.done().length : book.undone().length;
        if (options.json === true) printJson(context, { verb: `route branch ${verb}`, exit: 0, file, edits, left });
        else
          context.out(`${edits.map((edit) => `${verb}: ${editText(edit, book.timeline)}\n`).join('')}${left} more\n`);
      });
  };
  move('undo', 'undo the last edits of a branch file');
  move('redo', 'redo edits that were undone');
}
