/**
 * A profile of menus with one planted fault each, against a recording of the true image: every field is found by its first frame and cell, or the
 * result says that the recording does not show it. The true values are those of the image's page (traces/homebrew/MENU.md).
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import type { Figure, TimingProfile } from '../../../../harness/capture/menus/menu-profile.js';
import { type CliRun, cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { sealed } from '../../fixtures/ticker-log.js';

const folder = testFolder();
const place = (name: string): string => join(packageRoot(), name);
/** The first one at text speed 0; the second one shows everything that the profile says. */
const tour = place('test/fixtures/menus/tour.jsonl.gz');
const second = place('test/fixtures/menus/second-tour.jsonl.gz');
const menus = place('traces/homebrew/menu-profile.json');
const text = readFileSync(menus, 'utf8');

function run(...words: string[]): Promise<CliRun> {
  return cli(words, { systems: SYSTEMS });
}

function written(content: string): string {
  const file = join(folder.path, 'planted.json');
  writeFileSync(file, content);
  return file;
}

/** The profile with one text in place of another, which it must hold. */
function planted(from: string, to: string): string {
  expect(text).toContain(from);
  return written(text.replace(from, to));
}

/** Two texts in each other's place. */
function swapped(one: string, other: string): string {
  expect(text).toContain(one);
  expect(text).toContain(other);
  return written(text.replace(one, '\0').replace(other, one).replace('\0', other));
}

const OUT = join(folder.path, 'never.json');

/** Cell and reason of the first contradiction; nothing may be written by either verb. */
async function contradiction(file: string): Promise<string> {
  const { code, out, err } = await run('menu', 'check', second, '--menus', file, '-o', OUT);
  expect([code, err, existsSync(OUT)]).toEqual([1, '', false]);
  const learned = await run('timing', 'learn', second, '--menus', file, '-o', OUT);
  expect([learned.code, learned.out, existsSync(OUT)]).toEqual([2, '', false]);
  const [, frame = '', found = ''] = /: (frame \d+): (.*)\n$/u.exec(out) ?? [];
  expect(learned.err).toMatch(new RegExp(`^E_MENUS_OTHER .*found ${frame}: `, 'u'));
  return found;
}

test('the true profile holds, and the second recording shows all of it', async () => {
  const { code, out } = await run('menu', 'check', second, '--menus', menus, '--json');
  const { notShown, seen } = JSON.parse(out) as { notShown: string[]; seen: Record<string, number> };
  expect([code, notShown]).toEqual([0, []]);
  expect(seen['order that no command explains']).toBeUndefined();
});

describe('a fault in each field of the profile', () => {
  const CURSOR = '"cursor": "skillCursor"';
  const FAULTS: readonly (readonly [what: string, from: string, to: string, found: RegExp])[] = [
    ['open', '"open": "A"', '"open": "X"', /^targetCursor: expected 0, found 1: only the button/u],
    [
      'choose',
      '"choose": "A"',
      '"choose": "X"',
      /^targetCursor: expected 1, found \d+: A does nothing in the window main/u,
    ],
    ['back', '"back": "B"', '"back": "Y"', /^targetCursor: expected \d, found \d+: B does nothing in the window/u],
    [
      'back that is pressed and leaves nothing',
      '"back": "B"',
      '"back": "L"',
      /^targetCursor: expected (?:\d, found \d+: B does|not \d, found \d: L leaves)/u,
    ],
    [
      'order state',
      '"orderState": 4',
      '"orderState": 6',
      /^targetCursor: expected 6, found 4: A at place \d+ of the window/u,
    ],
    [
      'state of a window',
      '"name": "main", "state": 1',
      '"name": "main", "state": 9',
      /^targetCursor: expected 9, found 1: A in the field/u,
    ],
    ['cell of the cursor', CURSOR, '"cursor": "padWord"', /^padWord: expected /u],
    ['bits of the state', '"mask": 15', '"mask": 3', /^targetCursor: expected 4, found 0: A at place/u],
    [
      'bits that say that nothing is read',
      '"mask": 128',
      '"mask": 64',
      /^targetCursor: expected|^skillCursor: expected/u,
    ],
    [
      'columns and rows',
      '"columns": 2, "rows": 8',
      '"columns": 4, "rows": 4',
      /^skillCursor: expected \d+, found \d+: \w+ in the window list/u,
    ],
    [
      'rows round',
      '"columns": 1, "rows": 5',
      '"columns": 1, "rows": 6',
      /^skillCursor: expected \d, found \d: (?:Up|Down) in the window main/u,
    ],
    [
      'search of the target cursor',
      '"search": "rows-and-columns"',
      '"columns": 8, "rows": 7',
      /^skillCursor: expected \d+, found \d+: .* in the window target|stands on its first place/u,
    ],
    [
      'round of a list as on the field',
      '"columns": 2, "rows": 8',
      '"search": "rows-and-columns"',
      /^skillCursor: expected/u,
    ],
    [
      'way without its list',
      '{"window": "list", "entry": "skill"}, {"window": "target"}]},\n    {"command": "skill", "when": {"charged": 1}',
      '{"window": "target"}]},\n    {"command": "skill", "when": {"charged": 1}',
      /^targetCursor: expected 3, found 2/u,
    ],
    [
      'way without its target',
      '"entry": 2}, {"window": "target"}',
      '"entry": 2}',
      /^targetCursor: expected 4, found 3: A at place 2 of the window main/u,
    ],
    [
      'button of a wait',
      '{"command": "wait", "waits": true}',
      '{"command": "stepInPlace", "waits": true}',
      /: the profile says stepInPlace; the recording shows|: the profile says stepInPlace; no other/u,
    ],
    ['cells of pads and cursors', '"skillCursor", "targetCursor", ', '', /^(?:skill|target)Cursor: expected/u],
  ];

  test.each(FAULTS)('%s', async (_, from, to, found) => {
    expect(await contradiction(planted(from, to))).toMatch(found);
  });

  const ENTRY = (command: string, entry: number): string =>
    `{"command": "${command}", "path": [{"window": "main", "entry": ${entry}}]}`;
  test('order of the entries', async () => {
    const file = written(
      text.replace(ENTRY('stepInPlace', 3), ENTRY('stepInPlace', 4)).replace(ENTRY('pass', 4), ENTRY('pass', 3)),
    );
    expect(await contradiction(file)).toMatch(
      /: the profile says (?:pass; the recording shows stepInPlace|stepInPlace; the recording shows pass)$/u,
    );
  });

  test.each([
    [
      'charged skills',
      '"when": {"charged": 0}',
      '"when": {"charged": 1}',
      /the profile says skill, charged (\d), .*; the recording shows skill, charged (?!\1)\d/u,
    ],
    [
      'directions',
      '"Up", "Down"',
      '"Left", "Right"',
      /the profile says step, direction (\d); the recording shows step, direction (?!\1)\d/u,
    ],
    ['sides', '"values": ["L", ', '"values": ["R", ', /^$/u],
  ] as const)('%s in each other’s place', async (what, one, other, found) => {
    const file = what === 'sides' ? planted('["L", "R"]', '["R", "L"]') : swapped(one, other);
    const expected =
      what === 'sides' ? /the profile says turn, side (\d); the recording shows turn, side (?!\1)\d/u : found;
    expect(await contradiction(file)).toMatch(expected);
  });
});

describe('a fault in the timing profile', () => {
  test('each kind of figure that the recording shows, one frame longer', async () => {
    const right = join(folder.path, 'right.json');
    expect((await run('timing', 'learn', second, '--menus', menus, '-o', right)).code).toBe(0);
    const timing = JSON.parse(readFileSync(right, 'utf8')) as TimingProfile;
    const held = await run('menu', 'check', second, '--menus', menus, '--timing', right);
    expect([held.code, held.err]).toEqual([0, '']);
    const file = join(folder.path, 'longer.json');
    for (const [at, figure] of timing.figures.entries()) {
      if (figure.what === 'skill' && figure.number > 0) continue;
      const longer: Figure = { ...figure, least: figure.least + 1, most: figure.most + 1 };
      const figures = timing.figures.map((one, index) => (index === at ? longer : one));
      writeFileSync(file, JSON.stringify({ ...timing, figures }));
      const words = ['menu', 'check', second, '--menus', menus, '--timing', file, '-o', OUT];
      const { code, out } = await run(...words);
      expect([code, existsSync(OUT)]).toEqual([1, false]);
      expect(out).toMatch(
        /frame \d+: targetCursor: expected \d+ still frames?, found \d+: .* takes that long in the timing profile/u,
      );
    }
  });

  test('bits of the text speed: no figure speaks of the wrong one', async () => {
    const right = join(folder.path, 'right.json');
    const file = planted('"cell": "drillScenario", "mask": 48', '"cell": "drillScenario", "mask": 12');
    const { code, out } = await run('menu', 'check', second, '--menus', file, '--timing', right);
    expect(code).toBe(0);
    expect(out).toMatch(/^0 waits as long as the timing profile says/mu);
    expect(out).toContain('not shown by this recording, so not checked:\n');
    expect(out).toContain('  window main at text speed 1\n');
  });

  test('of another image', async () => {
    const timing = JSON.parse(readFileSync(join(folder.path, 'right.json'), 'utf8')) as TimingProfile;
    const file = join(folder.path, 'other.json');
    writeFileSync(file, JSON.stringify({ ...timing, image: { title: 'other', sha256: '0'.repeat(64) } }));
    const { code, err } = await run('menu', 'check', second, '--menus', menus, '--timing', file);
    expect(code).toBe(2);
    expect(err).toMatch(/^E_PROFILE_IMAGE .*of another image; found other/u);
  });
});

describe('what a recording does not show', () => {
  test('is named: the first recording has no item', async () => {
    const { code, out } = await run('menu', 'check', tour, '--menus', menus);
    expect(code).toBe(0);
    const [, missing] = out.split('not shown by this recording, so not checked:\n');
    expect(missing).toBe('  Down round an end of target\n  Right round an end of target\n  the command item\n');
  });

  test('no menu at all: nothing was compared', async () => {
    const [header = '', ...rows] = gunzipSync(readFileSync(tour)).toString('utf8').split('\n').slice(0, 20);
    const frames = rows.reduce((sum, row) => sum + Number(/^\[.*\],(\d+),"draws"/u.exec(row)?.[1] ?? 1), 0);
    const log = folder.write('short.jsonl', sealed(JSON.parse(header), rows, frames));
    const { code, err } = await run('menu', 'check', log, '--menus', menus);
    expect(code).toBe(2);
    expect(err).toMatch(/^E_NOTHING_COMPARED .*the menus never open/u);
  });
});

describe('a profile that contradicts itself', () => {
  test.each([
    [
      'a place outside of its window',
      '"entry": 4}',
      '"entry": 5}',
      /names a place that the window main does not have; found 5; expected 0 to 4/u,
    ],
    [
      'a command of no system',
      '"command": "pass"',
      '"command": "passes"',
      /a way is of a command that the system does not have; found passes/u,
    ],
    [
      'a parameter of no command',
      '"parameter": "side"',
      '"parameter": "face"',
      /a parameter that the command does not have; found face; expected side/u,
    ],
    ['a system', '"system": "live-a-live"', '"system": "live"', /of a system that nobody knows; found live/u],
  ])('%s', async (_, from, to, found) => {
    const { code, err } = await run('menu', 'check', tour, '--menus', planted(from, to));
    expect(code).toBe(2);
    expect(err).toMatch(/^E_PROFILE_FILE /u);
    expect(err).toMatch(found);
  });

  test('of another system of the same image', async () => {
    const file = written(JSON.stringify({ ...JSON.parse(text), system: 'live-a-live-guide', commands: [] }));
    const { code, err } = await run('menu', 'check', tour, '--menus', file);
    expect(code).toBe(2);
    expect(err).toMatch(/^E_PROFILE_IMAGE .*of another system; found live-a-live-guide/u);
  });
});
