/** `lockstep convert`: converts tables, recordings, traces and movies, and lists what is lost. */
import type { Command } from 'commander';
import { convert } from '../../library/index.js';
import { show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { wordOption } from '../base/options.js';

interface Options {
  readonly output: string;
  readonly columns?: string;
  readonly to?: string;
  readonly writeColumns?: string;
  readonly incomplete?: boolean;
  readonly rowsOnly?: boolean;
  readonly rom?: string;
  readonly patch?: string;
  readonly json?: boolean;
}

export function register(program: Command, context: CliContext): void {
  program
    .command('convert')
    .description(
      'convert tables and binary recordings to traces, traces to traces, tables or movies, movies to movies; list what is lost',
    )
    .argument(
      '<file>',
      'a trace, a binary recording, a movie (.bk2, .tasproj, .lsmv, .smv, .mmo, .r16m), or with --columns a table; traces and tables may be gzip',
    )
    .requiredOption('-o, --output <file>', 'file to write; gzip when its name ends in .gz')
    .option('--columns <map>', 'column map (TOML) of the table')
    .addOption(
      wordOption(
        '--to <form>',
        'trace, csv, rows (one JSON object a line), bk2, lsmv, r16m (replay devices) or pads (a pad script of pad 1; default: by the name of the output)',
        ['trace', 'csv', 'rows', 'bk2', 'lsmv', 'r16m', 'pads'],
      ),
    )
    .option('--write-columns <map>', 'also write the column map that reads the table back')
    .option('--rows-only', 'of a movie from a savestate or save RAM: its rows alone, as a movie from power-on')
    .option('--incomplete', 'convert the whole rows of a log that was cut')
    .option('--rom <image>', 'the image of the recording, where the log does not name it')
    .option('--patch <file>', 'the IPS, UPS or BPS patch of that image')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'convert traces/logs/worked-example.jsonl.gz -o worked-example.csv --write-columns worked-example.toml',
        'convert worked-example.csv --columns worked-example.toml -o again.jsonl.gz',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { output, columns, to, writeColumns, incomplete, rowsOnly, rom, patch } = options;
      const given = { file, output, columns, to, writeColumns, incomplete, rowsOnly, rom, patch };
      show(context, 'convert', await convert({ ...given, systems: context.systems }), options);
    });
}
