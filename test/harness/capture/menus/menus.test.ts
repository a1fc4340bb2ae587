/** The menus of the test ROM's fourth image: the declared machine, what is learned from its recording, and the export. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import type { Figure, TimingProfile } from '../../../../harness/capture/menus/menu-profile.js';
import { nextEntry, nextTarget } from '../../../../harness/capture/menus/target-search.js';
import { framesOf } from '../../../../harness/capture/menus/waits.js';

import { type CliRun, cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const tour = join(packageRoot(), 'test/fixtures/menus/tour.jsonl.gz');
const menus = join(packageRoot(), 'traces/homebrew/menu-profile.json');
const profile = JSON.parse(readFileSync(menus, 'utf8')) as Record<string, unknown>;

function run(...words: string[]): Promise<CliRun> {
  return cli(words, { systems: SYSTEMS });
}

function written(name: string, content: string): string {
  const file = join(folder.path, name);
  writeFileSync(file, content);
  return file;
}

describe('where a press leads', () => {
  // the page's own words: along the row, then along the rows below; down the column, then down the columns to the right
  const targets = [8 * 1 + 4, 8 * 3 + 1, 8 * 3 + 5, 8 * 6 + 1];
  const next = (from: number, direction: 'Up' | 'Down' | 'Left' | 'Right'): number =>
    nextTarget(from, direction, (cell) => targets.includes(cell));

  test('on the field: the next target in the pressed direction, round', () => {
    expect(next(8 * 3 + 1, 'Right')).toBe(8 * 3 + 5);
    expect(next(8 * 3 + 5, 'Right')).toBe(8 * 6 + 1);
    expect(next(8 * 6 + 1, 'Right')).toBe(8 * 1 + 4);
    expect(next(8 * 1 + 4, 'Left')).toBe(8 * 6 + 1);
    expect(next(8 * 3 + 1, 'Down')).toBe(8 * 6 + 1);
    expect(next(8 * 6 + 1, 'Down')).toBe(8 * 1 + 4);
    expect(next(8 * 1 + 4, 'Up')).toBe(8 * 6 + 1);
    expect(nextTarget(12, 'Up', (cell) => cell === 12)).toBe(12);
  });

  test('in a list of two columns and eight rows', () => {
    const list = { name: 'list', state: 2, columns: 2, rows: 8 };
    expect(nextEntry(list, 0, 'Right')).toBe(1);
    expect(nextEntry(list, 1, 'Right')).toBe(0);
    expect(nextEntry(list, 14, 'Down')).toBe(0);
    expect(nextEntry(list, 1, 'Up')).toBe(15);
  });
});

/** Still frames as the page of the image states them. */
function built({ what, number, units, textSpeed }: Omit<Figure, 'least' | 'most' | 'seen'>): number {
  const at = (...frames: readonly number[]): number => frames[textSpeed] as number;
  if (what === 'window') return [0, 8, at(6, 9, 12), 5][number] as number;
  if (what === 'skill') return 12 + 3 * number + 5 * units + at(16, 24, 40);
  return { order: 3, turn: 4, enemyStep: 7, start: at(31, 41, 51), end: at(60, 80, 100) }[what];
}

/** A figure as the table of docs/EVIDENCE.md names it. */
function nameInTable({ what, number, units }: Figure): string {
  const windows = ['', 'main window', 'list', 'target'];
  const others = {
    order: 'close',
    turn: 'turn of an ally',
    enemyStep: "enemy's step",
    start: "battle's start",
    end: "battle's end",
  };
  if (what === 'window') return windows[number] as string;
  return what === 'skill' ? `skill ${number} on ${units} unit${units === 1 ? '' : 's'}` : others[what];
}

describe('timing learn', () => {
  test('finds what the image was built with, and says how often', async () => {
    const out = join(folder.path, 'timing.json');
    const { code, out: text } = await run('timing', 'learn', tour, '--menus', menus, '-o', out);
    expect(code).toBe(0);
    expect(text).toContain('13 figures, 0 of them with a spread');
    const { figures, image } = JSON.parse(readFileSync(out, 'utf8')) as TimingProfile;
    expect(image.sha256).toBe((profile['image'] as { sha256: string }).sha256);
    expect(new Set(figures.map(({ what }) => what))).toEqual(
      new Set(['end', 'order', 'skill', 'start', 'turn', 'window']),
    );
    for (const figure of figures) expect([figure.least, figure.most]).toEqual([built(figure), built(figure)]);
  });

  test('the table of docs/EVIDENCE.md holds what was built and what is learned, row by row', async () => {
    const learned: string[] = [];
    for (const name of ['tour', 'second-tour']) {
      const out = join(folder.path, `${name}.json`);
      const log = join(packageRoot(), `test/fixtures/menus/${name}.jsonl.gz`);
      expect((await run('timing', 'learn', log, '--menus', menus, '-o', out)).code).toBe(0);
      const { figures } = JSON.parse(readFileSync(out, 'utf8')) as TimingProfile;
      for (const figure of figures) {
        expect(figure.least).toBe(figure.most);
        learned.push([nameInTable(figure), figure.textSpeed, built(figure), figure.least, figure.seen].join(' | '));
      }
    }
    const [, section = ''] = readFileSync(join(packageRoot(), 'docs/EVIDENCE.md'), 'utf8').split('## Learned timing\n');
    const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| .* \| \d/u.test(line));
    const rows = lines.map((line) => {
      const [after, speed, sum = '', frames, seen] = line.slice(2, -2).split(' | ');
      const terms = (sum.split(' = ')[0] ?? '').split(' + ').map(Number);
      const total = terms.reduce((all, term) => all + term, 0);
      if (sum.includes('=')) expect(sum).toMatch(new RegExp(` = ${total}$`, 'u'));
      return [after, speed, total, frames, seen].join(' | ');
    });
    expect(rows.sort()).toEqual(learned.sort());
  });

  test('a line through two numbers of units is assumed, a spread is unknown', () => {
    const figure = (number: number, units: number, least: number, most = least): Figure => {
      return { what: 'skill', number, units, textSpeed: 0, least, most, seen: 1 };
    };
    const figures = [figure(1, 1, 36), figure(1, 2, 41), figure(2, 1, 39, 44), figure(3, 1, 42)];
    const timing: TimingProfile = { timing: 1, image: { title: 'x', sha256: '' }, system: 'x', figures, leftOut: 0 };
    const of = (number: number, units: number) => framesOf(timing, { what: 'skill', number, units, textSpeed: 0 });
    expect(of(1, 2)).toEqual({ frames: 41, standing: 'learned' });
    expect(of(1, 4)).toEqual({ frames: 51, standing: 'assumed' });
    expect([of(2, 1), of(3, 2)].map(({ standing }) => standing)).toEqual(['unknown', 'unknown']);
  });
});

describe('menu check', () => {
  test('holds on a recording, and learns columns and rows from it', async () => {
    const wrong = JSON.stringify(profile).replace('"columns":2,"rows":8', '"columns":4,"rows":4');
    const file = written('unknown-shape.json', wrong);
    const out = join(folder.path, 'learned.json');
    const { code } = await run('menu', 'check', tour, '--menus', file, '--learn', '-o', out);
    expect(code).toBe(0);
    const learned = JSON.parse(readFileSync(out, 'utf8')) as { windows: object[]; seen: Record<string, number> };
    expect(learned.windows).toEqual(profile['windows']);
    expect(learned.seen['list Down']).toBe(50);
  });

  test('the first contradiction has frame and cell; nothing is written', async () => {
    const wrong = JSON.stringify(profile).replace('"columns":1,"rows":5', '"columns":1,"rows":6');
    const out = join(folder.path, 'never.json');
    const { code, out: text } = await run('menu', 'check', tour, '--menus', written('wrong.json', wrong), '-o', out);
    expect(code).toBe(1);
    expect(text).toMatch(/frame \d+: skillCursor: expected \d, found \d: (?:Up|Down) in the window main/);
    expect(existsSync(out)).toBe(false);
  });

  test('a press that the recording does not show is found', async () => {
    const rows = gunzipSync(readFileSync(tour)).toString('utf8');
    // the first press of Down inside of a window, taken out of the log's pads
    const changed = rows.replace(/^\[(\d+),1024,\[412,1024,416,/mu, '[$1,0,[412,1024,416,');
    expect(changed).not.toBe(rows);
    const { code, out, err } = await run('menu', 'check', written('changed.jsonl', changed), '--menus', menus);
    expect([code, err]).toEqual([1, '']);
    expect(out).toContain('nothing was pressed');
  });

  test('a profile of another image is refused', async () => {
    const other = JSON.stringify({ ...profile, image: { title: 'other', sha256: '0'.repeat(64) } });
    const file = written('other.json', other);
    for (const words of [
      ['menu', 'check', tour, '--menus', file],
      ['timing', 'learn', tour, '--menus', file],
    ]) {
      const { code, err } = await run(...words);
      expect(code).toBe(2);
      expect(err).toMatch(/^E_PROFILE_IMAGE .*of another image/);
    }
  });

  test('a broken profile is refused with its place', async () => {
    const file = written('broken.json', JSON.stringify({ ...profile, open: 'Z' }));
    const { code, err } = await run('menu', 'check', tour, '--menus', file);
    expect(code).toBe(2);
    expect(err).toMatch(/^E_PROFILE_FILE .*at open/);
  });
});

describe('route export through the menus', () => {
  const plan = (commands: string): string =>
    `plan = 1\nsystem = "live-a-live"\n[start]\ntrace = "${tour}"\nframe = 52\n${commands}`;
  const lead = join(packageRoot(), 'traces/homebrew/scripts/menu-tour.txt');

  test('covers what the profiles speak of; the rest is a gap, said up front', async () => {
    const timing = join(folder.path, 'timing-for-export.json');
    await run('timing', 'learn', tour, '--menus', menus, '-o', timing);
    const steps = '[[do]]\ncommand = "stepInPlace"\n[[do]]\ncommand = "openArea"\n';
    const file = written('plan.toml', plan(steps));
    const out = join(folder.path, 'rows.txt');
    const words = ['route', 'export', file, '-o', out, '--menus', menus, '--timing', timing];
    const { code, out: text, err } = await run(...words, '--lead', lead);
    expect([code, err]).toEqual([0, '']);
    expect(text).toMatch(/^covered: 1 of 2 commands, 2 frames of the plan in \d+ rows/);
    expect(text).toContain('openArea: the menu profile has no way for it');
  });

  test('needs both profiles', async () => {
    const { code, err } = await run('route', 'export', written('plan2.toml', plan('')), '-o', 'x', '--menus', menus);
    expect(code).toBe(2);
    expect(err).toMatch(/^E_OPTION: orders through menus need both profiles/);
  });
});
