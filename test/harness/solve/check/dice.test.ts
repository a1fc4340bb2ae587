/** Certificates of worst cases of dice and draws that are commands: accepted as written, refused after a change of any byte. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LockstepError } from '../../../../harness/base/errors.js';
import { packageRoot } from '../../../../harness/base/package-root.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { type CheckResult, checkCertificate } from '../../../../harness/solve/check/check.js';
import { cli } from '../../cli/run-cli.js';
import { syntheticImage } from '../../files/rom/synthetic-image.js';
import { testFolder } from '../../fixtures/files.js';
import { type Line, linesOf, writeLinked } from './certificates.js';

const folder = testFolder();
const changed = join(folder.path, 'changed.jsonl');
const file = join(folder.path, 'dice.jsonl');

/** Order points that grow with every `idle` by `increase`; what is drawn in the end is left to chance. */
const planOf = (unit: string, goal: string, cost: number): string => `plan = 1
system = "srpg-movement"
[ruleset]
name = "default"
[ruleset.switches]
turnOrder = "order-points"
[setup]
map = [[0, 0]]
grounds = { 0 = 1 }
[[setup.units]]
id = "a"
${unit}
[search]
enemies = "worst"
goal = { "unit[0].orderPoints" = { ${goal} } }
limits = { cost = ${cost} }
moves = [{ command = "idle" }]
`;
const FALLING = 'intellect = 255\nidleIncrease = -1';

const search = (plan: string, ...words: string[]) =>
  cli(['route', 'search', folder.write('dice.toml', plan), '--certificate', file, ...words], { systems: SYSTEMS });
const check = (of = file): Promise<CheckResult> => checkCertificate(of, { systems: SYSTEMS });

// 1 - 1 is drawn anew, 15 at most, which falls to 12 with three more; 0 + 1 three times; a draw of 0 again and again
test.each([
  ['whatever is drawn', planOf(FALLING, 'max = 12', 9), 4],
  ['without a draw', planOf('idleIncrease = 1', 'min = 3', 9), 3],
  ['none is sure', planOf('', 'min = 8', 5), -1],
])('%s: it is accepted with its cost', async (_name, plan, cost) => {
  const run = await search(plan);
  expect([run.code, run.err]).toEqual([cost < 0 ? 1 : 0, expect.stringMatching(/: the proof, \d+ states?; check it/u)]);
  expect(await check()).toMatchObject({ accepted: true, proven: { kind: 'worst', cost } });
});

test('a change of any one byte is refused, and so are wrong claims with a chain that fits', async () => {
  await search(planOf(FALLING, 'max = 12', 9));
  const bytes = readFileSync(file);
  for (let at = 0; at < bytes.length; at += 3) {
    const other = Buffer.from(bytes);
    other[at] = (bytes[at] as number) ^ (1 + ((at * 37) % 255));
    writeFileSync(changed, other);
    const line = bytes.subarray(0, at).reduce((count, byte) => count + Number(byte === 0x0a), 1);
    const result = await check(changed).catch((error: unknown) => error);
    expect([at, result instanceof LockstepError ? result.details.line : (result as CheckResult).line]).toEqual([
      at,
      line,
    ]);
  }
  const put = (line: number, values: Line) => (lines: Line[]) => {
    lines[line - 1] = { ...lines[line - 1], ...values };
  };
  for (const change of [
    put(1, { cost: 3 }),
    put(1, { cost: 5 }),
    put(1, { cost: -1 }),
    put(2, { atMost: 3 }),
    put(2, { refuted: [] }),
    put(2, { refuted: [[0, 12]] }),
    (lines: Line[]) => lines.splice(2, 1),
  ]) {
    const lines = linesOf(file);
    change(lines);
    const result = await check(writeLinked(changed, lines)).catch(() => undefined);
    expect(result?.accepted ?? false).toBe(false);
  }
});

test('what has no certificate says so, with what has one, and writes nothing', async () => {
  const traces = join(packageRoot(), 'traces');
  const seeds = readFileSync(join(traces, 'live-a-live/chance-seeds-namcat.toml'), 'utf8');
  const guide = readFileSync(join(traces, 'kurogane-engage/guide.toml'), 'utf8');
  const value = `${guide.slice(0, guide.indexOf('[[do]]'))}
[search]
maximise = "value"
value = { "unit[1].damage" = 1 }
limits = { actions = 5 }
moves = [{ command = "declare", attacker = "rifleman", weapon = "rifle", target = "companion", distance = 5 }]
`;
  const none = join(folder.path, 'none.jsonl');
  const route = join(traces, 'live-a-live/takahara-namcat-opening.toml');
  const image = folder.write('image.sfc', syntheticImage());
  for (const [plan, found, ...words] of [
    [folder.write('seeds.toml', seeds), /luck = "seeds"/u],
    [folder.write('cycles.toml', seeds.replace('"seeds"', '"cycles"')), /luck = "cycles"/u],
    [folder.write('value.toml', value), /maximise = "value"/u],
    [route, /--certificate and --rom contradict each other/u, '--rom', image, '--force-rom'],
  ] as const) {
    const run = await cli(['route', 'search', plan, ...words, '--certificate', none], { systems: SYSTEMS });
    expect([plan, run.code, run.err]).toEqual([plan, 2, expect.stringMatching(found)]);
    if (words.length === 0)
      expect(run.err).toMatch(/expected a cheapest route, a worst case, or a chance over draws or dice/u);
    expect(existsSync(none)).toBe(false);
  }
});
