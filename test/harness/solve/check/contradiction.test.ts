/**
 * A certificate whose header says something else than its proof: written by the command, edited as somebody
 * would who knows the form, with hashes by this file's own arithmetic, and asked for on the command line.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli as run } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';
import { type Line, linesOf, writeLinked } from './certificates.js';

const folder = testFolder();
const cli = (words: readonly string[]) => run(words, { systems: SYSTEMS });
const certificate = join(folder.path, 'walk.jsonl');
const changed = join(folder.path, 'changed.jsonl');

/** One unit on a row of free cells, two at most in a move, and its reach asked for before each: four commands. */
const PLAN = `plan = 1
system = "srpg-movement"
[setup]
map = [[0, 0, 0, 0, 0]]
grounds = { 0 = 1 }
[[setup.units]]
name = "A"
x = 0
y = 0
move = 2
[search]
moves = [{ command = "calc", unit = "A" }, { command = "moveUnit", unit = "A", x = [1, 2, 3, 4], y = 0 }]
goal = { "unit[0].x" = 4 }
limits = { actions = 6 }
`;

beforeAll(async () => {
  const answer = await cli(['route', 'search', folder.write('walk.toml', PLAN), '--certificate', certificate]);
  expect([answer.code, answer.err]).toEqual([0, expect.not.stringContaining('E_')]);
});

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The first line with another plan, whose hash fits. */
const planned = (from: string, to: string): Line => {
  expect(PLAN.split(from).length).toBe(2);
  const plan = PLAN.replace(from, to);
  return { plan, planHash: sha256(plan) };
};

async function checkWith(header: Line) {
  const [first, ...rest] = linesOf(certificate);
  return cli(['route', 'check', writeLinked(changed, [{ ...first, ...header }, ...rest])]);
}

test('as it was written it is accepted', async () => {
  const answer = await checkWith({});
  expect([answer.code, answer.out]).toEqual([
    0,
    expect.stringContaining('no route costs less than 4, and one costs that'),
  ]);
});

/** What is edited, and the words that name it: what the certificate says first, then what is so. */
test.each<[string, () => Line, RegExp]>([
  [
    'version of the form',
    () => ({ certificate: 2 }),
    /^E_CERTIFICATE \S+:1: unknown version of the certificate form\b.*\b2\b/u,
  ],
  ['system', () => ({ system: 'fftcg' }), /^E_CERTIFICATE \S+:1: .*fftcg version \d+, not srpg-movement version \d+/u],
  [
    'version of the system',
    () => ({ systemVersion: 7 }),
    /^E_CERTIFICATE \S+:1: .*srpg-movement version 7, not srpg-movement version [0-6]\b/u,
  ],
  [
    'digest of the rules',
    () => ({ ruleset: 'f'.repeat(16) }),
    /^E_CERTIFICATE \S+:1: .*other rules.*ruleset f{16}, not [0-9a-f]{16}/u,
  ],
  [
    'plan without its hash',
    () => ({ plan: PLAN.replace('= 4 }', '= 3 }') }),
    /^E_CERTIFICATE \S+:1: the plan in the certificate is not the one it names/u,
  ],
  [
    'setting in the plan',
    () => planned('[setup]', '[ruleset]\nname = "mine"\nswitches = { turnOrder = "phases" }\n[setup]'),
    /^E_CERTIFICATE \S+:1: .*other rules.*ruleset [0-9a-f]{16}, not [0-9a-f]{16}/u,
  ],
])('another %s ends with exit 2 and names it', async (_what, header, error) => {
  const answer = await checkWith(header());
  expect([answer.code, answer.out, answer.err]).toEqual([2, '', expect.stringMatching(error)]);
  expect(answer.err.trimEnd().split('\n').length).toBe(1);
});

test.each<[string, () => Line, RegExp]>([
  [
    'goal',
    () => planned('goal = { "unit[0].x" = 4 }', 'goal = { "unit[0].x" = 3 }'),
    /line 1: the route does not end at the goal: unit\[0\]\.x\b.*\b4\b/u,
  ],
  [
    'condition to keep',
    () => planned('limits', 'keep = { "unit[0].x" = { max = 3 } }\nlimits'),
    /line 1: move 4 of the route cannot be made: what must be kept is broken: unit\[0\]\.x\b/u,
  ],
  [
    'limit',
    () => planned('actions = 6', 'actions = 3'),
    /line 1: move 3 of the route cannot be made: limits\.actions is 3: 3 with this move, and the rest takes more$/mu,
  ],
  [
    'limit of the cost',
    () => planned('{ actions = 6 }', '{ actions = 6, cost = 3 }'),
    /line 1: the route costs 4, and limits\.cost is 3$/mu,
  ],
  [
    'value of the setup',
    () => planned('\nmove = 2', '\nmove = 1'),
    /line 1: move 2 of the route cannot be made: the move is refused: moveUnit A x=2 y=0: E_\w+/u,
  ],
  [
    'list of moves',
    () => planned('x = [1, 2, 3, 4]', 'x = [1]'),
    /line 1: move 2 of the route cannot be made: the plan lists 2 moves/u,
  ],
])('another %s is refused by its name', async (_what, header, reason) => {
  const answer = await checkWith(header());
  expect([answer.code, answer.out + answer.err]).toEqual([1, expect.stringMatching(reason)]);
});

test('the plan of another search beside it is named by its first other line', async () => {
  const other = folder.write('other.toml', PLAN.replace('actions = 6', 'actions = 5'));
  const answer = await cli(['route', 'check', certificate, '--plan', other]);
  expect([answer.code, answer.out]).toEqual([2, '']);
  expect(answer.err).toMatch(
    /^E_CERTIFICATE .*the certificate is of another plan.*line 14: limits = \{ actions = 5 \}, where it has limits = \{ actions = 6 \}/u,
  );
  expect(readFileSync(certificate, 'utf8').length).toBeGreaterThan(0);
});
