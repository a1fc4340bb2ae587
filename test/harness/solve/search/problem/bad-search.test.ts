/** Faults of a `[search]`: place, what was found, and what to do; nothing is searched. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../../harness/base/systems.js';
import { cli } from '../../../cli/run-cli.js';
import { testFolder } from '../../../fixtures/files.js';

const folder = testFolder();
const text = (name: string): string =>
  readFileSync(new URL(`../../../../../traces/live-a-live/${name}.toml`, import.meta.url), 'utf8');
const opening = text('namcat-opening');
const played = text('takahara-namcat-opening');

test.each([
  ['a mistyped key', opening, 'routes = 3', 'routs = 3', /E_PLAN_SCHEMA .*:57: column 1: .*Did you mean routes/],
  ['a mistyped metric', opening, 'cost = { enemyActions', 'cost = { enemyAction', /:45: .*Did you mean enemyActions/],
  ['a mistyped end of a range', opening, 'cellX" = { max', 'cellX" = { mx', /:61: .*unknown key.*Did you mean max/],
  ['an unknown cell', opening, 'sideOf[0]', 'sidOf[0]', /E_PLAN_CELL .*:60: .*Did you mean ally\[0\]\.sideOf\[0\]/],
  ['a move of another name', opening, 'last = "skill"', 'last = "skil"', /:56: .*expected step, skill,.*Name one/],
  ['an enemy that is not there', opening, 'routes = 3', 'never = [3]', /:57: .*number 3; found 3; expected enemy\[0\]/],
  ['a label of another name', opening, 'routes = 3', 'after = "battle start"', /:57: .*Did you mean battle starts/],
  ['a beginning behind the end', opening, 'routes = 3', 'after = 7', /:57: .*found 1 command/],
  ['a worst case without an end', opening, '"any"', '"worst"', /:50: .*limits\.cost/],
  // the cell has two bytes
  [
    'a goal that no cell can hold',
    opening,
    '[search.goal]',
    '[search.goal]\nactionPoints = 70000',
    /E_PLAN_SEARCH .*: the goal can never be: actionPoints; found 70000; expected a value from 0 to 65535\. Correct/,
  ],
  [
    'a goal that breaks what is kept',
    opening,
    'routes = 3',
    'routes = 3\nkeep = { "ally[0].sideOf[0]" = { max = 1 } }',
    /E_PLAN_SEARCH .*: goal and keep contradict each other: ally\[0\]\.sideOf\[0\]; found a goal of 2; expected at most 1/,
  ],
  ['moves that cost nothing', opening, 'actions = 1 }', 'presses = 1 }', /:45: .*step up would cost nothing/],
  ['enemies by a list where they act by themselves', played, '"own"', '"any"', /:21: .*own or worst/],
  [
    'presses by another name',
    played,
    'x = [0, 1], y',
    'presses = "overflw", x = [0, 1], y',
    /:25: column 3: .*Did you mean overflow/,
  ],
])('a wrong search is refused: %s', async (_name, plan, from, to, message) => {
  expect(plan).toContain(from);
  const run = await cli(['route', 'search', folder.write('bad.toml', plan.replace(from, to))], { systems: SYSTEMS });
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(message);
});
