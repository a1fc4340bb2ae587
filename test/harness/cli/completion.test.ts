/** What completion offers is what the verbs declare, and each offered word is taken. */
import { expect, test } from 'vitest';
import { commandWords } from '../../../harness/cli/completion/shell-scripts.js';
import { cli, declaredProgram } from './run-cli.js';

const verbs = commandWords(declaredProgram());

test('every verb is offered with its options', () => {
  const route = verbs.find(({ path }) => path === 'route');
  expect(route?.parts).toEqual(['verify', 'search', 'check', 'export', 'branch']);
  const names = verbs.find(({ path }) => path === 'run')?.options.find(({ flags }) => flags.includes('--names'));
  expect(names).toMatchObject({ takesValue: true, words: ['en', 'ja', 'id'] });
  const flags = verbs.find(({ path }) => path === 'report')?.options.flatMap((option) => option.flags);
  expect(flags).toEqual(expect.arrayContaining(['--output', '-o', '--json', '--help']));
});

test('a word that is not offered is refused with the words that are', async () => {
  const run = await cli(['completion', 'fishh']);
  expect([run.code, run.out]).toEqual([2, '']);
  expect(run.err).toBe('E_OPTION: there is no completion for fishh; expected bash, zsh, fish. Did you mean fish?\n');
});

test('offered words of an argument are taken by the verb', async () => {
  const data = verbs.find(({ path }) => path === 'data');
  expect(data?.words).toHaveLength(5);
  for (const kind of data?.words ?? []) expect([kind, (await cli(['data', kind])).code]).toEqual([kind, 0]);
});

test('--json holds the script that is printed', async () => {
  const text = await cli(['completion', 'zsh']);
  const json = JSON.parse((await cli(['completion', 'zsh', '--json'])).out) as { readonly script: string };
  expect(json.script).toBe(text.out);
});
