/**
 * The two profiles of an image: its menus, and what it shows for how long. Both are data; nothing
 * of an image is in them but its hash.
 */

import type { ActionShape } from '../../../core/system/system.js';
import type { TimedThing } from '../../../core/system/timed.js';
import type { Button } from '../../../rom-map/pad.js';
import { jsonOf, LockstepError, pathText, readTextFile, SYSTEMS, writeFile } from '../../base/index.js';

import { findFault, jsonVersionFault } from '../../play/index.js';

/** The image that a profile is of. */
export interface ProfiledImage {
  readonly title: string;
  readonly sha256: string;
  /** Its internal header, 00:FFC0 to 00:FFDF in hexadecimal: what a script can read of a ROM. */
  readonly header?: string;
}

/** Bits of a cell. */
export interface CellBits {
  readonly cell: string;
  readonly mask: number;
}

/** A window with entries in columns and rows; the cursor goes round in both. */
export interface ListWindow {
  readonly name: string;
  /** Value of the state cell while it is open. */
  readonly state: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * The choice of a target on the field: the cursor goes to the next target along the row, then along
 * the rows behind, or down the column, then down the columns behind; round in both.
 */
export interface TargetWindow {
  readonly name: string;
  readonly state: number;
  readonly search: 'rows-and-columns';
}

export type MenuWindow = ListWindow | TargetWindow;

/** A window on the way of a command and what is chosen in it. */
interface PathStep {
  readonly window: string;
  /** Place in the window, or the parameter that holds it; none: the cell of the target. */
  readonly entry?: number | string;
}

/** How a command is given. Parameters in `when` decide between several ways of one command. */
export interface CommandWay {
  readonly command: string;
  readonly when?: Readonly<Record<string, number>>;
  readonly path?: readonly PathStep[];
  /** A button in the frame itself, without a window: one, or one for each value of a parameter. */
  readonly button?: Button;
  readonly buttons?: { readonly parameter: string; readonly values: readonly Button[] };
  /** Nothing is pressed: frames pass. */
  readonly waits?: true;
}

/** Cells that show the menus in a recording. */
interface MenuCells {
  readonly state: CellBits;
  /** Not 0 while the screen shows something and nothing is read. */
  readonly still: CellBits;
  readonly textSpeed: CellBits;
  readonly cursor: string;
}

export interface MenuProfile {
  readonly menus: 1;
  /** Left out: the menus are declared, and no image was looked at. */
  readonly image?: ProfiledImage;
  readonly system: string;
  /** Left out: nobody knows them, so that no recording can be held against the menus. */
  readonly cells?: MenuCells;
  /** What of the menus no recording has shown yet, a sentence each. */
  readonly assumed?: readonly string[];
  /** Cells of pads, cursors and clocks of the console: a plan does not compare them. */
  readonly inputs: readonly string[];
  readonly open: Button;
  readonly choose: Button;
  readonly back: Button;
  /** Value of the state cell while an order waits until the menus are closed. */
  readonly orderState: number;
  readonly windows: readonly MenuWindow[];
  readonly commands: readonly CommandWay[];
  /** How often each thing was seen in the recording that the profile was learned from. */
  readonly seen?: Readonly<Record<string, number>>;
}

/** Menus that a recording can be held against. */
export type RecordedMenus = MenuProfile & { readonly image: ProfiledImage; readonly cells: MenuCells };

/** What a figure is about: a thing of a step, or a window by its name. */
export interface TimedKey {
  readonly what: TimedThing['what'] | 'window' | 'order';
  /** Number of the skill (an own list of the enemies: from 256), or value of the window's state. */
  readonly number: number;
  readonly units: number;
  readonly textSpeed: number;
}

export interface Figure extends TimedKey {
  /** Fewest and most frames that were seen, and how often it was seen. */
  readonly least: number;
  readonly most: number;
  readonly seen: number;
}

/** How long an image shows what. */
export interface TimingFigures {
  readonly figures: readonly Figure[];
}

export interface TimingProfile extends TimingFigures {
  readonly timing: 1;
  readonly image: ProfiledImage;
  readonly system: string;
  /** Stretches with several causes at once, from which nothing was learned. */
  readonly leftOut: number;
}

// Reads and writes the two profiles.

const MAX_BYTES = 4 * 1024 * 1024;

function readProfile(file: string, schema: 'menu-profile' | 'timing-profile'): unknown {
  const json = jsonOf(readTextFile(file, MAX_BYTES), (found) => {
    throw new LockstepError('E_PROFILE_FILE', 'the profile is not JSON', {
      file,
      found,
      expected: 'a JSON object',
      remedy: `\`lockstep schema ${schema}\` prints the form`,
    });
  });
  const version = jsonVersionFault(schema === 'menu-profile' ? 'menus' : 'timing', json);
  if (version !== undefined) throw new LockstepError('E_PROFILE_FILE', version.message, { file, ...version.rest });
  const fault = findFault(schema, json);
  if (fault === undefined) return json;
  throw new LockstepError('E_PROFILE_FILE', `the profile does not follow its schema at ${pathText(fault.path)}`, {
    file,
    expected: fault.expected,
    remedy: `\`lockstep schema ${schema}\` prints the form`,
  });
}

function wrong(file: string, message: string, found: string, expected: string, remedy: string): LockstepError {
  return new LockstepError('E_PROFILE_FILE', message, { file, found, expected, remedy });
}

/** The windows of a way: declared ones, and places that they have. */
function checkWindows({ windows }: MenuProfile, { command, path = [] }: CommandWay, file: string): void {
  for (const { window: name, entry } of path) {
    const window = windows.find((one) => one.name === name);
    if (window === undefined) {
      const names = windows.map((one) => one.name).join(', ');
      const message = `the way of ${command} names a window that the profile does not have`;
      throw wrong(file, message, name, names, 'Name one of its windows');
    }
    const places = 'search' in window ? 0 : window.columns * window.rows;
    if ('search' in window || typeof entry !== 'number' || entry < places) continue;
    const message = `the way of ${command} names a place that the window ${name} does not have`;
    throw wrong(file, message, `${entry}`, `0 to ${places - 1}`, 'Name one of its places');
  }
}

/** The command of a way and its parameters, where the system gives orders frame by frame. */
function checkCommand(shapes: readonly ActionShape[], way: CommandWay, file: string): void {
  const { command, when = {}, path = [], buttons } = way;
  const shape = shapes.find(({ name }) => name === command);
  if (shape === undefined) {
    const names = shapes.map(({ name }) => name).join(', ');
    throw wrong(
      file,
      'a way is of a command that the system does not have',
      command,
      names,
      'Name one of its commands',
    );
  }
  const own = shape.parameters.map(({ name }) => name);
  const entries = path.flatMap(({ entry }) => (typeof entry === 'string' ? [entry] : []));
  const named = [...Object.keys(when), ...entries, ...(buttons === undefined ? [] : [buttons.parameter])];
  const unknown = named.find((name) => !own.includes(name));
  if (unknown === undefined) return;
  const message = `the way of ${command} names a parameter that the command does not have`;
  throw wrong(file, message, unknown, own.length === 0 ? 'none' : own.join(', '), 'Name one of its parameters');
}

function checkWays(profile: MenuProfile, file: string): void {
  const system = SYSTEMS.find(({ id }) => id === profile.system);
  if (system === undefined) {
    const ids = SYSTEMS.map(({ id }) => id).join(', ');
    throw wrong(file, 'the menus are of a system that nobody knows', profile.system, ids, 'Name one of the systems');
  }
  const { menus, actions } = system.capabilities;
  for (const way of profile.commands) {
    checkWindows(profile, way, file);
    if (menus !== undefined && actions !== undefined) checkCommand(actions.shapes, way, file);
  }
}

/** @throws LockstepError `E_FILE`, `E_PROFILE_FILE` */
export function readMenuProfile(file: string): MenuProfile {
  const profile = readProfile(file, 'menu-profile') as MenuProfile;
  checkWays(profile, file);
  return profile;
}

/**
 * A menu profile that a recording can be held against.
 * @throws LockstepError `E_FILE`, `E_PROFILE_FILE`, also for menus without image or cells
 */
export function readRecordedMenus(file: string): RecordedMenus {
  const profile = readMenuProfile(file);
  const { image, cells } = profile;
  if (image !== undefined && cells !== undefined) return { ...profile, image, cells };
  const lacks = image === undefined ? 'image' : 'cells';
  throw new LockstepError('E_PROFILE_FILE', 'no recording can be held against these menus', {
    file,
    found: `no ${lacks}`,
    expected: 'the image with its hash, and the cells that show the menus in a recording',
    remedy: `Add ${lacks} of your own image; \`lockstep schema menu-profile\` prints the form`,
  });
}

/** @throws LockstepError `E_FILE`, `E_PROFILE_FILE` */
export function readTimingProfile(file: string): TimingProfile {
  return readProfile(file, 'timing-profile') as TimingProfile;
}

/** One line for each list entry: profiles are read and compared by people. */
function profileText(profile: MenuProfile | TimingProfile): string {
  const lists = Object.entries(profile).map(([key, value]) => {
    if (!Array.isArray(value)) return `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    const rows = value.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
    return `  ${JSON.stringify(key)}: [\n${rows}\n  ]`;
  });
  return `{\n${lists.join(',\n')}\n}\n`;
}

/** @throws LockstepError `E_OUTPUT_WRITE` */
export function writeProfile(file: string, profile: MenuProfile | TimingProfile): void {
  writeFile(file, profileText(profile), 'profile');
}
