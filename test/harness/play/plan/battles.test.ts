/** Several battles in one plan: the tables, their places, and what plays, searches and counts over all of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { read } from '../../../../core/system/battle.js';
import { SYSTEMS } from '../../../../harness/base/systems.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { type PlanResult, runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { cli } from '../../cli/run-cli.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';

const FILE = fileURLToPath(new URL('../../../../traces/live-a-live/three-battles.toml', import.meta.url));
const TEXT = readFileSync(FILE, 'utf8');
const folder = testFolder();

async function play(text: string): Promise<{ image: Uint8Array; result: PlanResult; frames: number }> {
  const plan = readPlan(Buffer.from(text), 'plan.toml');
  const battle = startPlan(LIVE_A_LIVE_BATTLE, plan);
  const result = await runPlan(LIVE_A_LIVE_BATTLE, battle, plan);
  return { image: battle.image, result, frames: read(battle, 'battleFrames') };
}

/** The same plan with one list of commands, by hand. */
const ONE_LIST = TEXT.replaceAll('[[battle.do]]', '[[do]]').replaceAll('[[battle]]', '[[do]]\ncommand = "battle"');

test('tables of battles are the same as one list of commands', async () => {
  const [battles, list] = [await play(TEXT), await play(ONE_LIST)];
  expect(battles.result.failures).toEqual([]);
  expect([battles.result.accepted, battles.frames]).toEqual([5, list.frames]);
  expect(battles.image).toEqual(list.image);
});

test('the line of a command is that of its own table', () => {
  const plan = readPlan(Buffer.from(TEXT), 'plan.toml');
  const lines = TEXT.split('\n');
  const first = (index: number): string | undefined => lines[plan.locate(`do[${index}]`).line - 1];
  expect([0, 1, 2, 3, 4].map(first)).toEqual(['[[do]]', '[[battle]]', '[[battle.do]]', '[[battle]]', '[[battle.do]]']);
  expect(lines[plan.locate('do[1].walk').line - 1]).toBe('walk = 100');
  expect(lines[plan.locate('do[4].expect').line - 1]).toContain('battleNumber = 2');
});

test.each([
  ['an unknown parameter', 'draws = 1\nexpect', 'drawn = 1\nexpect', 'E_PLAN_COMMAND', 'drawn = 1'],
  ['a label twice', 'label = "the third"', 'label = "the second"', 'E_PLAN_LABEL', 'label = "the second"'],
  [
    'a formation by a name of several',
    'formation = 2',
    'formation = "iron-beetle"',
    'E_PLAN_COMMAND',
    'formation = "iron-beetle"',
  ],
])('%s is refused at its line', async (_, from, to, code, line) => {
  const text = TEXT.replace(from, to);
  const error = await lockstepErrorOf(() => play(text));
  expect(error.code).toBe(code);
  const found = text.split('\n')[(error.details.line ?? 1) - 1];
  expect(found).toContain(line.split(' ')[0]);
});

test('the ledger has a row for each command of all battles', async () => {
  const run = await cli(['route', 'verify', FILE, '--json'], { systems: SYSTEMS });
  const { ledger } = JSON.parse(run.out) as { ledger: { rows: { action: string; frames: number }[] } };
  const { rows } = ledger;
  expect(rows.map(({ action }) => action.split(' ')[0])).toEqual([
    '(start)',
    'auto',
    'battle',
    'auto',
    'battle',
    'auto',
  ]);
  expect(rows.map(({ frames }) => frames)[2]).toBe(100);
});

test('seeds play all battles: nobody wins three in fewer frames than the ways take', async () => {
  const run = await cli(['seeds', FILE, '--starts', 'waits', '--frames', '6'], { systems: SYSTEMS });
  const [, least = '0'] = /^frames +(\d+)/mu.exec(run.out) ?? [];
  expect(run.out).toMatch(/^won +7 /mu);
  expect(Number(least)).toBeGreaterThan(340);
});

test('a search of one battle finds what plays, with a proof that the checker accepts', async () => {
  const [found, proof] = [join(folder.path, 'found.toml'), join(folder.path, 'proof.jsonl')];
  const run = await cli(['route', 'search', FILE, '-o', found, '--certificate', proof], { systems: SYSTEMS });
  const [, cost = ''] = /route 1: cost (\d+) /u.exec(run.out) ?? [];
  const { result, frames } = await play(readFileSync(found, 'utf8'));
  expect([result.failures, frames]).toEqual([[], 566 + Number(cost)]);
  expect((await cli(['route', 'check', proof, '--plan', FILE], { systems: SYSTEMS })).code).toBe(0);
});

test('a search goes on over the end of a battle, and what it found plays', async () => {
  const [over, found] = [join(folder.path, 'over.toml'), join(folder.path, 'found.toml')];
  const both = TEXT.replace('after = "the third"', 'after = "the second"')
    .replace('goal = { battleResult = 1 }', 'goal = { battleNumber = 2, battleResult = 1 }')
    .replace('moves = [', 'moves = [\n  { command = "battle", formation = 2, walk = [240, 270], draws = [1, 2] },');
  writeFileSync(over, both);
  const run = await cli(['route', 'search', over, '-o', found], { systems: SYSTEMS });
  const [, cost = ''] = /route 1: cost (\d+) /u.exec(run.out) ?? [];
  const { result, frames } = await play(readFileSync(found, 'utf8'));
  // the first battle and the way to the second
  expect([run.code, result.failures, frames]).toEqual([0, [], 279 + Number(cost)]);
});
