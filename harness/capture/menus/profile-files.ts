/** Reads and writes the two profiles. */
import type { ActionShape } from '../../../core/system/system.js';
import { LockstepError } from '../../base/errors.js';
import { readTextFile } from '../../base/read-text.js';
import { SYSTEMS } from '../../base/systems.js';
import { writeFile } from '../../base/write-file.js';
import { findFault, pathText } from '../../play/trace/schemas/check.js';
import { jsonVersionFault } from '../../play/trace/schemas/version-key.js';
import type { CommandWay, MenuProfile, RecordedMenus, TimingProfile } from './types.js';

const MAX_BYTES = 4 * 1024 * 1024;

function readProfile(file: string, schema: 'menu-profile' | 'timing-profile'): unknown {
  let json: unknown;
  try {
    json = JSON.parse(readTextFile(file, MAX_BYTES));
  } catch (error) {
    if (error instanceof LockstepError) throw error;
    throw new LockstepError('E_PROFILE_FILE', 'the profile is not JSON', {
      file,
      found: error instanceof Error ? error.message : '',
      expected: 'a JSON object',
      remedy: `\`lockstep schema ${schema}\` prints the form`,
    });
  }
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
export function profileText(profile: MenuProfile | TimingProfile): string {
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
