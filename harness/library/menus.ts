/** What recordings show of an image's menus, and of how long it shows what. */
import { countText } from '../../core/system/names.js';
import { LockstepError, tableLines } from '../base/index.js';
import {
  type Contradiction,
  checkMenus as checkPresses,
  checkWaits,
  expectOpened,
  type Figure,
  learnTiming as learnFigures,
  type MenuCheck,
  type MenuWindow,
  openOwn,
  type RecordedMenus,
  readRecordedMenus,
  readTimingProfile,
  shapeOf,
  type TimingProfile,
  type WaitCheck,
  writeProfile,
} from '../capture/index.js';
import { type Answer, answerOf, endAborted, type Plain } from './answer.js';
import { type CallOptions, checkParameters } from './parameters.js';

export interface CheckMenusOptions extends CallOptions {
  /** A log of the image. */
  readonly log: string;
  /** The menus of the image: a profile. */
  readonly menus: string;
  /** A timing profile: the length of windows, animations and other waits is checked, too. */
  readonly timing?: string | undefined;
  /** Takes columns and rows of the lists from the recording, not from the profile. */
  readonly learn?: boolean | undefined;
  /** Writes the profile there with how often each press was seen. */
  readonly output?: string | undefined;
}

interface CheckedMenus extends Omit<MenuCheck, 'moves' | 'contradiction'> {
  readonly log: string;
  /** The first place that is against a profile. */
  readonly contradiction?: Contradiction | undefined;
  readonly windows: readonly MenuWindow[];
  readonly waits?: WaitCheck | undefined;
}

export type CheckMenusAnswer = Answer<'holds' | 'differs'> & Plain<CheckedMenus>;

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

async function waitsOf(
  log: string,
  profile: RecordedMenus,
  options: CheckMenusOptions,
): Promise<WaitCheck | undefined> {
  if (options.timing === undefined) return undefined;
  const timing = readTimingProfile(options.timing);
  const opened = await openOwn(log, { file: options.timing, profile: timing });
  return checkWaits(opened, profile, timing);
}

async function check(log: string, options: CheckMenusOptions): Promise<Checked> {
  const file = options.menus;
  const given = readRecordedMenus(file);
  let profile = given;
  if (options.learn === true) {
    const first = await checkPresses(await openOwn(log, { file, profile }), log, profile, true);
    expectOpened(first, log);
    const { contradiction } = first;
    if (contradiction !== undefined) return { result: first, waits: undefined, profile, contradiction };
    profile = { ...profile, windows: profile.windows.map((window) => learnedWindow(window, first, log)) };
  }
  const result = await checkPresses(await openOwn(log, { file, profile }), log, profile);
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

/**
 * Holds the declared menus of an image against a recording: each press, order and wait. What the
 * recording does not show is named.
 * @throws LockstepError for a log or profile that cannot be read, or where nothing is to compare
 */
export async function checkMenus(options: CheckMenusOptions): Promise<CheckMenusAnswer> {
  const kinds = { log: 'file', menus: 'file', timing: 'file', learn: 'flag', output: 'output' } as const;
  checkParameters('checkMenus', options, kinds, ['log', 'menus']);
  endAborted(options.signal, 'checkMenus');
  const { log, output } = options;
  const checked = await check(log, options);
  const { result, waits, profile, contradiction } = checked;
  if (contradiction === undefined && output !== undefined) writeProfile(output, { ...profile, seen: result.seen });
  const { moves: _, ...shown } = result;
  const data: CheckedMenus = { log, ...shown, contradiction, windows: profile.windows, waits };
  return answerOf(contradiction === undefined ? 'holds' : 'differs', [], data, () => checkText(log, checked));
}

export interface LearnTimingOptions extends CallOptions {
  /** Logs of one image. */
  readonly logs: readonly string[];
  /** The menus of the image: which cells show that nothing is read. */
  readonly menus: string;
  /** Writes the timing profile there. */
  readonly output?: string | undefined;
}

export type LearnTimingAnswer = Answer<'answered'> & Plain<TimingProfile>;

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

/**
 * How long an image shows windows, turns, skills, steps, start and end, with their spread.
 * @throws LockstepError for logs of several images, or a file that cannot be read
 */
export async function learnTiming(options: LearnTimingOptions): Promise<LearnTimingAnswer> {
  checkParameters('learnTiming', options, { logs: 'files', menus: 'file', output: 'output' }, ['logs', 'menus']);
  endAborted(options.signal, 'learnTiming');
  const { logs, menus, output } = options;
  const profile = await learnFigures([...logs], { file: menus, profile: readRecordedMenus(menus) });
  if (output !== undefined) writeProfile(output, profile);
  return answerOf('answered', [], profile, () => `${profileLines(profile).join('\n')}\n`);
}
