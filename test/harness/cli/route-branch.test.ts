/**
 * `lockstep route branch` on the recorded overflow. The figures are the rules': L or R in area selection adds 28 at speed 31, a skill
 * 510, the sum is taken modulo 65536; the plan presses 2,323 times.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { testFolder } from '../fixtures/files.js';
import { cli } from './run-cli.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = testFolder();
const PLAN = `${root}traces/live-a-live/overflow.toml`;
const LOG = `${root}traces/logs/overflow.jsonl.gz`;
const at = (name: string): string => join(folder.path, name);
const branch = (...words: string[]): ReturnType<typeof cli> => cli(['route', 'branch', ...words], { systems: SYSTEMS });
const LABEL = 'in the window';

async function done(...words: string[]): Promise<string> {
  const run = await branch(...words);
  expect([words, run.code, run.err]).toEqual([words, 0, '']);
  return run.out;
}

test('a branch is forked at an action and gets other moves; compare says where they part, what each costs and how they end', async () => {
  const file = at('early.toml');
  await done('fork', PLAN, '--label', LABEL, '--name', 'three more', '-o', file);
  await done('change', file, '--at', '2324', '--delete');
  await done('change', file, '--insert', '{"command":"areaTurn","side":"left","presses":3}');
  await done('change', file, '--insert', '{"command":"skill"}');
  const { code, out } = await branch('compare', file, '--json');
  expect(code).toBe(1);
  const result = JSON.parse(out);
  expect(result.names).toEqual(['three more', 'recording']);
  expect(result.input.frames).toEqual([2324, 2324]);
  expect(result.state.cells[0]).toMatchObject({ cell: 'actionPoints', mine: 65044 + 28, theirs: 65044 });
  expect(result.state.cells[0].writers).toEqual(['C1:281B ally-turn-ap', '']);
  expect(result.costs.map((cost: { entries: number }) => cost.entries)).toEqual([5, 2]);
  const points = result.end.cells.find(({ cell }: { cell: string }) => cell === 'actionPoints');
  expect([points.mine, points.theirs]).toEqual([(65044 + 3 * 28 + 510) % 65536, 18]);
  const text = (await branch('compare', `${file}#three more`)).out;
  expect(text).toContain('first different input: frame 2324: 0020 L | 0080 A');
  expect(text).toContain('actionPoints at 7E03AE: 65072 | 65044  by C1:281B ally-turn-ap | nobody');
});

test('a branch can start at the n-th action of a log, take a write, and be equal to its parent', async () => {
  const file = at('log.toml');
  // presses begin in frame 82, one a frame: the third action is over in frame 84
  const told = await done('fork', LOG, '--action', '3', '--name', 'written', '-o', file);
  const third = Number(/at frame (\d+)/.exec(told)?.[1]);
  const facts = JSON.parse(
    (await cli(['step', LOG, '--frame', String(third), '--json'], { systems: SYSTEMS })).out,
  ).facts;
  expect(facts.changes.find(({ cell }: { cell: { name: string } }) => cell.name === 'actionPoints').after).toBe(3 * 28);
  await done('change', file, '--at', String(third), '--write', 'actionPoints=65535');
  const compared = JSON.parse((await branch('compare', file, '--json')).out);
  expect(compared.state.cells[0]).toMatchObject({ cell: 'actionPoints', mine: 65535, theirs: 84 });
  expect(compared.input).toBeUndefined();
  await done('fork', file, '--at', '2000', '--name', 'same');
  const { code, out } = await branch('compare', `${file}#same`);
  expect([code, out]).toEqual([0, 'same | recording\nthe same: 2439 frames\n']);
  expect((await branch('compare', file, LOG)).code).toBe(0);
  expect((await branch('export', `${file}#written`, '-o', at('no.toml'))).err).toMatch(
    /^E_BRANCH: this branch writes memory/,
  );
  await done('change', `${file}#same`, '--rename', 'other');
  await done('remove', `${file}#other`);
  expect(JSON.parse(await done('list', file, '--json')).lines).toHaveLength(2);
});

test('an exported branch is a plan that verifies as far as the branch follows the recording', async () => {
  const file = at('export.toml');
  await done('fork', LOG, '--at', '200', '--name', 'follows', '-o', file);
  await done('change', file, '--at', '2406', '--delete');
  const plan = at('follows.toml');
  expect(await done('export', `${file}#follows`, '-o', plan)).toContain('behind frame 200');
  const run = await cli(['route', 'verify', plan, '--against', LOG], { systems: SYSTEMS });
  expect([run.code, run.out.split('\n').at(-2)]).toEqual([0, expect.stringContaining('the plan holds on it')]);
  expect(readFileSync(plan, 'utf8')).toContain('frame = 200');
});

test.each([
  [['fork', LOG], /branches of a log or a plan need a file.*-o/],
  [['fork', LOG, '-o', at('x.toml'), '--at', '99999'], /E_FRAME .*no frame 99999.*expected 61 to 2499/],
  [['fork', LOG, '-o', at('x.toml'), '--action', '99999'], /fewer actions than 99999/],
  [['fork', LOG, '-o', at('x.toml'), '--label', 'x'], /E_PLAN_LABEL .*no step has the label x/],
  [['fork', LOG, '-o', at('x.toml'), '--label', 'x', '--at', '1'], /one of --at, --action and --label/],
  [['list', LOG], /E_BRANCH_FILE .*this is a log, not a file of branches/],
  [['list', `${root}traces/live-a-live/overflow.toml`], /not a branch file/],
  [['compare', LOG], /needs a second line to be compared with/],
  [['compare', LOG, `${root}traces/kurogane-engage/guide.toml`], /E_COMPARE_SYSTEM/],
  [['list', at('nowhere.toml')], /E_FILE .*nowhere/],
  [['fork', at('nowhere.toml#a')], /E_FILE/],
] as const)('%j is one line of error', async (words, message) => {
  const { code, out, err } = await branch(...words);
  expect([code, out, err.trimEnd().split('\n').length]).toEqual([2, '', 1]);
  expect(err).toMatch(message);
});

test('compare takes branches too, and a branch file is no plan', async () => {
  const file = at('compare.toml');
  await done('fork', LOG, '--at', '2403', '--name', 'a', '-o', file);
  await done('change', file, '--at', '2404', '--input', '0');
  const run = await cli(['compare', `${file}#a`, LOG], { systems: SYSTEMS });
  expect([run.code, run.out.split('\n')[1]]).toEqual([1, 'first different input: frame 2404: 0000 | 0020 L']);
  const verify = await cli(['route', 'verify', file], { systems: SYSTEMS });
  expect(verify.err).toMatch(/^E_PLAN_SCHEMA .*this is a branch file and no plan.*route branch export/);
  expect((await branch('list', '#a')).err).toMatch(/^E_FILE_?\w* #a/);
});

test('a wrong change is refused with the reason, and the file stays as it was', async () => {
  const file = at('errors.toml');
  await done('fork', LOG, '--at', '100', '--name', 'a', '-o', file);
  const before = readFileSync(file, 'utf8');
  for (const [words, message] of [
    [['--at', '101'], /give one of --input/],
    [['--at', '101', '--input', '1', '--insert', '2'], /give one of --input/],
    [['--at', '90', '--input', '0'], /a shares this frame/],
    [['--at', '101', '--input', 'XYZ'], /neither a pad word nor a command/],
    [['--at', '101', '--write', 'actionPoints'], /not CELL = VALUE/],
    [['--at', '101', '--write', 'actionPoint=1'], /Did you mean actionPoints/],
    [['--at', '101', '--write', 'actionPoints=65536'], /does not fit in 2 bytes/],
    [['--delete'], /needs a position/],
    [['--insert', '{"command":"skil"}'], /Did you mean skill/],
    [['--rename', 'recording'], /a branch recording exists already/],
  ] as const) {
    const run = await branch('change', file, ...words);
    expect([words, run.code, run.out]).toEqual([words, 2, '']);
    expect(run.err).toMatch(message);
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
  await done('fork', file, '--name', 'b');
  expect((await branch('change', file, '--insert', '0')).err).toMatch(/the branch is not named; found a, b/);
  expect((await branch('change', `${file}#c`, '--insert', '0')).err).toMatch(/no branch c/);
});

test.each(['srpg-movement/other-unit', 'kurogane-engage/guide', 'holy-grail-war/seals', 'fftcg/x1'])(
  'a refusal that the plan expects is a command of the exported branch, as expected there: %s',
  async (name) => {
    const plan = `${root}traces/${name}.toml`;
    const [file, out] = [at(`${name.replace('/', '-')}.toml`), at(`${name.replace('/', '-')}-plan.toml`)];
    await done('fork', plan, '--name', 'same', '-o', file);
    await done('export', `${file}#same`, '-o', out);
    const codes = (text: string): string[] => [...text.matchAll(/^error = "(\w+)"$/gm)].map(([, code = '']) => code);
    expect(codes(readFileSync(out, 'utf8')).length).toBeGreaterThan(0);
    expect(codes(readFileSync(out, 'utf8'))).toEqual(codes(readFileSync(plan, 'utf8')));
    const run = await cli(['route', 'verify', out], { systems: SYSTEMS });
    expect([run.code, run.err]).toEqual([0, '']);
  },
);

test('another refusal keeps a branch from being a plan', async () => {
  const file = at('wrong.toml');
  await done('fork', `${root}traces/srpg-movement/other-unit.toml`, '--at', '1', '--name', 'wrong', '-o', file);
  // behind the MoveMap of another unit the move is refused for another reason
  await done('change', file, '--at', '2', '--insert', '{"command":"calc","unit":"other"}');
  const run = await branch('export', `${file}#wrong`, '-o', at('never.toml'));
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/an input is refused; found command 3: E_PHASE/)]);
});
