/** `lockstep route branch list`: the branches of a file and their edits. */
import type { Command } from 'commander';
import { editText } from '../../../../play/branches/index.js';
import { branchLines } from '../../../../play/entry-view/index.js';
import { RECORDING } from '../../../../play/timeline/index.js';
import { type CliContext, example, printJson } from '../../../base/context.js';
import { BOOK, type CommonOptions, openBookOf } from './shared.js';

export function registerList(branch: Command, context: CliContext): void {
  branch
    .command('list')
    .description('list the branches of a file and their edits')
    .argument('<file>', BOOK)
    .option('--force-ruleset', 'open a log that was made under other rules')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route branch fork traces/live-a-live/overflow.toml --name early -o list.toml',
        'route branch list list.toml',
      ),
    )
    .action(async (file: string, options: CommonOptions) => {
      const book = await openBookOf(context, file, options);
      const { timeline } = book;
      if (options.json === true) {
        const [done, undone] = [book.done(), book.undone()];
        printJson(context, {
          verb: 'route branch list',
          exit: 0,
          file,
          parent: timeline.file,
          lines: timeline.lines(),
          done,
          undone,
        });
        return;
      }
      const edits = [
        ...book.done().map((edit) => `  ${editText(edit, timeline)}`),
        ...book.undone().map((edit) => `  (undone) ${editText(edit, timeline)}`),
      ];
      context.out(`${timeline.file}\n${[...branchLines(timeline, RECORDING), 'edits:', ...edits].join('\n')}\n`);
    });
}
