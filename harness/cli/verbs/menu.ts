/** `lockstep menu check LOG`: the declared menus of an image against a recording. */
import type { Command } from 'commander';
import { countText } from '../../../core/system/names.js';
import { LockstepError } from '../../base/index.js';
import {
  type Contradiction,
  checkMenus,
  checkWaits,
  expectOpened,
  type MenuCheck,
  type MenuWindow,
  openOwn,
  type RecordedMenus,
  readRecordedMenus,
  readTimingProfile,
  shapeOf,
  type WaitCheck,
  writeProfile,
} from '../../capture/index.js';

import { type CliContext, example, printJson } from '../base/context.js';

interface Options {
  readonly menus: string;
  readonly timing?: string;
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

interface Checked {
  readonly result: MenuCheck;
  readonly waits: WaitCheck | undefined;
  readonly profile: RecordedMenus;
  readonly contradiction: Contradiction | undefined;
}

async function waitsOf(log: string, profile: RecordedMenus, options: Options): Promise<WaitCheck | undefined> {
  if (options.timing === undefined) return undefined;
  const timing = readTimingProfile(options.timing);
  const opened = await openOwn(log, { file: options.timing, profile: timing });
  return checkWaits(opened, profile, timing);
}

async function check(log: string, options: Options): Promise<Checked> {
  const file = options.menus;
  const given = readRecordedMenus(file);
  let profile = given;
  if (options.learn === true) {
    const first = await checkMenus(await openOwn(log, { file, profile }), log, profile, true);
    expectOpened(first, log);
    const { contradiction } = first;
    if (contradiction !== undefined) return { result: first, waits: undefined, profile, contradiction };
    profile = { ...profile, windows: profile.windows.map((window) => learnedWindow(window, first, log)) };
  }
  const result = await checkMenus(await openOwn(log, { file, profile }), log, profile);
  expectOpened(result, log);
  const waits = await waitsOf(log, profile, options);
  const found = [result.contradiction, waits?.contradiction].filter((one) => one !== undefined);
  const [contradiction] = found.sort((one, other) => one.frame - other.frame);
  return { result, waits, profile, contradiction };
}

function shapeText(window: MenuWindow): string {
  return 'search' in window ? window.name : `${window.name} ${window.columns} x ${window.rows}`;
}

function checkText(log: string, { result, waits, profile, contradiction }: Checked): string {
  if (contradiction !== undefined) {
    const { frame, cell, expected, found, why } = contradiction;
    return `${log}: frame ${frame}: ${cell}: expected ${expected}, found ${found}: ${why}\n`;
  }
  const { frames, seen } = result;
  const sum = (isSummed: (what: string) => boolean): number =>
    Object.entries(seen).reduce((all, [what, times]) => all + (isSummed(what) ? times : 0), 0);
  const orders = sum((what) => what.startsWith('command '));
  const presses = sum((what) => !what.startsWith('command ') && !what.endsWith(' round'));
  const missing = [...result.notShown, ...(waits?.notShown ?? [])];
  return [
    `${log}: the menus hold in ${countText(frames, 'frame')}, ${countText(presses, 'press', 'presses')}, ${countText(orders, 'command')}; windows: ${profile.windows.map(shapeText).join(', ')}`,
    ...(waits === undefined
      ? []
      : [`${countText(waits.equal, 'wait')} as long as the timing profile says, ${waits.leftOut} left out`]),
    ...Object.entries(seen).map(([what, times]) => `  ${what}: ${times}`),
    ...(missing.length === 0 ? [] : ['not shown by this recording, so not checked:']),
    ...missing.map((what) => `  ${what}`),
    '',
  ].join('\n');
}

export function register(program: Command, context: CliContext): void {
  program
    .command('menu')
    .description('hold the declared menus of an image against a recording')
    .command('check')
    .description(
      'check each press, order and wait against the profiles; the first contradiction ends it with exit 1; says what the recording does not show',
    )
    .argument('<log>', 'a log of the image')
    .requiredOption('--menus <profile>', 'the menus of the image')
    .option('--timing <profile>', 'check the length of windows, animations and other waits, too')
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
      const checked = await check(log, options);
      const { result, waits, profile, contradiction } = checked;
      const exit = contradiction === undefined ? 0 : 1;
      if (exit === 0 && options.output !== undefined) writeProfile(options.output, { ...profile, seen: result.seen });
      context.exit(exit);
      if (options.json !== true) {
        context.out(checkText(log, checked));
        return;
      }
      const { moves: _, ...shown } = result;
      const { windows } = profile;
      printJson(context, { verb: 'menu check', exit, log, ...shown, contradiction, windows, waits });
    });
}
