/** `lockstep rom call --plan`: the worked example's figures (285 points before the enemy's skill, 29 after it) as the call's beginning. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { type CliRun, cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const TRACES = join(packageRoot(), 'traces');
const DRILL = join(TRACES, 'homebrew', 'drill.sfc');
const PLAN = join(TRACES, 'live-a-live', 'worked-example.toml');
const OTHER = join(TRACES, 'srpg-movement', 'guide.toml');
const LOG = join(TRACES, 'logs', 'worked-example.jsonl.gz');

const call = (...words: readonly string[]): Promise<CliRun> =>
  cli(['rom', 'call', DRILL, 'ap-add', ...words], { systems: SYSTEMS });

interface Written {
  readonly writes: readonly { readonly name: string; readonly before: number; readonly after: number }[];
  readonly from: string;
}

async function pointsAfter(...words: readonly string[]): Promise<readonly [number | undefined, number | undefined]> {
  const run = await call('--register', 'A=10', '--plan', PLAN, ...words, '--json');
  expect([run.code, run.err]).toEqual([0, '']);
  const cell = (JSON.parse(run.out) as Written).writes.find(({ name }) => name === 'actionPoints');
  return [cell?.before, cell?.after];
}

test.each([
  ['0', 0],
  ['1', 0],
  ['2', 57],
  ['6', 285],
  ['the enemy chooses a skill', 285],
  ['it fires', 29],
  ['the enemy turns', 515],
])('after %s: %i points, and ten more', async (at, points) => {
  expect(await pointsAfter('--at', at)).toEqual([points, points + 10]);
});

test('without --at the call begins at the end of the plan', async () => {
  expect(await pointsAfter()).toEqual([288, 298]);
});

test('the text names plan and step, and --cell goes on top', async () => {
  const run = await call('--plan', PLAN, '--at', 'it fires', '--cell', 'actionPoints=1', '--register', 'A=2');
  expect(run.out).toContain(`from ${PLAN}, after step "it fires"`);
  expect(run.out).toMatch(/7E03AE actionPoints +0001h -> 0003h/);
});

test('--at may lie within a repeated step', async () => {
  const repeated = folder.write(
    'repeat.toml',
    new TextEncoder().encode(
      'plan = 1\nsystem = "live-a-live"\n[setup]\n[[setup.allies]]\nid = 21\nlevel = 2\nhp = 320\npower = 50\nspeed = 31\nbody = 36\nintellect = 25\nx = 5\ny = 4\n[[do]]\ncommand = "frame"\npad = 0\n[[do]]\ncommand = "frame"\npad = 0x4000\nrepeat = 4\n',
    ),
  );
  const run = await call('--register', 'A=10', '--plan', repeated, '--at', '4', '--json');
  // 57 points a step, as in the worked example
  expect((JSON.parse(run.out) as Written).writes[0]).toMatchObject({ before: 3 * 57, after: 3 * 57 + 10 });
});

describe('a trace of a battle played by commands', () => {
  const game = join(TRACES, 'live-a-live', 'present-day-namcat.toml');
  const trace = join(folder.path, 'played.jsonl');
  const writes = async (...words: readonly string[]): Promise<unknown> => {
    const run = await call('--register', 'A=10', ...words, '--json');
    expect([run.code, run.err]).toEqual([0, '']);
    return (JSON.parse(run.out) as Written).writes;
  };

  test('--at counts commands from 1, as the plan that it was made from does; 0 is the start', async () => {
    expect((await cli(['run', 'live-a-live-battle', game, '-o', trace], { systems: SYSTEMS })).code).toBe(0);
    const ofPlan = [];
    for (const at of ['0', '1', '2']) {
      ofPlan.push(await writes('--plan', game, '--at', at));
      expect(await writes('--from', trace, '--at', at)).toEqual(ofPlan.at(-1));
    }
    // the three states differ: one command off would show
    expect(new Set(ofPlan.map((one) => JSON.stringify(one))).size).toBe(3);
  });

  test('a frame of it is refused, and a command of a log of frames', async () => {
    const wrong = await call('--from', trace, '--frame', '1');
    expect([wrong.code, wrong.out]).toEqual([2, '']);
    expect(wrong.err).toContain(
      'this file counts commands; found --frame 1; expected --at and the number of a command',
    );
    expect((await call('--from', LOG, '--at', '5')).err).toContain('this file counts frames; found --at 5');
    expect((await call('--from', trace, '--at', '3')).err).toContain('found --at 3; expected at most 2');
    expect((await call('--from', LOG, '--at', 'last')).err).toContain('--at is not a number of a command');
    expect((await call('--plan', game, '--frame', '1')).err).toContain('a plan counts commands. Give --at');
    expect((await call('--from', LOG, '--at', '1', '--frame', '1')).err).toContain('Leave one of them out');
  });
});

describe('bad use: one message, exit 2', () => {
  test.each([
    ['no such label', ['--plan', PLAN, '--at', 'it fired'], 'E_PLAN_LABEL', 'Did you mean it fires'],
    ['more commands than there are', ['--plan', PLAN, '--at', '19'], 'E_PLAN_LABEL', 'from 0 to 18'],
    ['a step without a plan', ['--at', '1'], 'E_USAGE', 'Give --plan'],
    ['two beginnings', ['--plan', PLAN, '--from', LOG, '--frame', '70'], 'E_USAGE', 'two beginnings'],
    ['a plan of another system', ['--plan', OTHER], 'E_PLAN_SYSTEM', 'live-a-live'],
    ['no plan', ['--plan', join(folder.path, 'none.toml')], 'E_', 'none.toml'],
  ] as const)('%s', async (_, words, code, message) => {
    const run = await call(...words);
    expect([run.code, run.out]).toEqual([2, '']);
    expect(run.err).toMatch(new RegExp(`^${code}[^\\n]*${message}[^\\n]*\\n$`));
  });
});
