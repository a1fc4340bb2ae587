/** `lockstep timing learn LOG...`: how long an image shows what, from recordings. */
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { tableLines } from '../../base/index.js';
import { type Figure, learnTiming, readRecordedMenus, type TimingProfile, writeProfile } from '../../capture/index.js';

import { type CliContext, example, printJson } from '../base/context.js';

interface Options {
  readonly menus: string;
  readonly output?: string;
  readonly json?: boolean;
}

function figureRow({ what, number, units, textSpeed, least, most, seen }: Figure): string[] {
  const frames = least === most ? `${least}` : `${least} to ${most}`;
  return [what, `${number}`, `${units}`, `${textSpeed}`, frames, `${seen}`];
}

function profileLines({ figures, leftOut }: TimingProfile): string[] {
  const head = ['what', 'number', 'units', 'text speed', 'frames', 'seen'];
  const spread = figures.filter(({ least, most }) => least !== most).length;
  return [
    ...tableLines([head, ...figures.map(figureRow)], ['left']),
    `${countText(figures.length, 'figure')}, ${spread} of them with a spread; ${countText(leftOut, 'stretch', 'stretches')} with several causes left out`,
  ];
}

export function register(program: Command, context: CliContext): void {
  const timing = program.command('timing').description('learn from recordings how long an image shows what');
  timing
    .command('learn')
    .description('learn the frames of windows, turns, skills, steps, start and end, with their spread')
    .argument('<log...>', 'logs of one image')
    .requiredOption('--menus <profile>', 'the menus of the image: which cells show that nothing is read')
    .option('-o, --output <profile>', 'timing profile to write')
    .option('--json', 'print the profile as JSON')
    .addHelpText(
      'after',
      example(
        'timing learn test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json',
        'timing learn test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json -o timing.json',
      ),
    )
    .action(async (files: string[], options: Options) => {
      const profile = await learnTiming(files, { file: options.menus, profile: readRecordedMenus(options.menus) });
      if (options.output !== undefined) writeProfile(options.output, profile);
      context.exit(0);
      if (options.json === true) printJson(context, profile);
      else context.out(`${profileLines(profile).join('\n')}\n`);
    });
}
