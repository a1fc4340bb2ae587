/** `lockstep menu check LOG`: the declared menus of an image against a recording. */
import type { Command } from 'commander';
import { LockstepError } from '../../base/errors.js';
import { countText } from '../../base/number-text.js';
import { checkMenus, type MenuCheck, shapeOf } from '../../menus/check-menus.js';
import { checkImage, openLog } from '../../menus/log-frames.js';
import { readRecordedMenus, writeProfile } from '../../menus/profile-files.js';
import type { MenuWindow, RecordedMenus } from '../../menus/types.js';
import { type CliContext, example, printJson } from '../base/context.js';

interface Options {
  readonly menus: string;
  readonly learn?: boolean;
  readonly output?: string;
  readonly json?: boolean;
}

function learnedWindow(window: MenuWindow, { moves }: MenuCheck, log: string): MenuWindow {
  if ('search' in window) return window;
  const shape = shapeOf(moves, window);
  if (shape !== undefined) return shape;
  throw new LockstepError('E_NOTHING_COMPARED', `the moves in the window ${window.name} leave its shape open`, {
    file: log,
    expected: 'moves round in both directions that one number of columns and rows explains',
    remedy: 'Record the cursor going round the whole window',
  });
}

async function check(log: string, options: Options): Promise<{ result: MenuCheck; profile: RecordedMenus }> {
  const profile = readRecordedMenus(options.menus);
  const opened = await openLog(log);
  try {
    checkImage(options.menus, profile.image, log, opened.image);
    const result = await checkMenus(opened, profile, options.learn === true);
    if (options.learn !== true || result.contradiction !== undefined) return { result, profile };
    const windows = profile.windows.map((window) => learnedWindow(window, result, log));
    return { result, profile: { ...profile, windows } };
  } finally {
    opened.reader.close();
  }
}

function checkText(log: string, { frames, seen, contradiction }: MenuCheck, { windows }: RecordedMenus): string {
  if (contradiction !== undefined) {
    const { frame, cell, expected, found, why } = contradiction;
    return `${log}: frame ${frame}: ${cell}: expected ${expected}, found ${found}: ${why}\n`;
  }
  const presses = Object.values(seen).reduce((sum, times) => sum + times, 0);
  const shapes = windows.map((window) =>
    'search' in window ? window.name : `${window.name} ${window.columns} x ${window.rows}`,
  );
  return [
    `${log}: the menus hold in ${countText(frames, 'frame')}, ${countText(presses, 'press', 'presses')}; windows: ${shapes.join(', ')}`,
    ...Object.entries(seen).map(([what, times]) => `  ${what}: ${times}`),
    '',
  ].join('\n');
}

export function register(program: Command, context: CliContext): void {
  program
    .command('menu')
    .description('hold the declared menus of an image against a recording')
    .command('check')
    .description('check each press against the profile of the menus; the first contradiction ends it with exit 1')
    .argument('<log>', 'a log of the image')
    .requiredOption('--menus <profile>', 'the menus of the image')
    .option('--learn', 'take columns and rows of the lists from the recording, not from the profile')
    .option('-o, --output <profile>', 'write the profile with how often each press was seen')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      example(
        'menu check test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json',
        'menu check test/fixtures/menus/tour.jsonl.gz --menus traces/homebrew/menu-profile.json --learn -o menus.json',
      ),
    )
    .action(async (log: string, options: Options) => {
      const { result, profile } = await check(log, options);
      const { moves: _, ...shown } = result;
      const exit = result.contradiction === undefined ? 0 : 1;
      if (exit === 0 && options.output !== undefined) writeProfile(options.output, { ...profile, seen: result.seen });
      context.exit(exit);
      if (options.json === true)
        printJson(context, { verb: 'menu check', exit, log, ...shown, windows: profile.windows });
      else context.out(checkText(log, result, profile));
    });
}
