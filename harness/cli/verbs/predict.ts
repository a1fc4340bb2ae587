/**
 * `lockstep predict`: the planner's questions about the turn and the turns ahead, of a plan, of a
 * log's frame, or of figures on the command line.
 */
import type { Command } from 'commander';
import { LockstepError } from '../../base/index.js';
import { type GivenOptions, givenImage, predict, predictFigures } from '../../library/index.js';
import { answered, show } from '../base/answered.js';
import { type CliContext, example } from '../base/context.js';
import { addGivenOptions, givenIn, romOption } from '../base/given.js';
import { addWord, parseNumber, wholeNumber, wordOption } from '../base/options.js';
import { sayFailures } from '../base/plan-check.js';

interface Options extends GivenOptions {
  readonly at?: string;
  readonly turns?: number;
  readonly sheet?: string;
  readonly seenBy?: string;
  readonly ap?: string;
  readonly speed?: string;
  readonly enemy: readonly string[];
  readonly ruleset?: string;
  readonly json?: boolean;
}

/** @throws LockstepError for what cannot be read, and `E_CAPABILITY` */
async function predictPlace(context: CliContext, file: string, options: Options): Promise<void> {
  const wrong = (['ap', 'speed', 'ruleset'] as const).find((name) => options[name] !== undefined);
  if (wrong !== undefined || options.enemy.length > 0) {
    throw new LockstepError('E_OPTION', `--${wrong ?? 'enemy'} contradicts the file, which has its own figures`, {
      file,
      remedy: 'Leave one of the two out',
    });
  }
  const { at, turns, sheet, seenBy } = options;
  const call = predict({
    file,
    at,
    turns,
    sheet,
    seenBy,
    ...givenIn(options),
    onPlanFailures: (sentences) => sayFailures(context, sentences),
    systems: context.systems,
  });
  show(context, 'predict', await answered(call), options);
}

async function foretellFigures(context: CliContext, options: Options): Promise<void> {
  if (options.at !== undefined) {
    throw new LockstepError('E_OPTION', '--at needs a plan or log', { remedy: 'Name the file' });
  }
  if (options.sheet !== undefined || options.seenBy !== undefined) {
    throw new LockstepError('E_OPTION', '--sheet and --seen-by need a plan or log', { remedy: 'Name the file' });
  }
  if (options.rom !== undefined) {
    throw new LockstepError('E_OPTION', '--rom needs a plan or log', { remedy: 'Name the file' });
  }
  givenImage(options);
  const { ruleset, profile, turns } = options;
  const call = predictFigures({
    actionPoints: parseNumber(options.ap ?? '0', 'ap', 0xffff),
    speed: parseNumber(options.speed ?? '31', 'speed', 0xff),
    enemies: options.enemy,
    turns,
    ...(ruleset === undefined ? {} : { ruleset }),
    ...(profile === undefined ? {} : { profile }),
  });
  show(context, 'predict', await answered(call), options);
}

export function register(program: Command, context: CliContext): void {
  const command = program
    .command('predict')
    .description(
      'predict free moves, actions until the enemy turn, who acts next, the turns ahead, presses to the overflow',
    )
    .argument('[file]', 'a plan (TOML) or log; left out: figures on the command line')
    .option('--at <place>', 'of a plan a label or number of commands (left out: its start); of a log a frame')
    .option(
      '--turns <count>',
      "turns of the enemies to forecast (left out: 3; of other systems' plans none)",
      wholeNumber,
    )
    .option('--sheet <name>', 'instead: the sheet of a unit or pair by its id, or of all, where the system has sheets')
    .option('--seen-by <name>', 'what this pair knows of the others, the rest as a question mark')
    .option('--ap <points>', 'action points, 0..65535 (left out: 0)')
    .option('--speed <speed>', 'current speed of the ally, 0..255 (left out: 31)')
    .option(
      '--enemy <name[=points]>',
      'an enemy, with its order points unless the battle begins; may be repeated, in slot order',
      addWord,
      [],
    )
    .addOption(wordOption('--ruleset <name>', 'cartridge or guide (left out: cartridge)', ['cartridge', 'guide']))
    .addOption(romOption())
    .option('--json', 'print the answers as JSON')
    .addHelpText(
      'after',
      example(
        'predict --ap 29 --speed 31 --enemy namcat=201',
        'predict traces/live-a-live/takahara-namcat.toml --at 4',
      ),
    );
  addGivenOptions(command).action(async (file: string | undefined, options: Options) => {
    if (file === undefined) await foretellFigures(context, options);
    else await predictPlace(context, file, options);
  });
}
