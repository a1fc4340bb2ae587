/**
 * A battle by commands is exported through the declared menus, and the pad words are played on a console that knows only
 * their page: it must come to the same battle.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { liveALive } from '../../../../core/index.js';
import { read } from '../../../../core/system/battle.js';
import type { Battle, System } from '../../../../core/system/system.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { padWordOfMask } from '../../../../harness/base/pad-script.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { rowsOfPadInput } from '../../../../harness/files/movies/read-movie.js';
import { loadPlan } from '../../../../harness/play/plan/read-plan.js';

import { runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { playPads } from '../../../references/menu-console.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { timingText, WINDOWS } from './made-up-image.js';
import { standIn } from './played-stand-in.js';
import { PARTIES, randomPlan } from './random-played-plan.js';

const folder = testFolder();
const plans = join(packageRoot(), 'traces/live-a-live');
const menus = join(plans, 'menus.json');
const system: System = liveALive.LIVE_A_LIVE_BATTLE;

/** Clocks, which an idle frame between two presses changes, and notes of the model on itself. */
const LEFT_OUT = new Set([
  'battleFrames',
  'assumedFrames',
  'sequenceBegin',
  'sequenceEnd',
  'timer',
  'battleTimer',
  'unpublishedUsed',
  'unpublishedUsedMore',
]);

function valuesOf(battle: Battle): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { name, offset, width, scratch } of battle.cells) {
    if (LEFT_OUT.has(name) || scratch === true) continue;
    let value = 0;
    for (let byte = width - 1; byte >= 0; byte--) value = 256 * value + (battle.image[offset + byte] as number);
    values[name] = value;
  }
  return values;
}

/** Exports a plan, plays its pads on the stand-in, and compares every cell with the plan's own end. */
async function close(file: string, profile = menus): Promise<{ rows: number; idle: number; commands: number }> {
  const out = join(folder.path, 'rows.pads');
  const lead = folder.write('lead.txt', '0 000\n');
  const words = [
    'route',
    'export',
    file,
    '--to',
    'pads',
    '--menus',
    profile,
    '--timing',
    folder.write('timing.json', timingText(system.id)),
    '--lead',
    lead,
    '-o',
    out,
  ];
  const { code, out: text, err } = await cli([...words, '--json'], { systems: SYSTEMS });
  expect([code, err]).toEqual([0, '']);
  const { coverage, parts } = JSON.parse(text) as {
    parts: { why?: string }[];
    coverage: { commands: number; covered: number; unknown: number; rows: number };
  };
  expect(parts.flatMap(({ why }) => why ?? [])).toEqual([]);
  expect([coverage.covered, coverage.unknown]).toEqual([coverage.commands, 0]);
  const pads = [...rowsOfPadInput(out)].map(padWordOfMask);
  const plan = loadPlan(file);
  const planned = startPlan(system, plan);
  await runPlan(system, planned, plan);
  const played = startPlan(system, plan);
  const { rows } = playPads(
    [...pads, ...Array<number>(coverage.rows - pads.length).fill(0)],
    standIn(system, played),
    WINDOWS,
  );
  expect(rows).toBe(coverage.rows);
  expect(valuesOf(played)).toEqual(valuesOf(planned));
  // frames that the export puts between two presses of one button
  const idle = read(played, 'battleFrames') - read(planned, 'battleFrames');
  return { rows, idle, commands: coverage.commands };
}

function planText(party: string, commands: string): string {
  const head = 'plan = 1\nsystem = "live-a-live-battle"\n[setup]\nformation = 0xde\ngenerator = [1, 0, 231, 131]\n';
  return `${head}${party}${commands}`;
}

describe('a played battle through the declared menus', () => {
  test('the worked example closes: thirteen commands, every cell', async () => {
    const { commands, idle } = await close(join(plans, 'takahara-namcat.toml'));
    // three idle frames part the presses of the four steps in place
    expect([commands, idle]).toEqual([13, 3]);
  });

  test('random commands close: steps, turns, skills with presses, items, waits, several allies', async () => {
    const sum = { commands: 0, rows: 0 };
    for (let seed = 1; seed <= 7; seed++) {
      const { rows, commands } = await close(folder.write('random.toml', randomPlan(system, seed)));
      sum.commands += commands;
      sum.rows += rows;
    }
    expect(sum.commands).toBeGreaterThan(70);
  });

  test('menus that are declared otherwise do not close', async () => {
    const text = readFileSync(menus, 'utf8');
    for (const [from, to] of [
      ['"values": ["L", "R"]', '"values": ["R", "L"]'],
      ['"state": 2, "columns": 2', '"state": 2, "columns": 1'],
    ] as const) {
      const wrong = folder.write('wrong-menus.json', text.replace(from, to));
      const commands = '[[do]]\ncommand = "turn"\nway = "left"\n[[do]]\ncommand = "auto"\npolicy = "attack"\n';
      const file = folder.write('turn.toml', planText(PARTIES[0] as string, commands));
      await close(file);
      await expect(close(file, wrong)).rejects.toThrow();
    }
  });

  test('without a timing profile steps and waits have rows, and every window is a gap', async () => {
    const out = join(folder.path, 'bare.txt');
    const words = ['route', 'export', join(plans, 'takahara-namcat.toml'), '--menus', menus, '-o', out];
    const { code, out: text } = await cli(words, { systems: SYSTEMS });
    expect(code).toBe(0);
    expect(text).toMatch(/^covered: 8 of 13 commands, 158 frames of the plan in \d+ rows; .* 14 of unknown length\n/);
    expect(text).toContain('assumed of the menus: the target cursor begins on');
    const rows = readFileSync(out, 'utf8');
    expect(rows).toContain('# covered: 8 of 13 commands');
    expect(rows).toContain('# gap: of unknown length: how long the window main takes to open or close');
  });

  test('menus of another system are refused, and so is a recording against declared menus', async () => {
    const other = await cli(['route', 'export', join(plans, 'overflow.toml'), '--menus', menus, '-o', 'x'], {
      systems: SYSTEMS,
    });
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringMatching(/^E_PROFILE_IMAGE .*menus are those of another system/),
    ]);
    const tour = join(packageRoot(), 'test/fixtures/menus/tour.jsonl.gz');
    const checked = await cli(['menu', 'check', tour, '--menus', menus], { systems: SYSTEMS });
    expect([checked.code, checked.err]).toEqual([2, expect.stringMatching(/^E_PROFILE_FILE .*no image/)]);
  });
});
