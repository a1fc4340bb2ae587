/**
 * `lockstep route export PLAN`: the pad words of a plan as a movie, a pad script, or text for
 * TAStudio.
 */
import type { Command } from 'commander';
import { EXPORT_FORMS, exportRoute, type ImageOptions, type SettledOptions } from '../../../library/index.js';
import { show } from '../../base/answered.js';
import { type CliContext, example } from '../../base/context.js';
import { addGivenImage, romOption } from '../../base/given.js';
import { wordOption } from '../../base/options.js';

interface Options extends ImageOptions, SettledOptions {
  readonly rom?: string;
  readonly output: string;
  readonly to?: string;
  readonly lua?: boolean;
  readonly lead?: string;
  readonly menus?: string;
  readonly timing?: string;
  readonly json?: boolean;
}

export function registerExport(route: Command, context: CliContext): void {
  const command = route
    .command('export')
    .description(
      'write the pad words of a plan as a movie, a pad script or text, where unknown frames stay a gap; or a script that plays it',
    )
    .argument('<plan>', 'a plan (TOML)')
    .requiredOption('-o, --output <file>', 'a .bk2, .tasproj, .lsmv or .lua, or text for TAStudio under any other name')
    .addOption(
      wordOption('--to <form>', `${EXPORT_FORMS.join(', ')}; pads is a script for \`lockstep record\``, EXPORT_FORMS),
    )
    .option('--lua', 'as --to lua: a script for BizHawk, Mesen 2 and snes9x-rr that plays by watching the cells')
    .option('--lead <movie>', 'a movie or pad script with the rows before the plan, from power-on')
    .option(
      '--menus <profile>',
      'give orders through the menus of this profile (`lockstep menu check`); one of an image needs --timing',
    )
    .option('--timing <profile>', 'how long the image shows what (`lockstep timing learn`)')
    .addOption(romOption())
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'route export traces/live-a-live/overflow.toml -o overflow.txt',
        'route export traces/live-a-live/overflow.toml --to pads --lead traces/homebrew/scripts/overflow.txt -o overflow.pads.txt',
        'route export traces/live-a-live/present-day-namcat.toml --lua -o namcat.lua',
      ),
    );
  addGivenImage(command).action(async (file: string, options: Options) => {
    const {
      output,
      lua,
      to = lua === true ? 'lua' : undefined,
      lead,
      menus,
      timing,
      rom,
      patch,
      as,
      forceRom,
      profile,
    } = options;
    const given = { rom, patch, as, forceRom, profile, systems: context.systems };
    const answer = await exportRoute({ plan: file, output, to, lead, menus, timing, ...given });
    show(context, 'route export', answer, options);
  });
}
