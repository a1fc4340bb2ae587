/** One word for a value that stands for none: in expectations, in what is told of them, and of changes; printed text as text. */
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const PLAN = `plan = 1
system = "srpg-movement"
[ruleset]
name = "default"
[setup]
map = [[0, 1, 0]]
grounds = { 0 = 1, 1 = "never" }
[[setup.units]]
id = "a"
[[do]]
command = "calc"
unit = "a"
expect = { "moveMap[2,0]" = "never", "moveMap[0,0]" = 4, activeUnit = "nobody" }
[[do]]
command = "turnsTo"
unit = "a"
x = 2
y = 0
expect = { answer = "never" }
[[do]]
command = "dumpMap"
[[do]]
command = "dumpUnit"
unit = "a"
`;
const run = (plan: string, ...words: string[]) => {
  const [verb = 'run', ...more] = words;
  return cli([verb, folder.write('plan.toml', plan), ...more], { systems: SYSTEMS });
};

test('an expectation may say never or nobody, and a plan that prints needs no transcript', async () => {
  const good = await run(PLAN, 'run');
  expect([good.code, good.out + good.err]).toEqual([0, expect.stringContaining('4 commands accepted')]);
});

test.each([
  ['another value', '"moveMap[0,0]" = 4', '"moveMap[0,0]" = "never"', 1, /expected never, got 4|never.*4/],
  ['never where a number is', '"moveMap[2,0]" = "never"', '"moveMap[2,0]" = 3', 1, /never/],
  [
    'a word that the cell has not',
    'activeUnit = "nobody"',
    'activeUnit = "never"',
    2,
    /a number, or a \(0\), nobody \(255\)/,
  ],
  ['a word of a plain number', '"moveMap[0,0]" = 4', '"unit[0].x" = "never"', 2, /expected a number\./],
])('%s is told with the word', async (_name, from, to, code, message) => {
  expect(PLAN).toContain(from);
  const wrong = await run(PLAN.replace(from, to), 'run');
  expect([wrong.code, wrong.out + wrong.err]).toEqual([code, expect.stringMatching(message)]);
});

test('the stepper tells changes by the word, and printed text as its lines', async () => {
  const at = async (frame: string): Promise<string> => (await run(PLAN, 'step', '--frame', frame, '--print')).out;
  expect(await at('1')).toMatch(/calculatedUnit nobody -> 0 \(a\) by .*\n/);
  expect(await at('2')).toMatch(/answer 0 -> never by /);
  expect(await at('3')).toContain('prints [Map]\n  prints 0 1 0\n');
  const printed = await at('4');
  expect(printed).toContain('prints [Unit]\n  prints a: Pos=(0,0), Move=4\n');
  expect(printed).not.toContain('transcript[');
});
