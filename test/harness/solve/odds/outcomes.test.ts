/**
 * The highest chance, the expected value and the worst case over dice and draws that are commands: against a plain
 * enumeration of every roll by the slow reference, and against numbers counted by hand.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import * as slow from '../../../references/kurogane-engage.js';
import { cli } from '../../cli/run-cli.js';
import { testFolder } from '../../fixtures/files.js';

const folder = testFolder();
const commander = readFileSync(
  new URL('../../../../traces/kurogane-engage/chance-commander.toml', import.meta.url),
  'utf8',
);

async function search(plan: string, ...options: string[]) {
  return cli(['route', 'search', folder.write('chance.toml', plan), ...options], { systems: SYSTEMS });
}

async function dataOf(plan: string): Promise<Record<string, unknown>> {
  return JSON.parse((await search(plan, '--json')).out) as Record<string, unknown>;
}

/** Every roll of a pool, one after the other. */
function everyRoll(dice: number): number[][] {
  return Array.from({ length: 6 ** dice }, (_, number) =>
    Array.from({ length: dice }, (_die, at) => 1 + (Math.floor(number / 6 ** at) % 6)),
  );
}

/** The three weapons of the plan at their distances; the commander has one HP left. */
const SHOTS = [
  { weapon: { hit: 3, rng: 3, pow: 4, pen: 1 }, distance: 5 },
  { weapon: { hit: 4, rng: 2, pow: 3, pen: 0 }, distance: 4 },
  { weapon: { hit: 3, rng: 6, pow: 5, pen: 2 }, distance: 4 },
];
const known = new Map<string, number>();

/** Highest chance by enumeration: declare, size, roll, and after a hit test, result and end. */
function best(risk: number, left: number): number {
  const key = `${risk} ${left}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const chances = SHOTS.map(({ weapon, distance }) => {
    if (left < 5) return 0;
    const unit = { hp: 4, damage: 3, arm: 10, risk, side: '1' };
    const setup: slow.AttackSetup = {
      ...{ attacker: { ...unit, side: '0' }, weapon, target: unit, distance, levelDifference: 0 },
      ...{ visible: true, allySees: false, mutualClear: false },
    };
    const { pool } = slow.dicePool(setup);
    let sum = 0;
    for (const faces of everyRoll(pool)) {
      const result = slow.attack(setup, faces);
      if (result.miss) sum += best(risk, left - 3);
      else sum += result.destroyed ? 1 : best(result.newRisk, left - 6);
    }
    return sum / 6 ** pool;
  });
  known.set(key, Math.max(...chances));
  return Math.max(...chances);
}

test('a chance is the best of every line of play, every roll counted', async () => {
  const data = await dataOf(commander);
  expect(data).toMatchObject({ luck: 'dice', proven: true, chance: { numerator: '2377', denominator: '3456' } });
  expect(best(0, 11)).toBeCloseTo(2377 / 3456, 12);
  const { out } = await search(commander);
  expect(out).toContain('\n1. declare gunner cannon commander; sizePool; roll: chance 2377/3456 (68.77%)\n');
  const longer = await dataOf(commander.replace('actions = 11', 'actions = 9'));
  const { numerator, denominator } = longer['chance'] as { numerator: string; denominator: string };
  expect(Number(numerator) / Number(denominator)).toBeCloseTo(best(0, 9), 12);
});

test('the expected value of one attack is the mean of the seed’s example', async () => {
  const guide = readFileSync(new URL('../../../../traces/kurogane-engage/guide.toml', import.meta.url), 'utf8');
  const plan = `${guide.slice(0, guide.indexOf('[[do]]'))}
[search]
maximise = "value"
value = { "unit[1].damage" = 1 }
limits = { actions = 5 }
moves = [
  { command = "declare", attacker = "rifleman", weapon = "rifle", target = "companion", distance = 5, mutualClear = 1 },
  { command = "sizePool" }, { command = "roll" }, { command = "testDamage" }, { command = "applyResult" },
]
`;
  const run = await search(plan);
  expect([run.code, run.err]).toEqual([0, '']);
  expect(run.out).toContain(': expected value 275707/279936 (0.984), proven: no policy has more\n');
  const less = await dataOf(plan.replace('damage" = 1', 'damage" = -1'));
  // who does not want damage declares nothing
  expect(less['value']).toEqual({ numerator: '0', denominator: '1' });
});

/** Order points that begin with 0 and do not grow: `idle` draws until the draw is not 0. */
const IDLE = `plan = 1
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
[search]
maximise = "chance"
goal = { "unit[0].orderPoints" = { min = 8 } }
limits = { actions = 2 }
moves = [{ command = "idle" }]
`;

test('draws of idle: 8 of 16, and 8 of 16 once more after a 0', async () => {
  const data = await dataOf(IDLE);
  expect(data['chance']).toEqual({ numerator: '17', denominator: '32' });
});

test('the certificate of a chance that a limit of actions cuts is accepted, and one action less is another chance', async () => {
  for (const [actions, chance] of [
    [2, '17/32'],
    [1, '1/2'],
  ]) {
    const certificate = join(folder.path, `idle-${actions}.jsonl`);
    const run = await search(IDLE.replace('actions = 2', `actions = ${actions}`), '--certificate', certificate);
    expect([run.code, run.err]).toEqual([0, expect.not.stringContaining('E_')]);
    const checked = await cli(['route', 'check', certificate], { systems: SYSTEMS });
    expect([checked.code, checked.out]).toEqual([0, expect.stringContaining(`with a chance of ${chance},`)]);
  }
});

const WORST = IDLE.replace('maximise = "chance"', 'enemies = "worst"').replace('actions = 2', 'cost = 9');

test('the worst case: the cost that is certain whatever is drawn, or none', async () => {
  const none = await search(WORST);
  expect([none.code, none.out.split('\n')[0]]).toEqual([1, expect.stringMatching(/no plan is sure .*, proven$/)]);
  // 1 - 1 is drawn anew; 15 at most then, which falls to 12 with three more
  const falling = WORST.replace('id = "a"', 'id = "a"\nintellect = 255\nidleIncrease = -1').replace(
    'min = 8',
    'max = 12',
  );
  expect(await dataOf(falling)).toMatchObject({ enemies: 'worst', cost: 4, proven: true });
  const growing = WORST.replace('id = "a"', 'id = "a"\nidleIncrease = 1').replace('min = 8', 'min = 3');
  expect(await dataOf(growing)).toMatchObject({ cost: 3, proven: true });
});

test.each([
  ['dice that are given', commander, '{ command = "roll" }', '{ command = "roll", faces = [6] }', /Take faces out/],
  ['dice that nobody weighs', commander, 'maximise = "chance"\n', '', /Add maximise = "chance" or enemies = "worst"/],
  ['a value without one', commander, '"chance"', '"value"', /Add value, such as/],
  [
    'a value beside a chance',
    commander,
    'maximise = "chance"',
    'maximise = "chance"\nvalue = { round = 1 }',
    /value out/,
  ],
  ['the wrong luck', commander, 'maximise = "chance"', 'maximise = "chance"\nluck = "draws"', /it is dice/],
  ['no goal', commander, 'goal = { "unit[2].destroyed" = 1 }\n', '', /Add goal/],
  ['lines of play without end', commander, 'actions = 11', 'actions = 5000', /limits of at most 1000/],
  ['a roll of too many dice', commander, 'hit = 3', 'hit = 90\n', /Roll fewer dice, or raise outcomes/],
])('a wrong search over dice is refused: %s', async (_name, plan, from, to, message) => {
  expect(plan).toContain(from);
  const run = await search(plan.replace(from, to));
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toMatch(message);
});

test('what a limit leaves is said, and options of routes are refused', async () => {
  const cut = await search(commander.replace('actions = 11', 'actions = 60'), '--nodes', '1');
  expect(cut.out).toMatch(/^.*: not proven: .*no policy has more than .*: the limit of nodes was reached\n/);
  const run = await search(WORST, '--beam', '5');
  expect([run.code, run.err]).toEqual([2, expect.stringMatching(/--beam is not for a worst case of dice/)]);
});
