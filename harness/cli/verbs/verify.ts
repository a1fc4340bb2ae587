/**
 * `lockstep verify [FILE...]`: recorded logs against the model, and the vectors of the original's
 * routines.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { formatError, LockstepError, packageRoot, shellWord, shortPath } from '../../base/index.js';
import { FEW_LOGS, type ImageOptions, tracesBelow, verify } from '../../library/index.js';
import { answered, errorOf, exitOf, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addImageOptions } from '../base/given.js';
import { wholeNumber, wordOption } from '../base/options.js';
import { verifyProgress } from '../base/progress.js';

interface Options extends ImageOptions {
  readonly rom?: string;
  readonly from?: number;
  readonly to?: number;
  readonly continue?: boolean;
  readonly forceRuleset?: boolean;
  readonly profile: string;
  readonly partial?: boolean;
  readonly movie?: string;
  readonly list?: boolean;
  readonly json?: boolean;
}

function declare(program: Command): Command {
  const command = program
    .command('verify')
    .description('compare recorded logs with the model frame by frame; without FILE all shipped logs and the vectors')
    .argument('[file...]', 'logs, or folders with logs')
    .option('--rom <image>', "read the game's tables from your own cartridge image");
  return addImageOptions(command)
    .option('--from <frame>', 'compare from this frame (command) on; earlier ones are only stepped', wholeNumber)
    .option('--to <frame>', 'compare up to this frame (command)', wholeNumber)
    .option('--continue', 'after a difference, continue from the recorded state')
    .option('--partial', 'take a log without its footer as far as it goes')
    .option('--force-ruleset', 'compare although the log was made under other rules')
    .addOption(
      wordOption(
        '--profile <name>',
        'what your cartridge has settled; of CPU traces the layout: cartridge, drill or a file',
        ['cartridge', 'drill'],
        'cartridge',
      ),
    )
    .option('--movie <file>', 'compare the pad words of the log with the movie that it was recorded from')
    .option('--list', `list every log, also where more than ${FEW_LOGS} were compared`)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', example('verify', 'verify traces/homebrew/drill-snes9x.log.gz --profile drill'));
}

export function register(program: Command, context: CliContext): void {
  declare(program).action(async (names: string[], options: Options) => {
    // before anything is read: Ctrl-C must find its handler
    const signal = context.signal();
    const byName = names.length > 0;
    const { from, to, partial, forceRuleset, movie, list, profile, rom, patch, forceRom } = options;
    const call = verify({
      files: byName ? names : shippedLogs(context, options),
      vectors: byName || context.vectorsFolder === undefined ? undefined : [context.vectorsFolder],
      rom,
      patch,
      as: options.as,
      forceRom,
      profile,
      from,
      to,
      continue: options.continue,
      partial,
      forceRuleset,
      movie,
      list,
      threads: availableParallelism(),
      signal,
      systems: context.systems,
      onProgress: verifyProgress(context),
    });
    const answer = await answered(call);
    // a file that cannot be compared is bad input
    const exit = answer.verdict === 'incomplete' && !signal.aborted ? 2 : exitOf(context, answer);
    for (const error of answer.errors) context.err(`${formatError(errorOf(error))}\n`);
    show(context, 'verify', answer, { ...options, exit });
    if (!byName && exit === 0 && options.json !== true) context.out(nextLines());
  });
}

/** What to try when everything is equal: commands that work from the present folder. */
function nextLines(): string {
  const plan = shellWord(shortPath(join(packageRoot(), 'traces', 'live-a-live', 'takahara-namcat.toml')));
  return `${[
    'each log: npx lockstep verify --list',
    'to try next:',
    `  npx lockstep run ${plan} --tell`,
    `  npx lockstep odds ${plan} --at 4`,
    `  npx lockstep plan ${plan} -o plan.html`,
  ].join('\n')}\n`;
}

/** All shipped logs by short paths; the first line of the text says how many there are. */
function shippedLogs(context: CliContext, { json, movie }: Options): string[] {
  // a movie is that of one log, which has to be named
  if (movie !== undefined) return [];
  const files = installedLogs(context).map(shortPath);
  if (json !== true) context.out(`compared: ${countText(files.length, 'log')} and the cases of the original code\n`);
  return files;
}

/** @throws LockstepError `E_NOTHING_COMPARED` in a package without recorded logs and vectors */
function installedLogs({ tracesFolder, vectorsFolder }: CliContext): string[] {
  if (vectorsFolder === undefined && !existsSync(join(tracesFolder, 'logs'))) {
    throw new LockstepError('E_NOTHING_COMPARED', 'the installed package holds no recorded logs', {
      remedy:
        'Name a log: lockstep verify FILE. The bundled logs are verified by npm start in a clone of the repository',
    });
  }
  return existsSync(tracesFolder) ? tracesBelow(tracesFolder) : [];
}
