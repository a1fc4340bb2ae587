/**
 * A plan that fails its own check: one figure of the README's plan is changed, and every verb that takes a plan says so with the same
 * sentence. The guide tells 57 action points for a step up at speed 31; the changed plan asks for 58.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import type { ReportData } from '../../../harness/views/report/data.js';
import { testFolder } from '../fixtures/files.js';
import { open, serve } from '../views/debug/client.js';
import { cli } from './run-cli.js';

const folder = testFolder();
const at = (name: string): string => join(folder.path, name);
const traces = fileURLToPath(new URL('../../../traces/', import.meta.url));
const GOOD = readFileSync(`${traces}live-a-live/takahara-namcat.toml`, 'utf8');
const CHANGED = GOOD.replace('actionPoints = 57,', 'actionPoints = 58,');
const LINE = CHANGED.split('\n').findIndex((line) => line.includes('= 58')) + 1;

/** A step from 57 action points costs 57 more. */
const SEARCH = '\n[search]\nafter = "up"\nmoves = [{ command = "step" }]\ngoal = { actionPoints = 114 }\n';
const GOOD_PLAN = folder.write('good.toml', GOOD);
const PLAN = folder.write('plan.toml', CHANGED);
const SEARCHED = folder.write('search.toml', CHANGED + SEARCH);
const sentence = (file: string): string => `${file}:${LINE}: step 1 (up): cell actionPoints: expected 58, got 57`;

/** How a verb says it: as its own verdict on stdout, or before anything else on stderr and as a field of `--json`. */
type Where = 'verdict' | 'first';

interface Row {
  readonly where: Where;
  readonly exit: number;
  readonly file: string;
  readonly words: readonly string[];
}

const VERBS: readonly Row[] = (
  [
    ['verdict', 1, PLAN, ['run', PLAN]],
    ['verdict', 1, PLAN, ['run', PLAN, '--tell']],
    ['verdict', 1, PLAN, ['route', 'verify', PLAN]],
    ['verdict', 1, PLAN, ['route', 'export', PLAN, '-o', at('plan.txt')]],
    ['verdict', 0, PLAN, ['plan', PLAN, '-o', at('plan.html')]],
    ['first', 0, PLAN, ['predict', PLAN]],
    ['first', 0, PLAN, ['predict', PLAN, '--at', 'round kick']],
    ['first', 0, PLAN, ['odds', PLAN, '--at', '4', '--skill', 'kiai-tame']],
    ['first', 0, PLAN, ['seeds', PLAN, '--starts', 'waits', '--frames', '2']],
    ['first', 0, PLAN, ['locate', PLAN, '--saw', '4:record[5].hp=276']],
    ['first', 0, PLAN, ['report', PLAN, '-o', at('report.html')]],
    ['first', 0, PLAN, ['step', PLAN, '--at', '3', '--print']],
    ['first', 0, PLAN, ['compare', PLAN, PLAN]],
    ['first', 0, PLAN, ['compare', GOOD_PLAN, PLAN]],
    ['first', 0, PLAN, ['route', 'branch', 'fork', PLAN, '--action', '2', '--name', 'early', '-o', at('branch.toml')]],
    ['first', 0, PLAN, ['route', 'branch', 'list', at('branch.toml')]],
    ['first', 0, PLAN, ['route', 'branch', 'compare', at('branch.toml')]],
    ['first', 0, PLAN, ['route', 'branch', 'change', at('branch.toml'), '--at', '3', '--delete']],
    ['first', 0, PLAN, ['route', 'branch', 'export', `${at('branch.toml')}#early`, '-o', at('early.toml')]],
    ['first', 0, PLAN, ['route', 'branch', 'remove', `${at('branch.toml')}#early`]],
    ['first', 0, SEARCHED, ['route', 'search', SEARCHED, '--certificate', at('proof.jsonl')]],
    ['first', 0, SEARCHED, ['route', 'check', at('proof.jsonl'), '--plan', SEARCHED]],
    [
      'first',
      0,
      PLAN,
      ['rom', 'call', `${traces}homebrew/drill.sfc`, 'order-points-idle', '--plan', PLAN, '--at', '2'],
    ],
    ['first', 0, PLAN, ['symbols', '--format', 'lua', '--emulator', 'mesen', '--overlay', '--plan', PLAN]],
  ] as const
).map(([where, exit, file, words]) => ({ where, exit, file, words }));

describe('every verb says that the plan does not hold', () => {
  test.each(VERBS)('$words, exit $exit', async ({ where, exit, file, words }) => {
    const run = await cli(words, { systems: SYSTEMS });
    const said = sentence(file);
    expect([run.code, where === 'first' ? run.err : run.out]).toEqual([exit, expect.stringContaining(said)]);
    if (where === 'verdict') return;
    expect(run.err.startsWith(`the plan does not hold: ${said}\n`)).toBe(true);
  });

  const AGAIN = ['plan', 'predict', 'seeds', 'report', 'step', 'compare', 'route search', 'route check', 'rom call'];
  const JSON_VERBS = VERBS.filter(({ words: [verb = '', part] }) =>
    AGAIN.some((name) => name === verb || name === `${verb} ${part}`),
  );

  test.each(JSON_VERBS)('as a field: $words, exit $exit', async ({ exit, file, words }) => {
    const given = words.filter((word) => word !== '--print');
    const { code, out } = await cli([...given, '--json'], { systems: SYSTEMS });
    expect([code, JSON.parse(out)['planFailures']]).toEqual([exit, expect.arrayContaining([sentence(file)])]);
  });

  test('the debug adapter', async () => {
    const served = await serve();
    const texts: string[] = [];
    const client = await open(served.port, PLAN, {}, (text) => texts.push(text));
    await client.stop();
    served.server.close();
    expect(texts.join('')).toContain(`The plan does not hold: ${sentence(PLAN)}`);
  });
});

test('of a plan that holds nothing is said, and the field is left out', async () => {
  for (const words of [
    ['predict', GOOD_PLAN],
    ['compare', GOOD_PLAN, GOOD_PLAN],
    ['seeds', GOOD_PLAN, '--starts', 'waits', '--frames', '2'],
  ]) {
    const run = await cli([...words, '--json'], { systems: SYSTEMS });
    expect([run.code, run.err, 'planFailures' in JSON.parse(run.out)]).toEqual([0, '', false]);
  }
});

test('a policy plays no command that the plan expects something of', async () => {
  const words = ['seeds', PLAN, '--policy', 'attack', '--starts', 'waits', '--frames', '2'];
  expect((await cli(words, { systems: SYSTEMS })).err).toBe('');
});

test('an entry of the stepper and a page say it with the same words', async () => {
  const step = await cli(['step', PLAN, '--at', '1', '--print'], { systems: SYSTEMS });
  expect(step.out).toContain(`  DIFFERENCE: ${sentence(PLAN)}\n`);
  await cli(['report', PLAN, '-o', at('page.html')], { systems: SYSTEMS });
  const [, packed = ''] = /id="data">([^<]*)</u.exec(readFileSync(at('page.html'), 'utf8')) ?? [];
  const [line] = (JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as ReportData).lines;
  expect(line?.differences[0]?.text).toEqual([`DIFFERENCE: ${sentence(PLAN)}`]);
  expect(line?.head.verdict).toContain(sentence(PLAN));
});

test('a command that is refused is said to be in the same place by run and by route verify', async () => {
  // the round kick does not reach the corner
  const text = GOOD.replace('x = 0\ny = 2', 'x = 6\ny = 6');
  const file = folder.write('refused.toml', text);
  const ran = await cli(['run', file], { systems: SYSTEMS });
  const verified = await cli(['route', 'verify', file], { systems: SYSTEMS });
  expect([verified.code, verified.err]).toEqual([2, ran.err]);
  const [, line] = /^E_PLAN_REJECTED \S+\.toml:(\d+): column 1: step 5 /u.exec(ran.err) ?? [];
  expect(text.split('\n')[Number(line) - 1]).toBe('x = 6');
  expect(verified.out).toContain(
    `\n${file}:${line}: step 5 (round kick): the command: expected accepted, got rejected with E_TARGET\n`,
  );
});

test('switches need no name of their ruleset', async () => {
  const file = folder.write('switches.toml', `${GOOD}\n[ruleset.switches]\nemptySkillSlots = "skipped"\n`);
  const { err } = await cli(['run', file], { systems: SYSTEMS });
  expect(err).not.toContain('name');
});
