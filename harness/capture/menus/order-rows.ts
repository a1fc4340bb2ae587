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
interface GivenCommand {
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

/** Brings the cursor to its place. @param first place of the cursor as the window opens */
function moveCursor(writer: Writer, window: MenuWindow, first: number, to: number, targets: readonly number[]): void {
  const isTarget = (cell: number): boolean => targets.includes(cell);
  const way = shortestPresses(first, to, (place, direction) =>
    'search' in window ? nextTarget(place, direction, isTarget) : nextEntry(window, place, direction),
  );
  if (way === undefined) writer.why ||= `the cursor of ${window.name} cannot reach place ${to}`;
  for (const direction of way ?? []) press(writer, direction);
}

/** Presses that turn the user to one side and back. */
function pressTurns(writer: Writer, presses: number): void {
  for (let at = 0; at < presses; at++) press(writer, at % 2 === 0 ? 'R' : 'L');
}

function windowOf({ windows }: MenuProfile, name: string): MenuWindow | undefined {
  return windows.find((window) => window.name === name);
}

function walkPath(writer: Writer, way: CommandWay, command: GivenCommand, targets: MenuTargets | undefined): void {
  const { profile } = writer;
  press(writer, profile.open);
  for (const { window: name, entry } of way.path ?? []) {
    const window = windowOf(profile, name);
    if (window === undefined || writer.why !== '') return;
    pause(writer, 'window', window.state, `the window ${name}`);
    if ('search' in window) {
      if (targets === undefined || targets.chosen < 0) {
        writer.why ||= 'the menu offers no target for it';
        return;
      }
      moveCursor(writer, window, targets.cells[0] ?? 0, targets.chosen, targets.cells);
      pressTurns(writer, command.presses ?? 0);
    } else {
      const place = typeof entry === 'string' ? command.parameters[entry] : entry;
      moveCursor(writer, window, 0, place ?? 0, []);
    }
    press(writer, profile.choose);
  }
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
  if (way.button !== undefined) return { ...noRows(''), last: wordOfButton(way.button) };
  if (way.buttons !== undefined) {
    const button = way.buttons.values[command.parameters[way.buttons.parameter] ?? -1];
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
