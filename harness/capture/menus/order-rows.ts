/**
 * The pad words that give a command through an image's menus, up to the frame in which it is
 * carried out. Every window is waited for; a button that is pressed twice is let go in between.
 */
import type { MenuTargets } from '../../../core/system/timed.js';
import type { Button } from '../../../rom-map/pad.js';
import { wordOfButton } from '../../base/index.js';
import type { CommandWay, MenuProfile, MenuWindow, TimingFigures } from './menu-profile.js';
import { nextEntry, nextTarget, shortestPresses } from './target-search.js';
import { framesOf } from './waits.js';

/** A command with its parameters by name. */
export interface GivenCommand {
  readonly name: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** L or R so often while the target is chosen. */
  readonly presses?: number;
}

/** The way of a command, or undefined where the profile has none. */
export function wayOf({ commands }: MenuProfile, { name, parameters }: GivenCommand): CommandWay | undefined {
  return commands.find(
    ({ command, when = {} }) =>
      command === name && Object.entries(when).every(([parameter, value]) => parameters[parameter] === value),
  );
}

/** Pad words, or why there are none. */
interface OrderRows {
  readonly words: readonly number[];
  /** Word of the frame in which the command is carried out. */
  readonly last: number;
  readonly why: string;
  /** Waits that were learned, and those that were assumed. */
  readonly learned: number;
  readonly assumed: number;
}

function noRows(why: string): OrderRows {
  return { words: [], last: 0, why, learned: 0, assumed: 0 };
}

interface Writer {
  readonly profile: MenuProfile;
  readonly timing: TimingFigures;
  readonly textSpeed: number;
  readonly words: number[];
  learned: number;
  assumed: number;
  why: string;
}

function press({ words }: Writer, button: Button): void {
  const word = wordOfButton(button);
  if (words.at(-1) === word) words.push(0);
  words.push(word);
}

/** Waits while the screen shows something. */
function pause(writer: Writer, what: 'window' | 'order', state: number, name: string): void {
  const { timing, textSpeed, words } = writer;
  const { frames, standing } = framesOf(timing, { what, number: state, units: 0, textSpeed });
  if (standing === 'unknown') writer.why ||= `how long ${name} takes to open or close is not in the timing profile`;
  else writer[standing]++;
  for (let frame = 0; frame < frames; frame++) words.push(0);
}

/** A window on the way of an order, and what is pressed in it before the choice. */
export interface WindowKeys {
  readonly window: MenuWindow;
  readonly presses: readonly Button[];
  /** Where the cursor stands then. */
  readonly place: number;
  /** Why the place cannot be reached, or empty. */
  readonly why: string;
}

/** Presses that turn the user to one side and back. */
function turnPresses(presses: number): Button[] {
  return Array.from({ length: presses }, (_, at) => (at % 2 === 0 ? 'R' : 'L'));
}

function windowKeys(
  window: MenuWindow,
  entry: number | string | undefined,
  { parameters, presses = 0 }: GivenCommand,
  targets: MenuTargets | undefined,
): WindowKeys {
  const isTargets = 'search' in window;
  if (isTargets && (targets === undefined || targets.chosen < 0)) {
    return { window, presses: [], place: 0, why: 'the menu offers no target for it' };
  }
  const cells = targets?.cells ?? [];
  const listed = typeof entry === 'string' ? parameters[entry] : entry;
  const [first, place] = isTargets ? [cells[0] ?? 0, targets?.chosen ?? 0] : [0, listed ?? 0];
  const isTarget = (cell: number): boolean => cells.includes(cell);
  const way = shortestPresses(first, place, (from, direction) =>
    isTargets ? nextTarget(from, direction, isTarget) : nextEntry(window, from, direction),
  );
  const why = way === undefined ? `the cursor of ${window.name} cannot reach place ${place}` : '';
  return { window, presses: [...(way ?? []), ...(isTargets ? turnPresses(presses) : [])], place, why };
}

/**
 * The windows of a way with the fewest presses in each, up to the first that cannot be passed.
 * @param targets what the target window offers, for a way that has one
 */
export function windowsOfOrder(
  { windows }: MenuProfile,
  { path = [] }: CommandWay,
  command: GivenCommand,
  targets: MenuTargets | undefined,
): readonly WindowKeys[] {
  const keys: WindowKeys[] = [];
  for (const { window: name, entry } of path) {
    const window = windows.find((one) => one.name === name);
    if (window === undefined) break;
    const own = windowKeys(window, entry, command, targets);
    keys.push(own);
    if (own.why !== '') break;
  }
  return keys;
}

function walkPath(writer: Writer, way: CommandWay, command: GivenCommand, targets: MenuTargets | undefined): void {
  const { profile } = writer;
  press(writer, profile.open);
  for (const { window, presses, why } of windowsOfOrder(profile, way, command, targets)) {
    pause(writer, 'window', window.state, `the window ${window.name}`);
    writer.why ||= why;
    if (writer.why !== '') return;
    for (const button of presses) press(writer, button);
    press(writer, profile.choose);
  }
}

/** The button of a way without windows, or undefined. */
export function buttonOfOrder({ button, buttons }: CommandWay, { parameters }: GivenCommand): Button | undefined {
  return buttons === undefined ? button : buttons.values[parameters[buttons.parameter] ?? -1];
}

/**
 * @param targets what the target window offers, for a way that has one
 */
export function orderRows(
  profile: MenuProfile,
  timing: TimingFigures,
  textSpeed: number,
  command: GivenCommand,
  targets: MenuTargets | undefined,
): OrderRows {
  const way = wayOf(profile, command);
  if (way === undefined) return noRows('the menu profile has no way for it');
  if (way.waits === true) return noRows('');
  if (way.button !== undefined || way.buttons !== undefined) {
    const button = buttonOfOrder(way, command);
    return button === undefined
      ? noRows('the menu profile has no button for it')
      : { ...noRows(''), last: wordOfButton(button) };
  }
  const writer: Writer = { profile, timing, textSpeed, words: [], learned: 0, assumed: 0, why: '' };
  walkPath(writer, way, command, targets);
  pause(writer, 'order', profile.orderState, 'the menu');
  const { words, why, learned, assumed } = writer;
  return why === '' ? { words, last: 0, why, learned, assumed } : noRows(why);
}
