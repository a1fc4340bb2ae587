/** Faults in plans of played battles: file, line, column and remedy. */
import { describe, expect, test } from 'vitest';
import { LIVE_A_LIVE_BATTLE } from '../../../../core/live-a-live/index.js';
import { LockstepError } from '../../../../harness/base/errors.js';
import { readPlan } from '../../../../harness/play/plan/read-plan.js';
import { runPlan, startPlan } from '../../../../harness/play/plan/run.js';
import { planText } from '../../../../harness/play/plan/text.js';
import { lockstepErrorOf } from '../../fixtures/files.js';

const HEAD = `plan = 1
system = "live-a-live"
[setup]
formation = 0xde
generator = [1, 2, 3, 4]
[[setup.party]]
character = "takahara"
`;

async function play(text: string): Promise<string> {
  const plan = readPlan(Buffer.from(HEAD + text), 'plan.toml');
  return planText('plan.toml', await runPlan(LIVE_A_LIVE_BATTLE, startPlan(LIVE_A_LIVE_BATTLE, plan), plan));
}

describe('a set-up with a mistyped name suggests the nearest', () => {
  test.each([
    ['[[setup.enemies]]\nspecies = "namcta"\nx = 0\ny = 0\n', 8, 'Did you mean namcat?'],
    ['leftItem = "naori-hreb"\n', 8, 'Did you mean naori-herb?'],
  ])('%j', async (text, line, remedy) => {
    const setup = HEAD.replace('formation = 0xde\n', text.startsWith('[[') ? '' : 'formation = 0xde\n');
    const error = await lockstepErrorOf(() => {
      const plan = readPlan(Buffer.from(setup + text), 'plan.toml');
      return startPlan(LIVE_A_LIVE_BATTLE, plan);
    });
    expect([error.code, error.details.remedy]).toEqual(['E_PLAN_SETUP', remedy]);
    expect(error.details.line).toBe(line);
  });
});

test.each([
  ['reppu-seiken-zki', 'Did you mean reppu-seiken-zuki?'],
  ['low-kik', 'low-kick is not legal now: name one that is'],
])('a mistyped skill is suggested where it is legal now: %s', async (skill, remedy) => {
  const error = await lockstepErrorOf(() => play(`[[do]]\ncommand = "skill"\nskill = "${skill}"\nx = 4\ny = 3\n`));
  expect([error.code, error.details.remedy]).toEqual(['E_PLAN_COMMAND', remedy]);
});

describe('mistakes that are found before anything runs', () => {
  test.each([
    ['an unknown key', '[[do]]\ncommand = "step"\nspeed = 3\n', 10, 'no parameter speed'],
    [
      'an unknown skill',
      '[[do]]\ncommand = "skill"\nskill = "lowkik"\nx = 4\ny = 3\n',
      10,
      'no skill is called lowkik',
    ],
    ['somebody who is not in the party', '[[do]]\ncommand = "step"\nally = "akira"\n', 10, 'no ally is called akira'],
    ['an unknown command', '[[do]]\ncommand = "walk"\n', 9, 'no command is called walk'],
  ])('a plan is refused at its line: %s', async (_, text, line, message) => {
    const error = await play(text).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(LockstepError);
    expect((error as LockstepError).sentence).toContain(message);
    expect((error as LockstepError).sentence).toContain('column 1');
    expect((error as LockstepError).details).toMatchObject({ file: 'plan.toml', line });
    expect((error as LockstepError).details.remedy).not.toBe('');
  });
});

describe('mistakes that are found when the command’s turn comes', () => {
  test.each([
    ['an unreachable cell', '[[do]]\ncommand = "move"\nx = 0\ny = 1\n', 10, 'E_UNREACHABLE', 'Name a free cell'],
    ['a skill out of reach', '[[do]]\ncommand = "skill"\nskill = 0x7d\nx = 0\ny = 0\n', 11, 'E_TARGET', 'Move first'],
    ['a skill not learned', '[[do]]\ncommand = "skill"\nskill = 0x85\nx = 4\ny = 3\n', 10, 'E_SKILL', 'battle list'],
    ['a slot without an ally', '[[do]]\ncommand = "step"\nally = 2\n', 10, 'E_ACTOR', 'Leave the ally out'],
  ])('a plan stops at its command: %s', async (_, text, line, code, remedy) => {
    const error = await lockstepErrorOf(() => play(text));
    expect(error).toMatchObject({ code: 'E_PLAN_REJECTED', details: { file: 'plan.toml', line } });
    expect(error.sentence).toMatch(new RegExp(`^column 1: step 1 .* is rejected with ${code}: `));
    expect(error.details.remedy).toContain(remedy);
  });

  test('a dead actor: nothing is accepted once the battle is lost', async () => {
    const error = await lockstepErrorOf(() =>
      play('[[do]]\ncommand = "auto"\npolicy = "random"\n[[do]]\ncommand = "step"\nally = "takahara"\n'),
    );
    expect(error).toMatchObject({
      code: 'E_PLAN_REJECTED',
      details: { line: 11, remedy: 'Leave out what follows its end' },
    });
    expect(error.sentence).toContain('rejected with E_OVER: the battle is over');
  });
});
