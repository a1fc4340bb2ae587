/** Reads and writes the two profiles. */
import { LockstepError } from '../base/errors.js';
import { readTextFile } from '../base/read-text.js';
import { writeFile } from '../base/write-file.js';
import { findFault, pathText } from '../trace/schemas/check.js';
import type { MenuProfile, RecordedMenus, TimingProfile } from './types.js';

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
  const fault = findFault(schema, json);
  if (fault === undefined) return json;
  throw new LockstepError('E_PROFILE_FILE', `the profile does not follow its schema at ${pathText(fault.path)}`, {
    file,
    expected: fault.expected,
    remedy: `\`lockstep schema ${schema}\` prints the form`,
  });
}

function checkWindows({ windows, commands }: MenuProfile, file: string): void {
  const names = new Set(windows.map(({ name }) => name));
  for (const { command, path } of commands) {
    const unknown = path?.find(({ window }) => !names.has(window));
    if (unknown === undefined) continue;
    throw new LockstepError('E_PROFILE_FILE', `the way of ${command} names a window that the profile does not have`, {
      file,
      found: unknown.window,
      expected: [...names].join(', '),
      remedy: 'Name one of its windows',
    });
  }
}

/** @throws LockstepError `E_FILE`, `E_PROFILE_FILE` */
export function readMenuProfile(file: string): MenuProfile {
  const profile = readProfile(file, 'menu-profile') as MenuProfile;
  checkWindows(profile, file);
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
