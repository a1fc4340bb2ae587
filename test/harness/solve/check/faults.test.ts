/**
 * Faults planted in the search, by its public seams: its answer is wrong, it calls it proven, and
 * the certificate made of it is refused.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../core/system/battle.js';
import type { Battle, Planning, System } from '../../../../core/system/system.js';
import { type CheckResult, checkCertificate } from '../../../../harness/solve/check/check.js';
import type { Answer } from '../../../../harness/solve/search/answer/answer.js';
import { listStates, plainProblem } from '../../../../harness/solve/search/certificate/list-worst.js';

import { writeCertificate, writeLines } from '../../../../harness/solve/search/certificate/write-certificate.js';
import type { Problem } from '../../../../harness/solve/search/problem/problem.js';
import { searchPlan } from '../../../../harness/solve/search/run.js';
import { lockstepErrorOf, testFolder } from '../../fixtures/files.js';
import { counter, LIMITS, linesOf, problemOf, sumPlan, writeLinked } from './certificates.js';

const folder = testFolder();
const file = join(folder.path, 'faulty.jsonl');
const totalOf = ({ image }: Battle): number => (image[0] as number) + 256 * (image[1] as number);

/** The plain problem with a fault in what the core says to a search. */
function withPlanning(problem: Problem, fault: Planning): Problem {
  const { capabilities, ...rest } = problem.system;
  const planning = { ...capabilities.planning, ...fault };
  return { ...problem, system: { ...rest, capabilities: { ...capabilities, planning } } };
}

/** Searches with the fault and lists the states with the same fault. */
async function faultyCertificate(faulty: Problem): Promise<Answer> {
  const start = snapshot(faulty.battle);
  const answer = await searchPlan(faulty, LIMITS);
  expect(answer.proven).toBe(true);
  faulty.battle.image.set(start);
  const cost = answer.routes[0]?.cost ?? -1;
  const states = await listStates(faulty, cost, [], LIMITS);
  writeLines(file, faulty, { cost, route: answer.routes[0]?.path ?? [], trusts: [] }, states);
  return answer;
}

const checked = (system: System): Promise<CheckResult> => checkCertificate(file, { systems: [system] });
const problem = (system: System, text: string): Problem => problemOf(system, folder.write('plan.toml', text));

test('a bound that is too high: 12 = 4 + 4 + 4 is not seen', async () => {
  const system = counter();
  const fresh = (): Problem => plainProblem(problem(system, sumPlan([1, 4, 5], 12)), []);
  // nothing good is expected of 4 and 8
  const costLowerBound = (battle: Battle) => () => ({ 4: 9, 8: 9, 12: 0 })[totalOf(battle)] ?? 1;
  const answer = await faultyCertificate(withPlanning(fresh(), { costLowerBound }));
  expect(answer.routes[0]?.cost).toBe(4);
  expect(await checked(system)).toMatchObject({
    accepted: false,
    reason: expect.stringMatching(/has no line/u) as string,
  });

  // the writer itself searches without that bound, and sees that the answer is wrong
  const honest = fresh();
  const start = snapshot(honest.battle);
  const error = await lockstepErrorOf(() => writeCertificate(file, honest, start, answer, { ...LIMITS, trusts: [] }));
  expect([error.code, error.sentence]).toEqual(['E_INTERNAL', expect.stringMatching(/not the cheapest: one costs 3/u)]);
});

test('a dropped child: one move of one state is left out', async () => {
  const faulty = counter((battle, amount) => totalOf(battle) === 4 && amount === 4);
  const answer = await faultyCertificate(plainProblem(problem(faulty, sumPlan([1, 4, 5], 12)), []));
  expect(answer.routes[0]?.cost).toBe(4);
  // the state after it has no line; the checker's battle has the move
  const refused = await checked(counter());
  expect(refused).toMatchObject({ accepted: false, reason: expect.stringMatching(/cost 2 has no line/u) as string });
  expect(refused.line).toBeGreaterThan(3);
});

test('a goal that is not seen: the last move of the best route is left out, and every state is listed', async () => {
  const faulty = counter((battle, amount) => totalOf(battle) === 8 && amount === 4);
  const answer = await faultyCertificate(plainProblem(problem(faulty, sumPlan([1, 4, 5], 12)), []));
  expect(answer.routes[0]?.cost).toBe(4);
  expect(await checked(counter())).toMatchObject({
    accepted: false,
    reason: 'move 1 leads from here to the goal at cost 3',
  });
});

test('a wrong merge: states that differ in what was added last count as one', async () => {
  // 5 follows 4 only; cell balance has what was added last
  const system = counter(({ image }, amount) => amount === 5 && image[3] !== 256 - 4);
  const total = ({ cells }: Battle) => cells.filter(({ name }) => name === 'total');
  // 13 = 4 + 5 + 4, or 4 + 4 + 4 + 1
  const text = sumPlan([1, 4, 5], 13);
  const right = await searchPlan(problem(system, text), LIMITS);
  const merging = withPlanning(plainProblem(problem(system, text), []), { stateKeyCells: total });
  const answer = await faultyCertificate(merging);
  expect([right.routes[0]?.cost, answer.routes[0]?.cost]).toEqual([3, 4]);
  expect((await checked(system)).accepted).toBe(false);
});

test('a cost that is counted wrongly, and a limit that is kept wrongly', async () => {
  const system = counter();
  const text = sumPlan([1, 4, 5], 12, 'limits = { actions = 4 }');
  const given = problem(system, text);
  await faultyCertificate(plainProblem({ ...given, weights: given.weights.map((weight) => 2 * weight) }, []));
  expect(await checked(system)).toMatchObject({ accepted: false, line: 1, reason: 'the route costs 3, not 6' });

  // 16 = 4 + 4 + 4 + 4; within 3 moves there would be none
  const more = problem(system, sumPlan([1, 4, 5], 16, 'limits = { actions = 4 }'));
  const start = snapshot(more.battle);
  const narrow = { ...more, limits: more.limits.map((limit) => Math.min(limit, 3)) };
  const none = await searchPlan(narrow, LIMITS);
  expect(none.reason).toBe('exhausted');
  await writeCertificate(file, narrow, start, none, { ...LIMITS, trusts: [] });
  expect(await checked(system)).toMatchObject({
    accepted: false,
    reason: expect.stringMatching(/has no line/u) as string,
  });
});

test('without a fault all of these are accepted, and so is that there is no route', async () => {
  for (const [goal, more, cost] of [
    [12, '', 3],
    [13, 'limits = { actions = 4 }', 3],
    [13, 'limits = { cost = 2 }', -1],
    [7, 'keep = { balance = -5 }\nlimits = { actions = 9 }', -1],
  ] as const) {
    const given = problem(counter(), sumPlan([1, 4, 5], goal, more));
    const start = snapshot(given.battle);
    const answer = await searchPlan(given, LIMITS);
    await writeCertificate(file, given, start, answer, { ...LIMITS, trusts: [] });
    expect(await checked(counter())).toMatchObject({ accepted: true, proven: { cost } });
  }
});

test('bounds and keys of the core count only where the certificate says so', async () => {
  const planning: Planning = {
    costLowerBound: (battle: Battle) => () => Math.ceil(Math.max(0, 12 - totalOf(battle)) / 7),
    stateKeyCells: ({ cells }: Battle) => cells.filter(({ name }) => name === 'total'),
  };
  const knowing = { ...counter(), capabilities: { ...counter().capabilities, planning } };
  const given = problem(knowing, sumPlan([1, 4, 5], 12));
  const start = snapshot(given.battle);
  const answer = await searchPlan(given, LIMITS);
  const sizes: number[] = [];
  for (const trusts of [[], ['bound'], ['key'], ['bound', 'key']] as const) {
    await writeCertificate(file, given, start, answer, { ...LIMITS, trusts });
    const result = await checked(knowing);
    expect(result).toMatchObject({ accepted: true, proven: { cost: 3, trusts } });
    sizes.push(result.proven?.states ?? 0);
    // a checker whose core has no such bound does not take it from the file
    if (!(trusts as readonly string[]).includes('bound')) continue;
    const [head, ...lines] = linesOf(file);
    writeLinked(file, [{ ...head, trusts: [] }, ...lines]);
    expect((await checked(knowing)).accepted).toBe(false);
  }
  // 0, 1, 4, 5; after 1 and 4 one move of 7 would not do
  expect(sizes).toEqual([4, 2, 4, 2]);
});
