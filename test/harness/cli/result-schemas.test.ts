/**
 * What `--json` prints follows the schema that the command gives: answers that hold and that do not, every error. That the examples of all verbs
 * do, test/harness/cli/process.test.ts sees.
 */
import { expect, test } from 'vitest';
import { SYSTEMS } from '../../../harness/base/systems.js';
import { runnableVerbs } from '../../../harness/cli/pages/main.js';
import { RESULTS, validatorOf } from './result-schemas.js';
import { cli, declaredProgram } from './run-cli.js';

const PLAN = 'traces/live-a-live/takahara-namcat.toml';
const NAMCAT = 'traces/live-a-live/present-day-namcat.toml';

test('every verb has one, and the command prints it', async () => {
  const verbs = runnableVerbs(declaredProgram()).map(({ name }) => name);
  expect(Object.keys(RESULTS)).toEqual([...verbs].sort());
  for (const verb of ['odds', 'route search']) {
    expect(JSON.parse((await cli(['schema', 'result', '--verb', verb])).out)).toEqual(RESULTS[verb]);
  }
  expect((await cli(['schema', 'result', '--verb', 'ods'])).err).toContain('Did you mean odds?');
  expect((await cli(['schema', 'result', '--verb', 'route'])).err).toMatch(
    /expected route and one of branch change, .*search, verify. Name it/u,
  );
  expect((await cli(['schema', 'result'])).err).toMatch(/^E_SCHEMA_NAME: /u);
  expect((await cli(['schema', 'plan', '--verb', 'odds'])).err).toMatch(/^E_SCHEMA_NAME: /u);
});

/** Answers of each verdict, and errors. */
test.each([
  ['run', 0, [PLAN, '--tell', '--draws']],
  ['run', 2, ['nosuch.toml']],
  ['run', 2, ['--bogus']],
  ['route verify', 0, [PLAN, '--draws']],
  ['route search', 0, ['traces/live-a-live/start-namcat.toml']],
  ['route search', 2, [PLAN]],
  ['seeds', 1, [NAMCAT, '--starts', 'waits', '--frames', '5', '--want', 'won']],
  ['locate', 1, [PLAN, '--saw', '4:record[5].hp=2']],
  ['odds', 0, [PLAN, '--at', '4', '--skill', 'kiai-tame', '--limit', '5']],
  ['predict', 0, ['--ap', '29', '--enemy', 'namcat=201']],
  ['verify', 1, ['test/fixtures/rom-MDECAY.jsonl.gz']],
  ['verify', 2, ['traces/logs/worked-example.jsonl.gz', 'nosuch']],
  ['explain', 0, ['traces/logs/worked-example.jsonl.gz', '--tell']],
  ['symbols', 0, ['--cells', 'enemy[0].*']],
  ['rom call', 0, ['traces/homebrew/drill.sfc', 'enemy-move-cost', '--trace']],
  ['rom call', 2, ['traces/homebrew/drill.sfc', 'enemy-move-cost', '--limit', '2']],
  ['rom prove', 0, ['traces/homebrew/drill.sfc', '--routine', 'C1:1C02', '--cases', '50', '--log-frames', '0']],
  ['rom settle', 0, ['traces/homebrew/drill.sfc']],
] as const)('%s that ends with %i: %j', async (verb, exit, words) => {
  const run = await cli([...verb.split(' '), ...words, '--json'], { systems: SYSTEMS });
  expect(run.code).toBe(exit);
  const check = validatorOf(verb);
  expect([check(JSON.parse(run.out)), check.errors ?? []]).toEqual([true, []]);
});

test('a key that no type has, a missing one, a wrong kind and another form are faults', async () => {
  const { out } = await cli(['run', PLAN, '--json'], { systems: SYSTEMS });
  const answer = JSON.parse(out) as Readonly<Record<string, unknown>>;
  const check = validatorOf('run');
  expect(check(answer)).toBe(true);
  const { failures: _, ...missing } = answer;
  const faults = [{ ...answer, extra: 1 }, missing, { ...answer, accepted: '13' }, { ...answer, lockstep: 2 }];
  expect(faults.map((fault) => check({ ...fault, verdict: answer['verdict'] }))).toEqual([false, false, false, false]);
  expect(check({ ...answer, verdict: 'proven' })).toBe(false);
});
